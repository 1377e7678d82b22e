import { Temporal } from 'temporal-polyfill'
import { type FieldAnswer, isMet } from '../../src/forms/logic/conditions.ts'
import type { Answers, FieldType, Operator, Step } from '../../src/forms/logic/form.ts'

/**
 * A second implementation of the rules of forms, written from the decisions and not from the code: as simple as possible, slow,
 * without regard to hostile input, and with Temporal for dates and times.
 */
export function readAs(type: FieldType, sent: unknown): unknown {
  if (sent === null || (Array.isArray(sent) && sent.length === 0)) return undefined
  if (typeof sent !== 'string') return sent
  if (sent.trim() === '') return undefined
  if (type === 'select' || type === 'radio') return sent
  const text = sent.trim()
  if (type === 'time') return /^\d\d:\d\d:00$/.test(text) ? text.slice(0, 5) : text
  if (type !== 'datetime' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.test(text)) return text
  return `${text.replace('T', ' ')}${text.length === 16 ? ':00' : ''}`
}

const shapes = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d$/,
  datetime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
}
/** The date or time of a stored answer; undefined if it is invalid. */
export function timeOf(type: string, text: string) {
  if (!shapes[type as keyof typeof shapes].test(text) || /:60$/.test(text) || text.startsWith('0000')) return undefined
  try {
    if (type === 'time') return Temporal.PlainDateTime.from(`2000-01-01T${text}`, { overflow: 'reject' })
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' })
  } catch {
    return undefined
  }
}

const textTypes = ['text', 'textarea', 'email', 'phone', 'address', 'select', 'radio']
const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const same = (a: string, b: string) => a.toUpperCase() === b.toUpperCase()

/** Whether a condition on a field with this answer is met; undefined if the builder rejects such a condition. */
export function expected(type: FieldType, operator: Operator, wanted: unknown, sent: unknown): boolean | undefined {
  const answer = readAs(type, sent)
  if (operator === 'empty') return answer === undefined
  if (operator === 'not_empty') return answer !== undefined
  const value = readAs(type, wanted)
  if (value === undefined) return undefined
  if (answer === undefined) return operator === 'is_not' || operator === 'does_not_contain'
  if (textTypes.includes(type) && isText(answer)) return expectedOfText(operator, value, answer)
  if ((type === 'number' || type === 'rating') && typeof answer === 'number' && typeof value === 'number')
    return expectedOfOrder(operator, answer - value)
  if (type in shapes && isText(answer) && isText(value)) {
    const [a, b] = [timeOf(type, answer), timeOf(type, value)]
    return a && b && expectedOfOrder(operator, Temporal.PlainDateTime.compare(a, b))
  }
  if (type === 'yes_no' && typeof answer === 'boolean' && typeof value === 'boolean')
    return operator === 'is' ? answer === value : operator === 'is_not' ? answer !== value : undefined
  if ((type === 'multiselect' || type === 'checklist') && isTexts(answer))
    return expectedOfList(operator, value, answer)
  return undefined
}

function expectedOfText(operator: Operator, value: unknown, answer: string): boolean | undefined {
  if (operator === 'includes_any') return isTexts(value) ? value.some((one) => same(one, answer)) : undefined
  if (!isText(value)) return undefined
  const [whole, part] = [answer.toUpperCase(), value.toUpperCase()]
  if (operator === 'contains') return whole.split(part).length > 1
  if (operator === 'does_not_contain') return whole.split(part).length === 1
  if (operator === 'starts_with') return whole.slice(0, part.length) === part
  if (operator === 'ends_with') return whole.length >= part.length && whole.slice(whole.length - part.length) === part
  return operator === 'is' ? whole === part : operator === 'is_not' ? whole !== part : undefined
}

function expectedOfOrder(operator: Operator, difference: number): boolean | undefined {
  if (Number.isNaN(difference)) return undefined
  if (operator === 'is') return difference === 0
  if (operator === 'is_not') return difference !== 0
  if (operator === 'on_or_after') return difference >= 0
  if (operator === 'on_or_before') return difference <= 0
  return operator === 'greater_than' ? difference > 0 : operator === 'less_than' ? difference < 0 : undefined
}

function expectedOfList(operator: Operator, value: unknown, answer: string[]): boolean | undefined {
  const has = (wanted: string) => answer.some((one) => same(one, wanted))
  if (operator === 'contains') return isText(value) ? has(value) : undefined
  if (operator === 'does_not_contain') return isText(value) ? !has(value) : undefined
  if (operator === 'includes_any') return isTexts(value) ? value.some(has) : undefined
  return operator === 'includes_all' && isTexts(value) ? value.every(has) : undefined
}

/** The path through a form: for each step its index and the indexes of its visible fields. */
export function expectedPath(
  steps: readonly Step[],
  answers: Answers,
  at = 0,
  before: FieldAnswer[] = [],
): [number, number[]][] {
  const step = steps[at]
  if (!step) return []
  const seen = [...before]
  // If fields have the same key, the last visible one counts.
  const asMap = () => new Map(seen.map((one) => [one.field.key, one]))
  const visible: number[] = []
  step.fields.forEach((field, index) => {
    if (field.visible_when !== undefined && !isMet(field.visible_when, asMap())) return
    visible.push(index)
    if (field.type === 'heading' || field.type === 'paragraph') return
    const sent = new Map(Object.entries(answers)).get(field.key)
    seen.push({ field, value: readAs(field.type, sent) })
  })
  const indexOf = (target: string | undefined) =>
    target === 'submit' ? steps.length : steps.map(({ key }) => key).indexOf(target ?? '')
  const targets = step.routing.filter(({ when }) => isMet(when, asMap())).map(({ go_to }) => go_to)
  const onward = [...targets, step.otherwise].map(indexOf).find((index) => index > at) ?? at + 1
  return [[at, visible], ...expectedPath(steps, answers, onward, seen)]
}
