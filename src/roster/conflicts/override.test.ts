import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, rosterWithAna, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

const roster = () => rosterWithAna(db, organisation)
const accept = (...override_conflicts: string[]) => ({ override_conflicts, override_reason: 'Handover' })
const codes = (conflicts: { code: string }[] = []) => conflicts.map(({ code }) => code)

describe('override_conflicts', () => {
  test('with a reason succeeds; the response lists what was accepted, the event who, what and why', async () => {
    const { org, ana, shift, create } = await roster()
    const first = await shift({ staff_ids: [ana] })
    const { status, body } = await create({ staff_ids: [ana], ...accept('staff_overlap') })
    assert.deepEqual([status, codes(body.conflicts)], [201, ['staff_overlap']])
    const [event] = (await org.events()).slice(-1)
    const overridden = [{ code: 'staff_overlap', staff_id: ana, ref: first.ref }]
    assert.deepEqual([event.type, event.detail], ['shift.created', { override_reason: 'Handover', overridden }])
    await assertAppointments(db, org.orgId)
  })

  test('of one code leaves the other conflicts blocking', async () => {
    const { ana, shift, create, staff } = await roster()
    await shift({ staff_ids: [ana] })
    const bo = await staff('Bo', 'Non-compliant')
    const { status, body } = await create({ staff_ids: [ana, bo], ...accept('staff_overlap') })
    assert.deepEqual([status, body.errors], [422, { staff_ids: ['Bo Li is Non-compliant.'] }])
    assert.deepEqual(codes(body.conflicts), ['staff_non_compliant', 'staff_overlap'])
    const both = accept('staff_overlap', 'staff_non_compliant')
    assert.equal((await create({ staff_ids: [ana, bo], ...both })).status, 201)
  })

  test('without a conflict is not in the event', async () => {
    const { org, create } = await roster()
    const { status, body } = await create(accept('staff_overlap', 'client_archived'))
    assert.deepEqual([status, 'conflicts' in body, (await org.events()).at(-1).detail], [201, false, null])
  })

  test('with unknown or repeated codes is a 422 that lists the codes', async () => {
    const { create } = await roster()
    const { body } = await create(accept('double_booking'))
    assert.match(body.errors['override_conflicts.0'][0], /must be one of staff_overlap, client_overlap/)
    assert.equal((await create(accept('staff_overlap', 'staff_overlap'))).status, 422)
    assert.equal((await create({ ...accept('staff_overlap'), override_reason: ' ' })).status, 422)
  })

  test('in a dry run returns the same result and stores nothing', async () => {
    const { org, ana, shift, body } = await roster()
    await shift({ staff_ids: [ana] })
    const request = await body({ staff_ids: [ana], dry_run: true })
    const before = await stored(db, org.orgId)
    const rejected = await org.post('/shifts', request)
    assert.deepEqual([rejected.status, codes(rejected.body.conflicts)], [422, ['staff_overlap']])
    const accepted = await org.post('/shifts', { ...request, ...accept('staff_overlap') })
    assert.deepEqual([accepted.status, codes(accepted.body.conflicts)], [200, ['staff_overlap']])
    assert.deepEqual(await stored(db, org.orgId), before)
  })
})

describe('GET /shifts/{ref}/conflicts', () => {
  test('lists the current conflicts, accepted or not, for both shifts', async () => {
    const { org, ana, client, shift } = await roster()
    const joan = await client()
    const first = await shift({ staff_ids: [ana], client_ids: [joan] })
    const second = await shift({ staff_ids: [ana], client_ids: [joan], ...accept('staff_overlap') })
    for (const [one, other] of [
      [first, second],
      [second, first],
    ]) {
      const { data } = (await org.get(`/shifts/${one.ref}/conflicts`)).body
      const seen = data.map(({ code, ref }: { code: string; ref: string }) => [code, ref])
      assert.deepEqual(seen, [
        ['staff_overlap', other.ref],
        ['client_overlap', other.ref],
      ])
    }
  })

  test('follows the status of people, and is empty without conflicts', async () => {
    const { org, ana, client, shift, supplier } = await roster()
    const joan = await client()
    const { ref } = await shift({ staff_ids: [ana], client_ids: [joan] })
    const currentCodes = async () => codes((await org.get(`/shifts/${ref}/conflicts`)).body.data)
    assert.deepEqual(await currentCodes(), [])
    await org.post(`/staff/${ana}/status`, { status: 'Non-compliant' })
    await org.delete(`/clients/${joan}`)
    assert.deepEqual(await currentCodes(), ['staff_non_compliant', 'client_archived'])
    await supplier(ana)
    assert.ok((await currentCodes()).includes('client_archived'))
  })

  test('of a shift that is deleted or of another organisation is 404', async () => {
    const { org, shiftIn, remove } = await roster()
    const other = await organisation()
    const { ref } = await shiftIn('cancelled')
    assert.equal((await other.get(`/shifts/${ref}/conflicts`)).status, 404)
    assert.equal((await org.get(`/shifts/${ref}/conflicts`)).status, 200)
    await remove([ref])
    assert.equal((await org.get(`/shifts/${ref}/conflicts`)).status, 404)
  })
})
