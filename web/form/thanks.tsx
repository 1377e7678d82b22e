import type { RefObject } from 'react'
import type { Sent, ShownForm } from '../../src/forms/page/shown.ts'

interface Props {
  form: ShownForm
  sent: Sent
  heading: RefObject<HTMLHeadingElement | null>
  again: () => void
}

export function Thanks({ form, sent: { success_message, redirect_url }, heading, again }: Props) {
  return (
    <section className="card thanks">
      <h2 ref={heading} tabIndex={-1}>
        Sent
      </h2>
      <p className="plain" dir="auto">
        {success_message ?? `Your answers were sent to ${form.organisation}.`}
      </p>
      <p className="buttons">
        {redirect_url !== undefined && (
          <a className="button" href={redirect_url}>
            Continue to {new URL(redirect_url).host}
          </a>
        )}
        <button type="button" className="quiet" onClick={again}>
          Fill it in again
        </button>
      </p>
    </section>
  )
}
