import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as errors from '../../src/http/contract/errors.ts'
import { dashboardsOf } from '../factories/reports/dashboards.ts'
import { rosterOf } from '../factories/roster/roster.ts'
import { billingOf } from '../factories/tasks/billing.ts'
import { type ApiResponse, harness } from '../harness/harness.ts'

const api = await harness({ rateLimit: 60 })
const { db, clock, send } = api
const org = await api.organisation()
const roster = rosterOf(db, org)
const billing = billingOf(db, org)
const ana = await roster.staff('Ana')

/** Sentences that programs compare with: v1 keeps them as they are. Each is the `message` of a real response, unless it says another field. */
const sentences: [sentence: string, status: number, request: () => Promise<ApiResponse>, field?: string][] = [
  ['Invalid or expired access token.', 401, () => send({ url: '/me', headers: { authorization: 'Bearer x' } })],
  ['Access token does not permit this action.', 403, async () => (await api.organisation('none')).get('/clients')],
  ['Endpoint not found.', 404, () => org.get('/nowhere')],
  ['Client not found.', 404, () => org.get('/clients/999')],
  ['Shift not found.', 404, () => org.get('/shifts/a:999')],
  ['The request body must be a JSON object.', 400, () => org.post('/clients', [])],
  [
    'The request body must be at most 64 KB (65,536 bytes).',
    413,
    () => org.post('/clients', { a: 'x'.repeat(70_000) }),
  ],
  ['The given data was invalid.', 422, () => org.post('/clients', {})],
  ['Provide something to change.', 422, async () => org.patch(`/prospects/${await prospect()}`, {})],
  ['The shift is not published.', 422, async () => clockIn((await shift()).ref)],
  [
    'Ana Li is already clocked in.',
    422,
    async () => {
      const { ref } = await shift({ publish: true })
      await clockIn(ref)
      return clockIn(ref)
    },
  ],
  [
    'Ana Li is not clocked in.',
    422,
    async () => {
      const bo = await roster.staff('Bo')
      const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
      await clockIn(ref, bo)
      return org.post(`/shifts/${ref}/clock-out`, { staff_ids: [ana] })
    },
  ],
  [
    'Appointment notes are edited on the shift.',
    422,
    async () => org.patch(`/notes/${await shiftNote()}`, { notes: 'B' }),
  ],
  [
    'Complete the task first.',
    200,
    async () => billing.sync((await billing.task({ completed: false })).id),
    'results.0.error',
  ],
  [
    'This task is billed and cannot be edited.',
    422,
    async () => org.patch(`/tasks/${await billedTask()}`, { title: 'B' }),
  ],
  [
    'This task is billed and cannot be edited.',
    422,
    async () => org.patch(`/tasks/${await billedTask()}`, { title: 'B' }),
    'error',
  ],
  ['This dashboard is protected and cannot be edited.', 422, () => protectedDashboard()],
  ['Integrations are turned off for this organisation.', 503, () => withIntegrationsOff()],
  ['Too many requests.', 429, () => tooMany()],
]

for (const [sentence, status, request, field = 'message'] of sentences) {
  test(`${status} ${field}: ${sentence}`, async () => {
    clock.advance(60_000) // a new window of the rate limit
    const response = await request()
    const found = field.split('.').reduce((at, key) => at?.[key], response.body)
    assert.deepEqual([response.status, found], [status, sentence], response.text)
  })
}

/** Those of a service under load or in trouble, or outside the API. Tests of these states are beside their code. */
const rare: [sentence: string, status: number, error: errors.ApiError][] = [
  ['The request is not valid HTTP.', 400, errors.notHttp()],
  ['Requests of web pages are accepted from this service’s own address alone.', 403, errors.foreignOrigin()],
  ['The request took too long to arrive.', 408, errors.timedOut()],
  ['A request with this Idempotency-Key is still in progress.', 409, errors.requestInProgress()],
  [
    'An export of this access token is still running. Wait until it ends, or use another token.',
    429,
    errors.exportInProgress(),
  ],
  ['The request headers must be at most 16 KB.', 431, errors.headersTooLarge()],
  ['Server error.', 500, errors.serverError()],
  ['Service overloaded. Retry after 1 second.', 503, errors.overloaded()],
  ['The service cannot answer at the moment. Try again shortly.', 503, errors.unavailable()],
  [
    'The service cannot answer at the moment, and the change may have been made. Look before you send it again, or send such requests with an Idempotency-Key.',
    503,
    errors.outcomeUnknown(),
  ],
]

for (const [sentence, status, error] of rare)
  test(`${status}: ${sentence}`, () => assert.deepEqual([error.status, error.message], [status, sentence]))

test('every error of src/http/contract/errors.ts with a fixed sentence is in these tables', () => {
  const fixed = Object.entries(errors).flatMap(([name, make]) => {
    if (typeof make !== 'function' || make.length > 0 || name === 'ApiError') return []
    const error: unknown = (make as () => unknown)()
    return error instanceof errors.ApiError ? [error.message] : []
  })
  const known = [...sentences, ...rare].map(([sentence]) => sentence)
  assert.ok(fixed.length >= 10, String(fixed))
  assert.deepEqual(
    fixed.filter((sentence) => !known.includes(sentence)),
    [],
  )
})

/** A shift of an hour, on a day of its own. */
const shift = (fields: object = {}) => {
  const day = `2026-12-${String(++shifts).padStart(2, '0')}`
  return roster.shift({ staff_ids: [ana], start: `${day} 09:00:00`, end: `${day} 10:00:00`, ...fields })
}
let shifts = 0
const clockIn = (ref: string, person = ana) => org.post(`/shifts/${ref}/clock-in`, { staff_ids: [person] })
const prospect = async () => (await org.post('/prospects', { first_name: 'Joan', last_name: 'Hart' })).body.data.id
async function shiftNote() {
  const joan = await roster.client('Joan')
  const { ref } = await shift({ client_ids: [joan] })
  await org.post(`/shifts/${ref}/notes`, { notes: 'A' })
  return (await org.get(`/clients/${joan}/notes`)).body.notes[0].ref
}
async function billedTask() {
  const { id } = await billing.task()
  await billing.bill(await billing.synced(id))
  return id
}
async function protectedDashboard() {
  const boards = dashboardsOf(db, org)
  const { id } = await boards.create()
  await boards.protect(id)
  return boards.patch(id, { name: 'B' })
}
async function withIntegrationsOff() {
  const other = await api.organisation()
  await db.query('update organisation set integrations_enabled = false where id = $1', [other.orgId])
  return other.get('/me')
}
async function tooMany() {
  const other = await api.organisation()
  for (let n = 0; n < 60; n++) await other.get('/me')
  return other.get('/me')
}
