import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideReplicaUse, type ReplicationState, waitsFor } from './eligibility.ts'

const primary = { system: '1', written: 1000, standbys: 'FIRST 1 (near)', commit: 'remote_apply' }
const replica = { system: '1', standby: true, name: 'near', applied: 990, zone: 'UTC' }
const look = (
  changes: { primary?: Partial<ReplicationState['primary']>; replica?: Partial<ReplicationState['replica']> } = {},
): ReplicationState => ({
  primary: { ...primary, ...changes.primary },
  replica: { ...replica, ...changes.replica },
})

for (const [what, use, seen, earlier] of [
  ['that the primary waits for', 'everything', look(), [980, 970]],
  ['of another PostgreSQL', 'nothing', look({ replica: { system: '2' } }), [980]],
  ['that became a primary', 'nothing', look({ replica: { standby: false } }), [980]],
  ['that tells times in another zone', 'nothing', look({ replica: { zone: 'Australia/Sydney' } }), [980]],
  ['that nobody waits for', 'reports', look({ primary: { standbys: '' } }), [980]],
  ['that is waited for without being asked to apply', 'reports', look({ primary: { commit: 'on' } }), [980]],
  ['that was never looked at before', 'reports', look(), []],
  ['that has not applied what was there a look ago', 'reports', look(), [995, 980]],
  ['that is ten looks behind', 'reports', look({ primary: { standbys: '' } }), [...Array(9).fill(999), 980]],
  ['that is further behind', 'nothing', look(), Array(10).fill(999)],
] as const) {
  test(`a replica ${what} is used for ${use}`, () => {
    assert.equal(decideReplicaUse(seen, earlier).use, use)
  })
}

for (const [standbys, waits] of [
  ['near', true],
  ['"near"', true],
  ['FIRST 1 (Near)', true],
  ['1 (near)', true],
  ['2 (near, far)', true],
  ['ANY 2 (far, near)', true],
  ['', false],
  ['far', false],
  ['near, far', false],
  ['FIRST 1 (near, far)', false],
  ['ANY 1 (near, far)', false],
  ['*', false],
  ['FIRST 2 (near, *)', false],
] as const) {
  test(`synchronous_standby_names = '${standbys}' ${waits ? 'always waits' : 'does not always wait'} for near`, () => {
    assert.equal(waitsFor(standbys, 'near'), waits)
  })
}

test('no commit waits for a replica without a name', () => {
  assert.equal(waitsFor('', ''), false)
})
