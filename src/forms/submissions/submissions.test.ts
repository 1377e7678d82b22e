import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formsOf, storedSubmissions } from '../../../test/factories/forms/forms.ts'
import { harness } from '../../../test/harness/harness.ts'
import { moveError, moves, type SubmissionStatus, submissionStatuses } from './moves.ts'

const { db, organisation } = await harness()
const forms = async () => formsOf(db, await organisation())
type Forms = Awaited<ReturnType<typeof forms>>

async function submissionIn(status: SubmissionStatus, { org, publishedForm, submit }: Forms): Promise<number> {
  const { id } = await submit(await publishedForm(), {})
  await db.query('update form_submission set status = $3 where org_id = $1 and id = $2', [org.orgId, id, status])
  return id
}

test('a status goes where the decided table lets it, and any to Archived', () => {
  const allowed = submissionStatuses.flatMap((from) =>
    submissionStatuses.filter((to) => from !== to && moveError(from, to) === undefined).map((to) => `${from} > ${to}`),
  )
  assert.deepEqual(allowed, [
    ...['Submitted > In review', 'Submitted > Archived'],
    ...['In review > Approved', 'In review > Changes requested', 'In review > Archived'],
    ...['Approved > Closed', 'Approved > Archived'],
    ...['Changes requested > Closed', 'Changes requested > Archived', 'Closed > Archived'],
  ])
})

describe('GET /form-submissions/{id}', () => {
  test('of another organisation, and of none, is a 404', async () => {
    const [acme, other] = [await forms(), await forms()]
    const { id } = await acme.submit(await acme.publishedForm(), {})
    const { status, body } = await other.org.get(`/form-submissions/${id}`)
    assert.deepEqual([status, body.message], [404, 'Form submission not found.'])
  })

  test('leaves out what an imported one does not have', async () => {
    const { org, publishedForm, read } = await forms()
    const { rows } = await db.query(
      `insert into form_submission (org_id, form_id, type) values ($1, $2, 'form') returning id`,
      [org.orgId, await publishedForm()],
    )
    assert.deepEqual(Object.keys(await read(rows[0].id)), [
      ...['id', 'form_id', 'form', 'status', 'type', 'submitted_at', 'answers', 'history', 'source'],
      ...['created_at', 'updated_at'],
    ])
  })
})

describe('PATCH /form-submissions/{id}', () => {
  for (const from of submissionStatuses) {
    test(`from ${from}: each move is done or rejected as the table says`, async () => {
      const acme = await forms()
      for (const to of submissionStatuses.filter((status) => status !== from)) {
        const id = await submissionIn(from, acme)
        const { status, body } = await acme.change(id, { status: to })
        if (moves[from].includes(to)) {
          assert.deepEqual([status, body.updated, body.data.status], [200, id, to])
          continue
        }
        const rest =
          moves[from].length > 0 ? `from ${from} it can go to ${moves[from].join(', ')}` : `${from} is the end`
        assert.deepEqual([status, body.errors], [422, { status: [`status cannot go from ${from} to ${to}; ${rest}.`] }])
        assert.equal((await acme.read(id)).status, from)
      }
    })
  }

  test('adds each move to the history, with the note and the event', async () => {
    const { org, publishedForm, submit, change, read, eventsOf } = await forms()
    const { id } = await submit(await publishedForm(), {})
    const { body } = await change(id, { status: 'In review', note: ' Called them. ' })
    assert.equal(JSON.stringify(body), JSON.stringify({ updated: id, data: await read(id) }))
    const [first, second] = body.data.history
    const { updated_at } = body.data
    assert.deepEqual(
      [first.status, second],
      ['Submitted', { status: 'In review', by: 'Payroll sync', at: updated_at, note: ' Called them. ' }],
    )
    await change(id, { status: 'Approved' })
    assert.deepEqual(Object.keys((await read(id)).history[2]), ['status', 'by', 'at'])
    const by = { subject_id: id, connection_id: org.connectionId }
    assert.deepEqual(await eventsOf('form_submission.status_changed'), [
      { ...by, fields: ['status', 'note'], detail: { from: 'Submitted', to: 'In review', note: ' Called them. ' } },
      { ...by, fields: ['status'], detail: { from: 'In review', to: 'Approved' } },
    ])
  })

  test('with a note alone, or with the status it has, adds a line and stays', async () => {
    const { publishedForm, submit, change, read, eventsOf } = await forms()
    const { id } = await submit(await publishedForm(), {})
    await change(id, { note: 'One' })
    const { body } = await change(id, { status: 'Submitted', note: 'Two' })
    assert.deepEqual(body.data, await read(id))
    assert.deepEqual(
      body.data.history.map(({ status, note }: any) => [status, note]),
      [
        ['Submitted', undefined],
        ['Submitted', 'One'],
        ['Submitted', 'Two'],
      ],
    )
    const events = await eventsOf('form_submission.updated')
    assert.deepEqual(
      events.map(({ fields, detail }) => [fields, detail]),
      [
        [['note'], null],
        [['note'], null],
      ],
    )
  })

  test('that changes nothing writes nothing', async () => {
    const { org, publishedForm, submit, change } = await forms()
    const record = await submit(await publishedForm(), {})
    const before = await storedSubmissions(db, org.orgId)
    for (const body of [{}, { status: 'Submitted' }]) {
      const answer = await change(record.id, body)
      assert.deepEqual([answer.status, answer.body], [200, { updated: record.id, data: record }])
    }
    assert.deepEqual(await storedSubmissions(db, org.orgId), before)
  })

  test('reports all invalid values at once', async () => {
    const { publishedForm, submit, change } = await forms()
    const { id } = await submit(await publishedForm(), {})
    const { status, body } = await change(id, { status: 'Done', note: ' ', by: 'me' })
    assert.equal(status, 422)
    assert.deepEqual(body.errors, {
      by: ['by is not supported; supported fields are status, note.'],
      status: ['status must be one of Submitted, In review, Approved, Changes requested, Closed, Archived.'],
      note: ['note must not be blank.'],
    })
  })

  test('of another organisation is a 404 and changes nothing', async () => {
    const [acme, other] = [await forms(), await forms()]
    const { id } = await acme.submit(await acme.publishedForm(), {})
    const before = await storedSubmissions(db, acme.org.orgId)
    const { status, body } = await other.change(id, { status: 'Archived', note: 'x' })
    assert.deepEqual([status, body.message], [404, 'Form submission not found.'])
    assert.deepEqual(await storedSubmissions(db, acme.org.orgId), before)
  })

  test('twice at once to different statuses does one and rejects the other by its result', async () => {
    const acme = await forms()
    const id = await submissionIn('In review', acme)
    const both = await Promise.all(
      (['Approved', 'Changes requested'] as const).map((status) => acme.change(id, { status })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422])
    const { status, history } = await acme.read(id)
    const [done, rejected] = both[0]!.status === 200 ? both : both.toReversed()
    assert.deepEqual([status, history.length], [done!.body.data.status, 2])
    assert.match(rejected!.body.errors.status[0], new RegExp(`^status cannot go from ${status} to `))
  })

  test('a history has notes of at most 256 KB together; a move without a note is done all the same', async () => {
    const { org, publishedForm, submit, change, read } = await forms()
    const { id } = await submit(await publishedForm(), {})
    // Its first entry has 100 bytes.
    await db.query(
      `insert into form_submission_change (org_id, submission_id, status, note)
       select $1, $2, 'Submitted', repeat('x', 1900) from generate_series(1, 130)`,
      [org.orgId, id],
    )
    const note = [
      'notes in the history of one submission must have at most 256 KB together, each counted with 100 bytes more.',
    ]
    const { status, body } = await change(id, { status: 'In review', note: 'ä'.repeat(973) })
    assert.deepEqual([status, body.errors], [422, { note }])
    assert.deepEqual([(await read(id)).status, (await read(id)).history.length], ['Submitted', 131])
    const both = await Promise.all([1, 2].map(() => change(id, { note: 'ä'.repeat(972) })))
    assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 422])
    assert.deepEqual(Object.keys((await change(id, { status: 'Closed', note: 'x' })).body.errors), ['status', 'note'])
    assert.equal((await change(id, { status: 'In review' })).body.data.status, 'In review')
  })

  test('twice at once with notes stores both, and each response has the whole history', async () => {
    const { publishedForm, submit, change, read } = await forms()
    const { id } = await submit(await publishedForm(), {})
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((note) => change(id, { note })))
    assert.deepEqual(answers.map(({ body }) => body.data.history.length).sort(), [2, 3, 4, 5])
    assert.deepEqual((await read(id)).history.length, 5)
  })
})
