import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  assertRoundTrip,
  emptyOrganisation,
  exportedBundle,
  importTo,
  type Row,
  withoutTimestamps,
} from '../../../test/factories/bundles/bundles.ts'
import { completeBundle, form, oneStep, submission } from '../../../test/factories/bundles/forms.ts'
import { base } from '../../../test/factories/bundles/tasks.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
const submissionsOf = async (orgId: number): Promise<Row[]> => (await exportedBundle(pool, orgId)).form_submissions
async function withSubmissions(...form_submissions: object[]): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, {
    ...base,
    organisation: { name: 'Acme Care', timezone: 'Australia/Sydney', owner_id: 31 },
    forms: [form({ published: 'on', steps: oneStep, incident: { enabled: true } })],
    form_submissions,
  })
  return orgId
}
const again = async (orgId: number, ...form_submissions: object[]) =>
  (await importTo(pool, orgId, { form_submissions })).counts.form_submissions!

describe('a submission with few fields in the bundle', () => {
  test('is of the form’s version and type, the owner’s, and Submitted since it was', async () => {
    const orgId = await withSubmissions(submission())
    const [row] = (await submissionsOf(orgId)).map(withoutTimestamps)
    assert.deepEqual(row, {
      ...{ id: 85, form_id: 80, submitter: null, email: null, status: 'Submitted', type: 'incident' },
      ...{ submitted_at: '2026-11-03 08:00:00', answers: [], form_version: 1, assignee_id: 31 },
    })
    const lines = await query(
      'select status, by_name, note, created_at from form_submission_change where org_id = $1',
      orgId,
    )
    assert.deepEqual(lines, [
      { status: 'Submitted', by_name: null, note: null, created_at: '2026-11-02T21:00:00.000000Z' },
    ])
    assert.equal((await again(orgId, submission())).unchanged, 1)
  })

  test('stays what it is when the form is another by now, or the organisation another’s', async () => {
    const orgId = await withSubmissions(submission())
    await importTo(pool, orgId, {
      organisation: { name: 'Acme Care', timezone: 'Australia/Sydney', owner_id: null },
      forms: [form({ published: 'on', steps: oneStep, name: 'Renamed' })],
    })
    assert.equal((await again(orgId, submission())).unchanged, 1)
    const [{ form_version, type, assignee_id }] = (await submissionsOf(orgId)) as [Row]
    assert.deepEqual([form_version, type, assignee_id], [1, 'incident', 31])
  })

  test('has no assignee if it is null, and no version if the form has none', async () => {
    const orgId = await withSubmissions(submission({ assignee_id: null, form_version: null }))
    const [{ form_version, assignee_id }] = (await submissionsOf(orgId)) as [Row]
    assert.deepEqual([form_version, assignee_id], [null, null])
  })
})

describe('the history of a submission', () => {
  const history = [
    { id: 1, status: 'Submitted', at: '2026-11-02T21:00:00.000000Z' },
    { id: 2, status: 'In review', by: 'Ana Li', at: '2026-11-02T22:00:00.000000Z', note: 'Rang.' },
  ]

  test('stays unless the row has another one, and gets an entry when the status changes', async () => {
    const orgId = await withSubmissions(submission({ status: 'In review', history }))
    assert.equal((await again(orgId, submission({ status: 'In review' }))).unchanged, 1)
    await again(orgId, submission({ status: 'Approved', updated_at: '2026-11-04T00:00:00.000000Z' }))
    const [{ history: lines }] = (await submissionsOf(orgId)) as [Row]
    assert.deepEqual(lines.slice(0, 2), history)
    const { id, ...line } = lines[2]
    assert.ok(id > 2)
    assert.deepEqual(line, { status: 'Approved', at: '2026-11-04T00:00:00.000000Z' })
    await again(orgId, submission({ status: 'In review', history }))
    assert.deepEqual((await submissionsOf(orgId))[0]!.history, history)
  })
})

describe('when something was submitted', () => {
  test('is local time, and a stored fraction of a second is kept', async () => {
    const orgId = await withSubmissions(submission())
    const exact = '2026-11-02T21:00:00.123456Z'
    await query('update form_submission set submitted_at = $2 where org_id = $1', orgId, exact)
    await query('update form_submission_change set created_at = $2 where org_id = $1', orgId, exact)
    assert.equal((await submissionsOf(orgId))[0]!.history, undefined)
    assert.equal((await again(orgId, submission())).unchanged, 1)
    await again(orgId, submission({ submitted_at: '2026-11-03 08:00:01' }))
    const [{ submitted_at }] = await query('select submitted_at from form_submission where org_id = $1', orgId)
    assert.equal(submitted_at, '2026-11-02T21:00:01.000000Z')
  })

  test('is the first of two where the clock shows it twice, and what the clock shows where it skips it', async () => {
    const orgId = await withSubmissions(
      submission({ submitted_at: '2026-04-05 02:30:00' }),
      submission({ id: 86, submitted_at: '2026-10-04 02:30:00' }),
    )
    const rows = await query('select submitted_at from form_submission where org_id = $1 order by id', orgId)
    assert.deepEqual(
      rows.map(({ submitted_at }) => submitted_at),
      ['2026-04-04T15:30:00.000000Z', '2026-10-03T16:30:00.000000Z'],
    )
    assert.equal((await submissionsOf(orgId))[1]!.submitted_at, '2026-10-04 03:30:00')
    const skipped = [
      submission({ submitted_at: '2026-04-05 02:30:00' }),
      submission({ id: 86, submitted_at: '2026-10-04 02:30:00' }),
    ]
    assert.equal((await again(orgId, ...skipped)).unchanged, 2)
  })
})

test('people named only by name are stored as objects, and labels default to keys', async () => {
  const orgId = await withSubmissions(
    submission({
      answers: [
        { key: 'who', type: 'client', value: 'Joan' },
        { key: 'note', value: null },
      ],
    }),
  )
  assert.deepEqual((await submissionsOf(orgId))[0]!.answers, [
    { key: 'who', label: 'who', type: 'client', value: { name: 'Joan' } },
    { key: 'note', label: 'note', type: 'text', value: null },
  ])
})

test('a submission can be of a note that its task or shift nests', async () => {
  const tasks = [
    { ...(completeBundle.tasks[0] as object), notes: [{ id: 5, notes: 'Call first' }] },
    completeBundle.tasks[1]!,
  ]
  const shifts = [
    { ...(completeBundle.shifts[0] as object), notes: [{ id: 6, notes: 'Went well' }] },
    completeBundle.shifts[1]!,
  ]
  await assertRoundTrip(pool, {
    ...completeBundle,
    tasks,
    shifts,
    form_submissions: [submission({ note_ref: 'task:5' }), submission({ id: 86, note_ref: 'appointment:6' })],
  })
})

test('the counts that lists are read by follow what an import writes', async () => {
  const orgId = await withSubmissions(submission(), submission({ id: 86 }), submission({ id: 87, type: 'form' }))
  await again(orgId, submission({ status: 'Closed' }))
  const rows = await query(
    `select status, kind, sum(n)::int as n from counter where org_id = $1 and list = 'submissions' and width = 26
     group by 1, 2 having sum(n) <> 0 order by 1, 2`,
    orgId,
  )
  assert.deepEqual(rows, [
    { status: 'Closed', kind: 'incident:80', n: 1 },
    { status: 'Submitted', kind: 'form:80', n: 1 },
    { status: 'Submitted', kind: 'incident:80', n: 1 },
  ])
})
