import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAppointments, rosterAt } from '../../../test/factories/roster/series.ts'
import { type ApiResponse, harness } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'

const api = await harness()
const { db } = api
const now = '2026-11-10T00:00:00Z'
const scope = 'this_and_following'

test('concurrent edits from several shifts of a series split it one after the other', async () => {
  const { org, create, shifts } = await rosterAt(api, now)
  for (let round = 0; round < 5; round++) {
    await create({ recurrence: { unit: 'Day', ends_after: 12 }, staff_ids: [] })
    const refs = (await shifts()).map(({ ref }) => ref)
    const [a, b, c, d, e, f] = refs.slice(2, 8)
    const cancelling = { cancelled_by: 'client', reason: 'Away', scope }
    const answers = await Promise.all([
      ...[a, b, c, d].map((ref, n) => org.patch(`/shifts/${ref}`, { title: `T${n}`, scope })),
      org.post(`/shifts/${e}/cancel`, cancelling),
      org.call('DELETE', '/shifts', { refs: [f], scope }),
      org.patch(`/shifts/${refs[1]}`, { title: 'T', scope }),
    ])
    for (const { status, text } of answers) assert.ok(status === 200 || status === 404, text)
    await assertAppointments(db, org)
    await org.call('DELETE', '/shifts', { refs })
  }
})

test('concurrent patches with a rule on a shift without a series start one series', async () => {
  const { org, create, shifts } = await rosterAt(api, now)
  const rule = { recurrence: { unit: 'Day', ends_after: 3 } }
  const several = [1, 2, 3, 4]
  // With open connections, all requests read before one of them writes.
  await Promise.all(several.map(() => shifts()))
  for (let round = 0; round < 5; round++) {
    const { data } = await create()
    const answers = await Promise.all(several.map(() => org.patch(`/shifts/${data.ref}`, rule)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422])
    const refs = (await shifts()).map(({ ref }) => ref)
    assert.equal(refs.length, 3)
    await org.call('DELETE', '/shifts', { refs })
  }
})

test('a request that waited for a shift which became part of a series sees the series', async () => {
  const { org, create, shifts } = await rosterAt(api, now)
  const following: ((ref: string) => Promise<ApiResponse>)[] = [
    (ref) => org.post(`/shifts/${ref}/cancel`, { cancelled_by: 'client', reason: 'Away', scope }),
    (ref) => org.patch(`/shifts/${ref}`, { title: 'Late', scope }),
    (ref) => org.call('DELETE', '/shifts', { refs: [ref], scope }),
  ]
  for (const follow of following) {
    const { data } = await create()
    const holder = await db.connect()
    await holder.query('begin')
    await holder.query('select from shift where org_id = $1 for update', [org.orgId])
    const repeated = org.patch(`/shifts/${data.ref}`, { recurrence: { unit: 'Day', ends_after: 3 } })
    await untilLockWait(db, 1)
    const followed = follow(data.ref)
    await untilLockWait(db, 2)
    await holder.query('rollback')
    holder.release()
    for (const { status, text } of [await repeated, await followed]) assert.equal(status, 200, text)
    const left = (await shifts()).filter(({ title, status }) => title === 'Visit' && status === 'scheduled')
    assert.deepEqual(left, [], 'all three were reached')
    await org.call('DELETE', '/shifts', { refs: [data.ref, ...(await shifts()).map(({ ref }) => ref)] })
  }
  await assertAppointments(db, org)
})

test('a cancellation that waited for a later shift which was deleted leaves that one as it is', async () => {
  const { org, create, shifts } = await rosterAt(api, now)
  await create({ recurrence: { unit: 'Day', ends_after: 3 }, staff_ids: [], publish: true })
  const [first, , last] = await shifts()
  const rival = await db.connect()
  try {
    await rival.query('begin')
    await rival.query(
      `update shift set status = 'completed', deleted_at = now()
       where org_id = $1 and id = (select shift_id from appointment where org_id = $1 and id = $2)`,
      [org.orgId, Number(last!.ref.slice(2))],
    )
    const body = { cancelled_by: 'client', reason: 'Away', scope }
    const waiting = org.post(`/shifts/${first!.ref}/cancel`, body)
    await untilLockWait(db)
    await rival.query('commit')
    const { status, text, body: answer } = await waiting
    assert.equal(status, 200, text)
    assert.deepEqual(answer.series, { changed: 1, skipped: [] })
  } finally {
    rival.release()
  }
  const { rows } = await db.query('select status from shift where org_id = $1 order by starts', [org.orgId])
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['cancelled', 'cancelled', 'completed'],
  )
})
