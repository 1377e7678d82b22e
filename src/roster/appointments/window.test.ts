import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type AppointmentInput, insertAppointments } from '../../../test/factories/roster/appointments.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()

const insert = (org: Organisation, ...inputs: AppointmentInput[]) => insertAppointments(db, org.orgId, inputs)
const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('a window of GET /appointments', () => {
  const cases: Record<string, [given: AppointmentInput, inside: string[], outside: string[]]> = {
    'that ends at exactly midnight is of the day that begins then as well': [
      { start: '2026-11-02 20:00:00', end: '2026-11-03 00:00:00' },
      ['from=2026-11-03', 'from=2026-11-03&to=2026-11-03', 'from=2026-11-02&to=2026-11-02', 'to=2026-11-02'],
      ['from=2026-11-04', 'to=2026-11-01'],
    ],
    'overnight is of both its days': [
      { start: '2026-11-02 22:00:00', end: '2026-11-03 06:00:00' },
      [
        'from=2026-11-02',
        'from=2026-11-03',
        'from=2026-11-03&to=2026-11-03',
        'to=2026-11-02',
        'from=2026-11-02&to=2026-11-02',
      ],
      ['from=2026-11-04', 'to=2026-11-01', 'from=2026-11-04&to=2026-11-09', 'from=2026-10-01&to=2026-11-01'],
    ],
    'that starts in the last second of `to` is in': [
      { start: '2026-11-02 23:59:59', end: '2026-11-03 00:00:01' },
      ['to=2026-11-02', 'from=2026-11-02&to=2026-11-02'],
      ['to=2026-11-01', 'from=2026-11-04'],
    ],
    'that starts at midnight is not of the day before': [
      { start: '2026-11-02 00:00:00', end: '2026-11-02 01:00:00' },
      ['from=2026-11-02&to=2026-11-02'],
      ['to=2026-11-01', 'from=2026-11-03'],
    ],
    'of seven days is of each of them, also of one in its middle': [
      { start: '2026-11-02 10:00:00', end: '2026-11-09 10:00:00' },
      [
        'from=2026-11-05&to=2026-11-05',
        'from=2026-11-09',
        'from=2026-11-09&to=2026-12-31',
        'to=2026-11-02',
        'from=1999-01-01&to=2040-01-01',
      ],
      ['from=2026-11-10', 'to=2026-11-01'],
    ],
  }
  for (const [name, [input, inside, outside]] of Object.entries(cases)) {
    test(`an appointment ${name}`, async () => {
      const org = await organisation()
      const inserted = await insert(org, input)
      for (const also of ['', '&updated_since=2000-01-01']) {
        for (const query of [...inside, ...outside]) {
          const { body } = await org.get(`/appointments?${query}${also}`)
          const expected = inside.includes(query) ? inserted : []
          assert.deepEqual([ids(body), body.meta.total], [expected, expected.length], `${query}${also}`)
        }
      }
    })
  }

  test('works over days that are thousands of years apart', async () => {
    const org = await organisation()
    const made = await insert(
      org,
      { start: '0026-11-02 10:00:00', end: '0026-11-02 11:00:00' },
      { start: '2026-11-02 10:00:00', end: '2026-11-02 11:00:00' },
      { start: '9026-11-02 10:00:00', end: '9026-11-02 11:00:00' },
    )
    assert.deepEqual(ids((await org.get('/appointments?from=0001-01-01')).body), made)
    assert.deepEqual(ids((await org.get('/appointments?to=2030-01-01')).body), made.slice(0, 2))
    assert.deepEqual(ids((await org.get('/appointments?from=2026-11-03')).body), made.slice(2))
  })

  test('is exact at the border of a block of days', async () => {
    const org = await organisation()
    const date = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
    const block = 20_768 // a multiple of 32 days since 1970: 11 November 2026
    const made = await insert(
      org,
      ...Array.from({ length: 100 }, (_, n) => ({
        start: `${date(block - 2 + n)} 22:00`,
        end: `${date(block - 1 + n)} 06:00`,
      })),
    )
    const borders = [0, 32, 64, 96].flatMap((day) => [day - 1, day, day + 1])
    for (const from of borders) {
      for (const to of borders.filter((day) => day >= from)) {
        // Night n is on the days n - 2 and n - 1 of the block.
        const expected = made.slice(Math.max(0, from + 1), to + 3)
        const { body } = await org.get(`/appointments?per_page=100&from=${date(block + from)}&to=${date(block + to)}`)
        assert.deepEqual([ids(body), body.meta.total], [expected, expected.length], `${from} to ${to}`)
      }
    }
  })

  test('is exact for random appointments, windows and pages during inserts, updates and deletes', async () => {
    const org = await organisation('read-write', 'UTC')
    const other = await organisation('read-write', 'UTC')
    const random = fc.sample(shapes, { numRuns: 4, seed: 20261102 })
    for (const [n, batch] of random.entries()) {
      await insert(org, ...batch.map((given) => ({ ...given, id: given.id * 4 + n })))
      await insert(other, ...batch.map(({ id: _, ...given }) => given))
      await db.query(
        `update appointment set starts = starts + d * interval '13 hours', ends = ends + d * interval '17 hours'
         from generate_series(1, 4) d where org_id = $1 and id % 9 = d and ends < starts + interval '4 days'`,
        [org.orgId],
      )
      await db.query('delete from appointment where org_id = $1 and id % 11 = 3', [org.orgId])
      const stored = await all(org)
      await fc.assert(
        fc.asyncProperty(questions, async ({ page, per_page, ...wanted }) => {
          const expected = stored.filter((row) => wantedRow(row, wanted)).map(({ id }) => id)
          const query = Object.entries({ page, per_page, ...wanted }).filter(([, value]) => value !== undefined)
          const { body } = await org.get(`/appointments?${query.map(([name, value]) => `${name}=${value}`).join('&')}`)
          assert.deepEqual(ids(body), expected.slice((page - 1) * per_page, page * per_page))
          assert.equal(body.meta.total, expected.length)
        }),
        { seed: 20261103 + n, numRuns: 150 },
      )
    }
  })
})

type Stored = { id: number; start: string; end: string; updated_at: string }

async function all(org: Organisation): Promise<Stored[]> {
  const records: Stored[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = (await org.get(`/appointments?per_page=100&page=${page}`)).body
    records.push(...data)
    last = meta.last_page
  }
  const { rows } = await db.query('select count(*) from appointment where org_id = $1', [org.orgId])
  assert.equal(records.length, rows[0].count)
  return records
}

interface Wanted {
  from?: string | undefined
  to?: string | undefined
  updated_since?: string | undefined
}

/** A plain comparison: texts of days compare like days, and the organisation's timezone is UTC. */
const wantedRow = (row: Stored, { from = '0000', to = '9999-99-99', updated_since = '0000' }: Wanted) =>
  row.end.slice(0, 10) >= from && row.start.slice(0, 10) <= to && row.updated_at.slice(0, 10) >= updated_since

const text = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString().slice(0, 19)
const days = 200

/** Random ids, with the lengths of visits, nights and whole weeks. */
const shapes = fc.uniqueArray(
  fc
    .record({
      id: fc.nat({ max: 2 ** 21 }).map((n) => n + 1),
      start: fc.nat({ max: days * 1440 }),
      minutes: fc.oneof(
        fc.constantFrom(30, 120, 1440),
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 7 * 1440 }),
      ),
      updated: fc.nat({ max: days * 1440 }),
    })
    .map(({ id, start, minutes, updated }) => ({
      id,
      start: text(start),
      end: text(start + minutes),
      updated_at: `${text(updated)}Z`,
    })),
  { minLength: 700, maxLength: 800, size: 'max', selector: ({ id }) => id },
)

const dates = fc.integer({ min: -20, max: days + 20 }).map((day) => text(day * 1440).slice(0, 10))
const questions = fc
  .record({
    from: fc.option(dates, { nil: undefined }),
    to: fc.option(dates, { nil: undefined }),
    updated_since: fc.option(dates, { nil: undefined, freq: 2 }),
    page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
    per_page: fc.constantFrom(1, 7, 50, 100),
  })
  .map(({ from, to, ...rest }) =>
    from !== undefined && to !== undefined && to < from ? { ...rest, from: to, to: from } : { ...rest, from, to },
  )
