import type { PublishedForm } from '../forms/published.sql.ts'
import { checkValue } from '../logic/check.ts'
import type { Answers } from '../logic/form.ts'
import { clean, isEmpty } from '../logic/values.ts'
import { own } from '../logic/walk.ts'
import type { ClientRecord } from './people.sql.ts'
import { answerableFields } from './people.ts'

/** The field that names the client whose record fills others in; undefined where the form has no such thing. */
export const clientFieldOf = ({ clientPrefill }: Pick<PublishedForm, 'clientPrefill'>): string | undefined =>
  clientPrefill?.enabled ? clientPrefill.client_field : undefined

/**
 * What a client's record answers. A value that its field would refuse is left out: whoever fills in the form did not
 * give it and could not mend it.
 */
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
 * The answers, with what they lack filled in from the client's record. From the page an empty text is an answer too: somebody
 * has seen what a link filled in, and taken it out.
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
