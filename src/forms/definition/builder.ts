import { type FieldErrors, unlistedField } from '../../http/contract/field-errors.ts'
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

/** A key made from a label or title: `Your first name?` becomes `your_first_name`. */
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

/** The key itself if it is unused, else the first unused of `key_2`, `key_3`, … */
export function unusedKey(key: string, used: ReadonlySet<string>): string {
  let free = key
  for (let n = 2; used.has(free); n++) {
    const suffix = `_${n}`
    free = `${key.slice(0, maxKeyLength - suffix.length)}${suffix}`
  }
  return free
}

/** In rules `submit` means the end, so it is no key of a step. */
export const reservedKeys: readonly string[] = [submit]

export interface BuildResult {
  steps: Step[]
  /** Adjustments to the body, by path. */
  notes: FormNote[]
  /** Errors by path; empty if the steps can be stored. */
  errors: FieldErrors
}

/** The only step of a form that is created without steps. */
export const firstStep: FormStepCreate = { title: 'Step 1' }

/**
 * Builds the stored steps from a body that matches FormStepCreate, and reports all errors at once. Missing keys are made.
 * issues.ts finds what only prevents publishing.
 */
export function buildSteps(body: readonly FormStepCreate[], path = 'steps'): BuildResult {
  const findings = new Findings()
  const stepKeys = new Set(body.flatMap(({ key }) => key ?? []))
  const fieldKeys = new Set(body.flatMap(({ fields = [] }) => fields.flatMap(({ key }) => key ?? [])))
  const steps = body.map((step, i) => buildStep(step, `${path}.${i}`, { stepKeys, fieldKeys }, findings))
  for (const link of linkErrors(steps)) findings.addError(link.path.replace(/^steps/, path), link.rule)
  if (isTooLarge(steps)) findings.addError(path, sizeRule)
  return { steps, notes: findings.notes, errors: findings.errors }
}

/** Bounds the total size that many small edits can add up to. */
export const isTooLarge = (steps: readonly Step[]): boolean => Buffer.byteLength(JSON.stringify(steps)) > maxStepsBytes
export const sizeRule = `must take at most ${maxStepsBytes / 1024} KB as JSON`

/** The keys in use, including those made so far. */
export interface UsedKeys {
  stepKeys: Set<string>
  fieldKeys: Set<string>
}

export function buildStep(body: FormStepCreate, path: string, used: UsedKeys, findings: Findings): Step {
  const { fields = [], routing = [], otherwise } = body
  const title = body.title.trim()
  return {
    key: stepKeyOf(body.key, title, path, used.stepKeys, findings),
    title,
    fields: fields.map((field, i) => buildKeyedField(field, `${path}.fields.${i}`, used, findings)),
    routing: buildRouting(routing),
    ...(otherwise !== undefined && { otherwise }),
  }
}

export const buildRouting = (body: NonNullable<FormStepCreate['routing']>): Rule[] =>
  body.map(({ when, go_to }) => ({ when: buildWhen(when), go_to }))

function stepKeyOf(
  key: string | undefined,
  title: string,
  path: string,
  used: Set<string>,
  findings: Findings,
): string {
  if (key !== undefined) {
    if (reservedKeys.includes(key))
      findings.addError(`${path}.key`, `must not be ${key}, which means the end of the form`)
    return key
  }
  return makeKey(keyFrom(title, 'step'), path, used, new Set([...used, ...reservedKeys]), findings)
}

/** Builds a field with its key: that of the body, or one made from the label. */
export function buildKeyedField(
  body: FormFieldCreate,
  path: string,
  { fieldKeys }: UsedKeys,
  findings: Findings,
): Field {
  const { type, label, ...settings } = buildField(body, path, findings)
  const key = body.key ?? makeKey(keyFrom(label, 'field'), path, fieldKeys, fieldKeys, findings)
  return { type, label, key, ...settings }
}

function makeKey(
  wanted: string,
  path: string,
  used: Set<string>,
  avoided: ReadonlySet<string>,
  findings: Findings,
): string {
  const key = unusedKey(wanted, avoided)
  used.add(key)
  if (key !== wanted)
    findings.addNote('key_renamed', `${path}.key`, `The key ${wanted} is taken, so this one is ${key}.`)
  return key
}

/**
 * Errors of the fields that have a valid shape, for a body with shape errors elsewhere: the caller gets both at once. References
 * between parts cannot be checked yet. Skipped if the list of shape errors was cut off; lists over their limit are ignored.
 */
export function otherFieldErrors(body: unknown, shape: FieldErrors): FieldErrors {
  if (unlistedField in shape) return {}
  const findings = new Findings()
  /** The paths of fields with shape errors: `steps.0.fields.1`. */
  const invalidPaths = new Set(Object.keys(shape).map((path) => path.split('.', 4).join('.')))
  const fields = listIn(body, 'steps', maxSteps).flatMap((step, i) =>
    listIn(step, 'fields', maxFields).map((field, j) => ({ field, path: `steps.${i}.fields.${j}` })),
  )
  for (const { field, path } of fields.slice(0, maxFields)) {
    if (!invalidPaths.has(path)) buildField(field as FormFieldCreate, path, findings)
  }
  return findings.errors
}

/** The list with this name; empty if there is none or it is too long. */
function listIn(value: unknown, name: string, most: number): unknown[] {
  const list = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
  return Array.isArray(list) && list.length <= most ? list : []
}
