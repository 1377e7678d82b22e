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

/** What cannot be about the parts of a form together, with its place; `rule` is the rest of a sentence. */
export interface LinkError {
  path: string
  rule: string
}
/** The same while a form is edited: its `id` stays where steps and fields move. */
export interface LinkErrorWithId extends LinkError {
  id: string
}

/** The steps and the fields, by their keys, that links are looked for in. */
export interface LinkScope {
  steps: ReadonlySet<string>
  fields: ReadonlySet<string>
}

/** All that cannot be about steps and fields together, or about some of them. */
export function linkErrors(steps: readonly Step[], among?: LinkScope): LinkErrorWithId[] {
  const count = steps.reduce((sum, { fields }) => sum + fields.length, 0)
  const links = errorsOfSteps(steps, among).map((link) => ({ ...link, id: idOf(link.path, steps) }))
  if (count > maxFields)
    links.unshift({ id: 'fields', path: 'steps', rule: `must have at most ${maxFields} fields in all` })
  if (steps.length > maxSteps) links.unshift({ id: 'steps', path: 'steps', rule: `must be at most ${maxSteps}` })
  return links
}

/** A path in which a field or a step has its key in place of its number. */
function idOf(path: string, steps: readonly Step[]): string {
  const [, step, what, number, ...rest] = path.split('.')
  const { key, fields } = steps[Number(step)]!
  if (what !== 'fields') return ['step', key, what, number, ...rest].join('.')
  return ['field', fields[Number(number)]!.key, ...rest].join('.')
}

/** Where to look for links again, by their ids. */
export function scopeOf(ids: Iterable<string>): LinkScope {
  const parts = [...ids].map((id) => id.split('.', 2))
  const keys = (kind: string) => new Set(parts.filter(([what]) => what === kind).map(([, key]) => key!))
  return { steps: keys('step'), fields: keys('field') }
}

/**
 * Conditions that do not fit the field they name, and rules that lead back. One that names nothing is no mistake: it is an
 * issue, so that a field can be taken away before what speaks of it.
 */
function errorsOfSteps(steps: readonly Step[], among: LinkScope | undefined): LinkError[] {
  const asked = new Map<string, Field>()
  for (const field of steps.flatMap(({ fields }) => fields).filter(isAnswerable)) {
    if (!asked.has(field.key)) asked.set(field.key, field)
  }
  const places = new Map(steps.map(({ key }, place) => [key, place] as const).reverse())
  return steps.flatMap((step, index) => [
    ...step.fields.flatMap(({ key, visible_when: when }, i) =>
      when && (!among || among.fields.has(key))
        ? errorsOfWhen(when, `steps.${index}.fields.${i}.visible_when`, asked)
        : [],
    ),
    ...(!among || among.steps.has(step.key) ? errorsOfRouting(step, index, places, asked) : []),
  ])
}

type FieldsByKey = ReadonlyMap<string, Field>

/** Where a step leads. */
function errorsOfRouting(
  { routing, otherwise }: Step,
  index: number,
  places: ReadonlyMap<string, number>,
  asked: FieldsByKey,
) {
  const path = `steps.${index}`
  const isBack = (target: string) => target !== submit && (places.get(target) ?? Number.POSITIVE_INFINITY) <= index
  const back = 'must be a later step, or submit'
  return [
    ...routing.flatMap(({ when, go_to }, i) => [
      ...errorsOfWhen(when, `${path}.routing.${i}.when`, asked),
      ...(isBack(go_to) ? [{ path: `${path}.routing.${i}.go_to`, rule: back }] : []),
    ]),
    ...(otherwise !== undefined && isBack(otherwise) ? [{ path: `${path}.otherwise`, rule: back }] : []),
  ]
}

const errorsOfWhen = ({ conditions }: When, path: string, asked: FieldsByKey): LinkError[] =>
  conditions.flatMap((condition, i) =>
    errorsOfCondition(condition, `${path}.conditions.${i}`, asked.get(condition.field)),
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

/** What the value of a condition has to be, where it is not. */
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
