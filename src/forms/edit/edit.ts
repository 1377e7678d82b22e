import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { isTooLarge, sizeRule } from '../definition/builder.ts'
import { type LinkErrorWithId, linkErrors, scopeOf } from '../definition/builder-links.ts'
import { Findings } from '../definition/findings.ts'
import type { FormNote } from '../definition/form.schema.ts'
import type { Draft } from '../definition/parts.ts'
import type { Step } from '../logic/form.ts'
import type { Operation } from './edit.schema.ts'
import { apply, DraftEditor } from './operations.ts'

export interface EditResult {
  draft: Draft
  notes: FormNote[]
  /** Empty where the draft can be kept. */
  errors: FieldErrors
}

/**
 * Applies operations in order to a copy of a form. A mistake in what an operation says is told by its place. What the parts
 * of the form do to each other is judged once all are applied, so that one operation may mend what an earlier one breaks.
 */
export function applyOperations(before: Draft, operations: readonly Operation[]): EditResult {
  const findings = new Findings()
  const states: State[] = [{ steps: before.steps, origins: [] }]
  let draft = before
  for (const [i, operation] of operations.entries()) {
    const editing = new DraftEditor(draft, `operations.${i}`, findings)
    // Each operation goes to the function of its own name, which the compiler cannot see.
    const run = apply[operation.op] as (editing: DraftEditor, operation: Operation) => void
    run(editing, operation)
    draft = editing.draft
    states.push({ steps: draft.steps, origins: editing.origins })
  }
  if (findings.isValid) checkLinks(states, findings)
  return { draft, notes: findings.notes, errors: findings.errors }
}

/** The steps after an operation, and what the operation has sent; the first state is what there was before all of them. */
interface State {
  steps: readonly Step[]
  origins: DraftEditor['origins']
}

/** Broken links that are told; one change of a type can break thousands. */
const maxReported = 50

function checkLinks(states: readonly State[], findings: Findings): void {
  const { steps } = states.at(-1)!
  const last = `operations.${states.length - 2}`
  const links = steps === states[0]!.steps ? [] : linkErrors(steps)
  const already = new Set(links.length > 0 ? linkErrors(states[0]!.steps).map(({ id }) => id) : [])
  const fresh = links.filter(({ id }) => !already.has(id))
  // A link that was broken before may have been mended and broken again.
  const old = links.filter(({ id }) => already.has(id))
  for (const { path, rule, culprit, found } of traceErrors([...fresh, ...old].slice(0, maxReported), states)) {
    const own = states[culprit]!.origins.find(({ at }) => found === at || found.startsWith(`${at}.`))
    const operation = `operations.${culprit - 1}`
    if (own) findings.addError(`${operation}${own.as}${found.slice(own.at.length)}`, rule)
    else findings.addError(operation, `does not fit the rest of the form: ${path} ${rule}`)
  }
  if (fresh.length > maxReported) {
    findings.addError(last, `leaves ${fresh.length - maxReported} more places that do not fit the rest of the form`)
  }
  if (isTooLarge(steps)) findings.addError(last, `makes the form too large: steps ${sizeRule}`)
}

interface TracedError extends LinkErrorWithId {
  /** The state since which it is broken, and where it stood then. */
  culprit: number
  found: string
}

/**
 * Goes back from the last state until each link was whole, looking only at what has such links. What was broken before all
 * operations is none of their doing.
 */
function traceErrors(links: readonly LinkErrorWithId[], states: readonly State[]): TracedError[] {
  const since = new Map(links.map(({ id, path }) => [id, { culprit: states.length - 1, found: path }]))
  let open = new Set(since.keys())
  for (let i = states.length - 2; i >= 0 && open.size > 0; i--) {
    const { steps } = states[i]!
    const paths = new Map(
      linkErrors(steps, scopeOf(open))
        .reverse()
        .map(({ id, path }) => [id, path]),
    )
    open = new Set([...open].filter((id) => paths.has(id)))
    for (const id of open) since.set(id, { culprit: i, found: paths.get(id)! })
  }
  return links.map((link) => ({ ...link, ...since.get(link.id)! })).filter(({ culprit }) => culprit > 0)
}
