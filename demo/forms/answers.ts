import { checkAnswers } from '../../src/forms/logic/check.ts'
import type { Step } from '../../src/forms/logic/form.ts'
import { localOf } from '../../src/time/local-time.ts'
import { officeTime, stamped } from '../dates.ts'
import type { Random } from '../random.ts'

const zone = 'Australia/Sydney'
const day = 86_400_000

export type Status = 'Submitted' | 'In review' | 'Approved' | 'Changes requested' | 'Closed' | 'Archived'
export interface HistoryEntry {
  status: Status
  at: number
  by?: string
  note?: string
}

/** A submission before it has an id. */
export interface SubmissionDraft {
  form_id: number
  form_version: number
  type: 'form' | 'incident' | 'prospect'
  submitter?: string
  email?: string
  at: number
  values: Record<string, unknown>
  steps: Step[]
  /** Names of the people in answers, by id. */
  names?: ReadonlyMap<number, string>
  history: HistoryEntry[]
  source: 'page' | 'api'
  assignee_id: number
  client_id?: number
  prospect_id?: number
  note_ref?: string
}

/** Answers as the service stores them. Invalid answers are a bug of the demo. */
export function answersOf({ steps, values, names }: Pick<SubmissionDraft, 'steps' | 'values' | 'names'>) {
  const { errors, answers: answered, ignored } = checkAnswers(steps, values)
  if (errors.size > 0 || ignored.length > 0) {
    throw new Error(`the demo has invalid answers: ${JSON.stringify([...errors, ...ignored])}`)
  }
  return answered.map(({ field: { key, label, type }, step, value }) => ({
    ...{ key, label, type },
    value: type === 'client' || type === 'staff' ? { id: value, name: names!.get(value as number) } : value,
    step: step.key,
  }))
}

/** Whole seconds, as submitted_at in the API. */
export const wholeSecond = (at: number) => at - (at % 1000)

/** The status history of a submission, in office hours, up to now. */
export function historyOf(
  random: Random,
  now: number,
  at: number,
  path: readonly (readonly [Status, note?: string | undefined])[],
  by: string,
): HistoryEntry[] {
  let last = at
  const lines: HistoryEntry[] = []
  for (const [status, note] of path) {
    let gap = (0.3 + 3 * random.next()) * day
    while (officeTime(last + gap) <= last) gap += day / 2
    last = wholeSecond(officeTime(last + gap))
    if (last > now) break
    lines.push({ status, at: last, by, ...(note !== undefined && { note }) })
  }
  return lines
}

/** Rows by time, counted from an id. A history with one entry is omitted, because it equals the row. */
export function submissionRows(all: SubmissionDraft[], first: number): object[] {
  let line = 0
  return all
    .sort((a, b) => a.at - b.at)
    .map((draft, index) => {
      const { at, history, submitter = null, email = null, form_id, form_version, type, source, assignee_id } = draft
      const { client_id, prospect_id, note_ref } = draft
      const lines: HistoryEntry[] = [{ status: 'Submitted', at }, ...history]
      const { status, at: updated } = lines.at(-1)!
      return {
        ...{ id: first + index, form_id, submitter, email, status, type },
        submitted_at: localOf(at, zone),
        answers: answersOf(draft),
        ...{ form_version, assignee_id },
        ...(client_id !== undefined && { client_id }),
        ...(prospect_id !== undefined && { prospect_id }),
        ...(note_ref !== undefined && { note_ref }),
        source,
        ...(history.length > 0 && {
          history: lines.map(({ at: when, ...fields }) => ({ id: ++line, ...fields, at: stamped(when) })),
        }),
        created_at: stamped(at),
        updated_at: stamped(updated),
      }
    })
}
