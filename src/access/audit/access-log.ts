import type { Queryable } from '../../db/statement.ts'
import { endInstant, isEmptyRange, startInstant } from '../../http/contract/dates.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import { readSigned, writeSigned } from '../../http/pages/signed.ts'
import type { ReadVia } from '../../http/responses/reads.ts'
import * as clientReads from './client-reads.sql.ts'

/** Responses of one operation to one token within two seconds. */
export interface AccessLogEntry {
  at: string
  connection: string
  token_id: number | null
  operation: string
  via: ReadVia
  requests: number
}
export interface TokenRead extends AccessLogEntry {
  client_ids: number[]
}

export interface AccessLogQuery {
  /** Days or instants, both included. */
  from?: string
  to?: string
  limit: number
}

/** Whose reads are wanted, and in which zone days begin. */
interface Organisation {
  orgId: number
  timezone: string
}

const newest: clientReads.ReadPosition = ['infinity', '00000000-0000-0000-0000-000000000000', 0]

/** A page of the reads of a client, newest first. */
export async function listAccessLog(
  db: Queryable,
  reader: Organisation & { signingKey: Buffer },
  now: number,
  clientId: number,
  { cursor, ...query }: AccessLogQuery & { cursor?: string },
) {
  const { orgId, signingKey } = reader
  const { from, to, limit } = query
  const purpose = ['access log', orgId, clientId, from, to]
  checkRange(reader, query)
  const position = cursor === undefined ? newest : readSigned<clientReads.ReadPosition>(signingKey, purpose, cursor)
  if (!position)
    throw invalid({
      cursor: ['cursor must be the next_cursor of the page before, sent with the same client, from and to.'],
    })
  found(await clientReads.findClient.first(db, orgId, clientId), 'Client')
  // One row more than the limit shows that there is a next page.
  const rows = await readsOfClient(db, reader, now, clientId, position, { ...query, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : undefined
  const next_cursor = last ? writeSigned(signingKey, purpose, [last.at, last.node, last.n]) : null
  return { data: page.map(entryOf), meta: { next_cursor } }
}

/** The last reads of a client, for commands. Undefined for an unknown client. */
export async function lastReadsOfClient(
  db: Queryable,
  organisation: Organisation,
  now: number,
  clientId: number,
  query: AccessLogQuery,
): Promise<AccessLogEntry[] | undefined> {
  checkRange(organisation, query)
  if (!(await clientReads.findClient.first(db, organisation.orgId, clientId))) return undefined
  return (await readsOfClient(db, organisation, now, clientId, newest, query)).map(entryOf)
}

/** The last reads of a token, with the clients that it was shown. */
export async function lastReadsOfToken(
  db: Queryable,
  organisation: Organisation,
  tokenId: number,
  query: AccessLogQuery,
): Promise<TokenRead[]> {
  checkRange(organisation, query)
  const window = windowOf(organisation, query)
  const rows = await clientReads.ofToken.rows(db, organisation.orgId, tokenId, ...newest, ...window, query.limit)
  return rows.map((row) => ({ ...entryOf(row), client_ids: row.client_ids }))
}

function checkRange({ timezone }: Organisation, { from, to }: AccessLogQuery): void {
  if (from !== undefined && to !== undefined && isEmptyRange(from, to, timezone))
    throw invalid({ to: ['to must not be before from.'] })
}

const windowOf = ({ timezone }: Organisation, { from, to }: AccessLogQuery) =>
  [
    from === undefined ? '-infinity' : startInstant(from, timezone),
    to === undefined ? 'infinity' : endInstant(to, timezone),
  ] as const

const dayMilliseconds = 86_400_000
const lastTime = Date.parse('9999-12-31T00:00:00Z')

function readsOfClient(
  db: Queryable,
  organisation: Organisation,
  now: number,
  clientId: number,
  position: clientReads.ReadPosition,
  query: AccessLogQuery,
): Promise<clientReads.ReadRow[]> {
  const [from, to] = windowOf(organisation, query)
  // The clock of another node may be ahead.
  const last = Math.min(now + dayMilliseconds, timeOf(position[0]), timeOf(to))
  const dayOf = (time: number) => new Date(Math.min(Math.max(time, 0), lastTime)).toISOString().slice(0, 10)
  const days = [dayOf(last), dayOf(timeOf(from))] as const
  return clientReads.ofClient.rows(db, organisation.orgId, clientId, ...position, from, to, ...days, query.limit)
}

/** Of an instant, also of PostgreSQL's infinities. */
function timeOf(instant: string): number {
  if (instant === 'infinity') return Number.POSITIVE_INFINITY
  return instant === '-infinity' ? 0 : Date.parse(instant)
}

const entryOf = ({ at, connection, token_id, operation, via, requests }: clientReads.ReadRow): AccessLogEntry => ({
  ...{ at, connection, token_id, operation, via, requests },
})
