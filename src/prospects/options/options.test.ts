import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prospectsOf, usualOptions } from '../../../test/factories/prospects.ts'
import { harness } from '../../../test/harness/harness.ts'
import { checkAttribute, optionsOf, type ProspectAttribute } from './options.ts'

const { db, organisation } = await harness()
const prospects = async () => prospectsOf(db, await organisation())

describe('GET /prospects/options', () => {
  test('of an organisation that has set up none has the standard stages and sources', async () => {
    const { org } = await prospects()
    const { status, text } = await org.get('/prospects/options')
    const stages = [
      { name: 'New', order: 1, category: 'open' },
      { name: 'Contacted', order: 2, category: 'open' },
      { name: 'Qualified', order: 3, category: 'open' },
      { name: 'Won', order: 4, category: 'won' },
      { name: 'Lost', order: 5, category: 'lost' },
    ]
    const funding_types = ['HCP', 'NDIS', 'CHSP', 'Private']
    const sources = ['Website', 'Phone', 'Referral', 'Event']
    const data = { stages, sources, consultants: [], funding_types, tags: [], attributes: [] }
    assert.deepEqual([status, text], [200, JSON.stringify({ data })])
  })

  test('has the organisation’s own in their order, every attribute with a list of options', async () => {
    const { org, setOptions } = await prospects()
    await setOptions()
    const { data } = (await org.get('/prospects/options')).body
    assert.deepEqual(
      data.stages.map(({ name, order }: { name: string; order: number }) => [name, order]),
      usualOptions.stages.map(({ name }, place) => [name, place + 1]),
    )
    assert.deepEqual([data.sources, data.consultants], [usualOptions.sources, usualOptions.consultants])
    assert.deepEqual(data.attributes[0], { key: 'pets', label: 'Pets', type: 'text', options: [] })
    assert.equal(JSON.stringify(data.attributes[5]), JSON.stringify(usualOptions.attributes[5]))
  })

  for (const [circumstance, names] of [
    ['lack New', ['Qualified', 'Won']],
    ['have New elsewhere', ['Qualified', 'New', 'Won']],
  ] as const) {
    test(`begins with New also where the stored stages ${circumstance}`, async () => {
      const { org, setOptions, create } = await prospects()
      await setOptions({ stages: names.map((name) => ({ name, category: 'open' })) })
      const { stages } = (await org.get('/prospects/options')).body.data
      assert.deepEqual(
        stages.map(({ name, order }: { name: string; order: number }) => [name, order]),
        [['New', 1], ['Qualified', 2], ['Won', 3]], // biome-ignore format: one line tells more
      )
      assert.equal((await create()).stage, 'New')
    })
  }

  test('has each tag in use once, as people sort, and none that is no longer in use or is another organisation’s', async () => {
    const { org, create, change } = await prospects()
    const other = await prospects()
    await other.create({ tags: ['theirs'] })
    const tags = async () => (await org.get('/prospects/options')).body.data.tags
    const first = await create({ tags: ['respite', 'Éclair', 'Zoo'] })
    const second = await create({ tags: ['respite', 'apple'] })
    await create()
    assert.deepEqual(await tags(), ['apple', 'Éclair', 'respite', 'Zoo'])
    await change(first.id, { tags: ['Zoo', 'new'] })
    assert.deepEqual(await tags(), ['apple', 'new', 'respite', 'Zoo'])
    await change(second.id, { tags: [] })
    await change(second.id, { suburb: 'Ryde' })
    assert.deepEqual(await tags(), ['new', 'Zoo'])
    await db.query('delete from prospect where org_id = $1 and id = $2', [org.orgId, first.id])
    assert.deepEqual(await tags(), [])
  })

  test('has at most 200 tags', async () => {
    const { org } = await prospects()
    await db.query(
      `insert into prospect (org_id, first_name, last_name, tags)
       select $1, 'A', 'B', array['t' || n, 'same'] from generate_series(1, 300) n`,
      [org.orgId],
    )
    const { tags } = (await org.get('/prospects/options')).body.data
    assert.deepEqual([tags.length, new Set(tags).size], [200, 200])
  })
})

test('options without a row are the usual ones, and a caller cannot change them for the next', () => {
  optionsOf(undefined).stages.pop()
  assert.equal(optionsOf(undefined).stages.length, 5)
})

describe('what an attribute may be', () => {
  const wrong: [type: ProspectAttribute['type'], rule: string, values: unknown[]][] = [
    ['text', 'a text of at most 10000 characters', [1, true, [], {}, 'x'.repeat(10_001)]],
    ['number', 'a number from -9007199254740991 to 9007199254740991', ['1', 2 ** 53, -1e308, true, []]],
    ['date', 'a date such as 2026-11-30', ['2026-02-30', '30/11/2026', '', 20261130, '2026-11-30T00:00:00Z']],
    ['boolean', 'true, false', ['true', 1, 0, []]],
    ['select', 'one of Red, Blue', ['red', 'Green', '', ['Red'], 1]],
    ['multiselect', 'a list of Red, Blue, none of them twice,', ['Red', ['Green'], ['Red', 'Red'], [null], {}]],
    ['checklist', 'a list of Red, Blue, none of them twice,', [true, ['Red', 'Green'], ['Blue', 'Blue']]],
  ]
  for (const [type, rule, values] of wrong) {
    test(`${type}: ${rule} or null`, () => {
      const attribute = { key: 'k', label: 'K', type, options: ['Red', 'Blue'] }
      for (const value of values) assert.equal(checkAttribute(attribute, value), `must be ${rule} or null.`)
      assert.equal(checkAttribute(attribute, null), undefined)
    })
  }
  const right: [ProspectAttribute['type'], unknown[]][] = [
    ['text', ['', 'x', '🌾'.repeat(10_000)]],
    ['number', [0, -1.5, Number.MAX_SAFE_INTEGER]],
    ['date', ['2028-02-29', '0001-01-01']],
    ['boolean', [true, false]],
    ['select', ['Red', 'Blue']],
    ['multiselect', [[], ['Blue'], ['Blue', 'Red']]],
    ['checklist', [[], ['Red', 'Blue']]],
  ]
  for (const [type, values] of right) {
    test(`${type} takes ${JSON.stringify(values).slice(0, 40)}`, () => {
      const attribute = { key: 'k', label: 'K', type, options: ['Red', 'Blue'] }
      for (const value of values) assert.equal(checkAttribute(attribute, value), undefined)
    })
  }

  test('a select without options has a message that none exist', () => {
    const attribute = { key: 'k', label: 'K', type: 'select' } as const
    assert.equal(checkAttribute(attribute, 'Red'), 'must be one of (none exist) or null.')
  })
})
