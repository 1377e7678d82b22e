import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { storeSubmissions } from '../../../test/factories/forms/stored-submissions.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()

const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('GET /form-submissions', () => {
  let org: Organisation
  let ids: number[]
  let formIds: Map<string, number>

  before(async () => {
    org = await organisation()
    const theirs = await organisation()
    await storeSubmissions(
      db,
      theirs,
      ['Theirs'],
      [{ form: 'Theirs', submitter: 'Ana Li', at: '2026-11-03T00:00:00Z' }],
    )
    const stored = await storeSubmissions(
      db,
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

  test('returns exactly the fields of a list item, newest first, and among equals the later id first', async () => {
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
    test(`?${query} returns ${places.length}`, async () => {
      const { status, body } = await org.get(`/form-submissions?${query}`)
      assert.equal(status, 200)
      assert.deepEqual(idsOf(body), named(...places))
      if (!query.includes('page')) assert.equal(body.meta.total, places.length)
    })
  }

  test('an unknown status is rejected with the list of statuses', async () => {
    assert.deepEqual((await org.get('/form-submissions?status=Nope')).body.errors.status, [
      'status must be one of Submitted, In review, Approved, Changes requested, Closed, Archived.',
    ])
  })

  test('form_id returns the submissions of one form; an unknown form has none', async () => {
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
    ['status=review', 'status'],
    ['status=Nope', 'status'],
    ['status=', 'status'],
    ['from=2026-13-01', 'from'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
  ] as const) {
    test(`?${query} is rejected by name`, async () => {
      const { status, body } = await org.get(`/form-submissions?${query}`)
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors), [field])
    })
  }
})
