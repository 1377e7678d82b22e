import type { RefObject } from 'react'
import type { ShownForm } from '../../src/forms/page/shown.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FieldView } from './field.tsx'
import { StepList, StepNumber } from './steps.tsx'
import type { FillingView } from './use-filling.ts'

interface Props {
  form: ShownForm
  filling: FillingView
  heading: RefObject<HTMLHeadingElement | null>
}

/** The step that is shown, and the ways on from it. */
export function StepForm({ form, filling, heading }: Props) {
  const { view, state, errors, trouble, isOutdated, isSending, isRestored, isTouched, round } = filling
  const { step, fields } = view.visit
  const { show_step_numbers, submit_button_text, allow_step_navigation } = form.settings
  const label = isSending ? 'Sending…' : view.isLast ? submit_button_text : 'Next'
  return (
    <>
      {isRestored && <Restored startOver={filling.startOver} />}
      <form
        key={`${round} ${step.key}`}
        className="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void filling.next()
        }}
      >
        {allow_step_navigation && view.places.length > 1 && <StepList places={view.places} goTo={filling.goTo} />}
        {show_step_numbers && view.places.length > 1 && <StepNumber number={view.number} of={view.places.length} />}
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <ErrorSummary errors={errors} fields={fields} />
        {fields.map((field) => (
          <FieldView
            key={field.key}
            field={field}
            value={Object.hasOwn(state.answers, field.key) ? state.answers[field.key] : undefined}
            error={errors.get(field.key)}
            isFixed={form.known?.fixed === field.key}
            set={(value) => filling.answer(field.key, value)}
          />
        ))}
        {trouble !== undefined && (
          <div className="trouble" role="alert">
            <p>{trouble}</p>
            {isOutdated && (
              <button type="button" className="link" onClick={() => window.location.reload()}>
                Load the page again
              </button>
            )}
          </div>
        )}
        <p className="buttons">
          <button type="submit" aria-disabled={isSending}>
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
        Your answers go to {form.organisation}. Until you send them they are kept on this device alone.
        {isTouched && !isRestored && <StartOver startOver={filling.startOver} />}
      </p>
    </>
  )
}

const Restored = ({ startOver }: { startOver: () => void }) => (
  <div className="restored" role="status">
    <p>You have answers here that were not sent yet. Go on where you left off, or begin anew.</p>
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
