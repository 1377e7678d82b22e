import type { StepItem } from '../../src/forms/logic/page.ts'
import type { StepRange } from '../../src/forms/logic/walk.ts'

export const stepNumberId = 'step-number'
/** `Step 1 of 4`, or `Step 1 of 3 to 5` while answers still decide. The bar then counts the most, so that it is full on a last step alone. */
export const StepNumber = ({ number, total: { fewest, most } }: { number: number; total: StepRange }) => (
  <div className="step-number">
    <p id={stepNumberId}>
      Step {number} of {fewest === most ? most : `${fewest} to ${most}`}
    </p>
    <progress max={most} value={number} aria-hidden="true" />
  </div>
)

interface ListProps {
  steps: StepItem[]
  goTo: (index: number) => void
}

const maxExpanded = 7

/** The steps of the path, with a button for each that can be opened. A long list is collapsed. */
export const StepList = ({ steps, goTo }: ListProps) => (
  <nav className="step-list" aria-label="Steps">
    {steps.length <= maxExpanded ? (
      <Steps steps={steps} goTo={goTo} />
    ) : (
      <details>
        <summary>Steps</summary>
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
