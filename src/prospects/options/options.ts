import { type Static, Type } from 'typebox'
import { closed, oneOf, visibleText } from '../../http/contract/schema.ts'
import { isDate } from '../../time/local-time.ts'

/** The options of an organisation's prospects. Without IO, shared by the API and the bundle. */
export const stageCategories = ['open', 'won', 'lost'] as const
export const attributeTypes = ['text', 'number', 'date', 'boolean', 'select', 'multiselect', 'checklist'] as const
export const fundingTypes = ['HCP', 'NDIS', 'CHSP', 'Private'] as const

/** The stage that always exists, as the first. */
export const firstStage = 'New'
export const maxTextLength = 10_000
/** Beyond this JavaScript and PostgreSQL no longer agree on a number. */
const maxNumber = Number.MAX_SAFE_INTEGER

export const ProspectStage = Type.Object(
  {
    name: visibleText(100),
    category: oneOf(stageCategories, { description: 'Whether a prospect in this stage is open, won or lost' }),
  },
  closed,
)
export const ProspectAttribute = Type.Object(
  {
    key: visibleText(100, { description: 'Key of the value in `attributes` of a prospect' }),
    label: visibleText(255, { description: 'Label for people' }),
    type: oneOf(attributeTypes, { description: 'Type of the values. Lists for multiselect and checklist.' }),
    options: Type.Optional(
      Type.Array(visibleText(255), {
        uniqueItems: true,
        maxItems: 500,
        default: [],
        description: 'Values of a select, multiselect or checklist. Empty for the other types.',
      }),
    ),
  },
  closed,
)
export type ProspectStage = Static<typeof ProspectStage>
export type ProspectAttribute = Static<typeof ProspectAttribute>

export type StageCategory = (typeof stageCategories)[number]
export type AttributeType = (typeof attributeTypes)[number]

export const maxStages = 200
export const maxNames = 500
export const maxAttributes = 200

/** The row of an organisation's options. */
export interface StoredOptions {
  stages: ProspectStage[]
  sources: string[]
  consultants: string[]
  attributes: ProspectAttribute[]
  /** Tags that are offered also when no prospect has them. */
  tags: string[]
}

/** The options of an organisation that has set up none. */
export const standardStages: readonly ProspectStage[] = [
  { name: firstStage, category: 'open' },
  { name: 'Contacted', category: 'open' },
  { name: 'Qualified', category: 'open' },
  { name: 'Won', category: 'won' },
  { name: 'Lost', category: 'lost' },
]
const standardSources = ['Website', 'Phone', 'Referral', 'Event']
const standardOptions = (): StoredOptions => ({
  ...{ stages: stagesOf(undefined), sources: [...standardSources], consultants: [], attributes: [], tags: [] },
})

/** The effective options: the standard ones without a row, and New always as the first stage. */
export const optionsOf = (stored: StoredOptions | null | undefined): StoredOptions =>
  stored ? { ...stored, stages: stagesOf(stored) } : standardOptions()

export function stagesOf(stored: Pick<StoredOptions, 'stages'> | undefined): ProspectStage[] {
  if (!stored) return [...standardStages]
  const isFirst = ({ name }: ProspectStage) => name === firstStage
  const first = stored.stages.find(isFirst) ?? standardStages[0]!
  return [first, ...stored.stages.filter((stage) => !isFirst(stage))]
}

const choiceTypes: readonly string[] = ['select', 'multiselect', 'checklist']
/** Whether values of the attribute are chosen from its options. */
export const hasOptions = ({ type }: ProspectAttribute): boolean => choiceTypes.includes(type)

/**
 * What is allowed, as the rest of a sentence that begins with the name of the field (`must be a number or null.`);
 * undefined for a valid value. Null is valid and means no value.
 */
export function checkAttribute(attribute: ProspectAttribute, value: unknown): string | undefined {
  return value === null || fits[attribute.type](value, attribute.options ?? [])
    ? undefined
    : `must be ${allowed[attribute.type](listNames(attribute.options))} or null.`
}

type Fits = (value: unknown, options: readonly string[]) => boolean

const isSubset: Fits = (value, options) =>
  Array.isArray(value) && value.every((item) => options.includes(item)) && new Set(value).size === value.length

const fits: Record<ProspectAttribute['type'], Fits> = {
  text: (value) => typeof value === 'string' && [...value].length <= maxTextLength,
  number: (value) => typeof value === 'number' && Math.abs(value) <= maxNumber,
  date: (value) => typeof value === 'string' && isDate(value),
  boolean: (value) => typeof value === 'boolean',
  select: (value, options) => options.includes(value as string),
  multiselect: isSubset,
  checklist: isSubset,
}

const listOf = (options: string) => `a list of ${options}, none of them twice,`
const allowed: Record<ProspectAttribute['type'], (options: string) => string> = {
  text: () => `a text of at most ${maxTextLength} characters`,
  number: () => `a number from -${maxNumber} to ${maxNumber}`,
  date: () => 'a date such as 2026-11-30',
  boolean: () => 'true, false',
  select: (options) => `one of ${options}`,
  multiselect: listOf,
  checklist: listOf,
}

/** Names for a sentence: `Chess, Golf`. */
export const listNames = (names: readonly string[] = []): string =>
  names.length > 0 ? names.join(', ') : '(none exist)'
