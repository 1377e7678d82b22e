import { type Queryable, statement } from '../db/statement.ts'
import { type Access, accessOf, areas, type Level, levels } from './areas.ts'

interface AccessRow {
  connection_id: number
  access: Partial<Access>
}

/** With the connections null, of all of the organisation. */
const findAccess = statement<[orgId: number, connectionIds: readonly number[] | null, at: string], AccessRow>(
  'access.of_connections',
  `select distinct t.connection_id, t.access from access_token t join organisation o on o.id = t.org_id
   where t.org_id = $1 and ($2::bigint[] is null or t.connection_id = any ($2)) and not t.disabled and t.revoked_at is null
     and t.expires_at > $3 and o.integrations_enabled`,
)

/** What connections may read, by their ids. One without a valid token is not in it. */
export type AccessByConnection = ReadonlyMap<number, Access>

/**
 * What connections may read at present: the highest level that any of their valid tokens has for an area. A connection
 * without a valid token is not in the map, and none is while integrations are off. `connectionIds` null is all of them.
 */
export async function accessOfConnections(
  db: Queryable,
  orgId: number,
  connectionIds: readonly number[] | null,
  now: number,
): Promise<AccessByConnection> {
  return accessIn(await findAccess.rows(db, orgId, connectionIds, new Date(now).toISOString()))
}

/** The same in a batch, with `accessIn` of its rows. */
export const accessCall = (orgId: number, connectionIds: readonly number[] | null, now: number) =>
  findAccess.call(orgId, connectionIds, new Date(now).toISOString())

export function accessIn(rows: readonly AccessRow[]): AccessByConnection {
  const found = new Map<number, Access>()
  for (const { connection_id, access } of rows)
    found.set(connection_id, union(found.get(connection_id), accessOf(access)))
  return found
}

const union = (one: Access | undefined, other: Access): Access =>
  one ? accessOf(Object.fromEntries(areas.map((area) => [area, higher(one[area], other[area])]))) : other

const higher = (one: Level, other: Level): Level => (levels.indexOf(one) > levels.indexOf(other) ? one : other)
