import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRoundTrip,
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  type Row,
} from '../../../test/factories/bundles/bundles.ts'
import { completeBundle, form, oneStep as named, submission } from '../../../test/factories/bundles/forms.ts'
import { baseBundle } from '../../../test/factories/bundles/notes.ts'
import { field, formsOf, oneStep } from '../../../test/factories/forms/forms.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const ok = ({ status, body }: { status: number; body: Row }) => assert.ok(status < 300, JSON.stringify(body))

test('a submission through the API is exported and imported with its history', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, { ...baseBundle, notes: completeBundle.notes })
  const { publishedForm, submit, change } = formsOf(db, org)
  const prospect = { enabled: true, source: 'Website', map: { name: 'first_name', last: 'last_name' } }
  const enquiry = await publishedForm({ ...oneStep(field('text', 'name'), field('text', 'last')), prospect })
  const report = await publishedForm({
    ...oneStep(
      ...[field('client', 'client'), field('staff', 'by'), field('number', 'n'), field('yes_no', 'hurt')],
      ...[field('signature', 'signed'), field('checklist', 'told', { options: ['Family', 'GP'] })],
      ...[field('datetime', 'at'), field('rating', 'stars'), field('email', 'email'), field('client', 'named')],
    ),
    incident: { enabled: true, client_field: 'client' },
  })
  await submit(enquiry, { name: 'Max', last: 'Roe' })
  const answers = {
    ...{ client: 7, by: 'Nobody Known', n: 0.1, hurt: false, signed: 'Ana Li', told: ['GP', 'Family'] },
    ...{ at: '2026-11-02T09:00', stars: 5, email: '"a.b@example.com', named: 'joan HART' },
  }
  const { id } = await submit(report, answers, { note_ref: 'general:70' })
  ok(await change(id, { status: 'In review', note: 'Seen.' }))
  ok(await change(id, { note: 'Rang.' }))
  await publishedForm({ ...oneStep(field('text', 'name')) }, report)
  await submit(report, { name: 'Ana Li' })

  const bundle = await exportedBundle(db, org.orgId)
  assert.deepEqual(
    bundle.form_submissions.map((row: Row) => [row.type, row.form_version, row.status, row.history.length, row.source]),
    [
      ['prospect', 1, 'Submitted', 1, 'api'],
      ['incident', 1, 'In review', 3, 'api'],
      ['form', 2, 'Submitted', 1, 'api'],
    ],
  )
  const byName = bundle.form_submissions[1].answers.at(-1).value
  assert.deepEqual(byName, { id: 7, name: 'Joan Hart', sent: 'joan HART' })
  await assertRoundTrip(db, bundle)
  const before = await exportText(db, org.orgId)
  const { counts } = await importTo(db, org.orgId, bundle)
  assert.ok(Object.values(counts).every(({ created, updated }) => created + updated === 0))
  assert.equal(await exportText(db, org.orgId), before)
})

test('an imported submission is returned by the API as it was in the bundle', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, completeBundle)
  const { read } = formsOf(db, org)
  const [first] = completeBundle.form_submissions as Row[]
  const { form_id, assignee_id, client_id, history, created_at, updated_at, ...said } = first!
  assert.deepEqual(await read(85), {
    ...{ ...said, form_id, form: 'Incident report' },
    ...{ client: { id: 7, name: 'Joan Hart' }, assignee: { id: 31, name: 'Ana Li' } },
    incident: { severity: 'Low', client: { id: 7, name: 'Joan Hart' } },
    history: history.map(({ id, ...line }: Row) => line),
    ...{ created_at, updated_at },
  })
})

test('a form that was imported takes answers at once, and new ids are past those of the import', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, {
    forms: [form({ published: 'on', steps: named })],
    form_submissions: [submission({ id: 500_000 })],
  })
  const { id } = await formsOf(db, org).submit(80, { name: 'Max' })
  assert.ok(id > 500_000)
})

test('what is noted while an import runs is not lost', async () => {
  const org = await organisation()
  const bundle = { forms: [form()], form_submissions: [submission()] }
  await importTo(db, org.orgId, bundle)
  let running = true
  const importing = importTo(db, org.orgId, { form_submissions: [submission({ submitter: 'Ana Li' })] }).finally(() => {
    running = false
  })
  const { change, read } = formsOf(db, org)
  let noted = 0
  for (; running; noted++) ok(await change(85, { note: `Note ${noted}` }))
  await importing
  const { history, submitter } = await read(85)
  assert.deepEqual([history.length, submitter], [noted + 1, 'Ana Li'])
})

test('another organisation’s submissions with the same ids stay what they are', async () => {
  const org = await organisation()
  await importTo(db, org.orgId, completeBundle)
  const before = await exportText(db, org.orgId)
  const other = await emptyOrganisation(db)
  await importTo(db, other, {
    forms: [form()],
    form_submissions: [submission({ history: [{ id: 1, status: 'Closed' }] })],
  })
  assert.equal(await exportText(db, org.orgId), before)
})
