import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prospectsOf, storedProspects } from '../../../test/factories/prospects.ts'
import { setClock } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
const prospects = async (timezone?: string) => prospectsOf(db, await organisation('read-write', timezone))
const name = { first_name: 'Max', last_name: 'Roe' }

describe('POST /prospects', () => {
  test('needs the two names only; the rest is null or empty, the stage New, the day today where the organisation is', async () => {
    setClock(clock, Date.parse('2026-10-01T15:30:00Z'))
    for (const [zone, today] of [
      ['Australia/Sydney', '2026-10-02'],
      ['Australia/Perth', '2026-10-01'],
    ]) {
      const { org, read, history, events } = await prospects(zone)
      const { status, body, text } = await org.post('/prospects', name)
      const { id, created_at, updated_at } = body.data
      const nothing = { email: null, phone: null, suburb: null }
      const data = {
        ...{ id, name: 'Max Roe', ...name, ...nothing, date_of_lead: today, stage: 'New', tags: [], source: null },
        ...{ consultant: null, funding_type: null, followup_date: null, initial_comments: null, attributes: {} },
        ...{ converted: false, client_id: null, created_at, updated_at },
      }
      assert.deepEqual([status, text], [201, JSON.stringify({ created: id, data })])
      assert.deepEqual(await read(id), data)
      assert.deepEqual(await history(id), ['New'])
      assert.deepEqual(await events(), [['prospect.created', id, ['first_name', 'last_name', 'stage'], null]])
    }
  })

  test('accepts all fields and stores them unchanged', async () => {
    const { org, setOptions, read, history } = await prospects()
    await setOptions()
    const sent = {
      ...{ first_name: ' Zoë 🌾', last_name: 'O’Roe', email: 'max.roe@example.com', phone: '+61 491 570 158' },
      ...{ suburb: 'Ryde', date_of_lead: '2026-01-31', stage: 'Qualified', tags: ['b', 'a'], source: 'A friend' },
      ...{ consultant: 'Bo Ng', funding_type: 'CHSP', followup_date: '2026-02-28', initial_comments: 'Weekends.\n' },
      attributes: { rooms: 2.5, constructor: ['Consent', 'Plan'], smoker: false, pets: '', moves_on: '2026-12-01' },
    }
    const { status, body } = await org.post('/prospects', { ...sent, attributes: { ...sent.attributes, colour: null } })
    assert.equal(status, 201)
    const { id, created_at, updated_at } = body.data
    const more = { id, name: ' Zoë 🌾 O’Roe', converted: false, client_id: null, created_at, updated_at }
    assert.deepEqual(body.data, { ...sent, ...more })
    assert.deepEqual(await read(id), body.data)
    assert.deepEqual(await history(id), ['Qualified'])
  })

  test('with null has no date of lead', async () => {
    const { create } = await prospects()
    assert.equal((await create({ date_of_lead: null })).date_of_lead, null)
  })

  const rejected: [body: object, errors: object][] = [
    [{}, { first_name: ['first_name is required.'], last_name: ['last_name is required.'] }],
    [{ ...name, first_name: ' ' }, { first_name: ['first_name must not be blank.'] }],
    [{ ...name, last_name: 'x'.repeat(101) }, { last_name: ['last_name must have at most 100 characters.'] }],
    [{ ...name, email: 'max' }, { email: ['email must be a valid email address.'] }],
    [
      { ...name, email: `x@${'y'.repeat(60)}.${'z'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'y'.repeat(20)}` },
      { email: ['email must have at most 255 characters.'] },
    ],
    [{ ...name, phone: '0'.repeat(41) }, { phone: ['phone must have at most 40 characters.'] }],
    [{ ...name, suburb: 'x'.repeat(101) }, { suburb: ['suburb must have at most 100 characters.'] }],
    [{ ...name, source: 'x'.repeat(101) }, { source: ['source must have at most 100 characters.'] }],
    [
      { ...name, initial_comments: 'x'.repeat(10_001) },
      { initial_comments: ['initial_comments must have at most 10000 characters.'] },
    ],
    [{ ...name, tags: ['a', 'a'] }, { tags: ['tags must not have an item twice.'] }],
    [{ ...name, tags: [' '] }, { 'tags.0': ['tags.0 must not be blank.'] }],
    [{ ...name, tags: ['x'.repeat(51)] }, { 'tags.0': ['tags.0 must have at most 50 characters.'] }],
    [{ ...name, tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, { tags: ['tags must have 0 to 20 items.'] }],
    [{ ...name, tags: null }, { tags: ['tags must be a list.'] }],
    [
      { ...name, funding_type: 'DVA' },
      { funding_type: ['funding_type must be one of HCP, NDIS, CHSP, Private, null.'] },
    ],
    [{ ...name, date_of_lead: '2026-02-30' }, { date_of_lead: ['date_of_lead must be a date such as 2026-11-30.'] }],
    [{ ...name, followup_date: 'soon' }, { followup_date: ['followup_date must be a date such as 2026-11-30.'] }],
    [{ ...name, attributes: [] }, { attributes: ['attributes must be an object.'] }],
    [{ ...name, stage: null }, { stage: ['stage must be a text.'] }],
    [{ ...name, stage: 'new' }, { stage: ['stage must be one of New, Qualified, Signed, Moved in, Lost.'] }],
    [{ ...name, consultant: 'ana li' }, { consultant: ['consultant must be one of Ana Li, Bo Ng.'] }],
    [{ ...name, consultant: '' }, { consultant: ['consultant must be one of Ana Li, Bo Ng.'] }],
    [
      { ...name, stage: 'x', consultant: 'y', attributes: { toString: 1, colour: 'Green', rooms: 'two' } },
      {
        stage: ['stage must be one of New, Qualified, Signed, Moved in, Lost.'],
        consultant: ['consultant must be one of Ana Li, Bo Ng.'],
        'attributes.toString': [
          'attributes.toString is not an attribute; attributes are pets, rooms, moves_on, smoker, colour, hobbies, constructor.',
        ],
        'attributes.colour': ['attributes.colour must be one of Red, Blue or null.'],
        'attributes.rooms': ['attributes.rooms must be a number from -9007199254740991 to 9007199254740991 or null.'],
      },
    ],
  ]
  test('an invalid value is a 422 by field that says what is allowed, and writes nothing', async () => {
    const { org, setOptions } = await prospects()
    await setOptions()
    for (const [body, errors] of rejected) {
      const response = await org.post('/prospects', body)
      assert.equal(response.status, 422, JSON.stringify(body))
      assert.deepEqual(response.body, { message: 'The given data was invalid.', errors })
    }
    assert.deepEqual(await storedProspects(db, org.orgId), [])
  })

  test('in an organisation without consultants and attributes, the message says that there are none', async () => {
    const { org } = await prospects()
    const { body } = await org.post('/prospects', { ...name, stage: 'x', consultant: 'y', attributes: { z: 1 } })
    assert.deepEqual(body.errors, {
      stage: ['stage must be one of New, Contacted, Qualified, Won, Lost.'],
      consultant: ['consultant cannot be set: this organisation has no consultants.'],
      'attributes.z': ['attributes.z cannot be set: this organisation has no attributes.'],
    })
  })

  test('an unknown field is a 422 that names it', async () => {
    const { org } = await prospects()
    const { body } = await org.post('/prospects', { ...name, client_id: 1, name: 'Max' })
    assert.deepEqual(Object.keys(body.errors), ['client_id', 'name'])
  })

  test('repeated with the same Idempotency-Key creates one prospect', async () => {
    const { org } = await prospects()
    const send = () => org.post('/prospects', { ...name, stage: 'Won' }, { 'idempotency-key': 'lead-1' })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([second.status, second.text, second.headers['idempotency-replayed']], [201, first.text, 'true'])
    assert.equal((await org.get('/prospects')).body.meta.total, 1)
  })
})

describe('GET /prospects/{id}', () => {
  test('of another organisation, or of none, is 404', async () => {
    const [mine, theirs] = [await prospects(), await prospects()]
    const { id } = await mine.create()
    for (const path of [`/prospects/${id}`, '/prospects/999999999', '/prospects/x', '/prospects/0']) {
      const { status, body } = await theirs.org.get(path)
      assert.deepEqual([status, body], [404, { message: 'Prospect not found.' }])
    }
  })
})
