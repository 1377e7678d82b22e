import { Fragment, type RefObject, useId } from 'react'
import { type CheckedAnswer, checkAnswers, readableAnswer, starsOf } from '../../src/forms/logic/check.ts'
import { type Answers, kinds } from '../../src/forms/logic/form.ts'
import type { FormPageData, SubmitResponse } from '../../src/forms/page/page-data.ts'
import { readableTime } from '../../src/time/readable.ts'

interface Props {
  form: FormPageData
  sent: SubmitResponse
  /** All answers on the page, also those of hidden fields, which were not sent. */
  answers: Answers
  heading: RefObject<HTMLHeadingElement | null>
  again: () => void
}

/** What the page shows after sending: the reference, and what was sent, to read, print or save. Nothing of it is stored. */
export function Receipt({ form, sent, answers, heading, again }: Props) {
  const { reference, submitted_at, success_message, redirect_url } = sent
  return (
    <section className="card thanks">
      <h2 ref={heading} tabIndex={-1}>
        Sent
      </h2>
      <p className="plain" dir="auto">
        {success_message ?? `Your answers were sent to ${form.organisation}.`}
      </p>
      <dl className="receipt">
        <div>
          <dt>Reference number</dt>
          <dd className="reference">
            {groupsOf(reference).map((digits, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a number never change.
              <span key={i}>{digits}</span>
            ))}
          </dd>
        </div>
        <div>
          <dt>Sent</dt>
          <dd>{readableTime(submitted_at.slice(0, 16))}</dd>
        </div>
      </dl>
      <p className="help">
        {form.organisation} finds your answers by this number. This page is not kept: print it, or write the number
        down.
      </p>
      <p className="buttons">
        {redirect_url !== undefined && (
          <a className="button" href={redirect_url}>
            Continue to {new URL(redirect_url).host}
          </a>
        )}
        <button type="button" className="quiet" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" className="quiet" onClick={again}>
          Fill it in again
        </button>
      </p>
      <SentAnswers given={checkAnswers(form.steps, answers).answers} />
    </section>
  )
}

/** Groups of three digits from the end, which are easy to read out. The space between them is not part of the text. */
const groupsOf = (reference: string): string[] => reference.match(/\d{1,3}(?=(\d{3})*$)/g) ?? [reference]

function SentAnswers({ given }: { given: readonly CheckedAnswer[] }) {
  const title = useId()
  const steps = [...new Set(given.map(({ step }) => step))]
  if (given.length === 0) return null
  return (
    <section className="answers" aria-labelledby={title}>
      <h3 id={title}>What you sent</h3>
      {steps.map((step) => (
        <Fragment key={step.key}>
          {steps.length > 1 && <h4 dir="auto">{step.title}</h4>}
          <dl>
            {given
              .filter((answer) => answer.step === step)
              .map((answer) => (
                <div key={answer.field.key}>
                  <dt dir="auto">{answer.field.label}</dt>
                  <Value {...answer} />
                </div>
              ))}
          </dl>
        </Fragment>
      ))}
    </section>
  )
}

/** An answer as people read it. */
function Value({ field, value }: CheckedAnswer) {
  if (Array.isArray(value)) {
    return value.map((choice) => (
      <dd key={choice} dir="auto">
        {choice}
      </dd>
    ))
  }
  if (field.type === 'signature' && String(value).startsWith('data:')) {
    return (
      <dd>
        <img src={String(value)} alt="Your drawing" />
      </dd>
    )
  }
  return (
    <dd className={field.type === 'signature' ? 'signed' : undefined} dir="auto">
      {textOf(field, value)}
    </dd>
  )
}

function textOf({ type, validation }: CheckedAnswer['field'], value: unknown): string {
  if (kinds[type] === 'flag') return value ? 'Yes' : 'No'
  if (kinds[type] === 'time') return readableAnswer(type, String(value))
  return type === 'rating' ? `${value} of ${starsOf(validation)}` : String(value)
}
