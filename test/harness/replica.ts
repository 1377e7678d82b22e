import type pg from 'pg'
import type { ReplicaUse } from '../../src/db/replica/reads.ts'
import { Replica } from '../../src/db/replica/replica.ts'

/** A replica whose state is set and not checked: a check would find that it is not a replica. */
export function assumedReplica(primary: pg.Pool, replica: pg.Pool, use: ReplicaUse = 'everything'): Replica {
  const silent = { info: () => {}, warn: () => {} }
  return new Replica({
    primary,
    replica,
    watch: { primary, replica },
    log: silent,
    decision: { use, reason: 'the test' },
  })
}
