import type { Use } from './reads.ts'

/** What the primary and the replica say of themselves; places in the log of changes are bytes from its beginning. */
export interface ReplicationState {
  primary: { system: string; written: number; standbys: string; commit: string }
  replica: { system: string; standby: boolean; name: string; applied: number; zone: string }
}

export interface ReplicaDecision {
  use: Use
  /** A sentence for the log. */
  why: string
}

/** So many looks, a second apart, may reports lie behind. */
export const maxChecksBehind = 10

const nothing = (why: string): ReplicaDecision => ({ use: 'nothing', why })
const reports = (why: string): ReplicaDecision => ({
  use: 'reports',
  why: `only reports are read from the replica: ${why}`,
})

/**
 * What a replica is good for. Everything, while the primary answers no write before this replica shows it. `earlier` is
 * where the primary had come to at the looks before this one, the latest first.
 *
 * The settings alone do not say so: a wait for the replica that is cancelled (silence.ts) ends in a commit all the same. So
 * the replica must also have applied what the primary had written a look ago, and nobody cancels as early as that.
 */
export function decideReplicaUse({ primary, replica }: ReplicationState, earlier: readonly number[]): ReplicaDecision {
  if (primary.system !== replica.system) return nothing('the replica is one of another PostgreSQL')
  if (!replica.standby) return nothing('the replica is none, or no longer: it is not in recovery')
  if (replica.zone !== 'UTC')
    return nothing(`the replica tells times in ${replica.zone}: the role has no timezone = UTC`)
  const behind = checksBehind(replica.applied, earlier)
  if (behind > maxChecksBehind) return nothing('the replica is too far behind the primary')
  if (!waitsFor(primary.standbys, replica.name)) {
    return reports(
      `the primary does not wait for "${replica.name}" (synchronous_standby_names = '${primary.standbys}')`,
    )
  }
  if (primary.commit !== 'remote_apply') {
    return reports(`the primary waits for less than its changes being seen (synchronous_commit = ${primary.commit})`)
  }
  if (behind > 1) return reports('it is behind the primary')
  return { use: 'everything', why: 'everything is read from the replica' }
}

/** How many looks ago the primary had come to where the replica is now; two for one that was never looked at. */
function checksBehind(applied: number, earlier: readonly number[]): number {
  if (earlier.length === 0) return 2
  const place = earlier.findIndex((written) => applied >= written)
  return place < 0 ? earlier.length + 1 : place + 1
}

const counted = /^(?:(?:first|any)\s+)?(\d+)\s*\((.*)\)$/i

/**
 * Whether a commit waits for the standby of this name, always: every name in the list is waited for, and none of them is
 * `*`, which would be whichever comes first.
 */
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
