import { valueRule } from './builder.rules.ts'
import {
  type Condition,
  type Field,
  isAsked,
  kinds,
  operatorsOf,
  type Step,
  submit,
  takesList,
  takesNoValue,
  type When,
} from './logic/form.ts'
import { clean } from './logic/values.ts'

/** What two parts of a form do to each other that cannot be, with its place; `rule` is the rest of a sentence. */
export interface BadLink {
  path: string
  rule: string
}

/**
 * Conditions that do not fit the field they name, and rules that lead back. One that names nothing is no mistake: it is an
 * issue, so that a field can be taken away before what speaks of it.
 */
export function badLinks(steps: readonly Step[]): BadLink[] {
  const asked = new Map<string, Field>()
  for (const field of steps.flatMap(({ fields }) => fields).filter(isAsked)) {
    if (!asked.has(field.key)) asked.set(field.key, field)
  }
  return steps.flatMap((step, index) => linksOf(step, index, steps, asked))
}

type Asked = ReadonlyMap<string, Field>

function linksOf({ fields, routing, otherwise }: Step, index: number, steps: readonly Step[], asked: Asked): BadLink[] {
  const path = `steps.${index}`
  const isBack = (target: string) => {
    const place = target === submit ? -1 : steps.findIndex(({ key }) => key === target)
    return place >= 0 && place <= index
  }
  const back = 'must be a later step, or submit'
  return [
    ...fields.flatMap(({ visible_when: when }, i) =>
      when ? badWhen(when, `${path}.fields.${i}.visible_when`, asked) : [],
    ),
    ...routing.flatMap(({ when, go_to }, i) => [
      ...badWhen(when, `${path}.routing.${i}.when`, asked),
      ...(isBack(go_to) ? [{ path: `${path}.routing.${i}.go_to`, rule: back }] : []),
    ]),
    ...(otherwise !== undefined && isBack(otherwise) ? [{ path: `${path}.otherwise`, rule: back }] : []),
  ]
}

const badWhen = ({ conditions }: When, path: string, asked: Asked): BadLink[] =>
  conditions.flatMap((condition, i) => badCondition(condition, `${path}.conditions.${i}`, asked.get(condition.field)))

function badCondition({ operator, value }: Condition, path: string, field: Field | undefined): BadLink[] {
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
      return typeof value === 'number' ? undefined : `must be a number for a field of type ${type}`
    case 'flag':
      return typeof value === 'boolean' ? undefined : `must be true or false for a field of type ${type}`
    case 'time':
      return valueRule({ type, label: '', required: false }, clean({ type }, value))
    default:
      return typeof value === 'string' ? undefined : `must be a text for a field of type ${type}`
  }
}
