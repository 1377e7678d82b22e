import type { PublishedForm } from '../forms/published.sql.ts'
import { checkValue } from '../logic/check.ts'
import type { Answers } from '../logic/form.ts'
import { clean, isEmpty } from '../logic/values.ts'
import { own } from '../logic/walk.ts'
import type { ClientRecord } from './people.sql.ts'
import { answerableFields } from './people.ts'

/** The key of the field that names the client whose record prefills the form; undefined without client_prefill. */
export const clientFieldOf = ({ clientPrefill }: Pick<PublishedForm, 'clientPrefill'>): string | undefined =>
  clientPrefill?.enabled ? clientPrefill.client_field : undefined

/** Answers from a client's record. A value that its field would reject is left out: the person could not correct it. */
export function answersFrom({ steps, clientPrefill }: PublishedForm, client: ClientRecord): Record<string, unknown> {
  const map = clientPrefill?.enabled ? clientPrefill.map : {}
  const filled = answerableFields(steps).flatMap((field) => {
    const source = own(map, field.key) as keyof ClientRecord | undefined
    const value = source === undefined ? undefined : clean(field, client[source])
    return value === undefined || checkValue(field, value) !== undefined ? [] : [[field.key, value] as const]
  })
  return Object.fromEntries(filled)
}

/**
 * The answers, completed from the client's record. From the page an empty text counts as an answer: the person removed a
 * prefilled value.
 */
export function withPrefill(
  form: PublishedForm,
  answers: Answers,
  client: ClientRecord | undefined,
  source: 'api' | 'page',
): Answers {
  if (!client) return answers
  const isAnswered = ([, value]: [string, unknown]) => (source === 'page' ? value != null : !isEmpty(value))
  return { ...answersFrom(form, client), ...Object.fromEntries(Object.entries(answers).filter(isAnswered)) }
}
