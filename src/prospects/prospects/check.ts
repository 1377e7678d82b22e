import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { checkAttribute, firstStage, listNames, type StoredOptions } from '../options/options.ts'
import type { ProspectValues } from './prospects.sql.ts'

/** The values of a body or query that depend on the organisation's options. */
export interface OptionValues {
  stage?: string | undefined
  consultant?: string | null | undefined
  attributes?: Record<string, unknown> | undefined
}

/** Whether the options are needed for the check. The first stage always exists, and null is always valid. */
export const needsOptions = ({ stage = firstStage, consultant = null, attributes = {} }: OptionValues): boolean =>
  stage !== firstStage || consultant !== null || Object.keys(attributes).length > 0

/**
 * The errors of these values. A value equal to the stored one is not checked: a record can be sent back unchanged after an
 * import has removed an option.
 */
export function checkAgainstOptions(
  values: OptionValues,
  options: StoredOptions,
  before: Partial<ProspectValues> = {},
): FieldErrors {
  const errors = new Map<string, string[]>()
  if (values.stage !== undefined && values.stage !== before.stage) {
    const error = unknownStage(values.stage, options)
    if (error) errors.set('stage', [error])
  }
  if (values.consultant !== undefined && values.consultant !== null && values.consultant !== before.consultant) {
    const error = unknownConsultant(values.consultant, options)
    if (error) errors.set('consultant', [error])
  }
  for (const [key, value] of Object.entries(values.attributes ?? {})) {
    const stored = ownValue(before.attributes, key)
    const isUnchanged = stored !== undefined && (value === null || JSON.stringify(value) === JSON.stringify(stored))
    const error = isUnchanged ? undefined : attributeError(key, value, options)
    if (error) errors.set(`attributes.${key}`, [`attributes.${key} ${error}`])
  }
  return Object.fromEntries(errors)
}

function unknownStage(stage: string, { stages }: StoredOptions): string | undefined {
  const names = stages.map(({ name }) => name)
  return names.includes(stage) ? undefined : `stage must be one of ${listNames(names)}.`
}

function unknownConsultant(consultant: string, { consultants }: StoredOptions): string | undefined {
  if (consultants.includes(consultant)) return undefined
  if (consultants.length === 0) return 'consultant cannot be set: this organisation has no consultants.'
  return `consultant must be one of ${listNames(consultants)}.`
}

function attributeError(key: string, value: unknown, { attributes }: StoredOptions): string | undefined {
  const attribute = attributes.find((each) => each.key === key)
  if (attribute) return checkAttribute(attribute, value)
  if (attributes.length === 0) return 'cannot be set: this organisation has no attributes.'
  return `is not an attribute; attributes are ${listNames(attributes.map((each) => each.key))}.`
}

/** A key may equal a property of Object.prototype. */
const ownValue = (attributes: Record<string, unknown> | undefined, key: string): unknown =>
  attributes && Object.hasOwn(attributes, key) ? attributes[key] : undefined

/** Applies the patch to the stored attributes; null removes a key. */
export const mergeAttributes = (
  before: Record<string, unknown>,
  patch: Record<string, unknown> = {},
): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null))
