import {
  type Condition,
  type Field,
  isAnswerable,
  kinds,
  operatorsOf,
  type Step,
  submit,
  takesList,
  takesNoValue,
  type When,
} from '../logic/form.ts'
import { clean } from '../logic/values.ts'
import { valueRule } from './builder-field.ts'
import { maxFields, maxSteps } from './form.schema.ts'

/** An error in how parts of a form refer to each other; `rule` is the rest of a sentence that begins with `path`. */
export interface LinkError {
  path: string
  rule: string
}
/** The same for edits: `id` uses keys, so it stays the same when steps and fields move. */
export interface LinkErrorWithId extends LinkError {
  id: string
}

/** The keys of the steps and fields to check. */
export interface LinkScope {
  steps: ReadonlySet<string>
  fields: ReadonlySet<string>
}

/** All errors in how steps and fields refer to each other, or those in a scope. */
export function linkErrors(steps: readonly Step[], scope?: LinkScope): LinkErrorWithId[] {
  const count = steps.reduce((sum, { fields }) => sum + fields.length, 0)
  const links = errorsOfSteps(steps, scope).map((link) => ({ ...link, id: idOf(link.path, steps) }))
  if (count > maxFields)
    links.unshift({ id: 'fields', path: 'steps', rule: `must have at most ${maxFields} fields in all` })
  if (steps.length > maxSteps) links.unshift({ id: 'steps', path: 'steps', rule: `must be at most ${maxSteps}` })
  return links
}

/** The path with keys of fields and steps instead of their indexes. */
function idOf(path: string, steps: readonly Step[]): string {
  const [, step, what, number, ...rest] = path.split('.')
  const { key, fields } = steps[Number(step)]!
  if (what !== 'fields') return ['step', key, what, number, ...rest].join('.')
  return ['field', fields[Number(number)]!.key, ...rest].join('.')
}

/** The steps and fields that these ids belong to. */
export function scopeOf(ids: Iterable<string>): LinkScope {
  const parts = [...ids].map((id) => id.split('.', 2))
  const keys = (kind: string) => new Set(parts.filter(([what]) => what === kind).map(([, key]) => key!))
  return { steps: keys('step'), fields: keys('field') }
}

/**
 * Conditions that do not fit the field they name, and rules that lead back. A condition that names no field is an issue, not
 * an error, so that a field can be removed before its references.
 */
function errorsOfSteps(steps: readonly Step[], scope: LinkScope | undefined): LinkError[] {
  const fieldsByKey = new Map<string, Field>()
  for (const field of steps.flatMap(({ fields }) => fields).filter(isAnswerable)) {
    if (!fieldsByKey.has(field.key)) fieldsByKey.set(field.key, field)
  }
  const indexes = new Map(steps.map(({ key }, index) => [key, index] as const).reverse())
  return steps.flatMap((step, index) => [
    ...step.fields.flatMap(({ key, visible_when: when }, i) =>
      when && (!scope || scope.fields.has(key))
        ? errorsOfWhen(when, `steps.${index}.fields.${i}.visible_when`, fieldsByKey)
        : [],
    ),
    ...(!scope || scope.steps.has(step.key) ? errorsOfRouting(step, index, indexes, fieldsByKey) : []),
  ])
}

type FieldsByKey = ReadonlyMap<string, Field>

/** Errors of the routing of a step. */
function errorsOfRouting(
  { routing, otherwise }: Step,
  index: number,
  indexes: ReadonlyMap<string, number>,
  fieldsByKey: FieldsByKey,
) {
  const path = `steps.${index}`
  const isBack = (target: string) => target !== submit && (indexes.get(target) ?? Number.POSITIVE_INFINITY) <= index
  const back = 'must be a later step, or submit'
  return [
    ...routing.flatMap(({ when, go_to }, i) => [
      ...errorsOfWhen(when, `${path}.routing.${i}.when`, fieldsByKey),
      ...(isBack(go_to) ? [{ path: `${path}.routing.${i}.go_to`, rule: back }] : []),
    ]),
    ...(otherwise !== undefined && isBack(otherwise) ? [{ path: `${path}.otherwise`, rule: back }] : []),
  ]
}

const errorsOfWhen = ({ conditions }: When, path: string, fieldsByKey: FieldsByKey): LinkError[] =>
  conditions.flatMap((condition, i) =>
    errorsOfCondition(condition, `${path}.conditions.${i}`, fieldsByKey.get(condition.field)),
  )

function errorsOfCondition({ operator, value }: Condition, path: string, field: Field | undefined): LinkError[] {
  const allowed = field && operatorsOf[kinds[field.type]]
  if (allowed && !allowed.includes(operator)) {
    const rule = `must be one of ${allowed.join(', ')} for a field of type ${field.type}`
    return [{ path: `${path}.operator`, rule }]
  }
  if (takesNoValue(operator)) return []
  const rule = value === undefined ? `is required for ${operator}` : conditionRule({ operator, value }, field)
  return rule === undefined ? [] : [{ path: `${path}.value`, rule }]
}

/** The rule that the value of a condition breaks; undefined if it is valid. */
function conditionRule({ operator, value }: Required<Pick<Condition, 'operator' | 'value'>>, field: Field | undefined) {
  if (takesList(operator)) return Array.isArray(value) ? undefined : `must be a list of texts for ${operator}`
  if (Array.isArray(value)) return `must not be a list for ${operator}`
  if (!field) return undefined
  const { type } = field
  switch (kinds[type]) {
    case 'number':
      return Number.isFinite(value) ? undefined : `must be a number for a field of type ${type}`
    case 'flag':
      return typeof value === 'boolean' ? undefined : `must be true or false for a field of type ${type}`
    case 'time':
      return valueRule({ type, label: '', required: false }, clean({ type }, value))
    default:
      return typeof value === 'string' ? undefined : `must be a text for a field of type ${type}`
  }
}
