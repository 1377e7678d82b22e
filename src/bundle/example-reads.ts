import type { ExampleRead } from '../../demo/examples/reads.ts'
import { type Queryable, statement } from '../db/statement.ts'

type Read = [
  ...[orgId: number, connection: string, n: number, at: string, operation: string, via: string],
  ...[clientIds: number[], requests: number],
]

const insertRead = statement<Read, object>(
  'demo.insert_read',
  `insert into client_read (org_id, at, node, n, connection_id, token_id, operation, via, client_ids, requests)
   values ($1, $4, '00000000-0000-0000-0000-000000000000', $3, (select id from connection where org_id = $1 and name = $2),
     (select min(t.id) from access_token t join connection c on c.org_id = $1 and c.id = t.connection_id where t.org_id = $1 and c.name = $2),
     $5, $6, $7, $8)`,
)

/** Stores reads of clients for the demo organisation and for trials. The connection is known by its name. */
export async function insertExampleReads(
  tx: Queryable,
  { orgId, connection }: { orgId: number; connection: string },
  reads: readonly ExampleRead[],
): Promise<void> {
  for (const [n, { operation, via, clientIds, requests, at }] of reads.entries())
    await insertRead.rows(
      ...([tx, orgId, connection, n, new Date(at).toISOString(), operation, via, clientIds, requests] as const),
    )
}
