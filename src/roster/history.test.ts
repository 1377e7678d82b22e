import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertClockIns,
  assertEvents,
  assertNoDoubleBooking,
  assertTitles,
  type Exchange,
  randomFrom,
} from '../../test/factories/roster/history.ts'
import { assertAppointments, type Roster, rosterAt } from '../../test/factories/roster/series.ts'
import { harness } from '../../test/harness/harness.ts'
import { makeDueShifts } from './series/job.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const rounds = Number(process.env.WATTLE_HISTORY_ROUNDS ?? 8)
const callers = 8
const perCaller = 6
const api = await harness()
const { db, clock } = api
const failures: unknown[] = []

/** Two days with a few times, so that requests collide. */
const times = (pick: (n: number) => number) => {
  const [day, hour] = [16 + pick(2), 8 + pick(4)]
  const pad = (n: number) => String(n).padStart(2, '0')
  return { start: `2026-11-${day} ${pad(hour)}:00:00`, end: `2026-11-${day} ${pad(hour + 1 + pick(2))}:00:00` }
}

/** One random request. */
type Request = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; body: Record<string, unknown> }

/** Less than 24 hours from the shifts of both days, and never the same, so that a correction always changes the time. */
let corrections = 0
const unusedInstant = () => new Date(Date.parse('2026-11-16T18:00:00Z') - 1000 * ++corrections).toISOString()

function randomRequest(roster: Roster, refs: string[], pick: (n: number) => number, name: string): Request {
  const { ana, bo, cy, joan, max } = roster
  const staff = () => [[ana], [bo], [cy], [ana, bo], [bo, cy], []][pick(6)]!
  const ref = refs[pick(refs.length)]!
  const scope = pick(3) === 0 ? 'this_and_following' : 'this'
  const override = pick(5) === 0 ? { override_conflicts: ['staff_overlap'], override_reason: 'Needed' } : {}
  const fresh = {
    type: 'single',
    title: name,
    client_ids: [[joan], [max]][pick(2)],
    staff_ids: staff(),
    ...times(pick),
  }
  const recurrence = { unit: 'Day', every: 1 + pick(2), ends_after: 2 + pick(6) }
  const on = (action: string, body: object = {}): Request => ({
    method: 'POST',
    url: `/shifts/${ref}/${action}`,
    body: { ...body },
  })
  const edit = (body: object): Request => ({ method: 'PATCH', url: `/shifts/${ref}`, body: { ...body, ...override } })
  const made = (body: object): Request => ({
    method: 'POST',
    url: '/shifts',
    body: { ...body, ...override, publish: pick(2) === 0 },
  })
  const choices: (() => Request)[] = [
    () => made(fresh),
    () => made({ ...fresh, recurrence }),
    () => edit({ title: name, scope }),
    () => edit({ title: name }),
    () => edit({ title: name, staff_ids: staff(), scope }),
    () => edit({ title: name, ...times(pick) }),
    () => edit({ title: name, recurrence: pick(4) === 0 ? null : recurrence, scope: 'this_and_following' }),
    () => ({ method: 'DELETE', url: '/shifts', body: { refs: [ref, refs[pick(refs.length)]!], scope } }),
    () => ({
      method: 'POST',
      url: '/shifts/publish',
      body: { refs: [ref, refs[pick(refs.length)]!], scope, ...override },
    }),
    () => ({ method: 'POST', url: '/shifts/unpublish', body: { refs: [ref] } }),
    () => on('clock-in', { staff_ids: [[ana], [bo], [cy]][pick(3)] }),
    () => on('clock-out', { staff_ids: [[ana], [bo], [cy]][pick(3)] }),
    () => ({
      method: 'PUT',
      url: `/shifts/${ref}/attendance`,
      body: { staff_id: [ana, bo, cy][pick(3)], check_in: unusedInstant(), reason: name },
    }),
    () => on('cancel', { cancelled_by: 'client', reason: 'Away', scope }),
    () => on('restore', override),
    () => on('notes', { notes: name }),
  ]
  return choices[pick(choices.length)]!()
}

test(`the roster stays consistent with ${callers} concurrent callers and the job`, async () => {
  const pick = randomFrom(seed)
  const roster = await rosterAt(api, '2026-11-15T19:00:00Z')
  const { org } = roster
  const did: Exchange[] = []
  /** In this round all callers request the same hour of one person. */
  const rush = async (round: number, caller: number): Promise<Exchange> => {
    const hour = `2026-12-${String((round % 28) + 1).padStart(2, '0')} 05`
    const staff_ids = [[roster.ana, roster.bo, roster.cy][caller % 3]]
    const body = roster.shift({
      title: `rush ${round}.${caller}`,
      staff_ids,
      start: `${hour}:00:00`,
      end: `${hour}:59:00`,
    })
    return { request: { method: 'POST', url: '/shifts', body }, answer: await org.post('/shifts', body) }
  }
  for (let round = 0; round < rounds; round++) {
    const shifts = await roster.shifts()
    for (let n = shifts.length; n < 4; n++) {
      const fields = {
        title: `start ${round} ${n}`,
        staff_ids: [],
        recurrence: n < 2 ? { unit: 'Day', ends_after: 90 } : undefined,
      }
      const body = roster.shift({ ...fields, publish: true })
      did.push({ request: { method: 'POST', url: '/shifts', body }, answer: await org.post('/shifts', body) })
    }
    // Only a few of the shifts, so that requests collide.
    const refs = (await roster.shifts()).slice(0, 6).map(({ ref }) => ref)
    const call = async (caller: number) => {
      const { request, answer } = await rush(round, caller)
      did.push({ request, answer })
      for (let n = 0; n < perCaller; n++) {
        const request = randomRequest(roster, refs, pick, `${round}.${caller}.${n}`)
        did.push({ request, answer: await org.call(request.method, request.url, request.body) })
      }
    }
    clock.advance(86_400_000)
    const job = () => makeDueShifts(db, clock.now(), (error) => failures.push(error))
    await Promise.all([...Array.from({ length: callers }, (_, caller) => call(caller)), job(), job()])

    const broken = did.filter(({ answer }) => answer.status >= 500)
    assert.deepEqual(broken, [], `seed ${seed}, round ${round}`)
    assert.deepEqual(failures, [])
    await assertAppointments(db, org)
    await assertNoDoubleBooking(db, org)
    await assertClockIns(db, org, did)
    await assertTitles(db, org, did)
    await assertEvents(db, org, did)
  }
  const statuses = new Set(did.map(({ request, answer }) => `${request.method} ${answer.status}`))
  for (const needed of [
    'POST 201',
    'POST 422',
    'PUT 200',
    'PUT 422',
    'PATCH 200',
    'PATCH 422',
    'PATCH 404',
    'DELETE 200',
  ])
    assert.ok(statuses.has(needed), `${needed} never happened`)
})
