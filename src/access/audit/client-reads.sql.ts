import { statement } from '../../db/statement.ts'
import type { ReadVia } from '../../http/responses/reads.ts'

/** A row as it is stored: its node and organisation are those of the statement. */
export interface NewRead {
  at: string
  n: number
  connection_id: number
  token_id: number | null
  operation: string
  via: ReadVia
  client_ids: number[]
  requests: number
}

/** An organisation that is being deleted must not stop the others. */
export const limitLockWait = statement<[], object>(
  'client_reads.limit_lock_wait',
  `select set_config('lock_timeout', '100ms', true)`,
)

/** Before rows are inserted that a deletion of the organisation would let wait at their end. */
export const lockOrganisation = statement<[orgId: number], object>(
  'client_reads.lock_organisation',
  'select 1 as one from organisation where id = $1 for key share',
)

/** A row that is there already is from an attempt whose outcome was not known. */
export const append = statement<[orgId: number, node: string, rows: string], object>(
  'client_reads.append',
  `insert into client_read (org_id, at, node, n, connection_id, token_id, operation, via, client_ids, requests)
   select $1, r.at, $2::uuid, r.n, r.connection_id, r.token_id, r.operation, r.via, r.client_ids, r.requests
   from json_to_recordset($3::json) r (
     at timestamptz, n int, connection_id bigint, token_id bigint, operation text, via text, client_ids bigint[], requests int)
   on conflict (org_id, at, node, n) do nothing`,
)

export interface ReadRow {
  at: string
  node: string
  n: number
  connection: string
  token_id: number | null
  operation: string
  via: ReadVia
  requests: number
}

/** The row that a page begins after, newest first. */
export type ReadPosition = readonly [at: string, node: string, n: number]

type Window = [...position: ReadPosition, from: string, to: string]

const isInWindow = (at: string) => `(at, node, n) < ($${at}::timestamptz, $4::uuid, $5::int) and at >= $6 and at < $7`
const order = 'order by at desc, node desc, n desc'
const columns = 'r.at, r.node, r.n, c.name as connection, r.token_id, r.operation, r.via, r.requests'
const withConnection = 'left join connection c on c.org_id = $1 and c.id = r.connection_id'

/** With `offset 0` the times are no condition of an index: a plan for any times would read all rows of the organisation by its key. */
const readsOnDays = (days: string) => `(
  select * from client_read where org_id = $1 and ${days} and client_ids @> array[$2::bigint] offset 0)`

/**
 * The reads of a client, from the day $8 back to $9. It looks at one day after the other, until there are enough: the index has
 * the reads of a client on a day, and a client that is listed every minute has too many to sort them all.
 */
export const ofClient = statement<
  [orgId: number, clientId: number, ...window: Window, lastDay: string, firstDay: string, limit: number],
  ReadRow
>(
  'client_reads.of_client',
  `with recursive oldest as materialized (
     select (min(at) at time zone 'UTC')::date as day from client_read where org_id = $1),
   step (day, own, found) as (
     select $8::date + 1, 0::bigint, 0::bigint
     union all
     select s.day - 1, d.own, s.found + d.own
     from step s, oldest o, lateral (
       select count(*) as own from (
         select 1 as one from ${readsOnDays('day = s.day - 1')} r where ${isInWindow('3')} limit $10) l) d
     where s.found < $10 and s.day > greatest($9::date, o.day))
   select ${columns} from (
     select r.* from step s cross join lateral ${readsOnDays('day = s.day')} r where s.own > 0 and ${isInWindow('3')}
     ${order} limit $10) r ${withConnection} ${order}`,
)

/** The reads of a token, with their clients. */
export const ofToken = statement<
  [orgId: number, tokenId: number, ...window: Window, limit: number],
  ReadRow & { client_ids: number[] }
>(
  'client_reads.of_token',
  `select ${columns}, r.client_ids from (
     select * from client_read where org_id = $1 and token_id = $2 and ${isInWindow('3')} ${order} limit $8) r
   ${withConnection} ${order}`,
)

export const findClient = statement<[orgId: number, clientId: number], { id: number }>(
  'client_reads.find_client',
  'select id from client where org_id = $1 and id = $2',
)

export const organisations = statement<[], { org_id: number }>(
  'client_reads.organisations',
  'select id as org_id from organisation order by id',
)

/** Deletes the oldest rows, up to the time of the last of so many. */
export const removeOld = statement<[orgId: number, before: string, limit: number], { removed: number }>(
  'client_reads.remove_old',
  `with old as materialized (select at from client_read where org_id = $1 and at < $2 order by at limit $3),
   removed as (
     delete from client_read where org_id = $1 and at <= (select max(at) from old) returning 1 as one)
   select count(*) as removed from removed`,
)
