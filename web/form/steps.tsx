import type { Place } from '../../src/forms/logic/page.ts'

/** How many steps there are hangs on the answers: it is the way they give so far. */
export const StepNumber = ({ number, of }: { number: number; of: number }) => (
  <div className="step-number">
    <p>
      Step {number} of {of}
    </p>
    <progress max={of} value={number} aria-hidden="true" />
  </div>
)

/** The steps on the way, to go to with one press where that is allowed. */
export const StepList = ({ places, goTo }: { places: Place[]; goTo: (index: number) => void }) => (
  <nav className="step-list" aria-label="Steps">
    <ol>
      {places.map(({ visit, isCurrent, canGo }) => (
        <li key={visit.index}>
          {canGo ? (
            <button type="button" className="link" onClick={() => goTo(visit.index)}>
              {visit.step.title}
            </button>
          ) : (
            <span aria-current={isCurrent ? 'step' : undefined}>{visit.step.title}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
