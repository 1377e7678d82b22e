import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

async function roster() {
  const org = await organisation()
  return { org, ...rosterOf(db, org) }
}
const notFound = { ok: false, error: 'Shift not found.' }
const already = { ok: false, error: 'The shift is already deleted.' }
const removed = { ok: true, message: 'The shift was removed.' }
const hidden = { ok: true, message: 'The shift was deleted; its record is kept.' }

describe('DELETE /shifts', () => {
  for (const status of ['draft', 'scheduled'] as const) {
    test(`removes a ${status} shift and its appointments`, async () => {
      const { org, shiftIn, remove, appointments, events } = await roster()
      const segments = [{ start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Shower' }]
      const { ref } = await shiftIn(status, { segments })
      await org.post(`/shifts/${ref}/notes`, { notes: 'Bring gloves' })
      const response = await remove([ref])
      assert.equal(response.status, 200)
      assert.deepEqual(response.body, { succeeded: 1, failed: 0, results: [{ ref, ...removed }] })
      assert.deepEqual((await org.get(`/shifts/${ref}`)).body, { message: 'Shift not found.' })
      assert.deepEqual([await appointments(), (await org.get('/shifts')).body.meta.total], [[], 0])
      const { event: _, ...rest } = await stored(db, org.orgId)
      assert.deepEqual(rest, {})
      assert.deepEqual((await events()).at(-1).type, 'shift.removed')
      assert.deepEqual((await remove([ref])).body.results, [{ ref, ...notFound }])
    })
  }

  for (const status of ['started', 'completed', 'cancelled'] as const) {
    test(`hides a ${status} shift: GET is 404, and GET /appointments lists it with is_deleted 1`, async () => {
      const { org, shiftIn, remove, appointments, events } = await roster()
      const { ref } = await shiftIn(status)
      const [before] = await appointments()
      const response = await remove([ref])
      assert.deepEqual(response.body, { succeeded: 1, failed: 0, results: [{ ref, ...hidden }] })
      assert.equal((await org.get(`/shifts/${ref}`)).status, 404)
      for (const query of ['', `?status=${status}`, `?client_id=${before.client_id}`, '?from=2026-11-16']) {
        assert.equal((await org.get(`/shifts${query}`)).body.meta.total, 0, query)
      }
      const [after, ...others] = await appointments()
      const { updated_at } = after
      assert.ok(updated_at > before.updated_at)
      assert.deepEqual([after, others], [{ ...before, is_deleted: 1, updated_at }, []])
      assert.equal((await events()).at(-1).type, 'shift.deleted')
      const state = await stored(db, org.orgId)
      assert.deepEqual((await remove([ref])).body, { succeeded: 0, failed: 1, results: [{ ref, ...already }] })
      assert.deepEqual(await stored(db, org.orgId), state)
      await assertAppointments(db, org.orgId)
    })
  }

  test('returns a result for each ref in order; an unknown, malformed or repeated ref fails alone', async () => {
    const { org, shift, shiftIn, remove, staff, appointments } = await roster()
    const pair = await shift({ staff_ids: [await staff(), await staff('Bo')] })
    const second = `a:${(await appointments())[1].id}`
    const group = await shiftIn('completed', { type: 'group' })
    const other = await rosterOf(db, await organisation()).shift()
    const refs = ['a:999999999', second, 'x', pair.ref, group.ref, group.ref, other.ref, '', 'g:9007199254740993']
    const { status, body } = await remove(refs)
    assert.equal(status, 200)
    const wanted = [notFound, removed, notFound, already, hidden, already, notFound, notFound, notFound]
    assert.deepEqual(body, { succeeded: 2, failed: 7, results: refs.map((ref, i) => ({ ref, ...wanted[i] })) })
    await assertAppointments(db, org.orgId)
  })

  test('never reaches a shift of another organisation', async () => {
    const { remove } = await roster()
    const other = await organisation()
    const { ref } = await rosterOf(db, other).shift()
    const before = await stored(db, other.orgId)
    assert.equal((await remove([ref])).body.failed, 1)
    assert.deepEqual(await stored(db, other.orgId), before)
  })

  test('accepts 1 to 50 refs and a scope, and no other field', async () => {
    const { org, shift, remove } = await roster()
    const { ref } = await shift()
    const invalidBodies: [unknown, string][] = [
      [{}, 'refs'],
      [{ refs: [] }, 'refs'],
      [{ refs: Array(51).fill(ref) }, 'refs'],
      [{ refs: ref }, 'refs'],
      [{ refs: [1] }, 'refs.0'],
      [{ refs: [ref], scope: 'all' }, 'scope'],
      [{ refs: [ref], reason: 'x' }, 'reason'],
    ]
    for (const [body, field] of invalidBodies) {
      const response = await org.call('DELETE', '/shifts', body)
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, [field]])
    }
    assert.equal((await org.call('DELETE', '/shifts')).status, 400)
    assert.equal((await org.get(`/shifts/${ref}`)).status, 200)
    const { body } = await remove([ref, ...Array(49).fill('a:1')])
    assert.deepEqual([body.succeeded, body.failed, body.results.length], [1, 49, 50])
  })

  test('of the same shift by concurrent requests deletes it once', async () => {
    for (const status of ['draft', 'cancelled'] as const) {
      const { org, shiftIn, remove, events } = await roster()
      const { ref } = await shiftIn(status)
      const answers = await Promise.all(Array.from({ length: 5 }, () => remove([ref])))
      assert.deepEqual(answers.map(({ body }) => body.succeeded).sort(), [0, 0, 0, 0, 1])
      assert.equal((await events()).filter(({ type }) => /removed|deleted/.test(type)).length, 1)
      await assertAppointments(db, org.orgId)
    }
  })

  test('with scope this_and_following on a shift without a series is the same as with this', async () => {
    const { shift, remove } = await roster()
    const { ref } = await shift()
    assert.deepEqual((await remove([ref], { scope: 'this_and_following' })).body.results, [{ ref, ...removed }])
  })

  test('of one shift of a series leaves the others', async () => {
    const { org, shift, remove } = await roster()
    const { ref } = await shift({
      recurrence: { unit: 'Week', ends_after: 4 },
      start: '2026-09-07 09:00:00',
      end: '2026-09-07 11:00:00',
    })
    assert.deepEqual((await remove([ref])).body.results, [{ ref, ...removed }])
    assert.equal((await org.get('/shifts')).body.meta.total, 3)
  })

  test('of this and the following ends the series there; each is removed or hidden by its status', async () => {
    const { org, shift, remove, appointments } = await roster()
    const times = { start: '2026-09-07 09:00:00', end: '2026-09-07 11:00:00' }
    await shift({ recurrence: { unit: 'Week', ends_after: 6 }, ...times, publish: true })
    const refs: string[] = (await org.get('/shifts')).body.data.map(({ ref }: { ref: string }) => ref)
    await org.post(`/shifts/${refs[4]}/cancel`, { cancelled_by: 'client', reason: 'Away' })
    const { body } = await remove([refs[2]!], { scope: 'this_and_following' })
    const message = 'The shift was removed. With it went 3 later shifts of its series, which ends here.'
    assert.deepEqual(body, { succeeded: 1, failed: 0, results: [{ ref: refs[2], ok: true, message }] })
    const left = (await org.get('/shifts')).body.data
    assert.deepEqual(
      left.map(({ ref }: { ref: string }) => ref),
      refs.slice(0, 2),
    )
    const flags = (await appointments()).map(({ is_deleted }: { is_deleted: number }) => is_deleted)
    assert.deepEqual(flags, [0, 0, 1])
    await assertAppointments(db, org.orgId)
  })

  test('repeated with its Idempotency-Key returns the first response', async () => {
    const { org, shift } = await roster()
    const { ref } = await shift()
    const send = () => org.call('DELETE', '/shifts', { refs: [ref] }, { 'idempotency-key': 'gone-1' })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.body.succeeded, second.text], [1, first.text])
  })
})
