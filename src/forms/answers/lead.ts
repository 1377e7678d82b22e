import type { Pipeline } from '../../db/pipeline.ts'
import { makeAjv } from '../../http/contract/validation.ts'
import {
  checkAttribute,
  maxTextLength,
  type ProspectAttribute,
  type StoredOptions,
} from '../../prospects/options/options.ts'
import { needsOptions } from '../../prospects/prospects/check.ts'
import { lockOptions } from '../../prospects/prospects/lock.ts'
import { ProspectCreate } from '../../prospects/prospects/prospects.schema.ts'
import { attributePrefix } from '../definition/form.schema.ts'
import type { ProspectMapping } from '../definition/parts.ts'
import { own } from '../logic/walk.ts'
import { cut, type StoredAnswer, textOf } from './stored-answer.ts'

/** The name of a prospect whose form has no answer for it. The lead is created anyway. */
export const unknownName = 'Unknown'

const plainFields = [
  ...(['first_name', 'last_name', 'email', 'phone', 'suburb', 'date_of_lead'] as const),
  ...(['followup_date', 'source', 'funding_type', 'initial_comments'] as const),
]
type PlainField = (typeof plainFields)[number]
const ajv = makeAjv()
/** Values are validated by the schema of ProspectCreate. */
const fieldValidators = Object.fromEntries(
  plainFields.map((field) => {
    const schema = ProspectCreate.properties[field] as { maxLength?: number; format?: string }
    return [field, { ...schema, isValid: ajv.compile(schema) }]
  }),
) as unknown as Record<PlainField, { maxLength?: number; format?: string; isValid: (value: unknown) => boolean }>

/** The prospect that answers map to, before the organisation's options are loaded. Invalid values are left out. */
export function leadOf({ map, stage, source }: ProspectMapping, answers: readonly StoredAnswer[]): ProspectCreate {
  const lead: Record<string, unknown> = { first_name: unknownName, last_name: unknownName, source, stage }
  for (const field of plainFields) {
    const value = plainValue(
      field,
      answers.filter(({ key }) => own(map, key) === field),
    )
    if (value !== undefined) lead[field] = value
  }
  const attributes = answers.flatMap(({ key, value }) => {
    const target = own(map, key) as string | undefined
    return target?.startsWith(attributePrefix) ? [[target.slice(attributePrefix.length), value]] : []
  })
  if (attributes.length > 0) lead.attributes = Object.fromEntries(attributes)
  const present = Object.entries(lead).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as unknown as ProspectCreate
}

/** Comments from several fields are joined. For any other field the first answer counts. */
function plainValue(field: PlainField, answers: readonly StoredAnswer[]): string | undefined {
  if (answers.length === 0) return undefined
  const { maxLength = Number.POSITIVE_INFINITY, format, isValid } = fieldValidators[field]
  const texts = answers.map(({ value }) => textOf(value))
  const text = field === 'initial_comments' ? texts.join('\n') : texts[0]!
  const value = format === 'date' ? text.slice(0, 10) : cut(text, maxLength)
  return isValid(value) ? value : undefined
}

/** Locks the options, then removes a stage or attributes that no longer exist and values that do not fit. */
export function* lockOptionsAndFit(orgId: number, lead: ProspectCreate): Pipeline<ProspectCreate> {
  return needsOptions(lead) ? fitToOptions(lead, yield* lockOptions(orgId)) : lead
}

function fitToOptions({ stage, attributes = {}, ...lead }: ProspectCreate, options: StoredOptions): ProspectCreate {
  const fittingAttributes = Object.entries(attributes).flatMap(([key, value]) => {
    const attribute = options.attributes.find((each) => each.key === key)
    const fitting =
      attribute && candidateValues(attribute, value).find((form) => checkAttribute(attribute, form) === undefined)
    return fitting === undefined ? [] : [[key, fitting]]
  })
  return {
    ...lead,
    ...(options.stages.some(({ name }) => name === stage) && { stage: stage! }),
    ...(fittingAttributes.length > 0 && {
      attributes: Object.fromEntries(fittingAttributes) as Record<string, unknown>,
    }),
  }
}

/** The values to try for an attribute, in order: the answer, its text, and for a date the day of its text. */
const candidateValues = ({ type }: ProspectAttribute, value: unknown): unknown[] => {
  const text = cut(textOf(value), maxTextLength)
  return [value, text, ...(type === 'date' ? [text.slice(0, 10)] : [])]
}
