import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { FormFieldCreate, FormStepCreate } from '../forms/bodies.schema.ts'
import { type FormNote, largestSteps } from '../forms/forms.schema.ts'
import type { Field, Rule, Step } from '../logic/form.ts'
import { buildField, buildWhen } from './builder-field.ts'
import { freeKey, keyFrom, reservedKeys } from './builder-keys.ts'
import { broken } from './builder-links.ts'
import { Findings } from './findings.ts'

export interface Built {
  steps: Step[]
  /** Adjustments that were made, by the path of what was sent. */
  notes: FormNote[]
  /** What cannot be, by path; empty where the steps can be kept. */
  errors: FieldErrors
}

/** A form that nothing is said about has one step to put fields in. */
export const firstStep: FormStepCreate = { title: 'Step 1' }

/**
 * The form builder's rules: makes stored steps of those that were sent, in the shape that FormStepCreate allows. Keys that
 * are not sent are made. Every problem is found at once. What only stands in the way of publishing is not
 * judged here: see issues.ts.
 */
export function buildSteps(sent: readonly FormStepCreate[], path = 'steps'): Built {
  const findings = new Findings()
  const stepKeys = new Set(sent.flatMap(({ key }) => key ?? []))
  const fieldKeys = new Set(sent.flatMap(({ fields = [] }) => fields.flatMap(({ key }) => key ?? [])))
  const steps = sent.map((step, i) => buildStep(step, `${path}.${i}`, { stepKeys, fieldKeys }, findings))
  for (const link of broken(steps)) findings.refuse(link.path.replace(/^steps/, path), link.rule)
  if (isTooLarge(steps)) findings.refuse(path, sizeRule)
  return { steps, notes: findings.notes, errors: findings.errors }
}

/** What edits add up to has an end, though each of them is small. */
export const isTooLarge = (steps: readonly Step[]): boolean => Buffer.byteLength(JSON.stringify(steps)) > largestSteps
export const sizeRule = `must take at most ${largestSteps / 1024} KB as JSON`

/** The keys that are there already, and those that were made since. */
export interface Taken {
  stepKeys: Set<string>
  fieldKeys: Set<string>
}

export function buildStep(sent: FormStepCreate, path: string, taken: Taken, findings: Findings): Step {
  const { fields = [], routing = [], otherwise } = sent
  const title = sent.title.trim()
  return {
    key: stepKeyOf(sent.key, title, path, taken.stepKeys, findings),
    title,
    fields: fields.map((field, i) => buildKeyedField(field, `${path}.fields.${i}`, taken, findings)),
    routing: buildRouting(routing),
    ...(otherwise !== undefined && { otherwise }),
  }
}

export const buildRouting = (sent: NonNullable<FormStepCreate['routing']>): Rule[] =>
  sent.map(({ when, go_to }) => ({ when: buildWhen(when), go_to }))

function stepKeyOf(
  sent: string | undefined,
  title: string,
  path: string,
  taken: Set<string>,
  findings: Findings,
): string {
  if (sent !== undefined) {
    if (reservedKeys.includes(sent))
      findings.refuse(`${path}.key`, `must not be ${sent}, which means the end of the form`)
    return sent
  }
  return madeKey(keyFrom(title, 'step'), path, taken, new Set([...taken, ...reservedKeys]), findings)
}

/** With its key: the one that was sent, or one made from the label. */
export function buildKeyedField(sent: FormFieldCreate, path: string, { fieldKeys }: Taken, findings: Findings): Field {
  const { type, label, ...settings } = buildField(sent, path, findings)
  const key = sent.key ?? madeKey(keyFrom(label, 'field'), path, fieldKeys, fieldKeys, findings)
  return { type, label, key, ...settings }
}

function madeKey(
  wanted: string,
  path: string,
  taken: Set<string>,
  avoided: ReadonlySet<string>,
  findings: Findings,
): string {
  const key = freeKey(wanted, avoided)
  taken.add(key)
  if (key !== wanted) findings.note('key_renamed', `${path}.key`, `The key ${wanted} is taken, so this one is ${key}.`)
  return key
}
