import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { harness, type Organisation } from '../../test/harness.ts'

const { db, organisation } = await harness()

interface Row {
  form: string
  submitter?: string
  email?: string
  status?: string
  type?: string
  at: string
}

/** Forms and submissions as they are stored; gives the ids of both, in the order given. */
async function store(org: Organisation, names: string[], rows: Row[]) {
  const settings = { allow_step_navigation: false, show_step_numbers: true, submit_button_text: 'Submit' }
  const forms = await db.query<{ id: number; name: string }>(
    `insert into form (org_id, name, settings, steps) select $1, name, $3, '[]' from unnest($2::text[]) name returning id, name`,
    [org.orgId, names, settings],
  )
  const formIds = new Map(forms.rows.map(({ id, name }) => [name, id]))
  const { rows: made } = await db.query<{ id: number }>(
    `insert into form_submission (org_id, form_id, submitter, email, status, type, submitted_at)
     select $1, form_id, submitter, email, coalesce(status, 'Submitted'), coalesce(type, 'form'), at
     from jsonb_to_recordset($2) r (form_id bigint, submitter text, email text, status text, type text, at timestamptz) returning id`,
    [org.orgId, JSON.stringify(rows.map((row) => ({ ...row, form_id: formIds.get(row.form) })))],
  )
  return { formIds, ids: made.map(({ id }) => id) }
}

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('GET /form-submissions', () => {
  let org: Organisation
  let ids: number[]
  let formIds: Map<string, number>

  before(async () => {
    org = await organisation()
    const theirs = await organisation()
    await store(theirs, ['Theirs'], [{ form: 'Theirs', submitter: 'Ana Li', at: '2026-11-03T00:00:00Z' }])
    const stored = await store(
      org,
      ['Survey', 'Incident report'],
      [
        { form: 'Survey', submitter: 'Ana Li', email: 'ana@acme.example', at: '2026-11-02T21:00:00.5Z' },
        {
          form: 'Incident report',
          submitter: 'Bo Ng',
          type: 'incident',
          status: 'In review',
          at: '2026-11-01T12:59:59Z',
        },
        // Midnight in Sydney, which has had summer time since October.
        { form: 'Survey', email: '50%_off@shop.example', status: 'Closed', at: '2026-11-01T13:00:00Z' },
        { form: 'Survey', submitter: 'Zoë Ä', type: 'prospect', at: '2026-11-02T21:00:00.5Z' },
      ],
    )
    ids = stored.ids
    formIds = stored.formIds
  })
  const named = (...places: number[]) => places.map((place) => ids[place])

  test('gives exactly the fields of a list item, newest first and the later id first among equals', async () => {
    const { status, body } = await org.get('/form-submissions')
    assert.equal(status, 200)
    const survey = formIds.get('Survey')
    assert.deepEqual(body, {
      data: [
        ...[
          { id: ids[3], form_id: survey, form: 'Survey', submitter: 'Zoë Ä', status: 'Submitted', type: 'prospect' },
        ].map((item) => ({ ...item, submitted_at: '2026-11-03 08:00:00' })),
        {
          ...{ id: ids[0], form_id: survey, form: 'Survey', submitter: 'Ana Li', email: 'ana@acme.example' },
          ...{ status: 'Submitted', type: 'form', submitted_at: '2026-11-03 08:00:00' },
        },
        {
          ...{
            id: ids[2],
            form_id: survey,
            form: 'Survey',
            email: '50%_off@shop.example',
            status: 'Closed',
            type: 'form',
          },
          submitted_at: '2026-11-02 00:00:00',
        },
        {
          ...{ id: ids[1], form_id: formIds.get('Incident report'), form: 'Incident report', submitter: 'Bo Ng' },
          ...{ status: 'In review', type: 'incident', submitted_at: '2026-11-01 23:59:59' },
        },
      ],
      meta: { page: 1, per_page: 25, total: 4, last_page: 1 },
    })
  })

  for (const [query, places] of [
    ['status=in%20REVIEW', [1]],
    ['status=review', []],
    ['status=Draft', []],
    ['type=incident', [1]],
    ['submitter=NG', [1]],
    ['submitter=li', [0]],
    ['submitter=ACME.ex', [0]],
    ['submitter=%25_', [2]],
    ['submitter=%25', [2]],
    ['submitter=zo%C3%AB', [3]],
    ['submitter=li%0Aana', []],
    ['from=2026-11-02', [3, 0, 2]],
    ['to=2026-11-01', [1]],
    ['from=2026-11-02&to=2026-11-02', [2]],
    ['from=2026-11-04', []],
    ['from=0001-01-01&to=9999-12-31', [3, 0, 2, 1]],
    ['submitter=a&to=2026-11-02', [2]],
    ['submitter=example&status=closed&from=2026-11-02&type=form', [2]],
    ['page=2&per_page=3', [1]],
    ['page=3&per_page=3', []],
  ] as const) {
    test(`?${query} gives ${places.length}`, async () => {
      const { status, body } = await org.get(`/form-submissions?${query}`)
      assert.equal(status, 200)
      assert.deepEqual(idsOf(body), named(...places))
      if (!query.includes('page')) assert.equal(body.meta.total, places.length)
    })
  }

  test('form_id gives those of one form; a form that there is not has none', async () => {
    const { body } = await org.get(`/form-submissions?form_id=${formIds.get('Survey')}&type=form`)
    assert.deepEqual(idsOf(body), named(0, 2))
    assert.deepEqual((await org.get('/form-submissions?form_id=999999')).body.data, [])
  })

  for (const [query, field] of [
    ['per_page=0', 'per_page'],
    ['per_page=51', 'per_page'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['form_id=x', 'form_id'],
    ['type=survey', 'type'],
    ['from=2026-13-01', 'from'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
  ] as const) {
    test(`?${query} is refused by name`, async () => {
      const { status, body } = await org.get(`/form-submissions?${query}`)
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors), [field])
    })
  }
})

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
    // Bursts of one second, quiet months, and hours in between, so that every width of the counts matters.
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
    const stored = await store(org, names, rows)
    formIds = stored.formIds
    all = rows
      .map((row, n) => {
        const at = Date.parse(row.at)
        return { ...row, id: stored.ids[n]!, at, day: new Date(at + 36_000_000).toISOString().slice(0, 10) }
      })
      .sort((a, b) => b.at - a.at || b.id - a.id)
  })

  /** Seldom there: few filters leave the long lists, whose pages are not stepped to. */
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

  test('any page of any question is what sorting and counting all of them gives', async () => {
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
