import { type FieldAnswer, isMet, type PreviousAnswers } from './conditions.ts'
import { type Answers, type Field, isAnswerable, type Step, submit, type Target } from './form.ts'
import { clean } from './values.ts'

/** A step on the path through a form, with the fields that the answers make visible. */
export interface Visit {
  step: Step
  /** Its index among all steps of the form. */
  index: number
  /** The visible fields, headings and paragraphs included. */
  fields: Field[]
}

/**
 * The path through a form for these answers: its steps in order, each with its visible fields. The page and the service both
 * use it. One pass is enough: a condition depends only on earlier fields, and every step leads to a later one.
 */
export function walk(steps: readonly Step[], answers: Answers): Visit[] {
  const previous = new Map<string, FieldAnswer>()
  const visits: Visit[] = []
  for (let index = 0; index < steps.length; ) {
    const step = steps[index]!
    visits.push({ step, index, fields: visibleFields(step, answers, previous) })
    index = nextIndex(steps, index, previous)
  }
  return visits
}

function visibleFields({ fields }: Step, answers: Answers, previous: Map<string, FieldAnswer>): Field[] {
  return fields.filter((field) => {
    if (field.visible_when && !isMet(field.visible_when, previous)) return false
    if (isAnswerable(field)) previous.set(field.key, { field, value: clean(field, own(answers, field.key)) })
    return true
  })
}

/** A key may equal a property of Object.prototype. `Object.hasOwn` is missing in old phone browsers. */
// biome-ignore lint/suspicious/noPrototypeBuiltins: `Object.hasOwn` is missing in old phone browsers.
export const has = (answers: Answers, key: string): boolean => Object.prototype.hasOwnProperty.call(answers, key)
export const own = (answers: Answers, key: string): unknown => (has(answers, key) ? answers[key] : undefined)

function nextIndex(steps: readonly Step[], index: number, previous: PreviousAnswers): number {
  for (const { when, go_to } of steps[index]!.routing) {
    const target = forward(steps, index, go_to)
    if (target !== undefined && isMet(when, previous)) return target
  }
  return nextWithoutRule(steps, index)
}

function nextWithoutRule(steps: readonly Step[], index: number): number {
  const { otherwise } = steps[index]!
  return (otherwise === undefined ? undefined : forward(steps, index, otherwise)) ?? index + 1
}

/** The index that a target leads to; undefined if it is unknown or not later. The end is the index after the last step. */
export function forward(steps: readonly Step[], from: number, target: Target): number | undefined {
  if (target === submit) return steps.length
  const index = steps.findIndex(({ key }) => key === target)
  return index > from ? index : undefined
}

/** How many steps a form can still have from one of them on, itself included, whatever people answer there and later. */
export function stepsAhead(steps: readonly Step[], from: number): StepRange {
  const ahead: StepRange[] = []
  ahead[steps.length] = { fewest: 0, most: 0 }
  for (let index = steps.length - 1; index >= from; index--) {
    const ranges = targetsOf(steps, index).map((target) => ahead[target]!)
    ahead[index] = {
      fewest: 1 + Math.min(...ranges.map(({ fewest }) => fewest)),
      most: 1 + Math.max(...ranges.map(({ most }) => most)),
    }
  }
  return ahead[from]!
}
export interface StepRange {
  fewest: number
  most: number
}

/** Every index that a step can lead to. */
const targetsOf = (steps: readonly Step[], index: number): number[] => [
  ...steps[index]!.routing.flatMap(({ go_to }) => forward(steps, index, go_to) ?? []),
  nextWithoutRule(steps, index),
]
