import { dayNumber, startInstant } from '../../http/contract/dates.ts'
import { addDays } from '../../time/local-time.ts'
import type { DateField } from '../catalogue/source.ts'
import type { DayRange } from '../logic/results.ts'
import type { Parameters } from './parameters.ts'

/** Conditions for a range of days, both included. They compare the bare column, so that an index on it can be used. */
export function withinDays(
  field: DateField,
  { from, to }: DayRange,
  timezone: string,
  parameters: Parameters,
): string[] {
  const sql = parameters.fill(field.sql)
  const compared = (column: string, sign: string, value: unknown, type: string) =>
    `${column} ${sign} ${parameters.bind(value, type)}`
  if (field.dayNumber !== undefined) {
    const day = field.dayNumber
    return [
      ...(from === null ? [] : [compared(day, '>=', dayNumber(from), 'int')]),
      ...(to === null ? [] : [compared(day, '<=', dayNumber(to), 'int')]),
    ]
  }
  if (field.kind === 'date')
    return [
      ...(from === null ? [] : [compared(sql, '>=', from, 'date')]),
      ...(to === null ? [] : [compared(sql, '<=', to, 'date')]),
    ]
  const [midnight, type] =
    field.kind === 'local'
      ? [(day: string) => day, 'timestamp']
      : [(day: string) => startInstant(day, timezone), 'timestamptz']
  return [
    ...(from === null ? [] : [compared(sql, '>=', midnight(from), type)]),
    // PostgreSQL reads no later day.
    ...(to === null || to === '9999-12-31' ? [] : [compared(sql, '<', midnight(addDays(to, 1)), type)]),
  ]
}
