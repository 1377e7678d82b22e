import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '../../../test/harness/harness.ts'
import * as submission from '../submissions/submissions.schema.ts'
import * as form from './examples.ts'

const { db, organisation } = await harness()

/** Values that differ on each service: ids, times, URLs, submitter and assignee. */
const own = [
  ...['id', 'created', 'updated', 'form_id', 'client_id', 'url', 'assignee', 'by', 'at', 'submitted_at'],
  ...['published_at', 'created_at', 'updated_at'],
]
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (own.includes(key) ? typeof one : one)))
const same = (answer: unknown, example: unknown) => assert.deepEqual(plain(answer), plain(example))

test('the examples of the specification go on from each other, and are what the service answers', async () => {
  const org = await organisation()
  const made = await org.post('/clients', {
    first_name: 'William',
    last_name: 'Doyle',
    client_type: 'HCP',
    business_id: org.businessId,
  })
  const staff = `insert into staff (org_id, first_name, last_name, status) values ($1, 'Bo', 'Ng', 'Active') returning id`
  const { rows } = await db.query(staff, [org.orgId])
  await db.query('update organisation set owner_id = $2 where id = $1', [org.orgId, rows[0].id])

  const created = (await org.post('/forms', form.createExample)).body
  same(created, form.createdExample)
  const path = `/forms/${created.id}`
  same((await org.patch(path, form.editExample)).body, form.editedExample)
  same((await org.post(`${path}/publish`)).body, form.publishedExample)

  const answers = { ...submission.answersExample.answers, client: made.body.data.id }
  const sent = (await org.post(`${path}/submissions`, { ...submission.answersExample, answers })).body
  same(sent.data, submission.submissionRecordExample)
  same((await org.get(path)).body.data, form.formExample)
  same((await org.get(`/form-submissions?form_id=${created.id}`)).body.data, [submission.submissionExample])
  const one = `/form-submissions/${sent.created}`
  assert.deepEqual((await org.get(one)).body.data, sent.data)
  same((await org.patch(one, submission.reviewExample)).body.data, submission.reviewedExample)
})
