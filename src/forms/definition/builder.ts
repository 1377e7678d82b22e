import { type FieldErrors, untold } from '../../http/contract/field-errors.ts'
import { type Field, type Rule, type Step, submit } from '../logic/form.ts'
import { buildField, buildWhen } from './builder-field.ts'
import { linkErrors } from './builder-links.ts'
import { Findings } from './findings.ts'
import {
  type FormFieldCreate,
  type FormNote,
  type FormStepCreate,
  maxFields,
  maxKeyLength,
  maxSteps,
  maxStepsBytes,
} from './form.schema.ts'

/** Keys that are made here: `Your first name?` becomes `your_first_name`. */
export function keyFrom(text: string, otherwise: 'field' | 'step'): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  const begun = /^[a-z]/.test(words) ? words : [otherwise, words].filter(Boolean).join('_')
  return begun.slice(0, maxKeyLength).replace(/_$/, '')
}

/** The key itself where nothing has it yet, else the first of `key_2`, `key_3`, … */
export function unusedKey(key: string, taken: ReadonlySet<string>): string {
  let free = key
  for (let n = 2; taken.has(free); n++) {
    const suffix = `_${n}`
    free = `${key.slice(0, maxKeyLength - suffix.length)}${suffix}`
  }
  return free
}

/** A rule's `submit` is the end, so no step is called that. */
export const reservedKeys: readonly string[] = [submit]

export interface BuildResult {
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
export function buildSteps(sent: readonly FormStepCreate[], path = 'steps'): BuildResult {
  const findings = new Findings()
  const stepKeys = new Set(sent.flatMap(({ key }) => key ?? []))
  const fieldKeys = new Set(sent.flatMap(({ fields = [] }) => fields.flatMap(({ key }) => key ?? [])))
  const steps = sent.map((step, i) => buildStep(step, `${path}.${i}`, { stepKeys, fieldKeys }, findings))
  for (const link of linkErrors(steps)) findings.addError(link.path.replace(/^steps/, path), link.rule)
  if (isTooLarge(steps)) findings.addError(path, sizeRule)
  return { steps, notes: findings.notes, errors: findings.errors }
}

/** What edits add up to has an end, though each of them is small. */
export const isTooLarge = (steps: readonly Step[]): boolean => Buffer.byteLength(JSON.stringify(steps)) > maxStepsBytes
export const sizeRule = `must take at most ${maxStepsBytes / 1024} KB as JSON`

/** The keys that are there already, and those that were made since. */
export interface UsedKeys {
  stepKeys: Set<string>
  fieldKeys: Set<string>
}

export function buildStep(sent: FormStepCreate, path: string, taken: UsedKeys, findings: Findings): Step {
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
      findings.addError(`${path}.key`, `must not be ${sent}, which means the end of the form`)
    return sent
  }
  return makeKey(keyFrom(title, 'step'), path, taken, new Set([...taken, ...reservedKeys]), findings)
}

/** With its key: the one that was sent, or one made from the label. */
export function buildKeyedField(
  sent: FormFieldCreate,
  path: string,
  { fieldKeys }: UsedKeys,
  findings: Findings,
): Field {
  const { type, label, ...settings } = buildField(sent, path, findings)
  const key = sent.key ?? makeKey(keyFrom(label, 'field'), path, fieldKeys, fieldKeys, findings)
  return { type, label, key, ...settings }
}

function makeKey(
  wanted: string,
  path: string,
  taken: Set<string>,
  avoided: ReadonlySet<string>,
  findings: Findings,
): string {
  const key = unusedKey(wanted, avoided)
  taken.add(key)
  if (key !== wanted)
    findings.addNote('key_renamed', `${path}.key`, `The key ${wanted} is taken, so this one is ${key}.`)
  return key
}

/**
 * What is wrong with fields whose shape is right, where that of something else is not: so that whoever sends a form learns of
 * both at once. How parts fit together cannot be judged while one of them is no part of a form. Of more than a form can have,
 * or where more is wrong than is told, nothing is said.
 */
export function otherFieldErrors(body: unknown, shape: FieldErrors): FieldErrors {
  if (untold in shape) return {}
  const findings = new Findings()
  /** As far as fields, `steps.0.fields.1`, whatever is wrong in them. */
  const wrong = new Set(Object.keys(shape).map((path) => path.split('.', 4).join('.')))
  const fields = listIn(body, 'steps', maxSteps).flatMap((step, i) =>
    listIn(step, 'fields', maxFields).map((field, j) => ({ field, path: `steps.${i}.fields.${j}` })),
  )
  for (const { field, path } of fields.slice(0, maxFields)) {
    if (!wrong.has(path)) buildField(field as FormFieldCreate, path, findings)
  }
  return findings.errors
}

/** The list of a name, where there is one that is not too long. */
function listIn(value: unknown, name: string, most: number): unknown[] {
  const list = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) && list.length <= most ? list : []
}
