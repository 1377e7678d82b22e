import type { ExampleRead } from '../../demo/examples/reads.ts'
import { type Queryable, statement } from '../db/statement.ts'
import type { ExampleOwner } from './example-owner.ts'

type Read = [
  ...[orgId: number, connectionId: number, tokenId: number, n: number, at: string, operation: string, via: string],
  ...[clientIds: number[], requests: number],
]

const insertRead = statement<Read, object>(
  'demo.insert_read',
  `insert into client_read (org_id, node, connection_id, token_id, n, at, operation, via, client_ids, requests)
   values ($1, '00000000-0000-0000-0000-000000000000', $2, $3, $4, $5, $6, $7, $8, $9)`,
)

/** Stores reads of clients for the demo organisation and for trials. */
export async function insertExampleReads(
  tx: Queryable,
  { orgId, connectionId, tokenId }: ExampleOwner,
  reads: readonly ExampleRead[],
): Promise<void> {
  for (const [n, { operation, via, clientIds, requests, at }] of reads.entries())
    await insertRead.rows(
      ...([
        tx,
        orgId,
        connectionId,
        tokenId,
        n,
        new Date(at).toISOString(),
        operation,
        via,
        clientIds,
        requests,
      ] as const),
    )
}
