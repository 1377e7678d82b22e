import type { StepItem } from '../../src/forms/logic/page.ts'

/** The number of steps depends on the answers: it is the length of the current path. */
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

const maxExpanded = 7

/** The steps of the path, with a button for each that can be opened. A long list is collapsed. */
export const StepList = ({ steps, goTo }: ListProps) => (
  <nav className="step-list" aria-label="Steps">
    {steps.length <= maxExpanded ? (
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
