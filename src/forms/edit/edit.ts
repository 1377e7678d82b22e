import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { isTooLarge, sizeRule } from '../definition/builder.ts'
import { amongOf, type Broken, broken } from '../definition/builder-links.ts'
import { Findings } from '../definition/findings.ts'
import type { FormNote } from '../definition/form.schema.ts'
import type { Draft } from '../definition/parts.ts'
import type { Step } from '../logic/form.ts'
import type { Operation } from './edit.schema.ts'
import { apply, Editing } from './operations.ts'

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
  const states: State[] = [{ steps: before.steps, sent: [] }]
  let draft = before
  for (const [i, operation] of operations.entries()) {
    const editing = new Editing(draft, `operations.${i}`, findings)
    // Each operation goes to the function of its own name, which the compiler cannot see.
    const run = apply[operation.op] as (editing: Editing, operation: Operation) => void
    run(editing, operation)
    draft = editing.draft
    states.push({ steps: draft.steps, sent: editing.sent })
  }
  if (findings.isFine) judge(states, findings)
  return { draft, notes: findings.notes, errors: findings.errors }
}

/** The steps after an operation, and what the operation has sent; the first state is what there was before all of them. */
interface State {
  steps: readonly Step[]
  sent: Editing['sent']
}

/** Broken links that are told; one change of a type can break thousands. */
const mostTold = 50

function judge(states: readonly State[], findings: Findings): void {
  const { steps } = states.at(-1)!
  const last = `operations.${states.length - 2}`
  const links = steps === states[0]!.steps ? [] : broken(steps)
  const already = new Set(links.length > 0 ? broken(states[0]!.steps).map(({ id }) => id) : [])
  const fresh = links.filter(({ id }) => !already.has(id))
  // A link that was broken before may have been mended and broken again.
  const old = links.filter(({ id }) => already.has(id))
  for (const { path, rule, culprit, found } of traced([...fresh, ...old].slice(0, mostTold), states)) {
    const own = states[culprit]!.sent.find(({ at }) => found === at || found.startsWith(`${at}.`))
    const operation = `operations.${culprit - 1}`
    if (own) findings.refuse(`${operation}${own.as}${found.slice(own.at.length)}`, rule)
    else findings.refuse(operation, `does not fit the rest of the form: ${path} ${rule}`)
  }
  if (fresh.length > mostTold) {
    findings.refuse(last, `leaves ${fresh.length - mostTold} more places that do not fit the rest of the form`)
  }
  if (isTooLarge(steps)) findings.refuse(last, `makes the form too large: steps ${sizeRule}`)
}

interface Traced extends Broken {
  /** The state since which it is broken, and where it stood then. */
  culprit: number
  found: string
}

/**
 * Goes back from the last state until each link was whole, looking only at what has such links. What was broken before all
 * operations is none of their doing.
 */
function traced(links: readonly Broken[], states: readonly State[]): Traced[] {
  const since = new Map(links.map(({ id, path }) => [id, { culprit: states.length - 1, found: path }]))
  let open = new Set(since.keys())
  for (let i = states.length - 2; i >= 0 && open.size > 0; i--) {
    const { steps } = states[i]!
    const paths = new Map(
      broken(steps, amongOf(open))
        .reverse()
        .map(({ id, path }) => [id, path]),
    )
    open = new Set([...open].filter((id) => paths.has(id)))
    for (const id of open) since.set(id, { culprit: i, found: paths.get(id)! })
  }
  return links.map((link) => ({ ...link, ...since.get(link.id)! })).filter(({ culprit }) => culprit > 0)
}
