import { foldCase } from '../logic/conditions.ts'
import {
  type Condition,
  type Field,
  type FieldType,
  hasOptions,
  isAnswerable,
  kinds,
  nameTypes,
  type Operator,
  type Step,
  submit,
  type When,
} from '../logic/form.ts'
import { clean } from '../logic/values.ts'
import { forward } from '../logic/walk.ts'
import type { FormIssue } from './form.schema.ts'
import type { ClientPrefill, Incident, ProspectMapping, Settings } from './parts.ts'

export const issue = (code: FormIssue['code'], path: string, message: string): FormIssue => ({
  code,
  path,
  message,
  severity: 'error',
})

/** The answerable fields so far, each with its choices if it has options. */
export type PreviousFields = Map<string, { field: Field; choices?: () => ReadonlySet<unknown> }>

/** If several fields have the same key, the first one counts, as for operations. */
export function addField(previous: PreviousFields, field: Field): void {
  if (previous.has(field.key)) return
  const isChoice = hasOptions(field.type) && field.options?.length
  let choices: ReadonlySet<unknown> | undefined
  previous.set(field.key, {
    field,
    ...(isChoice && {
      choices: () => {
        choices ??= new Set(field.options!.map(foldCase)) // built on first use: most choices have no condition
        return choices
      },
    }),
  })
}

/** Conditions on a field that does not come before them, or on an option that the field does not have. */
export const danglingConditions = ({ conditions }: When, path: string, previous: PreviousFields): FormIssue[] =>
  conditions.flatMap((condition, i) => {
    const about = previous.get(condition.field)
    const at = `${path}.conditions.${i}`
    if (!about) {
      const message = `No field with the key ${condition.field} is asked before this.`
      return [issue('dangling_reference', `${at}.field`, message)]
    }
    const { field, choices } = about
    const missing = choices ? choicesIn(condition, field).filter((one) => !choices().has(foldCase(one))) : []
    if (missing.length === 0) return []
    const message = `${joinTexts(missing)} is no option of ${field.key}; its options are ${joinTexts(field.options!)}.`
    return [issue('dangling_reference', `${at}.value`, message)]
  })

const ofWholeChoices: readonly Operator[] = ['is', 'is_not', 'includes_any', 'includes_all']
const ofLists: readonly Operator[] = ['contains', 'does_not_contain']

/** The choices that a condition names. `contains` on a single choice matches a part of the text, which need not be an option. */
function choicesIn({ operator, value }: Condition, field: Field): unknown[] {
  const isWhole = ofWholeChoices.includes(operator) || (ofLists.includes(operator) && kinds[field.type] === 'choices')
  return isWhole ? [clean(field, value)].flat() : []
}

/** Joins texts up to a length: a form can have thousands of conditions on hundreds of options. */
function joinTexts(texts: readonly unknown[], most = 300): string {
  let length = 0
  const included = texts.filter((text, i) => {
    length += String(text).length + 2
    return i === 0 || length <= most
  })
  const rest = texts.length - included.length
  return `${included.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The parts of a form that are checked. */
export interface Parts {
  settings: Pick<Settings, 'submitter_field'>
  steps: readonly Step[]
  incident: Incident | null
  prospect: ProspectMapping | null
  client_prefill: ClientPrefill | null
}

/** Fields named by settings, incident, prospect and client_prefill that do not exist or have the wrong type. */
export function partIssues({ steps, settings, incident, prospect, client_prefill: prefill }: Parts): FormIssue[] {
  const fieldsByKey = new Map<string, Field>()
  for (const field of steps.flatMap(({ fields }) => fields).filter(isAnswerable)) {
    if (!fieldsByKey.has(field.key)) fieldsByKey.set(field.key, field)
  }
  const named = (key: string | undefined, path: string, types?: readonly FieldType[]): FormIssue[] => {
    const field = key === undefined ? undefined : fieldsByKey.get(key)
    if (key === undefined || (field && (types?.includes(field.type) ?? true))) return []
    const what = types ? `field of type ${types.join(' or ')}` : 'field that is asked'
    return [issue('dangling_reference', path, `No ${what} has the key ${key}.`)]
  }
  const mapped = (map: Record<string, string>, path: string) =>
    Object.keys(map).flatMap((key) => named(key, `${path}.${key}`))

  return [
    ...named(settings.submitter_field, 'settings.submitter_field', nameTypes),
    ...named(incident?.severity_field, 'incident.severity_field'),
    ...named(incident?.client_field, 'incident.client_field', ['client']),
    ...named(incident?.occurred_field, 'incident.occurred_field', ['date', 'datetime']),
    ...mapped(prospect?.map ?? {}, 'prospect.map'),
    ...missingNames(prospect, fieldsByKey),
    ...named(prefill?.client_field, 'client_prefill.client_field', ['client']),
    ...mapped(prefill?.map ?? {}, 'client_prefill.map'),
    ...(prefill?.enabled && prefill.client_field === undefined
      ? [issue('missing_mapping', 'client_prefill.client_field', 'Say which field names the client.')]
      : []),
  ]
}

/** A prospect needs a first and a last name, both from existing fields. */
function missingNames(prospect: ProspectMapping | null, fieldsByKey: ReadonlyMap<string, Field>): FormIssue[] {
  if (!prospect?.enabled) return []
  const filled = Object.entries(prospect.map).flatMap(([key, target]) => (fieldsByKey.has(key) ? [target] : []))
  const missing = ['first_name', 'last_name'].filter((name) => !filled.includes(name))
  if (missing.length === 0) return []
  return [issue('missing_mapping', 'prospect.map', `Map a field to ${missing.join(' and one to ')}.`)]
}

/** The issues that prevent publishing, in the order of the form. They never prevent an edit, so a form can be built in any order. */
export function issuesOf(form: Parts): FormIssue[] {
  const { steps } = form
  const isEmpty = !steps.some(({ fields }) => fields.some(isAnswerable))
  return [
    ...(isEmpty ? [issue('empty_form', 'steps', 'Add a field that people answer.')] : []),
    ...fieldIssues(steps),
    ...stepIssues(steps),
    ...partIssues(form),
  ]
}

function fieldIssues(steps: readonly Step[]): FormIssue[] {
  const issues: FormIssue[] = []
  const keys = new Set<string>()
  /** The fields so far: a condition can only use these. */
  const previous: PreviousFields = new Map()
  for (const [i, { fields, routing }] of steps.entries()) {
    for (const [j, field] of fields.entries()) {
      const path = `steps.${i}.fields.${j}`
      if (keys.has(field.key)) {
        issues.push(issue('duplicate_key', `${path}.key`, `Another field has the key ${field.key}.`))
      }
      keys.add(field.key)
      if (hasOptions(field.type) && !field.options?.length) {
        issues.push(
          issue('missing_options', `${path}.options`, `The field ${field.label} has no options to choose from.`),
        )
      }
      if (field.visible_when) issues.push(...danglingConditions(field.visible_when, `${path}.visible_when`, previous))
      if (isAnswerable(field)) addField(previous, field)
    }
    issues.push(...routing.flatMap(({ when }, j) => danglingConditions(when, `steps.${i}.routing.${j}.when`, previous)))
  }
  return issues
}

function stepIssues(steps: readonly Step[]): FormIssue[] {
  const keys = new Set(steps.map(({ key }) => key))
  const seen = new Set<string>()
  const reached = reachedSteps(steps)
  const danglingTarget = (target: string, path: string): FormIssue[] =>
    target === submit || keys.has(target) ? [] : [issue('dangling_reference', path, `No step has the key ${target}.`)]
  return steps.flatMap(({ key, title, routing, otherwise }, i) => {
    const isRepeated = seen.has(key)
    seen.add(key)
    return [
      ...(isRepeated ? [issue('duplicate_key', `steps.${i}.key`, `Another step has the key ${key}.`)] : []),
      ...routing.flatMap(({ go_to }, j) => danglingTarget(go_to, `steps.${i}.routing.${j}.go_to`)),
      ...(otherwise === undefined ? [] : danglingTarget(otherwise, `steps.${i}.otherwise`)),
      ...(reached.has(i) ? [] : [issue('unreachable_step', `steps.${i}`, `Nothing leads to the step ${title}.`)]),
    ]
  })
}

/** The steps that a rule, an `otherwise` or the order of steps can lead to, for any answers. */
function reachedSteps(steps: readonly Step[]): Set<number> {
  const reached = new Set([0])
  for (const [i, { routing, otherwise }] of steps.entries()) {
    if (!reached.has(i)) continue
    const targets = routing.map(({ go_to }) => forward(steps, i, go_to))
    targets.push((otherwise === undefined ? undefined : forward(steps, i, otherwise)) ?? i + 1)
    for (const target of targets) if (target !== undefined) reached.add(target)
  }
  return reached
}
