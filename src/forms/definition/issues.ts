import type { FormIssue } from '../forms/forms.schema.ts'
import { hasOptions, isAsked, type Step, submit } from '../logic/form.ts'
import { forward } from '../logic/walk.ts'
import { type Parts, partIssues } from './issues-parts.ts'
import { type AskedFields, addAsked, danglingConditions, issue } from './issues-when.ts'

/**
 * What stands in the way of publishing a form, in the order of the form. None of it stops an edit, so that a form can be
 * built in any order.
 */
export function issuesOf(form: Parts): FormIssue[] {
  const { steps } = form
  const isEmpty = !steps.some(({ fields }) => fields.some(isAsked))
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
  const asked: AskedFields = new Map()
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
      if (isAsked(field)) addAsked(asked, field)
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
