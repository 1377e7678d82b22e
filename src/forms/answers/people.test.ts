import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, formsOf, oneStep, when } from '../../../test/factories/forms/forms.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { submitForm } from '../submissions/submit.ts'
import { findPeopleCall } from './people.ts'

const { db, clock, organisation } = await harness()

async function world() {
  const org = await organisation()
  return { ...formsOf(db, org), ...rosterOf(db, org) }
}
const people = oneStep(field('client', 'who'), field('staff', 'by'))
const valuesOf = ({ answers }: any) => Object.fromEntries(answers.map(({ key, value }: any) => [key, value]))

describe('who answers name', () => {
  test('is a person by id, whatever their status', async () => {
    const { org, publishedForm, submit, client, staff } = await world()
    const [joan, ana] = [await client('Joan', { status: 'Archived' }), await staff('Ana', 'Inactive')]
    const id = await publishedForm(people)
    const record = await submit(id, { who: joan, by: ana })
    assert.deepEqual(valuesOf(record), { who: { id: joan, name: 'Joan Hart' }, by: { id: ana, name: 'Ana Li' } })
    assert.deepEqual(record.client, { id: joan, name: 'Joan Hart' })
    const { rows } = await db.query('select client_id from form_submission where org_id = $1', [org.orgId])
    assert.deepEqual(rows, [{ client_id: joan }])
  })

  test('is rejected for an id that no such person of the organisation has', async () => {
    const [acme, other] = [await world(), await world()]
    const [theirs, supplier] = [await other.client(), await acme.supplier()]
    const id = await acme.publishedForm(people)
    for (const [who, by] of [
      [theirs, supplier],
      [9_007_199_254_740_991, 9_007_199_254_740_990],
    ]) {
      const { status, body } = await acme.send(id, { who, by })
      assert.equal(status, 422)
      assert.deepEqual(body.errors, {
        'answers.who': ['Must be a name, or the id of a client of this organisation.'],
        'answers.by': ['Must be a name, or the id of a staff member of this organisation.'],
      })
    }
    for (const who of [0, -1, 1.5, 1e300, true, {}, [1]])
      assert.deepEqual((await acme.send(id, { who })).body.errors, { 'answers.who': ['Must be a name or an id.'] })
  })

  test('is the person whose name exactly one active person has, ignoring case', async () => {
    const { org, publishedForm, submit, client, staff, supplier } = await world()
    const joan = await client('Joan')
    const anaMaria = await client('Ana Maria', { last_name: 'de la Cruz' })
    const bo = await staff('Bo')
    const id = await publishedForm(people)
    assert.deepEqual(valuesOf(await submit(id, { who: ' joan HART ', by: 'BO li' })), {
      who: { id: joan, name: 'Joan Hart' },
      by: { id: bo, name: 'Bo Li' },
    })
    assert.equal(valuesOf(await submit(id, { who: 'ana maria de la cruz' })).who.id, anaMaria)

    // Neither a name that two people have, nor an inactive person, nor a person of the other kind.
    await client('Max')
    await client('Max')
    const gone = await client('Zoe', { status: 'Archived' })
    await staff('Ivo', 'Inactive')
    await supplier()
    const answers = [{ who: 'Max Hart' }, { who: 'Zoe Hart' }, { by: 'Ivo Li' }, { by: 'Sam Li' }, { by: 'Joan Hart' }]
    for (const sent of answers) {
      const [[key, name]] = Object.entries(sent) as [[string, string]]
      const record = await submit(id, sent)
      assert.deepEqual([valuesOf(record)[key], record.client], [{ name }, undefined])
    }
    await org.patch(`/clients/${gone}`, { status: 'Active' })
    assert.equal(valuesOf(await submit(id, { who: 'Zoe Hart' })).who.id, gone)
  })

  test('is not looked for among the many partings of a text that is no name', async () => {
    const partingsOf = (value: string) => findPeopleCall(1, [{ kind: 'client', value }])!.values.slice(5)
    assert.deepEqual(partingsOf('Ana de Li'), [
      ['Ana', 'Ana de'],
      ['de Li', 'Li'],
    ])
    assert.deepEqual(partingsOf('a '.repeat(60).trim()), [[], []])
    const { publishedForm, submit } = await world()
    const who = 'a '.repeat(60).trim()
    assert.deepEqual(valuesOf(await submit(await publishedForm(people), { who })), { who: { name: who } })
  })

  test('cannot be named by id on the page', async () => {
    const { publishedForm, found, client, staff } = await world()
    const id = await publishedForm(people)
    const page = { connectionId: null, name: null, source: 'page' } as const
    const form = await found(id)
    const sendBoth = (who: number, by: number) => submitForm(db, clock.now(), form, page, { answers: { who, by } })
    const mustBeNames = { 'answers.who': ['Must be a name.'], 'answers.by': ['Must be a name.'] }
    for (const [who, by] of [
      [await client(), await staff()],
      [1e15, 1e15],
    ]) {
      await assert.rejects(sendBoth(who!, by!), ({ body }: any) => {
        assert.deepEqual(body, { errors: mustBeNames })
        return true
      })
    }
  })
})

describe('a form that fills in from a client’s record', () => {
  const prefill = {
    ...oneStep(
      field('client', 'who'),
      field('text', 'first', { required: true }),
      field('text', 'whole'),
      field('select', 'funding', { options: ['NDIS', 'HCP'] }),
      field('email', 'mail'),
      field('text', 'code', { validation: { max_length: 3 } }),
      field('text', 'hidden', { visible_when: when('funding', 'is', 'HCP') }),
    ),
    client_prefill: {
      enabled: true,
      client_field: 'who',
      map: {
        ...{ first: 'first_name', whole: 'name', funding: 'client_type', mail: 'primary_contact_email' },
        ...{ code: 'last_name', hidden: 'language' },
      },
    },
  }

  test('takes what was not answered from the client that is named by id; what does not fit and what is hidden stays out', async () => {
    const { publishedForm, send, client } = await world()
    const joan = await client('Joan', { primary_contact_email: 'joan@x.example' })
    const id = await publishedForm(prefill)
    const { status, body } = await send(id, { who: joan, whole: 'Joanie', mail: ' ' })
    assert.equal(status, 201)
    assert.deepEqual(valuesOf(body.data), {
      ...{
        who: { id: joan, name: 'Joan Hart' },
        first: 'Joan',
        whole: 'Joanie',
        funding: 'NDIS',
        mail: 'joan@x.example',
      },
    })
    assert.deepEqual([body.ignored, body.data.email, body.data.client.id], [undefined, 'joan@x.example', joan])
  })

  test('fills in nothing for a name, nor when it is switched off', async () => {
    const { publishedForm, send, client } = await world()
    const joan = await client('Joan')
    const off = { ...prefill, client_prefill: { ...prefill.client_prefill, enabled: false } }
    for (const [parts, who] of [
      [prefill, 'Joan Hart'],
      [off, joan],
    ] as const) {
      const { status, body } = await send(await publishedForm(parts), { who })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['answers.first']])
    }
  })
})

test('a token for forms alone cannot name people by id, prefill from a record, or link a note', async () => {
  const org = await organisation({ forms: 'read-write' })
  const { publishedForm, send } = formsOf(db, org)
  const id = await publishedForm({
    ...oneStep(field('client', 'who'), field('staff', 'by'), field('text', 'street', { required: true })),
    client_prefill: { enabled: true, client_field: 'who', map: { street: 'address' } },
  })
  const { rows } = await db.query(
    `insert into client (org_id, first_name, last_name, client_type, business_id, address)
     values ($1, 'Joan', 'Hart', 'NDIS', $2, '1 Gum St') returning id`,
    [org.orgId, org.businessId],
  )
  for (const who of [Number(rows[0].id), 1e15]) {
    assert.deepEqual((await send(id, { who, by: 1 })).body.errors, {
      'answers.who': ['Must be a name: this token may not read clients.'],
      'answers.by': ['Must be a name: this token may not read staff.'],
      'answers.street': ['An answer is required.'],
    })
  }
  const { status, headers } = await send(id, { street: 'x' }, { note_ref: 'general:1' })
  assert.equal(status, 403)
  assert.equal(headers['x-required-access'], 'forms=read-write, clients=read')
})

describe('to a token for forms alone', () => {
  /** An organisation with a client and a staff member, and another token of it that may do everything with forms. */
  async function seenByForms() {
    const org = await organisation()
    const other = await organisation({ forms: 'read-write' })
    await db.query('update access_token set org_id = $1, connection_id = $2 where id = $3', [
      ...[org.orgId, org.connectionId, other.tokenId],
    ])
    const formsAlone = { ...other, orgId: org.orgId, connectionId: org.connectionId }
    const { client, staff } = rosterOf(db, org)
    const people = { joan: await client('Joan'), bo: await staff('Bo') }
    return { all: formsOf(db, org), alone: formsOf(db, formsAlone), ...people }
  }
  const incident = { enabled: true, client_field: 'who' }

  test('an answer is the name as submitted, whether or not a person has it', async () => {
    const { all, alone, joan, bo } = await seenByForms()
    const id = await all.publishedForm({ ...people, incident })
    const shapes = []
    for (const [who, by] of [
      ['joan HART', 'bo LI'],
      ['no BODY', 'no ONE'],
    ] as const) {
      const key = { 'idempotency-key': who }
      const sent = [await alone.send(id, { who, by }, {}, key), await alone.send(id, { who, by }, {}, key)]
      const submission = sent[0]!.body.created
      const moved = await alone.change(submission, { note: 'Seen' })
      for (const record of [...sent, moved].map(({ body }) => body.data).concat(await alone.read(submission))) {
        assert.deepEqual(valuesOf(record), { who: { name: who }, by: { name: by } })
        assert.deepEqual([record.client, record.incident], [undefined, { client: { name: who } }])
      }
      shapes.push(Object.keys(await alone.read(submission)))
      const whole = await all.read(submission)
      const isKnown = who === 'joan HART'
      assert.deepEqual(whole.client, isKnown ? { id: joan, name: 'Joan Hart' } : undefined)
      assert.deepEqual(valuesOf(whole).by, isKnown ? { id: bo, name: 'Bo Li' } : { name: by })
    }
    assert.deepEqual(shapes[0], shapes[1])
  })

  test('a person named by id is null, and incident is omitted', async () => {
    const { all, alone, joan, bo } = await seenByForms()
    const id = await all.publishedForm({ ...people, incident })
    const { id: submission } = await all.submit(id, { who: joan, by: bo })
    assert.deepEqual(valuesOf(await alone.read(submission)), { who: null, by: null })
    assert.deepEqual((await alone.read(submission)).incident, undefined)
    assert.deepEqual(valuesOf(await all.read(submission)).who, { id: joan, name: 'Joan Hart' })
  })

  test('a submitter taken from such an answer is the name as submitted', async () => {
    const { all, alone } = await seenByForms()
    const id = await all.publishedForm(oneStep(field('client', 'your_name')))
    assert.equal((await alone.submit(id, { your_name: 'joan HART' })).submitter, 'joan HART')
    assert.equal((await alone.org.get('/form-submissions')).body.data[0].submitter, 'joan HART')
  })
})
