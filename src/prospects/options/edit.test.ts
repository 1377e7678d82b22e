import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prospectsOf, type usualOptions } from '../../../test/factories/prospects.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'
import { deleteOrganisation } from '../../access/delete-organisation.ts'

const { db, organisation } = await harness()

async function prospects(options?: Partial<typeof usualOptions>) {
  const all = prospectsOf(db, await organisation())
  await all.setOptions(options)
  return all
}
const edit = (org: Organisation, ...operations: object[]) => org.patch('/prospects/options', { operations })
const stagesOf = (body: { data: { stages: { name: string }[] } }) => body.data.stages.map(({ name }) => name)

describe('PATCH /prospects/options', () => {
  test('of an organisation that has set up none begins with the standard options', async () => {
    const { org } = prospectsOf(db, await organisation())
    const { status, body } = await edit(org, { op: 'add', kind: 'stage', name: 'Waitlist', position: 4 })
    assert.equal(status, 200)
    assert.deepEqual(stagesOf(body), ['New', 'Contacted', 'Qualified', 'Waitlist', 'Won', 'Lost'])
    assert.deepEqual((await org.get('/prospects/options')).body.data, body.data)
    const [event] = await org.events()
    assert.deepEqual([event!.type, event!.fields], ['prospect_options.updated', ['stages']])
  })

  test('applies operations in order: later ones see what earlier ones did', async () => {
    const { org } = await prospects()
    const { body } = await edit(
      org,
      { op: 'add', kind: 'stage', name: 'Visit', category: 'open' },
      { op: 'move', kind: 'stage', name: 'Visit', position: 2 },
      { op: 'rename', kind: 'stage', name: 'Visit', to: 'Home visit' },
      { op: 'update', kind: 'stage', name: 'Moved in', category: 'lost' },
      { op: 'remove', kind: 'stage', name: 'Signed' },
      { op: 'add', kind: 'source', name: 'Fair', position: 1 },
      { op: 'remove', kind: 'consultant', name: 'Bo Ng' },
      { op: 'add', kind: 'attribute', key: 'ndis', label: 'NDIS number', type: 'text' },
      { op: 'update', kind: 'attribute', name: 'colour', label: 'Favourite', options: ['Red', 'Blue', 'Green'] },
      { op: 'add', kind: 'tag', name: 'urgent' },
    )
    assert.deepEqual(stagesOf(body), ['New', 'Home visit', 'Qualified', 'Moved in', 'Lost'])
    assert.equal(body.data.stages[3].category, 'lost')
    assert.deepEqual(body.data.sources, ['Fair', 'Website', 'Referral'])
    assert.deepEqual([body.data.consultants, body.data.tags], [['Ana Li'], ['urgent']])
    assert.deepEqual(body.data.attributes.at(-1), { key: 'ndis', label: 'NDIS number', type: 'text', options: [] })
    assert.deepEqual(body.data.attributes[4], {
      ...{ key: 'colour', label: 'Favourite', type: 'select', options: ['Red', 'Blue', 'Green'] },
    })
    assert.equal(body.prospects_changed, 0)
  })

  test('a renamed option is renamed in its prospects, each with an event, and in forms that create prospects', async () => {
    const { org, create, read, history } = await prospects()
    const fields = { stage: 'Qualified', source: 'Website', consultant: 'Ana Li', tags: ['a', 'old', 'b'] }
    const { id } = await create({ ...fields, attributes: { hobbies: ['Golf'] } })
    const other = await create({ tags: ['old', 'new'] })
    const form = (await org.post('/forms', { name: 'Enquiry', steps: [] })).body.id
    const prospect = { enabled: true, stage: 'Qualified', source: 'Website', map: { interests: 'attributes.hobbies' } }
    await org.patch(`/forms/${form}`, { operations: [{ op: 'set_prospect', prospect }] })
    const { body } = await edit(
      org,
      { op: 'rename', kind: 'stage', name: 'Qualified', to: 'Assessed' },
      { op: 'rename', kind: 'source', name: 'Website', to: 'Web' },
      { op: 'rename', kind: 'consultant', name: 'Ana Li', to: 'Ana Lind' },
      { op: 'rename', kind: 'attribute', name: 'hobbies', to: 'interests', label: 'Interests' },
      { op: 'rename', kind: 'tag', name: 'old', to: 'new' },
    )
    assert.equal(body.prospects_changed, 2, 'a prospect counts once')
    const after = await read(id)
    assert.deepEqual(
      [after.stage, after.source, after.consultant, after.tags, after.attributes],
      ['Assessed', 'Web', 'Ana Lind', ['a', 'new', 'b'], { interests: ['Golf'] }],
    )
    assert.deepEqual((await read(other.id)).tags, ['new'])
    assert.deepEqual(await history(id), ['Qualified'])
    const events = (await org.events()).filter(
      ({ type, subject_id }) => type === 'prospect.updated' && subject_id === id,
    )
    assert.deepEqual(
      events.map(({ fields }) => fields),
      [['stage'], ['source'], ['consultant'], ['attributes'], ['tags']],
    )
    const mapping = (await org.get(`/forms/${form}`)).body.data.prospect
    assert.deepEqual(
      [mapping.stage, mapping.source, mapping.map],
      ['Assessed', 'Web', { interests: 'attributes.interests' }],
    )
    const changes = (await org.events()).filter(
      ({ type, fields }) => type === 'form.updated' && fields[0] === 'prospect',
    )
    assert.deepEqual(
      changes.slice(-3).map(({ subject_id }) => subject_id),
      [form, form, form],
    )
  })

  test('operations that leave everything as it was record no event', async () => {
    const { org } = await prospects()
    await edit(org, { op: 'rename', kind: 'stage', name: 'Qualified', to: 'Qualified' })
    await edit(org, { op: 'move', kind: 'source', name: 'Website', position: 1 })
    await edit(org, { op: 'update', kind: 'attribute', name: 'colour', label: 'Colour' })
    await edit(org, { op: 'add', kind: 'tag', name: 'a' }, { op: 'remove', kind: 'tag', name: 'a' })
    assert.deepEqual(await org.events(), [])
  })

  test('operations that reach more than 10,000 prospects are a 422, and nothing changes', async () => {
    const { org } = await prospects()
    await db.query(
      `insert into prospect (org_id, first_name, last_name, stage)
       select $1, 'A', 'B', 'Qualified' from generate_series(1, 5001)`,
      [org.orgId],
    )
    const { status, body } = await edit(
      org,
      { op: 'rename', kind: 'stage', name: 'Qualified', to: 'Assessed' },
      { op: 'rename', kind: 'stage', name: 'Assessed', to: 'Qualified' },
    )
    const field = 'operations.1.name'
    assert.deepEqual(
      [status, body.errors],
      [422, { [field]: [`${field} must reach fewer prospects: one request changes at most 10000.`] }],
    )
    assert.equal((await org.get('/prospects?stage=Qualified&per_page=1')).body.meta.total, 5001)
  })

  test('operations that reach more than 32 MB of prospects are a 422, and nothing changes', async () => {
    const { org } = await prospects()
    await edit(org, { op: 'add', kind: 'attribute', key: 'story', label: 'Story', type: 'text' })
    // 170 records of 100 KB, that compress well.
    await db.query(
      `insert into prospect (org_id, first_name, last_name, attributes)
       select $1, 'A', 'B', jsonb_build_object('story', repeat('x', 100000)) from generate_series(1, 170)`,
      [org.orgId],
    )
    const rename = (from: string, to: string) => ({ op: 'rename', kind: 'attribute', name: from, to })
    const { status, body } = await edit(org, rename('story', 'life'), rename('life', 'story'))
    const field = 'operations.1.name'
    const message = `${field} must reach fewer prospects: those that one request changes have at most 32 MB.`
    assert.deepEqual([status, body.errors], [422, { [field]: [message] }])
    const story = `select count(*)::int as count from prospect where org_id = $1 and attributes ? 'story'`
    assert.equal((await db.query(story, [org.orgId])).rows[0].count, 170)
    assert.equal((await edit(org, rename('story', 'life'))).body.prospects_changed, 170)
  })

  test('a tag that only prospects have is not moved into a list of 500', async () => {
    const { org, create } = await prospects()
    await create({ tags: ['unlisted'] })
    const tags = Array.from({ length: 500 }, (_, n) => `tag ${n}`)
    await db.query('update prospect_options set tags = $2 where org_id = $1', [org.orgId, JSON.stringify(tags)])
    const refused = await edit(org, { op: 'move', kind: 'tag', name: 'unlisted', position: 1 })
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['operations.0.kind']])
    const moved = await edit(org, { op: 'move', kind: 'tag', name: 'tag 1', position: 1 })
    assert.equal(moved.status, 200)
    const swapped = await edit(
      org,
      { op: 'remove', kind: 'tag', name: 'tag 2' },
      { op: 'move', kind: 'tag', name: 'unlisted', position: 1 },
    )
    assert.equal(swapped.status, 200)
  })

  test('options of more than 256 KB together are a 422 that names the operation', async () => {
    const { org } = await prospects()
    const attribute = (key: string) => ({
      ...{ op: 'add', kind: 'attribute', key, label: key, type: 'select' },
      options: Array.from({ length: 230 }, (_, n) => `${n} ${'x'.repeat(245)}`),
    })
    for (const key of ['a', 'b', 'c', 'd']) assert.equal((await edit(org, attribute(key))).status, 200)
    const refused = await edit(org, attribute('e'))
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['operations.0.op']])
    assert.equal((await edit(org, { op: 'remove', kind: 'attribute', name: 'a' })).status, 200)
  })

  test('removing an option in use is a 422 that counts its prospects, and nothing changes', async () => {
    const { org, create } = await prospects()
    const values = {
      stage: 'Qualified',
      source: 'Website',
      consultant: 'Ana Li',
      tags: ['vip'],
      attributes: { pets: 'Cat' },
    }
    await create(values)
    await create(values)
    const before = (await org.get('/prospects/options')).body
    const kinds = { stage: 'Qualified', source: 'Website', consultant: 'Ana Li', tag: 'vip', attribute: 'pets' }
    const operations = Object.entries(kinds).map(([kind, name]) => ({ op: 'remove', kind, name }))
    const { status, body } = await edit(org, { op: 'add', kind: 'source', name: 'Fair' }, ...operations)
    assert.equal(status, 422)
    assert.deepEqual(
      Object.keys(body.errors),
      [1, 2, 3, 4, 5].map((index) => `operations.${index}.name`),
    )
    for (const [message] of Object.values<string[]>(body.errors)) assert.match(message!, /2 prospects have/)
    assert.deepEqual((await org.get('/prospects/options')).body, before)
    assert.equal((await org.events()).filter(({ type }) => type !== 'prospect.created').length, 0)
  })

  test('replace_with gives prospects another option; a stage is a move with its history and event', async () => {
    const { org, create, read, history, eventsOf } = await prospects()
    const { id } = await create({
      stage: 'Qualified',
      consultant: 'Ana Li',
      tags: ['a', 'b'],
      attributes: { pets: 'Cat' },
    })
    const form = (await org.post('/forms', { name: 'Enquiry', steps: [] })).body.id
    const prospect = { enabled: true, stage: 'Qualified', map: {} }
    await org.patch(`/forms/${form}`, { operations: [{ op: 'set_prospect', prospect }] })
    const { status, body } = await edit(
      org,
      { op: 'remove', kind: 'stage', name: 'Qualified', replace_with: 'Lost' },
      { op: 'remove', kind: 'consultant', name: 'Ana Li', replace_with: 'Bo Ng' },
      { op: 'add', kind: 'tag', name: 'b' },
      { op: 'remove', kind: 'tag', name: 'a', replace_with: 'b' },
      { op: 'add', kind: 'attribute', key: 'animals', label: 'Animals', type: 'text' },
      { op: 'remove', kind: 'attribute', name: 'pets', replace_with: 'animals' },
    )
    assert.equal(status, 200, JSON.stringify(body))
    const after = await read(id)
    assert.deepEqual(
      [after.stage, after.consultant, after.tags, after.attributes],
      ['Lost', 'Bo Ng', ['b'], { animals: 'Cat' }],
    )
    assert.deepEqual(await history(id), ['Qualified', 'Lost'])
    assert.equal((await org.get(`/forms/${form}`)).body.data.prospect.stage, 'Lost')
    assert.deepEqual(await eventsOf('prospect.stage_changed'), [[id, ['stage'], { from: 'Qualified', to: 'Lost' }]])
  })

  test('a tag of prospects that is not listed can be the replacement, but not of itself', async () => {
    const { org, create, read } = await prospects()
    const { id } = await create({ tags: ['a', 'x'] })
    await create({ tags: ['b'] })
    const self = await edit(org, { op: 'remove', kind: 'tag', name: 'a', replace_with: 'a' })
    assert.deepEqual([self.status, Object.keys(self.body.errors)], [422, ['operations.0.replace_with']])
    const { status, body } = await edit(org, { op: 'remove', kind: 'tag', name: 'a', replace_with: 'b' })
    assert.deepEqual([status, body.prospects_changed, body.data?.tags], [200, 1, ['b', 'x']])
    assert.deepEqual((await read(id)).tags, ['b', 'x'])
  })

  test('a dry run has the same response and changes nothing', async () => {
    const { org, create, read } = await prospects()
    const { id } = await create({ stage: 'Qualified' })
    const before = (await org.get('/prospects/options')).body
    const operations = [{ op: 'rename', kind: 'stage', name: 'Qualified', to: 'Assessed' }]
    const { status, body } = await org.patch('/prospects/options', { operations, dry_run: true })
    assert.deepEqual([status, body.dry_run, body.prospects_changed, stagesOf(body)[1]], [200, true, 1, 'Assessed'])
    assert.deepEqual([(await org.get('/prospects/options')).body, (await read(id)).stage], [before, 'Qualified'])
    assert.deepEqual(
      (await org.events()).map(({ type }) => type),
      ['prospect.created'],
    )
    const refused = await org.patch('/prospects/options', {
      operations: [{ op: 'remove', kind: 'stage', name: 'Qualified' }],
      dry_run: true,
    })
    assert.equal(refused.status, 422)
  })

  const wrong: [circumstance: string, operation: object, field: string, message: RegExp][] = [
    ['an unknown name', { op: 'rename', kind: 'stage', name: 'X', to: 'Y' }, 'name', /one of New, Qualified, Signed/],
    ['a rename without to', { op: 'rename', kind: 'source', name: 'Website' }, 'to', /required/],
    ['a name that is taken', { op: 'add', kind: 'stage', name: 'Lost' }, 'name', /there is a stage/],
    ['a new name that is taken', { op: 'rename', kind: 'stage', name: 'Lost', to: 'New' }, 'to', /there is a stage/],
    ['New renamed', { op: 'rename', kind: 'stage', name: 'New', to: 'Lead' }, 'name', /where prospects begin/],
    ['New removed', { op: 'remove', kind: 'stage', name: 'New' }, 'name', /cannot be removed/],
    ['New moved', { op: 'move', kind: 'stage', name: 'New', position: 2 }, 'name', /cannot be moved/],
    ['New won', { op: 'update', kind: 'stage', name: 'New', category: 'won' }, 'category', /must be open/],
    ['the place of New', { op: 'add', kind: 'stage', name: 'X', position: 1 }, 'position', /2 to 6: New is always/],
    ['a place past the end', { op: 'move', kind: 'source', name: 'Website', position: 3 }, 'position', /1 to 2/],
    ['a move without a position', { op: 'move', kind: 'source', name: 'Website' }, 'position', /required/],
    [
      'a field of another operation',
      { op: 'add', kind: 'source', name: 'X', to: 'Y' },
      'to',
      /not a field of add source/,
    ],
    ['an update of a source', { op: 'update', kind: 'source', name: 'Website' }, 'op', /add, rename, move, remove/],
    ['an attribute without a type', { op: 'add', kind: 'attribute', key: 'k' }, 'type', /required/],
    [
      'a key that no body may have',
      { op: 'add', kind: 'attribute', key: '__proto__', type: 'text' },
      'key',
      /not be __proto__/,
    ],
    ['a key with a space', { op: 'add', kind: 'attribute', key: 'a b', type: 'text' }, 'key', /letters, digits/],
    ['a select without options', { op: 'add', kind: 'attribute', key: 'k', type: 'select' }, 'options', /at least one/],
    [
      'a text with options',
      { op: 'add', kind: 'attribute', key: 'k', type: 'text', options: ['a'] },
      'options',
      /left out/,
    ],
    [
      'an unknown replacement',
      { op: 'remove', kind: 'source', name: 'Website', replace_with: 'X' },
      'replace_with',
      /one of Referral/,
    ],
    [
      'a replacement of another type',
      { op: 'remove', kind: 'attribute', name: 'pets', replace_with: 'rooms' },
      'replace_with',
      /of the type text/,
    ],
  ]
  for (const [circumstance, operation, field, message] of wrong) {
    test(`${circumstance} is a 422 that names the operation’s ${field}`, async () => {
      const { org } = await prospects()
      const { status, body } = await edit(org, { op: 'add', kind: 'tag', name: 'first' }, operation)
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, [`operations.1.${field}`]])
      assert.match(body.errors[`operations.1.${field}`][0], message)
      assert.deepEqual((await org.get('/prospects/options')).body.data.tags, [])
    })
  }

  test('an option of an attribute that prospects have cannot go, alone or in a list', async () => {
    const { org, create } = await prospects()
    await create({ attributes: { colour: 'Red', hobbies: ['Chess', 'Golf'] } })
    const { status, body } = await edit(
      org,
      { op: 'update', kind: 'attribute', name: 'colour', options: ['Blue'] },
      { op: 'update', kind: 'attribute', name: 'hobbies', options: ['Golf'] },
    )
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['operations.0.options', 'operations.1.options']])
    assert.equal((await edit(org, { op: 'update', kind: 'attribute', name: 'colour', options: ['Red'] })).status, 200)
  })

  test('a prospect that is created meanwhile waits, and is then checked against the new options', async () => {
    const { org } = await prospects()
    const rival = await db.connect()
    await rival.query('begin')
    await rival.query('select from prospect_options where org_id = $1 for no key update', [org.orgId])
    const editing = edit(org, { op: 'remove', kind: 'stage', name: 'Qualified' })
    await untilLockWait(db)
    const creating = org.post('/prospects', { first_name: 'A', last_name: 'B', stage: 'Qualified' })
    await untilLockWait(db, 2)
    await rival.query('commit')
    rival.release()
    assert.equal((await editing).status, 200)
    assert.equal((await creating).status, 422)
  })

  test('is a 401 when the organisation is deleted meanwhile', async () => {
    const { org } = await prospects()
    const rival = await db.connect()
    await rival.query('begin')
    await rival.query('select from prospect_options where org_id = $1 for update', [org.orgId])
    const editing = edit(org, { op: 'add', kind: 'tag', name: 'new' })
    await untilLockWait(db)
    await deleteOrganisation(rival, org.orgId)
    await rival.query('commit')
    rival.release()
    assert.equal((await editing).status, 401)
  })

  test('another organisation’s options and prospects never change', async () => {
    const [mine, theirs] = [await prospects(), await prospects()]
    const { id } = await theirs.create({ stage: 'Qualified' })
    await edit(mine.org, { op: 'rename', kind: 'stage', name: 'Qualified', to: 'Assessed' })
    assert.equal((await theirs.read(id)).stage, 'Qualified')
    assert.equal(stagesOf((await theirs.org.get('/prospects/options')).body)[1], 'Qualified')
  })
})
