import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  problemsOf,
} from '../../../test/factories/bundles/bundles.ts'
import { options, prospect } from '../../../test/factories/bundles/prospects.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'

const { pool, drop } = await createDatabase()
after(drop)

const imported = (orgId: number, prospect_options: object, others: object = {}) =>
  importTo(pool, orgId, { prospect_options, ...others })
const optionsOf = async (orgId: number) => (await exportedBundle(pool, orgId)).prospect_options
const once = (what: 'created' | 'updated' | 'unchanged') => ({
  prospect_options: { ...{ created: 0, updated: 0, unchanged: 0 }, [what]: 1 },
})

describe('options of prospects', () => {
  test('come out as they went in, before the prospects, and are left out by who has none', async () => {
    const orgId = await emptyOrganisation(pool)
    assert.equal(await optionsOf(orgId), undefined)
    assert.deepEqual(await imported(orgId, options), { counts: once('created') })
    assert.match(
      await exportText(pool, orgId),
      /\n {2}"prospect_options": \{"stages":\[\{"name":"New",.*\},\n {2}"prospects": \[/,
    )
    assert.deepEqual(await optionsOf(orgId), options)
  })

  test('again change nothing and record nothing, whatever the order of their fields', async () => {
    const orgId = await emptyOrganisation(pool)
    await imported(orgId, options)
    const turned = Object.fromEntries(Object.entries(options).reverse())
    const stages = options.stages.map(({ name, category }) => ({ category, name }))
    assert.deepEqual(await imported(orgId, { ...turned, stages }), { counts: once('unchanged') })
    const { rows } = await pool.query('select detail from event where org_id = $1', [orgId])
    assert.deepEqual(rows, [{ detail: once('created') }])
  })

  test('are replaced as a whole: what is left out is the standard stages, and otherwise nothing', async () => {
    const orgId = await emptyOrganisation(pool)
    await imported(orgId, options)
    assert.deepEqual(await imported(orgId, {}), { counts: once('updated') })
    const stages = ['New open', 'Contacted open', 'Qualified open', 'Won won', 'Lost lost'].map((text) =>
      text.split(' '),
    )
    assert.deepEqual(await optionsOf(orgId), {
      stages: stages.map(([name, category]) => ({ name, category })),
      ...{ sources: [], consultants: [], attributes: [] },
    })
  })

  test('begin with New, which is put there when it is missing or further down', async () => {
    const [orgId, other] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    const [first, ...others] = options.stages
    await imported(orgId, { stages: others }, { prospects: [prospect()] })
    await imported(other, { stages: [...others, first] })
    for (const id of [orgId, other]) {
      const { rows } = await pool.query('select stages from prospect_options where org_id = $1', [id])
      assert.deepEqual([rows[0].stages, (await optionsOf(id)).stages], [options.stages, options.stages])
    }
  })

  test('of one organisation are not those of another', async () => {
    const [orgId, other] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    await imported(orgId, options)
    await imported(other, {})
    assert.deepEqual(await optionsOf(orgId), options)
  })

  test('need no options where an attribute has none', async () => {
    const orgId = await emptyOrganisation(pool)
    await imported(orgId, { attributes: [{ key: 'a', label: 'A', type: 'text' }] })
    assert.deepEqual((await optionsOf(orgId)).attributes, [{ key: 'a', label: 'A', type: 'text', options: [] }])
  })
})

test('problems of options are listed with their paths, together with others', async () => {
  const orgId = await emptyOrganisation(pool)
  const rejected = (prospect_options: object) => problemsOf(pool, orgId, { prospect_options, staff: [{ id: 1 }] })
  const staff = ['staff[0].first_name: is required.', 'staff[0].last_name: is required.']
  const attribute = (fields: object) => ({ key: 'a', label: 'A', type: 'text', ...fields })
  const badFields = {
    stages: [{ name: ' ', category: 'maybe', order: 1 }, { name: 'x'.repeat(101), category: 'open' }, 'Won'],
    sources: ['a', 'a'],
    consultants: ['', 'y'.repeat(101)],
    attributes: [
      attribute({ key: 'a b', label: '', type: 'colour' }),
      attribute({ key: 'x'.repeat(65), type: 'select', options: ['x', 'x'] }),
    ],
    colours: [],
  }
  assert.deepEqual(await rejected(badFields), [
    'prospect_options.colours: is not supported; supported fields are stages, sources, consultants, tags, attributes.',
    'prospect_options.stages[0].order: is not supported; supported fields are name, category.',
    'prospect_options.stages[0].name: must not be blank.',
    'prospect_options.stages[0].category: must be one of open, won, lost.',
    'prospect_options.stages[1].name: must have at most 100 characters.',
    'prospect_options.stages[2]: must be an object.',
    'prospect_options.sources: must not have an item twice.',
    'prospect_options.consultants[0]: must not be empty.',
    'prospect_options.consultants[1]: must have at most 100 characters.',
    'prospect_options.attributes[0].key: must have 1 to 64 letters, digits and _.',
    'prospect_options.attributes[0].label: must not be empty.',
    'prospect_options.attributes[0].type: must be one of text, number, date, boolean, select, multiselect, checklist.',
    'prospect_options.attributes[1].key: must have 1 to 64 letters, digits and _.',
    'prospect_options.attributes[1].options: must not have an item twice.',
    ...staff,
  ])
  const badTogether = {
    stages: [{ name: 'New', category: 'lost' }, ...options.stages.slice(1), { name: 'Won', category: 'open' }],
    attributes: [
      attribute({ type: 'select' }),
      attribute({ type: 'number', options: ['1'] }),
      attribute({ key: 'b', type: 'checklist', options: [] }),
    ],
  }
  assert.deepEqual(await rejected(badTogether), [
    'prospect_options.stages[4].name: is already the name of stages[2].',
    'prospect_options.stages[0].category: must be open for New, where prospects begin.',
    'prospect_options.attributes[1].key: is already the key of attributes[0].',
    'prospect_options.attributes[0].options: must have at least one option for a select.',
    'prospect_options.attributes[1].options: must be left out or empty for a number.',
    'prospect_options.attributes[2].options: must have at least one option for a checklist.',
    ...staff,
  ])
  assert.equal(await optionsOf(orgId), undefined)
})

describe('options that prospects have which are not in the bundle', () => {
  const attributes = { hobbies: ['Chess', 'Golf'], mobility: 'Walks', budget: 5, referrer: 'Golf' }
  const prospects = [
    prospect({ stage: 'Qualified', consultant: 'Ana Li', attributes }),
    prospect({ id: 61, stage: 'Qualified', attributes: { hobbies: ['Golf'] } }),
  ]
  const fewer = {
    stages: options.stages.filter(({ name }) => name === 'New'),
    attributes: [
      { key: 'budget', label: 'Budget', type: 'text' },
      { key: 'hobbies', label: 'Hobbies', type: 'multiselect', options: ['Chess'] },
      { key: 'mobility', label: 'Mobility', type: 'select', options: ['Runs'] },
      { key: 'pets', label: 'Has pets', type: 'text' },
    ],
  }
  const has = '1 prospect that is not in the bundle has it.'
  const have = '2 prospects that are not in the bundle have it.'

  test('must stay: which, and how many have them', async () => {
    const orgId = await emptyOrganisation(pool)
    await imported(orgId, options, { prospects })
    const before = await exportText(pool, orgId)
    assert.deepEqual(await problemsOf(pool, orgId, { prospect_options: fewer }), [
      `prospect_options.attributes: must keep referrer: ${has}`,
      `prospect_options.attributes[0].type: must stay number: ${has}`,
      `prospect_options.attributes[1].options: must keep Golf: ${have}`,
      `prospect_options.attributes[2].options: must keep Walks: ${has}`,
      `prospect_options.consultants: must keep Ana Li: ${has}`,
      `prospect_options.stages: must keep Qualified: ${have}`,
    ])
    const [, second] = prospects
    const rest = { stages: options.stages, consultants: ['Ana Li'], attributes: options.attributes.slice(1) }
    assert.deepEqual(
      await problemsOf(pool, orgId, { prospect_options: rest, prospects: [{ ...second, attributes: {} }] }),
      [`prospect_options.attributes: must keep hobbies: ${has}`],
    )
    assert.equal(await exportText(pool, orgId), before)
  })

  test('can be removed if the bundle changes their prospects, or if no prospect had them', async () => {
    const orgId = await emptyOrganisation(pool)
    await imported(orgId, options, { prospects })
    const now = prospects.map((row) => ({ ...row, stage: 'New', consultant: null, attributes: { mobility: 'Runs' } }))
    await imported(orgId, fewer, { prospects: now })
    assert.deepEqual((await optionsOf(orgId)).stages, [{ name: 'New', category: 'open' }])
    const other = await emptyOrganisation(pool)
    await imported(other, options, { prospects: [prospect()] })
    assert.deepEqual(await imported(other, fewer), { counts: once('updated') })
  })

  test('are the usual stages too, where there were no options', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, { prospects: [prospect({ stage: 'Lost' })] })
    assert.deepEqual(await problemsOf(pool, orgId, { prospect_options: fewer }), [
      `prospect_options.stages: must keep Lost: ${has}`,
    ])
  })

  test('of another organisation are no matter', async () => {
    const [orgId, other] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    await imported(orgId, options, { prospects })
    await imported(other, options)
    assert.deepEqual(await imported(other, fewer), { counts: once('updated') })
  })

  for (const [what, before, held] of [
    ['options that are there', { prospect_options: options }, 'prospect_options where org_id'],
    // As in the API: together with a table of the organisation, so that on Citus the row is locked on the same server.
    ['the usual ones', {}, 'organisation where not exists (select from prospect_options where org_id = $1) and id'],
  ] as const) {
    test(`wait for who is setting a prospect to one of ${what}, and see it then`, async () => {
      const orgId = await emptyOrganisation(pool)
      await importTo(pool, orgId, { ...before, prospects: [prospect()] })
      const rival = await pool.connect()
      await rival.query('begin')
      await rival.query(`select from ${held} = $1 for share`, [orgId])
      const importing = problemsOf(pool, orgId, { prospect_options: fewer })
      await untilLockWait(pool)
      await rival.query(`update prospect set stage = 'Won' where org_id = $1`, [orgId])
      await rival.query('commit')
      rival.release()
      assert.deepEqual(await importing, [`prospect_options.stages: must keep Won: ${has}`])
    })
  }
})
