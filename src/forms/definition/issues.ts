import { foldCase } from '../logic/conditions.ts'
import {
  type Condition,
  type Field,
  type FieldType,
  hasOptions,
  isAnswerable,
  kinds,
  type Operator,
  type Step,
  submit,
  type When,
} from '../logic/form.ts'
import { clean } from '../logic/values.ts'
import { forward } from '../logic/walk.ts'
import type { FormIssue } from './form.schema.ts'
import type { ClientPrefill, Incident, ProspectMapping } from './parts.ts'

export const issue = (code: FormIssue['code'], path: string, message: string): FormIssue => ({
  code,
  path,
  message,
  severity: 'error',
})

/** Fields that are asked so far, each with what a condition can compare it with, where that is a list. */
export type PreviousFields = Map<string, { field: Field; choices?: () => ReadonlySet<unknown> }>

/** Of fields with one key the first is meant, as by operations. */
export function addField(asked: PreviousFields, field: Field): void {
  if (asked.has(field.key)) return
  const isChoice = hasOptions(field.type) && field.options?.length
  let choices: ReadonlySet<unknown> | undefined
  asked.set(field.key, {
    field,
    ...(isChoice && {
      choices: () => {
        choices ??= new Set(field.options!.map(foldCase)) // most choices have no condition about them
        return choices
      },
    }),
  })
}

/** Conditions about something that is not asked before them, or about a choice that it does not offer: both say nothing. */
export const danglingConditions = ({ conditions }: When, path: string, asked: PreviousFields): FormIssue[] =>
  conditions.flatMap((condition, i) => {
    const about = asked.get(condition.field)
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

/** The choices that a condition speaks of. Of one choice `contains` and the like look for a part, which need be no option. */
function choicesIn({ operator, value }: Condition, field: Field): unknown[] {
  const isWhole = ofWholeChoices.includes(operator) || (ofLists.includes(operator) && kinds[field.type] === 'choices')
  return isWhole ? [clean(field, value)].flat() : []
}

/** Texts in a row, as far as they fit: a form can have thousands of conditions about hundreds of options. */
function joinTexts(texts: readonly unknown[], most = 300): string {
  let length = 0
  const shown = texts.filter((text, i) => {
    length += String(text).length + 2
    return i === 0 || length <= most
  })
  const rest = texts.length - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** What of a form is judged. */
export interface Parts {
  steps: readonly Step[]
  incident: Incident | null
  prospect: ProspectMapping | null
  client_prefill: ClientPrefill | null
}

/** Fields that incident, prospect and client_prefill name and that are not there, or cannot be what they are named for. */
export function partIssues({ steps, incident, prospect, client_prefill: prefill }: Parts): FormIssue[] {
  const asked = new Map<string, Field>()
  for (const field of steps.flatMap(({ fields }) => fields).filter(isAnswerable)) {
    if (!asked.has(field.key)) asked.set(field.key, field)
  }
  const named = (key: string | undefined, path: string, types?: readonly FieldType[]): FormIssue[] => {
    const field = key === undefined ? undefined : asked.get(key)
    if (key === undefined || (field && (types?.includes(field.type) ?? true))) return []
    const what = types ? `field of type ${types.join(' or ')}` : 'field that is asked'
    return [issue('dangling_reference', path, `No ${what} has the key ${key}.`)]
  }
  const mapped = (map: Record<string, string>, path: string) =>
    Object.keys(map).flatMap((key) => named(key, `${path}.${key}`))

  return [
    ...named(incident?.severity_field, 'incident.severity_field'),
    ...named(incident?.client_field, 'incident.client_field', ['client']),
    ...named(incident?.occurred_field, 'incident.occurred_field', ['date', 'datetime']),
    ...mapped(prospect?.map ?? {}, 'prospect.map'),
    ...missingNames(prospect, asked),
    ...named(prefill?.client_field, 'client_prefill.client_field', ['client']),
    ...mapped(prefill?.map ?? {}, 'client_prefill.map'),
    ...(prefill?.enabled && prefill.client_field === undefined
      ? [issue('missing_mapping', 'client_prefill.client_field', 'Say which field names the client.')]
      : []),
  ]
}

/** A prospect has two names, so both are needed from fields that are there. */
function missingNames(prospect: ProspectMapping | null, asked: ReadonlyMap<string, Field>): FormIssue[] {
  if (!prospect?.enabled) return []
  const filled = Object.entries(prospect.map).flatMap(([key, target]) => (asked.has(key) ? [target] : []))
  const missing = ['first_name', 'last_name'].filter((name) => !filled.includes(name))
  if (missing.length === 0) return []
  return [issue('missing_mapping', 'prospect.map', `Map a field to ${missing.join(' and one to ')}.`)]
}

/**
 * What stands in the way of publishing a form, in the order of the form. None of it stops an edit, so that a form can be
 * built in any order.
 */
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
  /** What was asked so far: a condition sees nothing else. */
  const asked: PreviousFields = new Map()
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
      if (field.visible_when) issues.push(...danglingConditions(field.visible_when, `${path}.visible_when`, asked))
      if (isAnswerable(field)) addField(asked, field)
    }
    issues.push(...routing.flatMap(({ when }, j) => danglingConditions(when, `steps.${i}.routing.${j}.when`, asked)))
  }
  return issues
}

function stepIssues(steps: readonly Step[]): FormIssue[] {
  const keys = new Set(steps.map(({ key }) => key))
  const met = new Set<string>()
  const reached = reachedSteps(steps)
  const nowhere = (target: string, path: string): FormIssue[] =>
    target === submit || keys.has(target) ? [] : [issue('dangling_reference', path, `No step has the key ${target}.`)]
  return steps.flatMap(({ key, title, routing, otherwise }, i) => {
    const isRepeated = met.has(key)
    met.add(key)
    return [
      ...(isRepeated ? [issue('duplicate_key', `steps.${i}.key`, `Another step has the key ${key}.`)] : []),
      ...routing.flatMap(({ go_to }, j) => nowhere(go_to, `steps.${i}.routing.${j}.go_to`)),
      ...(otherwise === undefined ? [] : nowhere(otherwise, `steps.${i}.otherwise`)),
      ...(reached.has(i) ? [] : [issue('unreachable_step', `steps.${i}`, `Nothing leads to the step ${title}.`)]),
    ]
  })
}

/** The steps that a rule, an `otherwise` or the plain order leads to, whatever the conditions say. Every way goes forward. */
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
