import type { Operation } from './operations.ts'
import type { ApiRequest } from './session.ts'
import { clean, oneLine } from './words.ts'

type Json = Record<string, any>

const maxRecords = 10
const maxText = 200

/** What is planned, in a line: the operation, the records it names, and how. */
export function planText({ summary }: Operation, { path = {}, query = {}, body = {} }: ApiRequest): string {
  const { refs = [], ids = [], ...others } = body as { refs?: unknown[]; ids?: unknown[] }
  const records = [...Object.values(path), ...refs, ...ids].join(', ')
  const how = Object.entries({ ...query, ...others }).map(([name, value]) => `${name} ${quoted(value)}`)
  return `${summary}${records && ` (${records})`}${how.length > 0 ? `, with ${how.join(', ')}` : ''}`
}

/** What a person is asked: the plan, whom and when it is about, and the outcome of its dry run. */
export function questionText(operation: Operation, request: ApiRequest, records: Json[], outcome?: Json): string {
  // What is created has no ref or id yet.
  const known = records.length > 0 ? records : outcome?.data ? [{ ...outcome.data, ref: undefined, id: undefined }] : []
  const shown = known
    .slice(0, maxRecords)
    .map(recordText)
    .filter(Boolean)
    .map((text) => `- ${text}`)
  const more = known.length > maxRecords ? [`- and ${known.length - maxRecords} more`] : []
  return [planText(operation, request), ...shown, ...more, ...outcomeLines(outcome)].join('\n')
}

/** What a dry run would not do, by record. */
export const failures = ({ results = [] }: Json): string[] =>
  (results as Json[])
    .filter(({ ok }) => ok === false)
    .map(({ ref, id, task, error }) => `${ref ?? id ?? task}: ${oneLine(String(error))}`)

function outcomeLines(outcome: Json | undefined): string[] {
  if (!outcome) return []
  const { series, total_cost, prospects_changed, conflicts = [] } = outcome
  const failed = failures(outcome)
  const counts = Object.entries((series ?? {}) as Json).filter(([name, value]) => name !== 'id' && value > 0)
  const skipped = ((series?.skipped ?? []) as Json[]).length
  return [
    ...counts.map(([name, value]) => `Others of the series ${name}: ${value}`),
    ...(skipped > 0 ? [`Others of the series that stay as they are: ${skipped}`] : []),
    ...(total_cost === undefined ? [] : [`Total: ${total_cost}`]),
    ...(prospects_changed === undefined ? [] : [`Prospects that change: ${prospects_changed}`]),
    ...(conflicts.length > 0 ? [`Conflicts: ${conflicts.length}`] : []),
    ...(failed.length > 0 ? ['Not done:', ...failed.slice(0, maxRecords).map((line) => `- ${line}`)] : []),
  ]
}

/** Such as: a:806, “Morning visit”, 2026-11-16 09:00:00 to 11:00:00, for William Doyle, with Jack Doyle. */
function recordText(record: Json): string {
  const { ref, id, first_name, last_name, title, start, end, date, client, clients, staff, total_cost } = record
  const name = record.name ?? (first_name && `${first_name} ${last_name}`)
  const people = (clients ?? (client ? [client] : [])) as Json[]
  const parts = [
    ref ?? id,
    name && oneLine(String(name)).slice(0, maxText),
    title && quoted(title),
    start && end && `${start} to ${String(end).startsWith(start.slice(0, 10)) ? end.slice(11) : end}`,
    !start && date,
    people.length > 0 && `for ${namesOf(people)}`,
    staff?.length > 0 && `with ${namesOf(staff)}`,
    total_cost !== undefined && `total ${total_cost}`,
  ]
  return parts.filter((part) => part !== undefined && part !== null && part !== false && part !== '').join(', ')
}

const namesOf = (people: Json[]): string => {
  const names = people.map(({ name }) => oneLine(String(name)))
  return names.length > maxRecords
    ? `${names.slice(0, maxRecords).join(', ')} and ${names.length - maxRecords} more`
    : names.join(', ')
}

/** On one line, so that a text cannot look like a line of ours. */
function quoted(value: unknown): string {
  if (typeof value !== 'string') return clean(JSON.stringify(value) ?? '').slice(0, maxText)
  const line = oneLine(value)
  return /^[\w:.-]+$/.test(line) ? line : `“${line.slice(0, maxText)}${line.length > maxText ? '…' : ''}”`
}
