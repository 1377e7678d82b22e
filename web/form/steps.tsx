import type { StepItem } from '../../src/forms/logic/page.ts'

/** How many steps there are hangs on the answers: it is the way they give so far. */
export const stepNumberId = 'step-number'
export const StepNumber = ({ number, of }: { number: number; of: number }) => (
  <div className="step-number">
    <p id={stepNumberId}>
      Step {number} of {of}
    </p>
    <progress max={of} value={number} aria-hidden="true" />
  </div>
)

interface ListProps {
  steps: StepItem[]
  goTo: (index: number) => void
}

const mostUnfolded = 7

/** The steps on the way, to go to with one press where that is allowed. Many of them are folded away: they would be all one sees. */
export const StepList = ({ steps, goTo }: ListProps) => (
  <nav className="step-list" aria-label="Steps">
    {steps.length <= mostUnfolded ? (
      <Steps steps={steps} goTo={goTo} />
    ) : (
      <details>
        <summary>All {steps.length} steps</summary>
        <Steps steps={steps} goTo={goTo} />
      </details>
    )}
  </nav>
)

const Steps = ({ steps, goTo }: ListProps) => (
  <ol>
    {steps.map(({ visit, isCurrent, canGo }) => (
      <li key={visit.index}>
        {canGo ? (
          <button type="button" className="link" dir="auto" onClick={() => goTo(visit.index)}>
            {visit.step.title}
          </button>
        ) : (
          <span dir="auto" aria-current={isCurrent ? 'step' : undefined}>
            {visit.step.title}
          </span>
        )}
      </li>
    ))}
  </ol>
)
