import type { ReplicaUse } from './reads.ts'

/** The state of the primary and the replica. Positions in the write-ahead log are bytes from its beginning. */
export interface ReplicationState {
  primary: { system: string; written: number; standbys: string; commit: string }
  replica: { system: string; standby: boolean; name: string; applied: number; zone: string }
}

export interface ReplicaDecision {
  use: ReplicaUse
  /** A sentence for the log. */
  reason: string
}

/** The most checks, a second apart, by which the replica may be behind for reports. */
export const maxChecksBehind = 10

/** The replica is not used. */
export const unused = (why: string): ReplicaDecision => ({ use: 'nothing', reason: why })
/** The replica is used for reports only. */
const reportsOnly = (why: string): ReplicaDecision => ({
  use: 'reports',
  reason: `only reports are read from the replica: ${why}`,
})

/**
 * Decides which reads the replica may serve: everything, while the primary commits no write before this replica has
 * applied it. `earlier` has the primary's positions at the previous checks, the latest first.
 *
 * The settings alone are not enough: when a wait for the replica is cancelled after the response timeout, the commit
 * succeeds on the primary. So the replica must also have applied all that the primary had written at the previous
 * check, and no wait is cancelled as early as that.
 */
export function decideReplicaUse({ primary, replica }: ReplicationState, earlier: readonly number[]): ReplicaDecision {
  if (primary.system !== replica.system) return unused('the replica replicates another PostgreSQL')
  if (!replica.standby) return unused('the server is not a replica: it is not in recovery')
  if (replica.zone !== 'UTC')
    return unused(`the time zone of the replica is ${replica.zone}: set timezone = UTC for the role`)
  const behind = checksBehind(replica.applied, earlier)
  if (behind > maxChecksBehind) return unused('the replica is too far behind the primary')
  if (!waitsFor(primary.standbys, replica.name)) {
    return reportsOnly(
      `the primary does not wait for "${replica.name}" (synchronous_standby_names = '${primary.standbys}')`,
    )
  }
  if (primary.commit !== 'remote_apply') {
    return reportsOnly(
      `the primary waits for less than its changes being seen (synchronous_commit = ${primary.commit})`,
    )
  }
  if (behind > 1) return reportsOnly('it is behind the primary')
  return { use: 'everything', reason: 'everything is read from the replica' }
}

/** The number of checks since the primary was where the replica is now; two before the first check. */
function checksBehind(applied: number, earlier: readonly number[]): number {
  if (earlier.length === 0) return 2
  const index = earlier.findIndex((written) => applied >= written)
  return index < 0 ? earlier.length + 1 : index + 1
}

const counted = /^(?:(?:first|any)\s+)?(\d+)\s*\((.*)\)$/i

/** Whether every commit waits for the standby of this name: all names in the list are waited for, and none is `*`. */
export function waitsFor(standbys: string, name: string): boolean {
  const [, count = '1', list = standbys] = counted.exec(standbys.trim()) ?? []
  const names = list.split(',').map((part) =>
    part
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  )
  return name !== '' && names.includes(name.toLowerCase()) && !names.includes('*') && Number(count) >= names.length
}
