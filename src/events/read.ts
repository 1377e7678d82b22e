import { randomBytes } from 'node:crypto'
import type { Queryable } from '../db/statement.ts'
import { invalid, unauthenticated } from '../http/contract/errors.ts'
import type { FieldErrors } from '../http/contract/field-errors.ts'
import { type EventRecord, type EventType, eventRecord, type StoredEvent } from './catalogue.ts'
import * as feed from './feed.sql.ts'
import { parseSubject, type SubjectFilter } from './filter.ts'

export type { FeedBounds } from './feed.sql.ts'

/** Where a page begins. */
interface Position {
  /** Null for the oldest. */
  after: number | null
  isLatest: boolean
}

export interface PageOptions extends Position {
  limit: number
  types: readonly EventType[]
  record?: SubjectFilter | undefined
  /** The connection that reads. Without one the events of all webhooks are there too. */
  connectionId?: number | undefined
  /** The feed that the position is from, if the reader has said so. */
  feed?: string | undefined
}

export const positionOf = (after: string): Position => ({
  after: after === 'oldest' || after === 'latest' ? null : Number(after),
  isLatest: after === 'latest',
})

/** The events after a position, and where to go on. */
export async function readPage(db: Queryable, orgId: number, options: PageOptions) {
  const { after, isLatest, limit, types, record, connectionId = null } = options
  const values = [orgId, after, isLatest, limit, connectionId] as const
  const rows = record
    ? await feed.pageOfSubject.rows(db, ...values, record.type, await subjectId(db, orgId, record), record.ref)
    : await feed.page.rows(db, ...values, types)
  const [first] = rows
  if (!first) throw unauthenticated() // the organisation was deleted after its token was checked
  const { feed: name, head: latest, oldest, after: from } = first
  checkPosition(options, { name, latest, oldest })
  const stored = rows.filter(({ id }) => id !== null) as StoredEvent[]
  const end = record ? latest : Math.min(latest, from + feed.maxRead)
  const next = stored.length === limit ? stored.at(-1)!.id : end
  const data = (record ? stored.filter(({ type }) => types.includes(type)) : stored).map(eventRecord)
  return { data, meta: { feed: name, next, latest, oldest } }
}

/** Null for an appointment that no shift has, or had when it was removed. */
async function subjectId(db: Queryable, orgId: number, { id, isAppointment }: SubjectFilter): Promise<number | null> {
  return isAppointment ? (await feed.findShift.one(db, orgId, id, `a:${id}`)).id : id
}

/** A position that would miss events is an error, never a silent gap. */
function checkPosition(
  { after, feed }: PageOptions,
  { name, latest, oldest }: { name: string; latest: number; oldest: number },
): void {
  const anew = `Read the records anew and go on after ${latest}.`
  const errors: FieldErrors = {}
  if (feed !== undefined && feed !== name)
    errors.feed = [`The feed is ${name} now, because a backup was restored. ${anew}`]
  else if (after !== null && after < oldest - 1)
    errors.after = [`Events up to ${oldest - 1} are no longer kept. ${anew}`]
  else if (after !== null && after > latest)
    errors.after = [`The last event is ${latest}: a backup was restored, or the number is from another feed. ${anew}`]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** In a batch: locks the feed of an organisation, so that no event is numbered or deleted until the transaction ends. */
export const lockFeed = (orgId: number) => [feed.create.call(orgId), feed.lock.call(orgId)] as const

/** In a batch: the number of the first event of a time or later. */
export const firstEventSince = (orgId: number, instant: string) => feed.firstSince.call(orgId, instant)

/** Gives the feed another name, which readers notice. Its numbers go on. */
export async function restartFeed(db: Queryable, orgId: number): Promise<string> {
  const name = randomBytes(6).toString('base64').replace(/[+/]/g, 'Z')
  await feed.restart.rows(db, orgId, name)
  return name
}

/** A change of a record. It has no number until the sequencer has seen it, and that of a token never has one. */
export interface Change extends Omit<EventRecord, 'id' | 'type' | 'subject'> {
  id: number | null
  type: string
  subject: Omit<EventRecord['subject'], 'type'> & { type: string }
}

/** The last changes of a record such as `client:7`, or of `token:3`, newest first. Undefined for what names no record. */
export async function lastChanges(
  db: Queryable,
  orgId: number,
  subject: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<Change[] | undefined> {
  const tokenId = Number(/^token:([1-9]\d{0,14})$/.exec(subject)?.[1])
  const record = parseSubject(subject)
  if (!record && !tokenId) return undefined
  const [type, id, ref] = record
    ? ([record.type, await subjectId(db, orgId, record), record.ref] as const)
    : (['token', tokenId, null] as const)
  const rows = await feed.changesOfSubject.rows(db, orgId, type, id, ref, from, to, limit)
  return rows.map(({ id, ...row }) => {
    if (record) return { ...eventRecord({ ...row, id: 0 }), id }
    const { type, at, subject_id, fields, detail, connection } = row
    return {
      id,
      type,
      at,
      subject: { type: 'token', id: subject_id, ref: null, path: null },
      fields,
      detail,
      connection,
    }
  })
}
