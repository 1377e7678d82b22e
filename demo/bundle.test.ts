import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { tokenHash } from '../src/access/token-format.ts'
import { createDemo } from '../src/bundle/demo.ts'
import { Failure } from '../src/process/failure.ts'
import { exportText } from '../test/factories/bundles/bundles.ts'
import { createDatabase } from '../test/harness/database.ts'
import { demoBundle, providerBundle } from './bundle.ts'

const { pool, drop } = await createDatabase({ size: 2 })
after(drop)

type Row = Record<string, any>
const now = Date.UTC(2026, 10, 15, 2)
const { staff, clients, sites, shift_series, shifts } = providerBundle(now) as unknown as Record<
  'staff' | 'clients' | 'sites' | 'shift_series' | 'shifts',
  Row[]
>
const shareOf = (rows: Row[], matches: (row: Row) => boolean) => rows.filter(matches).length / rows.length
const between = (value: number, low: number, high: number) =>
  assert.ok(low <= value && value <= high, `${value} is not from ${low} to ${high}`)

test('has the same bytes every time', () => {
  const digest = createHash('sha256')
    .update(JSON.stringify(demoBundle(now)))
    .digest('hex')
  assert.equal(digest, 'fad4def0d764a8f012fa99ac4155f353749a39634f1282e6eecf38cf79f2bd04')
})

test('has the sizes and shares of a real provider', () => {
  between(staff.length, 55, 65)
  between(clients.length, 230, 250)
  between(
    shareOf(staff, ({ status, supplier }) => status === 'Active' && !supplier),
    0.6,
    0.8,
  )
  between(staff.filter(({ supplier }) => supplier).length, 2, 5)
  assert.equal(new Set(staff.map(({ status }) => status)).size, 5)
  between(
    shareOf(clients, ({ status }) => status === 'Archived'),
    0.11,
    0.13,
  )
  between(
    shareOf(clients, ({ language }) => language === 'English'),
    0.5,
    0.75,
  )
  between(new Set(clients.map(({ language }) => language)).size, 12, 20)
  between(
    shareOf(clients, ({ primary_contact_email }) => primary_contact_email === null),
    0.25,
    0.45,
  )
  for (const type of ['HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private']) {
    between(
      shareOf(clients, ({ client_type }) => client_type === type),
      0.04,
      0.35,
    )
  }
})

test('has unique names, and only addresses and numbers that are reserved for examples', () => {
  for (const rows of [staff, clients]) {
    assert.equal(new Set(rows.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).size, rows.length)
    for (const { created_at, updated_at } of rows) {
      assert.ok(
        '2024-11' <= created_at && created_at <= updated_at && updated_at < '2026-11-10',
        `${created_at} ${updated_at}`,
      )
    }
  }
  for (const { email, phone } of staff) assert.match(`${email} ${phone}`, /^(null|\S+\.example) (null|0400 000 \d{3})$/)
  for (const { address, primary_contact_email, primary_contact_number } of clients) {
    assert.match(`${address}`, /^(null|(\d+\/)?\d+ [\w ]+, [\w ]+ NSW 2\d{3})$/)
    assert.match(
      `${primary_contact_email} ${primary_contact_number}`,
      /^(null|\S+@example\.com) (null|0491 57\d \d{3})$/,
    )
  }
})

test('has a year of rosters around now: visits, outings, two houses, cancellations, open shifts', () => {
  between(shifts.length, 4_000, 7_000)
  assert.deepEqual(
    sites.map(({ name }) => name),
    ['Grevillea House', 'Jacaranda House'],
  )
  const titles = new Set(shifts.map(({ title }) => title))
  for (const title of ['Morning visit', 'Evening visit', 'Saturday outing', 'Sleepover']) assert.ok(titles.has(title))
  const starts = shifts.map(({ start }) => start).sort()
  between((Date.parse(starts.at(-1)) - Date.parse(starts[0])) / 86_400_000, 355, 370)
  between(
    shareOf(shifts, ({ cancellation }) => cancellation),
    0.02,
    0.05,
  )
  between(shifts.filter(({ staff_ids }) => staff_ids.length === 0).length, 5, 60)
  assert.ok(shifts.some(({ is_draft }) => is_draft) && shifts.some(({ notes }) => notes.length > 0))
  for (const { series_id } of shifts) assert.ok(shift_series.some(({ id }) => id === series_id))
})

test('has shifts whose titles fit their time of day, whenever it is created', () => {
  const hours: Record<string, [first: number, last: number]> = {
    Morning: [5, 11],
    Afternoon: [12, 16],
    Evening: [17, 21],
  }
  for (const hour of [2, 8, 14, 20]) {
    for (const { title, start } of demoBundle(Date.UTC(2026, 10, 15, hour)).shifts as Row[]) {
      const [first, last] = hours[title.split(' ')[0]] ?? [0, 23]
      between(Number(start.slice(11, 13)), first, last)
    }
  }
})

test('has no overlapping shifts of one person, and no attendance in the future', () => {
  const today = '2026-11-15 13:00:00'
  const last = new Map<number, string>()
  for (const shift of [...shifts].sort((a, b) => (a.start < b.start ? -1 : 1))) {
    for (const id of shift.cancellation ? [] : shift.staff_ids) {
      assert.ok((last.get(id) ?? '') <= shift.start, `${id} is on two shifts at ${shift.start}`)
      last.set(id, shift.end)
    }
    for (const { check_in, check_out } of shift.attendance) assert.ok((check_out ?? check_in ?? '') <= today)
    assert.ok(
      shift.created_at <= shift.updated_at && shift.updated_at <= '2026-11-15T02:00:00.000000Z',
      shift.updated_at,
    )
  }
})

test('has a few clock-outs that the office entered, at the planned end of the shift', () => {
  const entries = shifts.flatMap(({ attendance, end }) =>
    (attendance as Row[]).map((entry): Row => ({ ...entry, end })),
  )
  const corrected = entries.filter((entry) => entry.corrected)
  between(corrected.length / entries.filter(({ check_out }) => check_out).length, 0.01, 0.04)
  for (const { check_in, check_out, end } of corrected) assert.ok(check_in < check_out && check_out === end)
})

test('creates the organisation of the bundle, with a token with all access', async () => {
  const { orgId, slug, token } = await createDemo(pool, { now: () => now })

  assert.equal(slug, 'demo')
  const stored = JSON.parse(await exportText(pool, orgId))
  assert.deepEqual(stored, demoBundle(now))
  const blocks = await pool.query('select from client_note_state where org_id = $1 and sealed > 0', [orgId])
  assert.equal(blocks.rowCount, 1)
  const { rows } = await pool.query(
    `select c.name, t.expires_at, t.last_four, t.disabled, (select count(*)::int from jsonb_each_text(t.access) where value = 'read-write') as areas
     from access_token t join connection c on c.org_id = t.org_id and c.id = t.connection_id where t.org_id = $1 and t.hash = $2`,
    [orgId, tokenHash(token)],
  )
  assert.deepEqual(rows, [
    { name: 'Demo', expires_at: '2027-12-20T02:00:00.000000Z', last_four: token.slice(-4), disabled: false, areas: 9 },
  ])
})

test('a second creation fails with what to do, and changes nothing', async () => {
  const before = (await pool.query('select count(*)::int as n from access_token')).rows[0].n
  await assert.rejects(
    createDemo(pool, { now: () => 0 }),
    (error) => error instanceof Failure && /token create/.test(error.message),
  )
  assert.equal((await pool.query('select count(*)::int as n from access_token')).rows[0].n, before)
})
