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
  /** Empty if the draft can be stored. */
  errors: FieldErrors
}

/**
 * Applies operations in order to a copy of a form. Errors have the path of their operation. References between parts are
 * checked after all operations, so that a later one may repair what an earlier one breaks.
 */
export function applyOperations(before: Draft, operations: readonly Operation[]): EditResult {
  const findings = new Findings()
  const states: State[] = [{ steps: before.steps, origins: [] }]
  let draft = before
  for (const [i, operation] of operations.entries()) {
    const editor = new DraftEditor(draft, `operations.${i}`, findings)
    // The compiler cannot see that the function with the operation's name takes this operation.
    const run = apply[operation.op] as (editor: DraftEditor, operation: Operation) => void
    run(editor, operation)
    draft = editor.draft
    states.push({ steps: draft.steps, origins: editor.origins })
  }
  if (findings.isValid) checkLinks(states, findings)
  return { draft, notes: findings.notes, errors: findings.errors }
}

/** The steps after an operation and the parts that come from it. The first state is that before all operations. */
interface State {
  steps: readonly Step[]
  origins: DraftEditor['origins']
}

/** Maximum number of reported link errors; a change of a type can cause thousands. */
const maxReported = 50

function checkLinks(states: readonly State[], findings: Findings): void {
  const { steps } = states.at(-1)!
  const last = `operations.${states.length - 2}`
  const links = steps === states[0]!.steps ? [] : linkErrors(steps)
  const earlierIds = new Set(links.length > 0 ? linkErrors(states[0]!.steps).map(({ id }) => id) : [])
  const fresh = links.filter(({ id }) => !earlierIds.has(id))
  // An error from before the edit may have been repaired and caused again.
  const old = links.filter(({ id }) => earlierIds.has(id))
  for (const { path, rule, stateIndex, pathThen } of traceErrors([...fresh, ...old].slice(0, maxReported), states)) {
    const own = states[stateIndex]!.origins.find(({ at }) => pathThen === at || pathThen.startsWith(`${at}.`))
    const operation = `operations.${stateIndex - 1}`
    if (own) findings.addError(`${operation}${own.as}${pathThen.slice(own.at.length)}`, rule)
    else findings.addError(operation, `does not fit the rest of the form: ${path} ${rule}`)
  }
  if (fresh.length > maxReported) {
    findings.addError(last, `leaves ${fresh.length - maxReported} more places that do not fit the rest of the form`)
  }
  if (isTooLarge(steps)) findings.addError(last, `makes the form too large: steps ${sizeRule}`)
}

interface TracedError extends LinkErrorWithId {
  /** The first state with the error, and its path in that state. */
  stateIndex: number
  pathThen: string
}

/**
 * Goes back from the last state to find the operation that caused each error. Checks only the steps and fields with errors.
 * Drops errors that existed before all operations.
 */
function traceErrors(links: readonly LinkErrorWithId[], states: readonly State[]): TracedError[] {
  const since = new Map(links.map(({ id, path }) => [id, { stateIndex: states.length - 1, pathThen: path }]))
  let open = new Set(since.keys())
  for (let i = states.length - 2; i >= 0 && open.size > 0; i--) {
    const { steps } = states[i]!
    const paths = new Map(
      linkErrors(steps, scopeOf(open))
        .reverse()
        .map(({ id, path }) => [id, path]),
    )
    open = new Set([...open].filter((id) => paths.has(id)))
    for (const id of open) since.set(id, { stateIndex: i, pathThen: paths.get(id)! })
  }
  return links.map((link) => ({ ...link, ...since.get(link.id)! })).filter(({ stateIndex }) => stateIndex > 0)
}
