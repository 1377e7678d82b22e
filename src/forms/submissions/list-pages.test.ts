import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { storeSubmissions } from '../../../test/factories/forms/stored-submissions.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('pages of many submissions', () => {
  const names = ['A', 'B', 'C']
  const statuses = ['Submitted', 'In review', 'Closed', 'Archived']
  const types = ['form', 'incident', 'prospect']
  let org: Organisation
  let formIds: Map<string, number>
  let all: { id: number; form: string; status: string; type: string; day: string; at: number }[]

  before(async () => {
    org = await organisation('read-write', 'Australia/Brisbane') // ten hours before UTC, all the year
    const start = Date.parse('2024-02-01T00:00:00Z')
    // Bursts within one second, quiet months, and hours in between, to use every interval of the counters.
    const rows = Array.from({ length: 4000 }, (_, n) => {
      const at =
        start + (n % 3 === 0 ? Math.floor(n / 300) * 50 * 86_400_000 : (n * 7919 * 60_000) % (900 * 86_400_000))
      return {
        form: names[n % 3]!,
        status: statuses[(n * 7) % 4]!,
        type: types[(n * 5) % 3]!,
        at: new Date(at).toISOString(),
      }
    })
    const stored = await storeSubmissions(db, org, names, rows)
    formIds = stored.formIds
    all = rows
      .map((row, n) => {
        const at = Date.parse(row.at)
        return { ...row, id: stored.ids[n]!, at, day: new Date(at + 36_000_000).toISOString().slice(0, 10) }
      })
      .sort((a, b) => b.at - a.at || b.id - a.id)
  })

  /** Rarely set: few filters leave the long lists, which page differently. */
  const seldom = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight: 2 })
  const asked = fc.record({
    form: seldom(fc.constantFrom(...names)),
    status: seldom(fc.constantFrom(...statuses, 'Approved')),
    type: seldom(fc.constantFrom(...types)),
    from: seldom(fc.integer({ min: -10, max: 500 })),
    to: seldom(fc.integer({ min: 400, max: 950 })),
  })
  const dayOf = (n: number) => new Date(Date.parse('2024-02-01') + n * 86_400_000).toISOString().slice(0, 10)

  test('any page of any query equals sorting and counting all submissions', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 1050 }),
        async (filters, per, share) => {
          const { form, status, type } = filters
          const [from, to] = [filters.from, filters.to].map((n) => (n === undefined ? undefined : dayOf(n)))
          const isWindow = from === undefined || to === undefined || from <= to
          const wanted = all.filter(
            (row) =>
              (form === undefined || row.form === form) &&
              (status === undefined || row.status === status) &&
              (type === undefined || row.type === type) &&
              (from === undefined || !isWindow || row.day >= from) &&
              (to === undefined || !isWindow || row.day <= to),
          )
          const page = Math.floor((share * wanted.length) / 1000 / per) + 1
          const query = new URLSearchParams({ page: String(page), per_page: String(per) })
          if (form !== undefined) query.set('form_id', String(formIds.get(form)))
          if (status !== undefined) query.set('status', status)
          if (type !== undefined) query.set('type', type)
          if (isWindow && from !== undefined) query.set('from', from)
          if (isWindow && to !== undefined) query.set('to', to)
          const { body } = await org.get(`/form-submissions?${query}`)
          assert.deepEqual(
            idsOf(body),
            wanted.slice((page - 1) * per, page * per).map(({ id }) => id),
          )
          assert.equal(body.meta.total, wanted.length)
        },
      ),
      { numRuns: 400, seed: 6 },
    )
  })

  test('the oldest of all has a page for itself where the others fill theirs', async () => {
    const { body } = await org.get('/form-submissions?page=94&per_page=43')
    assert.deepEqual(idsOf(body), [all.at(-1)!.id])
  })

  test('counts follow what is changed and removed', async () => {
    const [first, second] = [all[0]!, all[1]!]
    await db.query(
      `update form_submission set status = 'Approved', submitted_at = '2023-01-01' where org_id = $1 and id = $2`,
      [org.orgId, first.id],
    )
    await db.query('delete from form_submission where org_id = $1 and id = $2', [org.orgId, second.id])
    assert.equal((await org.get('/form-submissions')).body.meta.total, all.length - 1)
    const { body } = await org.get('/form-submissions?status=Approved&to=2023-12-31')
    assert.deepEqual(idsOf(body), [first.id])
    const last = await org.get(`/form-submissions?page=${Math.ceil((all.length - 1) / 50)}&per_page=50`)
    assert.equal(idsOf(last.body).at(-1), first.id)
  })
})

describe('pages of a busy day', () => {
  test('have every submission once, though the end of the day cuts the hours that are counted together', async () => {
    const org = await organisation('read-write', 'Australia/Brisbane')
    const start = Date.parse('2024-03-09T20:00:00Z')
    const rows = Array.from({ length: 3000 }, (_, n) => ({
      ...{ form: 'A', status: 'Submitted', type: 'form' },
      at: new Date(start + n * 36_000).toISOString(),
    }))
    const { ids } = await storeSubmissions(db, org, ['A'], rows)
    for (const to of ['2024-03-10', '2024-03-11']) {
      const midnight = Date.parse(`${to}T14:00:00Z`) // the next day's in Brisbane
      const wanted = ids.filter((_, n) => Date.parse(rows[n]!.at) < midnight).reverse()
      const found: number[] = []
      for (let page = 1; page <= Math.ceil(wanted.length / 50); page++) {
        const { body } = await org.get(`/form-submissions?to=${to}&per_page=50&page=${page}`)
        assert.equal(body.meta.total, wanted.length)
        found.push(...idsOf(body))
      }
      assert.deepEqual(found, wanted)
    }
  })
})
