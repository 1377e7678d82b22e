import type { FieldErrors } from '../http/field-errors.ts'
import { Findings } from './builder.findings.ts'
import { type Broken, broken } from './builder.links.ts'
import { isTooLarge, sizeRule } from './builder.ts'
import type { Operation } from './edit.bodies.ts'
import { type Draft, Editing } from './edit.draft.ts'
import { apply } from './edit.operations.ts'
import type { FormNote } from './forms.schema.ts'

export interface Edited {
  draft: Draft
  notes: FormNote[]
  /** Empty where the draft can be kept. */
  errors: FieldErrors
}

/**
 * Applies operations in order to a copy of a form. A mistake in what an operation says is told by its place. What the parts
 * of the form do to each other is judged once all are applied, so that one operation may mend what an earlier one breaks.
 */
export function applyOperations(before: Draft, operations: readonly Operation[]): Edited {
  const findings = new Findings()
  const states: State[] = []
  let draft = before
  for (const [i, operation] of operations.entries()) {
    const editing = new Editing(draft, `operations.${i}`, findings)
    // Each operation goes to the function of its own name, which the compiler cannot see.
    const run = apply[operation.op] as (editing: Editing, operation: Operation) => void
    run(editing, operation)
    draft = editing.draft
    states.push({ broken: broken(draft.steps), sent: editing.sent })
  }
  if (findings.isFine) judge(broken(before.steps), states, draft, findings)
  return { draft, notes: findings.notes, errors: findings.errors }
}

/** What is broken after an operation, and what the operation has sent. */
interface State {
  broken: Broken[]
  sent: Editing['sent']
}

function judge(already: readonly Broken[], states: readonly State[], { steps }: Draft, findings: Findings): void {
  const last = states.length - 1
  for (const { id, path, rule } of states[last]!.broken) {
    const whole = states.findLastIndex((state) => !state.broken.some((other) => other.id === id))
    // What was broken before all of them is none of their doing.
    if (whole < 0 && already.some((other) => other.id === id)) continue
    const culprit = whole + 1
    const { broken: after, sent } = states[culprit]!
    const then = after.find((other) => other.id === id)!.path
    const own = sent.find(({ at }) => then === at || then.startsWith(`${at}.`))
    if (own) findings.refuse(`operations.${culprit}${own.as}${then.slice(own.at.length)}`, rule)
    else findings.refuse(`operations.${culprit}`, `does not fit the rest of the form: ${path} ${rule}`)
  }
  if (isTooLarge(steps)) findings.refuse(`operations.${last}`, `makes the form too large: steps ${sizeRule}`)
}
