import type { Queryable } from '../../db/statement.ts'
import type { PublishedForm } from '../forms/published.sql.ts'
import { readLink } from '../submissions/links.ts'
import { findClientRecord } from '../submissions/people.sql.ts'
import { answersFrom, clientFieldOf } from '../submissions/prefill.ts'
import type { Known } from './shown.ts'

/** The client that a link was made for; undefined where it has ended or was never ours, or the form no longer asks for one. */
export function clientOf(form: PublishedForm, link: unknown, now: number): number | undefined {
  if (clientFieldOf(form) === undefined) return undefined
  const client = typeof link === 'string' ? readLink(form, link, now) : undefined
  return client === 'expired' ? undefined : client
}

/** What the bearer of a link may see about the client it was made for; undefined where the link is no good. */
export async function knownOf(
  db: Queryable,
  form: PublishedForm,
  link: unknown,
  now: number,
): Promise<Known | undefined> {
  const id = clientOf(form, link, now)
  const client = id === undefined ? undefined : await findClientRecord.first(db, form.orgId, id)
  if (!client) return undefined
  const fixed = clientFieldOf(form)!
  return { fixed, answers: { ...answersFrom(form, client), [fixed]: client.name } }
}
