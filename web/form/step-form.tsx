import type { RefObject } from 'react'
import type { Field } from '../../src/forms/logic/form.ts'
import { own } from '../../src/forms/logic/walk.ts'
import type { FormPageData } from '../../src/forms/page/page-data.ts'
import { FieldView } from './field.tsx'
import { idOf } from './ids.ts'
import { StepList, StepNumber, stepNumberId } from './steps.tsx'
import type { FillingView } from './use-filling.ts'

interface Props {
  form: FormPageData
  filling: FillingView
  heading: RefObject<HTMLHeadingElement | null>
}

/** The current step with its buttons. */
export function StepForm({ form, filling, heading }: Props) {
  const { view, state, errors, failure, isOutdated, isSending, isRestored, isTouched, round, dropped } = filling
  const { step, fields } = view.visit
  const { show_step_numbers, submit_button_text, allow_step_navigation } = form.settings
  const isNumbered = show_step_numbers && view.total.most > 1
  const invalid = invalidFields(errors, fields)
  const label = isSending ? 'Sending…' : view.isLast ? submit_button_text : 'Next'
  return (
    <>
      {isRestored && !isSending && <Restored dropped={dropped} startOver={filling.startOver} />}
      {filling.isSentElsewhere && <SentElsewhere startOver={filling.startOver} />}
      <form
        key={`${round} ${step.key}`}
        className="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void filling.next()
        }}
      >
        {allow_step_navigation && view.stepItems.length > 1 && <StepList steps={view.stepItems} goTo={filling.goTo} />}
        {isNumbered && <StepNumber number={view.number} total={view.total} />}
        <h2 ref={heading} tabIndex={-1} dir="auto" aria-describedby={isNumbered ? stepNumberId : undefined}>
          {step.title}
        </h2>
        <ErrorSummary errors={errors} fields={fields} />
        <fieldset className="fields" role="presentation" disabled={isSending}>
          {fields.map((field) => (
            <FieldView
              key={field.key}
              field={field}
              value={own(state.answers, field.key)}
              error={errors.get(field.key)}
              ahead={field === invalid[0] ? summaryTitle(invalid.length) : undefined}
              isFixed={form.known?.fixed === field.key}
              set={(value) => filling.answer(field.key, value)}
            />
          ))}
        </fieldset>
        {failure !== undefined && (
          <div className="trouble" role="alert">
            <p>{failure}</p>
            {isOutdated && (
              <button type="button" onClick={() => window.location.reload()}>
                Load the page again
              </button>
            )}
          </div>
        )}
        <p className="buttons">
          <button type="submit" className={isOutdated ? 'quiet' : undefined} aria-disabled={isSending}>
            {label}
          </button>
          {!view.isFirst && (
            <button type="button" className="quiet" onClick={filling.back} aria-disabled={isSending}>
              Back
            </button>
          )}
        </p>
      </form>
      <p className="kept">
        Your answers go to {form.organisation}. Until you send them they are kept on this device alone.{' '}
        {isTouched && !isRestored && !isSending && <StartOver startOver={filling.startOver} />}
      </p>
    </>
  )
}

const Restored = ({ dropped, startOver }: { dropped: readonly string[] | undefined; startOver: () => void }) => (
  <div className="restored" role="status">
    <p>
      {dropped
        ? changedMessage(dropped)
        : 'You have answers here that were not sent yet. Go on where you left off, or begin anew.'}
    </p>
    <StartOver startOver={startOver} />
  </div>
)

/** The message about a draft of an earlier version. */
function changedMessage(dropped: readonly string[]): string {
  const begin = 'This form has changed since you filled it in.'
  if (dropped.length === 0) return `${begin} Your answers are still here: look through them, then send them.`
  const names = dropped.map((label) => `“${label}”`).join(', ')
  const fit = dropped.length === 1 ? 'no longer fits and was' : 'no longer fit and were'
  return `${begin} What you answered to ${names} ${fit} left out; your other answers are still here.`
}

const SentElsewhere = ({ startOver }: { startOver: () => void }) => (
  <div className="restored" role="status">
    <p>These answers were sent already, from another window. Send them here only if you change something.</p>
    <StartOver startOver={startOver} />
  </div>
)

const StartOver = ({ startOver }: { startOver: () => void }) => (
  <button
    type="button"
    className="link"
    onClick={() => window.confirm('Remove all answers from this device and begin anew?') && startOver()}
  >
    Start over
  </button>
)

interface ErrorSummaryProps {
  errors: ReadonlyMap<string, string>
  fields: readonly Field[]
}

export const invalidFields = (errors: ReadonlyMap<string, string>, fields: readonly Field[]): Field[] =>
  fields.filter(({ key }) => errors.has(key))
export const summaryTitle = (count: number): string =>
  count === 1 ? 'One answer needs another look' : `${count} answers need another look`

/** All errors of the step, each with a link to its field. */
export function ErrorSummary({ errors, fields }: ErrorSummaryProps) {
  const invalid = invalidFields(errors, fields)
  if (invalid.length === 0) return null
  return (
    <div className="summary" role="alert">
      <h3>{summaryTitle(invalid.length)}</h3>
      <ul>
        {invalid.map(({ key, label }) => (
          <li key={key}>
            <a
              dir="auto"
              href={`#${idOf(key)}`}
              onClick={(event) => {
                // The URL must not change: it may be a signed link.
                event.preventDefault()
                document.getElementById(idOf(key))?.focus()
              }}
            >
              {label}
            </a>
            : {errors.get(key)}
          </li>
        ))}
      </ul>
    </div>
  )
}
