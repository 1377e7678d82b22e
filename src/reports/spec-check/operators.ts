import type { Field } from '../catalogue/source.ts'
import { comparisons } from '../logic/spec.ts'

const text = [
  ...['is', 'is_not', 'in', 'not_in', 'contains', 'does_not_contain', 'starts_with', 'ends_with'],
  ...['empty', 'not_empty'],
] as const
const named = ['is', 'is_not', 'in', 'not_in'] as const
const dates = ['is', 'on_or_after', 'on_or_before', 'between'] as const
const whetherSet = ['empty', 'not_empty'] as const
export type Operator = (typeof text)[number] | (typeof dates)[number] | (typeof comparisons)[number]

const byType: Record<Field['type'], readonly Operator[]> = {
  text,
  choice: named,
  boolean: ['is'],
  number: comparisons,
  record: named,
  date: dates,
}

/** How a field can be filtered; whether it is set is asked only where it need not be. */
export const operatorsOf = (field: Field): readonly Operator[] =>
  'nullable' in field && field.nullable ? [...byType[field.type], ...whetherSet] : byType[field.type]

export const takesNoValue = (operator: Operator): boolean => operator === 'empty' || operator === 'not_empty'
export const takesList = (operator: Operator): boolean => operator === 'in' || operator === 'not_in'
