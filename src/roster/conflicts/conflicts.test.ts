import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { assertAppointments, rosterOf, rosterWithAna, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const { db, clock, organisation } = await harness()
setClock(clock)

const roster = () => rosterWithAna(db, organisation)
const at = (start: string, end: string) => ({ start: `2026-11-${start}:00`, end: `2026-11-${end}:00` })
type ListedConflict = { code: string; severity: string; ref?: string }
const codes = (conflicts: ListedConflict[] = []) => conflicts.map(({ code }) => code)

describe('a person on two shifts', () => {
  const others: Record<string, [start: string, end: string, overlaps: boolean]> = {
    'the same time': ['16 09:00', '16 11:00', true],
    'a minute at its end': ['16 10:59', '16 12:00', true],
    'a minute at its start': ['16 08:00', '16 09:01', true],
    'a part of it': ['16 09:30', '16 10:00', true],
    'all of it and more': ['16 08:00', '16 12:00', true],
    'the week around it': ['12 09:00', '19 09:00', true],
    'the night before, into it': ['15 22:00', '16 09:30', true],
    'the time until it starts': ['16 07:00', '16 09:00', false],
    'the time after it ends': ['16 11:00', '16 13:00', false],
    'the night before': ['15 22:00', '16 06:00', false],
    'the same hours a day later': ['17 09:00', '17 11:00', false],
  }
  for (const [name, [start, end, overlaps]] of Object.entries(others)) {
    test(`${name} ${overlaps ? 'is rejected with the other shift' : 'is none of its business'}`, async () => {
      const { org, ana, shift, body: filled } = await roster()
      const first = await shift({ staff_ids: [ana] })
      const request = await filled({ staff_ids: [ana], ...at(start, end) })
      const state = await stored(db, org.orgId)
      const { status, body } = await org.post('/shifts', request)
      if (!overlaps) return assert.equal(status, 201, JSON.stringify(body))
      const message = `Ana Li is already on ${first.ref} from 2026-11-16 09:00:00 to 2026-11-16 11:00:00.`
      assert.equal(status, 422)
      assert.deepEqual(body, {
        message: 'The given data was invalid.',
        errors: { staff_ids: [message] },
        conflicts: [
          {
            ...{ code: 'staff_overlap', severity: 'block', staff: { id: ana, name: 'Ana Li' }, ref: first.ref },
            ...{ start: first.start, end: first.end, message },
          },
        ],
      })
      assert.deepEqual(await stored(db, org.orgId), state)
    })
  }

  for (const [name, night, morning] of [
    [
      'when the clocks go forward',
      ['2026-10-03 22:00:00', '2026-10-04 03:00:00'],
      ['2026-10-04 03:00:00', '2026-10-04 05:00:00'],
    ],
    [
      'when they go back',
      ['2027-04-03 22:00:00', '2027-04-04 02:30:00'],
      ['2027-04-04 02:30:00', '2027-04-04 05:00:00'],
    ],
  ] as const) {
    test(`one after the other in the night ${name} do not overlap; a second more does`, async () => {
      const { ana, shift, create } = await roster()
      await shift({ staff_ids: [ana], start: night[0], end: night[1] })
      const early = morning[0].replace(/(\d\d):(\d\d):00$/, (_, h, m) => (m === '30' ? `${h}:29:59` : '01:59:59'))
      assert.equal((await create({ staff_ids: [ana], start: early, end: morning[1] })).status, 422)
      assert.equal((await create({ staff_ids: [ana], start: morning[0], end: morning[1] })).status, 201)
    })
  }

  test('of which one lasts seven days overlap up to its last minute', async () => {
    const { ana, shift, create } = await roster()
    await shift({ staff_ids: [ana], ...at('16 09:00', '23 09:00') })
    assert.equal((await create({ staff_ids: [ana], ...at('23 08:59', '23 10:00') })).status, 422)
    assert.equal((await create({ staff_ids: [ana], ...at('23 09:00', '23 10:00') })).status, 201)
  })

  test('a shift to 02:00 and one from a skipped 02:30 do not overlap', async () => {
    const { org, ana, shift } = await roster()
    await shift({ staff_ids: [ana], start: '2026-10-04 00:00:00', end: '2026-10-04 02:00:00' })
    const { ref, start } = await shift({ staff_ids: [ana], start: '2026-10-04 02:30:00', end: '2026-10-04 04:00:00' })
    assert.equal(start, '2026-10-04 03:30:00')
    assert.deepEqual((await org.get(`/shifts/${ref}/conflicts`)).body, { data: [] })
  })

  test('draft, scheduled, started and completed shifts count; cancelled and deleted ones do not', async () => {
    for (const [status, answer] of [
      ['draft', 422],
      ['scheduled', 422],
      ['started', 422],
      ['completed', 422],
      ['cancelled', 201],
    ] as const) {
      const { ana, shiftIn, create } = await roster()
      await shiftIn(status, { staff_ids: [ana] })
      assert.equal((await create({ staff_ids: [ana] })).status, answer, status)
    }
    for (const status of ['draft', 'started', 'cancelled'] as const) {
      const { ana, shiftIn, create, remove } = await roster()
      await remove([(await shiftIn(status, { staff_ids: [ana] })).ref])
      assert.equal((await create({ staff_ids: [ana] })).status, 201, status)
    }
  })

  test('created concurrently are one shift and rejections', async () => {
    const { org, ana, body } = await roster()
    const requests = await Promise.all(Array.from({ length: 8 }, () => body({ staff_ids: [ana] })))
    const answers = await Promise.all(requests.map((one) => org.post('/shifts', one)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(422)])
    await assertAppointments(db, org.orgId)
  })

  for (const [zone, day] of [
    ['Australia/Sydney', '2026-10-04'],
    ['Australia/Sydney', '2027-04-04'],
    ['Australia/Lord_Howe', '2027-04-04'],
  ] as const) {
    test(`at random times around ${day} in ${zone} overlap where the instants of their clock times do`, async () => {
      const org = await organisation('read-write', zone)
      const { shift, staff, client } = rosterOf(db, org)
      const [staff_ids, client_ids] = [[await staff()], [await client()]]
      const midnight = Temporal.PlainDate.from(day).toPlainDateTime()
      const text = (minutes: number) => midnight.add({ minutes }).toString({ smallestUnit: 'second' }).replace('T', ' ')
      const instant = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
      const times = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 12 }))
      const samples = fc
        .sample(times, { seed, numRuns: 24 })
        .map(([start, length]) => ({ start: text(start * 15), end: text((start + length) * 15) }))
        .filter(({ start, end }) => instant(end) > instant(start))
      const over = { override_conflicts: ['staff_overlap'], override_reason: 'Test' }
      const made: { ref: string; from: number; to: number }[] = []
      for (const { start, end } of samples) {
        const { ref } = await shift({ staff_ids, client_ids, start, end, ...over })
        made.push({ ref, from: instant(start), to: instant(end) })
      }
      for (const { ref, from, to } of made) {
        const others = made.filter((other) => other.ref !== ref && other.from < to && from < other.to)
        const conflicts: ListedConflict[] = (await org.get(`/shifts/${ref}/conflicts`)).body.data
        for (const code of ['staff_overlap', 'client_overlap']) {
          const refs = conflicts.filter((conflict) => conflict.code === code).map((conflict) => conflict.ref)
          assert.deepEqual(refs.sort(), others.map((other) => other.ref).sort())
        }
      }
    })
  }

  test('who has become a supplier stays on a shift, and cannot be added to another', async () => {
    const { org, ana, shift, shiftIn, create, supplier } = await roster()
    const { ref } = await shift({ staff_ids: [ana] })
    const cancelled = await shiftIn('cancelled', { staff_ids: [ana], ...at('17 09:00', '17 11:00') })
    const over = { override_conflicts: ['staff_overlap'], override_reason: 'Handover' }
    await shift({ staff_ids: [ana], ...at('17 09:00', '17 11:00') })
    await supplier(ana)
    const { status, body } = await create({ staff_ids: [ana], ...over })
    const sentence = `staff_ids must be ids of staff of this organisation; there is no ${ana}.`
    assert.deepEqual([status, body.errors], [422, { staff_ids: [sentence] }])
    assert.equal((await org.patch(`/shifts/${ref}`, { title: 'Evening visit' })).status, 200)
    const restored = await org.post(`/shifts/${cancelled.ref}/restore`)
    assert.deepEqual([restored.status, codes(restored.body.conflicts)], [422, ['staff_overlap']])
  })
})

describe('other conflicts', () => {
  test('staff who are not active or not compliant block, each with its own code', async () => {
    const { staff, create } = await roster()
    for (const [status, code, message] of [
      ['Pending', 'staff_not_active', 'Bo Li is Pending, not Active.'],
      ['Inactive', 'staff_not_active', 'Bo Li is Inactive, not Active.'],
      ['Archived', 'staff_not_active', 'Bo Li is Archived, not Active.'],
      ['Non-compliant', 'staff_non_compliant', 'Bo Li is Non-compliant.'],
    ]) {
      const bo = await staff('Bo', status)
      const { status: answered, body } = await create({ staff_ids: [bo] })
      assert.deepEqual([answered, body.errors, codes(body.conflicts)], [422, { staff_ids: [message] }, [code]])
      const [{ severity, staff: who, start, end }] = body.conflicts
      const own = ['2026-11-16 09:00:00', '2026-11-16 11:00:00']
      assert.deepEqual([severity, who, start, end], ['block', { id: bo, name: 'Bo Li' }, ...own])
    }
  })

  test('an archived client blocks', async () => {
    const { client, create } = await roster()
    const joan = await client('Joan', { status: 'Archived' })
    const { status, body } = await create({ client_ids: [joan] })
    assert.deepEqual([status, body.errors], [422, { client_ids: ['Joan Hart is archived.'] }])
    assert.deepEqual(body.conflicts[0].client, { id: joan, name: 'Joan Hart' })
  })

  test('of more than 100 those that block are listed first', async () => {
    const { client, ana, shift, create } = await roster()
    const joan = await client()
    for (let n = 0; n < 100; n++) await shift({ client_ids: [joan], staff_ids: [] })
    const last = await shift({ staff_ids: [ana] })
    const { status, body } = await create({ client_ids: [joan], staff_ids: [ana] })
    assert.deepEqual([status, body.conflicts.length], [422, 100])
    assert.deepEqual([body.conflicts[0].code, body.conflicts[0].ref], ['staff_overlap', last.ref])
    assert.deepEqual([...new Set(codes(body.conflicts.slice(1)))], ['client_overlap'])
  })

  test('a client on another shift is a warning in the response', async () => {
    const { client, shift, create } = await roster()
    const joan = await client()
    const first = await shift({ client_ids: [joan] })
    const { status, body } = await create({ client_ids: [joan], ...at('16 10:30', '16 12:00') })
    const message = `Joan Hart is already on ${first.ref} from 2026-11-16 09:00:00 to 2026-11-16 11:00:00.`
    const expected = {
      code: 'client_overlap',
      severity: 'warn',
      client: { id: joan, name: 'Joan Hart' },
      ref: first.ref,
    }
    assert.deepEqual([status, body.conflicts], [201, [{ ...expected, start: first.start, end: first.end, message }]])
  })

  test('more clients at a site than it has room for are a warning, counted once each', async () => {
    const { client, site, shift, create } = await roster()
    const [joan, max, kim] = [await client(), await client('Max'), await client('Kim')]
    const site_id = await site({ participant_ids: [joan, max, kim], client_capacity: 2 })
    const there = (client_ids: number[], times = {}) => create({ type: 'site', site_id, client_ids, ...times })
    const codesOf = async (answer: ReturnType<typeof there>) => codes((await answer).body.conflicts)
    await shift({ type: 'site', site_id, client_ids: [joan] })
    assert.deepEqual(await codesOf(there([joan, max])), ['client_overlap'])
    const full = (await there([kim])).body
    assert.deepEqual(codes(full.conflicts), ['site_full'])
    assert.equal(full.conflicts[0].message, 'Banksia House has room for 2 clients; 3 would be there.')
    assert.deepEqual(await codesOf(there([kim], at('16 11:00', '16 12:00'))), [])
  })

  test('lists all blocks and warnings at once', async () => {
    const { ana, client, staff, shift, create } = await roster()
    const joan = await client()
    await shift({ staff_ids: [ana], client_ids: [joan] })
    const bo = await staff('Bo', 'Inactive')
    const { body } = await create({ staff_ids: [bo, ana], client_ids: [joan] })
    assert.deepEqual(codes(body.conflicts), ['staff_not_active', 'staff_overlap', 'client_overlap'])
    assert.equal(body.errors.staff_ids.length, 2)
  })
})
