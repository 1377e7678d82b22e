import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { checkAttribute, firstStage, listNames, type StoredOptions } from '../options/options.ts'
import type { ProspectValues } from './prospects.sql.ts'

/** What a body may set that the organisation's options decide. */
export interface OptionValues {
  stage?: string | undefined
  consultant?: string | null | undefined
  attributes?: Record<string, unknown> | undefined
}

/** Whether the options are needed at all: the first stage exists in any, and no consultant is nobody's. */
export const needsOptions = ({ stage = firstStage, consultant = null, attributes = {} }: OptionValues): boolean =>
  stage !== firstStage || consultant !== null || Object.keys(attributes).length > 0

/**
 * What is wrong with the values sent. One that stands already is not judged, so that a record can be sent back as it was
 * read though an import has taken its option away since.
 */
export function checkAgainstOptions(
  asked: OptionValues,
  options: StoredOptions,
  before: Partial<ProspectValues> = {},
): FieldErrors {
  const errors = new Map<string, string[]>()
  if (asked.stage !== undefined && asked.stage !== before.stage) {
    const no = unknownStage(asked.stage, options)
    if (no) errors.set('stage', [no])
  }
  if (asked.consultant !== undefined && asked.consultant !== null && asked.consultant !== before.consultant) {
    const no = unknownConsultant(asked.consultant, options)
    if (no) errors.set('consultant', [no])
  }
  for (const [key, value] of Object.entries(asked.attributes ?? {})) {
    const stored = ownValue(before.attributes, key)
    const isThere = stored !== undefined && (value === null || JSON.stringify(value) === JSON.stringify(stored))
    const no = isThere ? undefined : attributeError(key, value, options)
    if (no) errors.set(`attributes.${key}`, [`attributes.${key} ${no}`])
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

/** A key may be called like something that every object has. */
const ownValue = (attributes: Record<string, unknown> | undefined, key: string): unknown =>
  attributes && Object.hasOwn(attributes, key) ? attributes[key] : undefined

/** The keys sent laid over those there are; a null takes one away. */
export const mergeAttributes = (
  before: Record<string, unknown>,
  sent: Record<string, unknown> = {},
): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null))
