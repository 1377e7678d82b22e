import { type FieldAnswer, isMet, type PreviousAnswers } from './conditions.ts'
import { type Answers, type Field, isAnswerable, type Step, submit, type Target } from './form.ts'
import { clean } from './values.ts'

/** A step on the way through a form, with what it shows for the answers given. */
export interface Visit {
  step: Step
  /** Its place among all steps of the form. */
  index: number
  /** The fields that are shown, headings and paragraphs among them. */
  fields: Field[]
}

/**
 * The way through a form that answers give: the steps in their order and the fields each of them shows. The page and the
 * service ask nothing else about what is visible and what comes next. It is one pass from the first step to the last: a
 * condition sees only what was asked before it, and every step leads to a later one, so there is nothing to settle and
 * nothing to go round in.
 */
export function walk(steps: readonly Step[], answers: Answers): Visit[] {
  const asked = new Map<string, FieldAnswer>()
  const visits: Visit[] = []
  for (let index = 0; index < steps.length; ) {
    const step = steps[index]!
    visits.push({ step, index, fields: visibleFields(step, answers, asked) })
    index = nextIndex(steps, index, asked)
  }
  return visits
}

function visibleFields({ fields }: Step, answers: Answers, asked: Map<string, FieldAnswer>): Field[] {
  return fields.filter((field) => {
    if (field.visible_when && !isMet(field.visible_when, asked)) return false
    if (isAnswerable(field)) asked.set(field.key, { field, value: clean(field, own(answers, field.key)) })
    return true
  })
}

/** A key may be called like something that every object has. Not by `Object.hasOwn`: phones that people still use lack it. */
// biome-ignore lint/suspicious/noPrototypeBuiltins: as said above.
export const has = (answers: Answers, key: string): boolean => Object.prototype.hasOwnProperty.call(answers, key)
export const own = (answers: Answers, key: string): unknown => (has(answers, key) ? answers[key] : undefined)

function nextIndex(steps: readonly Step[], index: number, asked: PreviousAnswers): number {
  const { routing, otherwise } = steps[index]!
  for (const { when, go_to } of routing) {
    const target = forward(steps, index, go_to)
    if (target !== undefined && isMet(when, asked)) return target
  }
  return (otherwise === undefined ? undefined : forward(steps, index, otherwise)) ?? index + 1
}

/** Where a target leads from a step; undefined where it leads nowhere, or back. The end stands behind the last step. */
export function forward(steps: readonly Step[], from: number, target: Target): number | undefined {
  if (target === submit) return steps.length
  const index = steps.findIndex(({ key }) => key === target)
  return index > from ? index : undefined
}
