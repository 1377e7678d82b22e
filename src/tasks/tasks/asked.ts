import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { normalise, type Rule } from '../../recurrence/recurrence.ts'
import type { TaskCreate, TaskPatch } from './tasks.schema.ts'

/** What a body asks for: undefined leaves a field as it is, null empties it. */
export interface Fields {
  title?: string | undefined
  date?: string | undefined
  client?: number | null | undefined
  assignee?: number | null | undefined
  minutes?: number | undefined
  price_code?: number | undefined
  billable?: boolean | undefined
  completed?: boolean | undefined
  recurrence?: Rule | null | undefined
}
export interface Asked extends Fields {
  /** Under which of their two names links were sent. */
  sentAs: { client: string; assignee: string }
}

/** Both spellings of a link are read, and must say the same where both are sent. */
export function askedIn(body: TaskPatch | TaskCreate): Asked {
  const {
    client,
    client_id,
    assignee,
    assignee_id,
    recurrence,
    title,
    date,
    minutes,
    price_code,
    billable,
    completed,
  } = body
  const errors: FieldErrors = {
    ...mustAgree('client', client, client_id),
    ...mustAgree('assignee', assignee, assignee_id),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    title,
    date,
    client: client === undefined ? client_id : client,
    assignee: assignee === undefined ? assignee_id : assignee,
    minutes,
    price_code,
    billable,
    completed,
    recurrence: recurrence ? normalise(recurrence) : recurrence,
    sentAs: {
      client: client === undefined ? 'client_id' : 'client',
      assignee: assignee === undefined ? 'assignee_id' : 'assignee',
    },
  }
}

const mustAgree = (name: string, link?: number | null, alias?: number | null): FieldErrors =>
  link === undefined || alias === undefined || link === alias
    ? {}
    : { [`${name}_id`]: [`${name}_id must be the same as ${name} where both are sent.`] }

/** The names of what is asked for, as the record has them. */
export const namesOf = ({ sentAs: _, ...fields }: Asked): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** Whether anything is asked for at all: without a field it is no edit, in any state. */
export const asksSomething = (asked: Asked): boolean => namesOf(asked).length > 0
