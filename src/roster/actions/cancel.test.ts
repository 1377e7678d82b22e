import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { localOf } from '../../time/local-time.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

const day = 86_400_000
const week = 7 * day
/** Two hours that start this many milliseconds from now. */
const startingIn = (wait: number) => ({
  start: localOf(clock.now() + wait, 'Australia/Sydney'),
  end: localOf(clock.now() + wait + 7_200_000, 'Australia/Sydney'),
})
async function roster() {
  const org = await organisation()
  const cancel = (ref: string, fields: object = {}) =>
    org.post(`/shifts/${ref}/cancel`, { cancelled_by: 'client', reason: 'In hospital', ...fields })
  const restore = (ref: string, body?: object) => org.post(`/shifts/${ref}/restore`, body)
  return { org, cancel, restore, ...rosterOf(db, org) }
}

describe('POST /shifts/{ref}/cancel', () => {
  test('cancels a shift, stores who, why and when, and marks its appointments', async () => {
    const { org, cancel, shift, appointments, events } = await roster()
    const { ref } = await shift({ ...startingIn(10 * day), publish: true })
    await org.post(`/shifts/${ref}/notes`, { notes: 'Ring first.' })
    const { updated_at } = (await org.get(`/shifts/${ref}`)).body.data
    const { status, body } = await cancel(ref, { note: 'Rang at 9' })
    assert.equal(status, 200)
    assert.deepEqual([body.data.status, body.data.is_draft], ['cancelled', false])
    assert.equal(
      JSON.stringify(body.data.cancellation),
      JSON.stringify({
        cancelled_at: new Date(clock.now()).toISOString().replace('Z', '000Z'),
        ...{ cancelled_by: 'client', reason: 'In hospital', note: 'Rang at 9' },
        ...{ short_notice: false, charge_client: false },
      }),
    )
    assert.ok(body.data.updated_at > updated_at && !('series' in body))
    assert.deepEqual((await org.get(`/shifts/${ref}`)).body.data, body.data)
    const [{ appointment_cancelled, is_draft, is_deleted }] = await appointments()
    assert.deepEqual([appointment_cancelled, is_draft, is_deleted], [1, 0, 0])
    const recorded = (await events()).map(({ type, detail }) => [type, detail])
    assert.equal(body.data.shift_notes.length, 1)
    assert.deepEqual(recorded.slice(1), [['shift.cancelled', { cancelled_by: 'client', reason: 'In hospital' }]])
    await assertAppointments(db, org.orgId)
  })

  const cases: [wait: number, by: string, charge: boolean | undefined, short: boolean, charged: boolean][] = [
    [week, 'client', undefined, false, false],
    [week - 1000, 'client', undefined, true, true],
    [-day, 'client', undefined, true, true],
    [day, 'provider', undefined, true, false],
    [day, 'staff', undefined, true, false],
    [day, 'client', false, true, false],
    [10 * day, 'provider', true, false, true],
  ]
  for (const [wait, by, charge, short_notice, charge_client] of cases) {
    const when = wait === week - 1000 ? 'a second under 7' : `${wait / day}`
    const choice = charge === undefined ? '' : `, with charge_client ${charge}`
    const outcome = `${short_notice ? 'at short notice' : 'in time'} and ${charge_client ? '' : 'not '}charged`
    test(`${when} days ahead by the ${by}${choice} is ${outcome}`, async () => {
      const { cancel, shift } = await roster()
      const { ref } = await shift(startingIn(wait))
      const fields = { cancelled_by: by, ...(charge !== undefined && { charge_client: charge }) }
      const { cancellation } = (await cancel(ref, fields)).body.data
      assert.deepEqual([cancellation.short_notice, cancellation.charge_client], [short_notice, charge_client])
    })
  }

  test('without a reason, with an unknown cancelled_by or unknown fields is a 422 by field, and changes nothing', async () => {
    const { org, shift } = await roster()
    const { ref } = await shift()
    const before = await stored(db, org.orgId)
    for (const [body, fields] of [
      [{}, ['cancelled_by', 'reason']],
      [{ cancelled_by: 'nobody', reason: ' ' }, ['cancelled_by', 'reason']],
      [{ cancelled_by: 'client', reason: 'x', charge_client: 1, fee: 5 }, ['charge_client', 'fee']],
      [{ cancelled_by: 'client', reason: 'x', note: 'x'.repeat(2001), scope: 'all' }, ['note', 'scope']],
    ] as const) {
      const { status, body: response } = await org.post(`/shifts/${ref}/cancel`, body)
      assert.deepEqual([status, Object.keys(response.errors).sort()], [422, fields])
    }
    assert.equal((await org.post(`/shifts/${ref}/cancel`)).status, 400)
    assert.deepEqual(await stored(db, org.orgId), before)
  })

  test('of another organisation’s shift, or of one that is deleted, is 404 and changes nothing', async () => {
    const { org, cancel, restore, shiftIn, remove } = await roster()
    const other = await organisation()
    const { ref } = await shiftIn('cancelled')
    const before = await stored(db, org.orgId)
    for (const [action, body] of [
      ['cancel', { cancelled_by: 'client', reason: 'x' }],
      ['restore', {}],
    ] as const) {
      assert.equal((await other.post(`/shifts/${ref}/${action}`, body)).status, 404)
    }
    assert.deepEqual(await stored(db, org.orgId), before)
    await remove([ref])
    assert.deepEqual([(await cancel(ref)).status, (await restore(ref)).status], [404, 404])
  })

  test('of the same shift by concurrent requests cancels it once', async () => {
    const { cancel, shift, events } = await roster()
    const { ref } = await shift()
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(ref)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422])
    assert.equal((await events()).length, 1)
  })
})

describe('POST /shifts/{ref}/restore', () => {
  test('makes a cancelled shift scheduled again without a body, and removes the cancellation', async () => {
    const { org, restore, shiftIn, appointments, events } = await roster()
    const { ref } = await shiftIn('cancelled')
    const { status, body } = await restore(ref)
    assert.equal(status, 200)
    assert.deepEqual([body.data.status, body.data.cancellation, 'conflicts' in body], ['scheduled', null, false])
    assert.deepEqual((await org.get(`/shifts/${ref}`)).body.data, body.data)
    assert.equal((await appointments())[0].appointment_cancelled, 0)
    const last = (await events()).at(-1)
    assert.deepEqual([last.type, last.detail], ['shift.restored', null])
    await assertAppointments(db, org.orgId)
  })

  test('is a 422 if its people are on another shift by now, unless overridden', async () => {
    const { org, restore, shift, shiftIn, staff } = await roster()
    const ana = await staff()
    const { ref } = await shiftIn('cancelled', { staff_ids: [ana] })
    const other = await shift({ staff_ids: [ana] })
    const before = await stored(db, org.orgId)
    const rejected = await restore(ref, {})
    const message = `Ana Li is already on ${other.ref} from 2026-11-16 09:00:00 to 2026-11-16 11:00:00.`
    assert.deepEqual([rejected.status, rejected.body.errors], [422, { staff_ids: [message] }])
    assert.equal(rejected.body.conflicts[0].code, 'staff_overlap')
    const unsaid = await restore(ref, { override_conflicts: ['staff_overlap'] })
    assert.deepEqual([unsaid.status, Object.keys(unsaid.body.errors)], [422, ['override_reason']])
    assert.deepEqual(await stored(db, org.orgId), before)
    const { status, body } = await restore(ref, { override_conflicts: ['staff_overlap'], override_reason: 'Handover' })
    assert.deepEqual([status, body.conflicts.length], [200, 1])
    const overridden = [{ code: 'staff_overlap', staff_id: ana, ref: other.ref }]
    assert.deepEqual((await org.events()).at(-1).detail, { override_reason: 'Handover', overridden })
    await assertAppointments(db, org.orgId)
  })

  test('of two cancelled shifts of one person concurrently restores one of them', async () => {
    const { org, restore, shiftIn, staff } = await roster()
    const ana = await staff()
    const refs = [await shiftIn('cancelled', { staff_ids: [ana] }), await shiftIn('cancelled', { staff_ids: [ana] })]
    const answers = await Promise.all(refs.map(({ ref }) => restore(ref, {})))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
    await assertAppointments(db, org.orgId)
  })

  test('warns of a client on another shift, and succeeds', async () => {
    const { restore, shift, shiftIn, client } = await roster()
    const joan = await client()
    const { ref } = await shiftIn('cancelled', { client_ids: [joan] })
    await shift({ client_ids: [joan] })
    const { status, body } = await restore(ref)
    assert.deepEqual([status, body.conflicts.map(({ code }: { code: string }) => code)], [200, ['client_overlap']])
  })
})
