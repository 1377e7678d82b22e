import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, formsOf, oneStep, storedSubmissions } from '../../../test/factories/forms/forms.ts'
import { harness } from '../../../test/harness/harness.ts'
import type { SubmissionInput } from '../answers/check.ts'
import { openState } from './open.ts'
import { submitForm } from './submit.ts'

const { db, clock, organisation } = await harness()
const forms = async () => formsOf(db, await organisation())
const page = { connectionId: null, name: null, source: 'page' } as const

const lead = {
  ...oneStep(field('text', 'first_name'), field('text', 'last_name')),
  prospect: { enabled: true, map: { first_name: 'first_name', last_name: 'last_name' } },
}

describe('a submission of the page', () => {
  test('has the page as its source, no name in its history and no connection in its event', async () => {
    const { publishedForm, found, read, eventsOf } = await forms()
    const form = await found(await publishedForm(oneStep(field('text', 'name'))))
    const { id, isRepeated, ignored } = await submitForm(db, clock.now(), form, page, {
      answers: { name: 'Ana' },
      sending: 'a',
    })
    assert.deepEqual([isRepeated, ignored], [false, []])
    const { source, submitter, history, created_at } = await read(id)
    assert.deepEqual([source, submitter, history], ['page', 'Ana', [{ status: 'Submitted', at: created_at }]])
    assert.deepEqual(await eventsOf('form_submission.created'), [
      { subject_id: id, fields: ['answers'], detail: { form_id: form.formId }, connection_id: null },
    ])
  })

  for (const [what, parts] of [
    ['a plain form', {}],
    ['a form that makes prospects', lead],
  ] as const) {
    test(`again under the same name is the first submission of ${what}, and nothing more is written`, async () => {
      const { org, publishedForm, found } = await forms()
      const form = await found(await publishedForm(parts))
      const send = (sent: Partial<SubmissionInput>) =>
        submitForm(db, clock.now(), form, page, { answers: {}, sending: 'a', ...sent })
      const first = await send({})
      const before = await storedSubmissions(db, org.orgId)
      const { id, submitted_at } = first
      assert.deepEqual(await send({}), { id, submitted_at, isRepeated: true, ignored: [] })
      assert.deepEqual(await storedSubmissions(db, org.orgId), before)
      assert.notEqual((await send({ sending: 'b' })).id, first.id)
    })

    test(`many times at once is one submission of ${what}`, async () => {
      const { org, publishedForm, found } = await forms()
      const form = await found(await publishedForm(parts))
      const sent = { answers: {}, sending: 'a' }
      const all = await Promise.all(Array.from({ length: 6 }, () => submitForm(db, clock.now(), form, page, sent)))
      assert.deepEqual(
        [new Set(all.map(({ id }) => id)).size, all.filter(({ isRepeated }) => !isRepeated).length],
        [1, 1],
      )
      const rows = (await storedSubmissions(db, org.orgId)) as { name: string }[]
      const submission = ['event', 'form_submission', 'form_submission_change']
      const prospect = parts === lead ? ['event', 'prospect', 'prospect_stage_change'] : []
      assert.deepEqual(rows.map(({ name }) => name).sort(), [...submission, ...prospect].sort())
    })
  }

  test('under the name that another form has used is a submission of its own', async () => {
    const { publishedForm, found } = await forms()
    const [one, two] = [await found(await publishedForm()), await found(await publishedForm())]
    const [first, second] = [
      await submitForm(db, clock.now(), one, page, { answers: {}, sending: 'a' }),
      await submitForm(db, clock.now(), two, page, { answers: {}, sending: 'a' }),
    ]
    assert.deepEqual([second.isRepeated, first.id === second.id], [false, false])
  })
})

test('by API without a key each call is a submission, with an Idempotency-Key one', async () => {
  const { org, publishedForm, send } = await forms()
  const id = await publishedForm()
  const key = { 'idempotency-key': 'k1' }
  const answers = [await send(id, {}, {}, key), await send(id, {}, {}, key), await send(id, {}), await send(id, {})]
  assert.equal(new Set(answers.map(({ body }) => body.created)).size, 3)
  assert.equal((await org.events()).length, 3)
})

test('a form closes at a local time of its organisation', async () => {
  const acme = formsOf(db, await organisation('read-write', 'America/New_York'))
  const form = await acme.found(await acme.publishedForm({ settings: { closes_at: '2026-07-01 12:00:00' } }))
  const noon = Date.parse('2026-07-01T16:00:00Z')
  assert.deepEqual([openState(form, noon - 1), openState(form, noon)], ['open', 'closed'])
  assert.equal(openState(await acme.found(await acme.publishedForm()), noon), 'open')
})
