import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prospectsOf, storedProspects } from '../../../test/factories/prospects.ts'
import { harness } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'

const { db, organisation } = await harness()
const prospects = async () => {
  const made = prospectsOf(db, await organisation())
  await made.setOptions()
  return made
}

describe('PATCH /prospects/{id}', () => {
  test('changes only the fields in the body, returns the id, and records the names of the fields', async () => {
    const { create, change, read, history, events } = await prospects()
    const before = await create({ email: 'max@example.com', tags: ['a'], consultant: 'Ana Li', source: 'Website' })
    const sent = { first_name: 'Maxine', email: null, tags: ['b'], followup_date: '2026-12-01', consultant: 'Bo Ng' }
    const { status, body } = await change(before.id, { ...sent, source: 'Website' })
    assert.equal(status, 200)
    const { updated_at } = body.data
    assert.deepEqual(body, { updated: before.id, data: { ...before, ...sent, name: 'Maxine Roe', updated_at } })
    assert.ok(updated_at > before.updated_at)
    assert.deepEqual(await read(before.id), body.data)
    assert.deepEqual(await history(before.id), ['New'])
    assert.deepEqual((await events()).slice(1), [
      ['prospect.updated', before.id, ['first_name', 'email', 'tags', 'consultant', 'followup_date'], null],
    ])
  })

  test('another stage is stage_changed with from, to and all that changed, and a line of the history', async () => {
    const { org, create, change, events } = await prospects()
    const { id, created_at } = await create()
    const { body } = await change(id, { stage: 'Qualified', suburb: 'Ryde' })
    assert.deepEqual((await events()).slice(1), [
      ['prospect.stage_changed', id, ['suburb', 'stage'], { from: 'New', to: 'Qualified' }],
    ])
    const by = 'Payroll sync'
    assert.deepEqual((await org.get(`/prospects/${id}/stage-history`)).body, {
      data: [
        { stage: 'New', by, at: created_at },
        { stage: 'Qualified', by, at: body.data.updated_at },
      ],
    })
  })

  for (const body of [{}, { attributes: {} }]) {
    test(`${JSON.stringify(body)} is 422 with the contract’s message alone, before the prospect is looked for`, async () => {
      const { create, change } = await prospects()
      const { id } = await create()
      for (const each of [id, 999_999_999]) {
        const response = await change(each, body)
        assert.deepEqual([response.status, response.body], [422, { message: 'Provide something to change.' }])
      }
    })
  }

  test('what is as it was changes nothing and records nothing, and still answers with the id', async () => {
    const { org, create, change } = await prospects()
    const sent = { stage: 'Qualified', tags: ['a', 'b'], attributes: { hobbies: ['Golf'], rooms: 1 }, suburb: null }
    const prospect = await create(sent)
    const before = await storedProspects(db, org.orgId)
    for (const body of [sent, { attributes: { pets: null } }, { stage: 'Qualified', attributes: {} }]) {
      const response = await change(prospect.id, body)
      assert.deepEqual([response.status, response.body], [200, { updated: prospect.id, data: prospect }])
    }
    assert.deepEqual(await storedProspects(db, org.orgId), before)
  })

  test('attributes have at most 64 KB together, however they come', async () => {
    const { create, change, read, setOptions } = await prospects()
    const text = (key: string) => ({ key, label: key, type: 'text' as const })
    await setOptions({ attributes: ['a', 'b'].map(text) })
    const { id } = await create({ attributes: { a: 'x'.repeat(9_000) } })
    assert.equal((await change(id, { attributes: { b: 'x'.repeat(9_000) } })).status, 200)
    const before = await read(id)
    assert.deepEqual(before.attributes, { a: 'x'.repeat(9_000), b: 'x'.repeat(9_000) })
    // Six bytes each in JSON.
    const { status, body } = await change(id, { attributes: { a: '\u0001'.repeat(10_000) } })
    assert.deepEqual(
      [status, body.errors],
      [422, { attributes: ['attributes of one prospect must have at most 64 KB together.'] }],
    )
    assert.deepEqual(await read(id), before)
    assert.equal((await change(id, { attributes: { b: null } })).status, 200)
  })

  test('applies attributes key by key; null clears one', async () => {
    const { create, change, eventsOf } = await prospects()
    const { id } = await create({ attributes: { hobbies: ['Chess'], rooms: 1, pets: 'cat' } })
    const attributes = async (sent: object) => (await change(id, { attributes: sent })).body.data.attributes
    assert.deepEqual(await attributes({ rooms: null }), { hobbies: ['Chess'], pets: 'cat' })
    const papers = { constructor: ['Plan'] }
    assert.deepEqual(await attributes(papers), { hobbies: ['Chess'], pets: 'cat', ...papers })
    assert.deepEqual(await attributes({ hobbies: [], pets: 'dog' }), { hobbies: [], pets: 'dog', ...papers })
    assert.deepEqual(await attributes({ hobbies: null, pets: null, constructor: null }), {})
    assert.deepEqual(await eventsOf('prospect.updated'), Array(4).fill([id, ['attributes'], null]))
  })

  test('an unknown stage, consultant, attribute or option is a 422 that lists what exists, all at once, and nothing changes', async () => {
    const { org, create, change } = await prospects()
    const { id } = await create()
    const before = await storedProspects(db, org.orgId)
    const wrong = { stage: 'Won', consultant: 'Ana', attributes: { hobbies: ['Chess', 'Tennis'], valueOf: null } }
    const { status, body } = await change(id, { ...wrong, suburb: 'Ryde' })
    assert.deepEqual(
      [status, body.errors],
      [
        422,
        {
          stage: ['stage must be one of New, Qualified, Signed, Moved in, Lost.'],
          consultant: ['consultant must be one of Ana Li, Bo Ng.'],
          'attributes.hobbies': ['attributes.hobbies must be a list of Chess, Golf, none of them twice, or null.'],
          'attributes.valueOf': [
            'attributes.valueOf is not an attribute; attributes are pets, rooms, moves_on, smoker, colour, hobbies, constructor.',
          ],
        },
      ],
    )
    const closed = await change(id, { converted: true, client: 1, first_name: null })
    assert.deepEqual(Object.keys(closed.body.errors), ['converted', 'client', 'first_name'])
    assert.deepEqual(await storedProspects(db, org.orgId), before)
  })

  test('a value whose option an import removed can be sent back or cleared, but not set again', async () => {
    const { setOptions, create, change } = await prospects()
    const { id, ...record } = await create({
      stage: 'Qualified',
      consultant: 'Bo Ng',
      attributes: { hobbies: ['Golf'] },
    })
    await setOptions({ stages: [{ name: 'New', category: 'open' }], consultants: ['Ana Li'], attributes: [] })
    const { stage, consultant, attributes } = record
    assert.equal((await change(id, { stage, consultant, attributes, suburb: 'Ryde' })).status, 200)
    assert.equal((await change(id, { attributes: { hobbies: ['Chess'] } })).status, 422)
    const cleared = (await change(id, { stage: 'New', consultant: null, attributes: { hobbies: null } })).body.data
    assert.deepEqual([cleared.stage, cleared.consultant, cleared.attributes], ['New', null, {}])
    const { body } = await change(id, { stage, consultant, attributes })
    assert.deepEqual(Object.keys(body.errors), ['stage', 'consultant', 'attributes.hobbies'])
  })

  test('the stage of a converted prospect is fixed; the same stage and other fields are fine', async () => {
    const { org, create, change, convert } = await prospects()
    const { id } = await create()
    await convert(id)
    const before = await storedProspects(db, org.orgId)
    for (const stage of ['New', 'Moved in', 'no stage']) {
      const { status, body } = await change(id, { stage, suburb: 'Ryde' })
      assert.deepEqual([status, body.errors], [422, { stage: ['The stage of a converted prospect is fixed.'] }])
    }
    assert.deepEqual(await storedProspects(db, org.orgId), before)
    const { status, body } = await change(id, { stage: 'Signed', suburb: 'Ryde' })
    assert.deepEqual([status, body.data.stage, body.data.suburb], [200, 'Signed', 'Ryde'])
  })

  test('of another organisation, or of none, is 404 and never changes', async () => {
    const [mine, theirs] = [await prospects(), await prospects()]
    const { id } = await mine.create()
    const before = await storedProspects(db, mine.org.orgId)
    for (const each of [id, 999_999_999]) {
      for (const body of [{ suburb: 'Ryde' }, { stage: 'Lost' }]) {
        const response = await theirs.change(each, body)
        assert.deepEqual([response.status, response.body], [404, { message: 'Prospect not found.' }])
      }
    }
    assert.deepEqual(await storedProspects(db, mine.org.orgId), before)
  })

  test('concurrent patches are all applied, and each stage change starts from the one before', async () => {
    const { create, change, read, history, eventsOf } = await prospects()
    const { id } = await create()
    const bodies = [
      { suburb: 'Ryde' },
      { attributes: { pets: 'cat' } },
      { attributes: { rooms: 3 } },
      { tags: ['a'] },
      ...['Qualified', 'Lost', 'Signed', 'Qualified', 'Lost'].map((stage) => ({ stage })),
    ]
    const answers = await Promise.all(bodies.map((body) => change(id, body)))
    assert.ok(answers.every(({ status }) => status === 200))
    const { suburb, attributes, tags, stage } = await read(id)
    assert.deepEqual([suburb, attributes, tags], ['Ryde', { pets: 'cat', rooms: 3 }, ['a']])
    const stages: string[] = await history(id)
    assert.equal(stages.at(-1), stage)
    const moves = (await eventsOf('prospect.stage_changed')).map(([, , { from, to }]) => [from, to])
    assert.deepEqual(
      moves,
      stages.slice(1).map((to, place) => [stages[place], to]),
    )
  })

  test('the same patch many times at once is one change', async () => {
    const { create, change, history } = await prospects()
    const { id } = await create()
    await Promise.all(Array.from({ length: 8 }, () => change(id, { stage: 'Lost' })))
    assert.deepEqual(await history(id), ['New', 'Lost'])
  })
})

describe('options that an import changes meanwhile', () => {
  for (const [circumstance, has] of [
    ['changes', true],
    ['brings for the first time', false],
  ] as const) {
    test(`a stage is checked against those that the import ${circumstance}, once it is done`, async () => {
      const { org, setOptions, create, change, read } = prospectsOf(db, await organisation())
      if (has) await setOptions({ stages: [{ name: 'Lost', category: 'lost' }] })
      const { id } = await create()
      const tx = await db.connect()
      try {
        await tx.query('begin')
        // As in an import: together with a table of the organisation, so that on Citus the row is locked on the same server.
        const isAbsent = 'not exists (select from prospect_options where org_id = $1)'
        await tx.query(`select from organisation where id = $1 and ${isAbsent} for no key update`, [org.orgId])
        await tx.query(
          `insert into prospect_options (org_id, stages) values ($1, '[{"name": "Gone", "category": "lost"}]')
           on conflict (org_id) do update set stages = excluded.stages`,
          [org.orgId],
        )
        const asked = change(id, { stage: 'Lost' })
        const made = org.post('/prospects', { first_name: 'A', last_name: 'B', stage: 'Lost' })
        await untilLockWait(db, 2)
        await tx.query('commit')
        const sentence = ['stage must be one of New, Gone.']
        assert.deepEqual(
          [(await asked).body.errors, (await made).body.errors],
          [{ stage: sentence }, { stage: sentence }],
        )
        assert.equal((await read(id)).stage, 'New')
      } finally {
        await tx.query('rollback')
        tx.release()
      }
    })
  }
})
