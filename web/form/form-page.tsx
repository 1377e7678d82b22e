import { type RefObject, useEffect, useRef } from 'react'
import type { FormPageData, SubmitResponse } from '../../src/forms/page/page-data.ts'
import { idOf } from './ids.ts'
import { StepForm } from './step-form.tsx'
import { type FormPageProps, useFilling } from './use-filling.ts'
import { useSteadyTaps } from './use-steady-taps.ts'

export function FormPage(props: FormPageProps) {
  const { form } = props
  const filling = useFilling(props)
  const { focus, sent, errors, view, isSending } = filling
  const heading = useRef<HTMLHeadingElement>(null)
  useSteadyTaps(focus)

  useEffect(() => {
    if (!focus) return
    if (focus.on === 'field') return document.getElementById(idOf(focus.key!))?.focus()
    // Where a page begins is seen from its top, and at once: what is still moving may stop short of the heading.
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
    if (focus.on === 'heading' && heading.current && isLow(heading.current)) {
      heading.current.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
  }, [focus])

  useEffect(() => {
    // Fields are switched off while they are sent; the keyboard stays where it can be tried again.
    if (isSending) document.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [isSending])

  const isAtStart = !sent && view.isFirst
  useEffect(() => {
    // What the form is for is said once, where it begins.
    document.querySelector<HTMLElement>('.lead')?.toggleAttribute('hidden', !isAtStart)
  }, [isAtStart])

  const where = sent ? 'Sent' : view.stepItems.length > 1 ? view.visit.step.title : undefined
  const title = [errors.size > 0 && 'Error', where, form.name, form.organisation].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])

  if (sent) return <Thanks form={form} sent={sent} heading={heading} again={filling.startOver} />
  return <StepForm form={form} filling={filling} heading={heading} />
}

/** So far down that little of what follows is seen. */
const isLow = (element: HTMLElement): boolean => element.getBoundingClientRect().bottom > window.innerHeight * 0.7

interface ThanksProps {
  form: FormPageData
  sent: SubmitResponse
  heading: RefObject<HTMLHeadingElement | null>
  again: () => void
}

export function Thanks({ form, sent: { success_message, redirect_url }, heading, again }: ThanksProps) {
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
