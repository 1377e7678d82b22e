import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  problemsOf,
} from '../../../test/factories/bundles/bundles.ts'
import {
  at,
  completeBundle,
  dashboard,
  insight,
  insightCard,
  space,
  textCard,
} from '../../../test/factories/bundles/reports.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const rejected = async (bundle: object) => problemsOf(pool, await emptyOrganisation(pool), bundle)
const pathsOf = (problems: string[]) => problems.map((problem) => problem.split(': ')[0])
const missing = (list: string, id: number) => `there is no ${id} in ${list} of the bundle or the organisation.`
async function withWhole(): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, completeBundle)
  return orgId
}

describe('a space is rejected', () => {
  test('for invalid subfolders, or subfolders with the same id', async () => {
    const subfolders = [{ id: 'a', name: 'A' }, { id: 'A', name: 'A' }, { id: 'a', name: 'B' }, { id: ' ' }, 'c']
    assert.deepEqual(await rejected({ spaces: [space({ subfolders, icon: 'x' }), space({ id: 2, name: ' ' })] }), [
      'spaces[0].icon: is not supported; supported fields are id, name, subfolders, created_at, updated_at.',
      'spaces[0].subfolders[3].name: is required.',
      'spaces[0].subfolders[3].id: must be neither blank nor . nor ...',
      'spaces[0].subfolders[4]: must be an object.',
      'spaces[1].name: must not be blank.',
    ])
    assert.deepEqual(await rejected({ spaces: [space({ subfolders: subfolders.slice(0, 3) })] }), [
      'spaces[0].subfolders[2].id: is already the id of subfolders[0].',
    ])
  })

  test('for a subfolder whose id no path can name', async () => {
    const subfolders = ['.', '..', '...'].map((id) => ({ id, name: 'Monthly' }))
    assert.deepEqual(await rejected({ spaces: [space({ subfolders })] }), [
      'spaces[0].subfolders[0].id: must be neither blank nor . nor ...',
      'spaces[0].subfolders[1].id: must be neither blank nor . nor ...',
    ])
  })

  test('if all spaces of the organisation together would have more than 1 MB', async () => {
    const orgId = await emptyOrganisation(pool)
    const subfolders = Array.from({ length: 500 }, (_, i) => ({ id: `${i}`, name: 'é'.repeat(255) }))
    const spaces = [1, 2, 3].map((id) => space({ id, subfolders }))
    await importTo(pool, orgId, { spaces })
    const before = await exportText(pool, orgId)
    assert.deepEqual(await problemsOf(pool, orgId, { spaces: [space({ id: 4, subfolders })] }), [
      'spaces: must be smaller: all spaces of an organisation together have at most 1 MB.',
    ])
    assert.equal(await exportText(pool, orgId), before)
    await importTo(pool, orgId, { spaces: [space({ id: 1, subfolders: [] }), space({ id: 4, subfolders })] })
  })

  test('if it removes a subfolder that is in use', async () => {
    const orgId = await withWhole()
    const before = await exportText(pool, orgId)
    const first = completeBundle.spaces[0]!
    const spaces = [{ ...first, subfolders: [{ id: 'yearly', name: 'Yearly' }] }]
    assert.deepEqual(await problemsOf(pool, orgId, { spaces }), [
      'spaces[0].subfolders: must keep Häuser & Co, which insight 96 of the organisation is in.',
      'spaces[0].subfolders: must keep monthly, which insight 95 of the organisation is in.',
    ])
    assert.equal(await exportText(pool, orgId), before)
    // A row that the bundle moves elsewhere does not use its old subfolder.
    const moved = completeBundle.insights.map((row) => ({ ...row, space_id: 2, subfolder_id: null }))
    assert.deepEqual(await problemsOf(pool, orgId, { spaces, insights: moved }), [
      'spaces[0].subfolders: must keep monthly, which dashboard 97 of the organisation is in.',
    ])
    const dashboards = [{ ...completeBundle.dashboards[0], subfolder_id: 'yearly' }]
    await importTo(pool, orgId, { spaces, insights: moved, dashboards })
    assert.equal((await exportedBundle(pool, orgId)).dashboards[0].subfolder_id, 'yearly')
  })
})

describe('an insight is rejected', () => {
  test('for specs that the API rejects, with bundle paths, all errors at once', async () => {
    const problems = await rejected({
      insights: [
        insight({ spec: { source: 'pay' } }),
        insight({
          id: 96,
          spec: {
            source: 'clients',
            metric: 'hours::sum',
            group_by: 'created_at',
            colour: 'red',
            target: { value: 5 },
          },
        }),
        insight({
          id: 98,
          spec: {
            ...{ source: 'clients', visualization: 'metric', filters: { status: 'Gone', 'shoe size': 7 } },
            date_range: { preset: 'someday' },
            conditional_formatting: [{ operator: '>', value: 1, color: 'pink' }],
          },
        }),
      ],
    })
    assert.deepEqual(pathsOf(problems).sort(), [
      'insights[0].spec.source',
      'insights[1].spec.colour',
      'insights[1].spec.group_by',
      'insights[1].spec.metric',
      'insights[1].spec.target',
      'insights[2].spec.conditional_formatting[0].color',
      'insights[2].spec.date_range.preset',
      'insights[2].spec.filters.status',
      'insights[2].spec.filters["shoe size"]',
    ])
    assert.ok(problems.includes('insights[1].spec.metric: must be one of records::count.'), problems.join('\n'))
    assert.ok(problems.includes('insights[2].spec.filters.status: must be one of Active, Archived.'))
    assert.match(
      problems.find((problem) => problem.includes('shoe size'))!,
      /"shoe size"\]: is no field to filter by; fields are status/,
    )
  })

  test('for invalid fields', async () => {
    const problems = await rejected({
      insights: [
        insight({ name: '', description: 'x'.repeat(2001), spec: [], protected: 'no', space_id: 0, subfolder_id: 3 }),
        { id: 96, name: 'No spec', mode: 'single' },
      ],
    })
    assert.deepEqual(pathsOf(problems).sort(), [
      ...['description', 'name', 'protected', 'space_id', 'spec', 'subfolder_id'].map(
        (field) => `insights[0].${field}`,
      ),
      ...['insights[1].mode', 'insights[1].spec'],
    ])
  })
})

describe('an insight or a dashboard is rejected', () => {
  test('for a space of another organisation, and cards for its insights', async () => {
    await withWhole()
    const links = { space_id: 1, subfolder_id: 'monthly' }
    const cards = [textCard(), insightCard({ position: at(6, 0) })]
    assert.deepEqual(
      await rejected({ insights: [insight({ id: 1, ...links })], dashboards: [dashboard({ ...links, cards })] }),
      [
        `insights[0].space_id: ${missing('spaces', 1)}`,
        `dashboards[0].space_id: ${missing('spaces', 1)}`,
        `dashboards[0].cards[1].insight_id: ${missing('insights', 95)}`,
      ],
    )
  })

  test('for a subfolder that its space does not have, whether the bundle or the organisation has the space', async () => {
    const orgId = await withWhole()
    const bundle = {
      spaces: [space({ id: 3, subfolders: [{ id: 'new', name: 'New' }] })],
      insights: [
        insight({ id: 1, space_id: 1, subfolder_id: 'Monthly' }),
        insight({ id: 2, space_id: 2, subfolder_id: 'monthly' }),
        insight({ id: 3, space_id: 3, subfolder_id: 'new' }),
        insight({ id: 4, space_id: 1, subfolder_id: 'monthly' }),
      ],
      dashboards: [dashboard({ space_id: 3, subfolder_id: 'monthly' })],
    }
    assert.deepEqual(await problemsOf(pool, orgId, bundle), [
      'insights[0].subfolder_id: must be a subfolder of space 1, which has monthly, Häuser & Co.',
      'insights[1].subfolder_id: must be a subfolder of space 2, which has none.',
      'dashboards[0].subfolder_id: must be a subfolder of space 3, which has new.',
    ])
    const spaceless = {
      insights: [insight({ subfolder_id: 'monthly' })],
      dashboards: [dashboard({ subfolder_id: 'monthly' })],
    }
    assert.deepEqual(await problemsOf(pool, orgId, spaceless), [
      'insights[0].subfolder_id: is only supported together with space_id.',
      'dashboards[0].subfolder_id: is only supported together with space_id.',
    ])
  })
})

describe('a dashboard is rejected', () => {
  test('for invalid settings and cards, all errors at once', async () => {
    const problems = await rejected({
      insights: [insight()],
      dashboards: [
        dashboard({ settings: { auto_layout: 1, theme: 'dark' } }),
        dashboard({ id: 98, settings: { date_range: { last: 0, unit: 'days' } } }),
        dashboard({
          id: 99,
          cards: [{ type: 'chart' }, textCard({ position: { x: 24, y: -1, w: 0, h: 101 }, size: 1 })],
        }),
        dashboard({
          id: 100,
          cards: [
            textCard({ text: undefined, insight_id: 95 }),
            insightCard({ insight_id: null, text: 'x', position: at(6, 0) }),
          ],
        }),
        dashboard({ id: 101, cards: Array.from({ length: 61 }, (_, row) => textCard({ position: at(0, row * 4) })) }),
      ],
    })
    assert.deepEqual(pathsOf(problems).sort(), [
      'dashboards[0].settings.auto_layout',
      'dashboards[0].settings.theme',
      'dashboards[1].settings.date_range.last',
      'dashboards[2].cards[0].position',
      'dashboards[2].cards[0].type',
      ...['h', 'w', 'x', 'y'].map((field) => `dashboards[2].cards[1].position.${field}`),
      'dashboards[2].cards[1].size',
      'dashboards[3].cards[0].insight_id',
      'dashboards[3].cards[0].text',
      'dashboards[3].cards[1].insight_id',
      'dashboards[3].cards[1].text',
      'dashboards[4].cards',
    ])
  })

  test('for cards that leave the grid, are too small, or overlap', async () => {
    const cards = [
      insightCard(),
      insightCard({ position: at(20, 0, 6, 4) }),
      textCard({ position: at(0, 10, 3, 2) }),
      insightCard({ position: at(5, 3, 16, 4) }),
      insightCard({ position: at(0, 9_980, 24, 30) }),
      insightCard({ position: at(6, 0, 14, 3) }),
    ]
    assert.deepEqual(await rejected({ insights: [insight()], dashboards: [dashboard({ cards })] }), [
      'dashboards[0].cards[1].position: must stay within the 24 columns: x is at least 0 and x + w at most 24, but x is 20 and w is 6.',
      'dashboards[0].cards[2].position: must be at least 4 wide and 2 to 100 high for a text: w is 3 and h is 2.',
      'dashboards[0].cards[3].position: must not overlap cards[0].',
      'dashboards[0].cards[3].position: must not overlap cards[1].',
      'dashboards[0].cards[4].position: must stay within the 10000 rows: y is at least 0 and y + h at most 10000, but y is 9980 and h is 30.',
    ])
  })

  test('for duplicate card ids, or ids of another dashboard’s cards', async () => {
    const orgId = await withWhole()
    const cards = [textCard({ id: 99 }), textCard({ id: 500, position: at(6, 0) })]
    assert.deepEqual(
      await problemsOf(pool, orgId, {
        dashboards: [dashboard({ id: 1, cards }), dashboard({ id: 2, cards: [textCard({ id: 500 })] })],
      }),
      [
        'dashboards[0].cards[0].id: 99 belongs to dashboards 97 of the organisation.',
        'dashboards[1].cards[0].id: 500 is already given at dashboards[0].cards[1].id.',
      ],
    )
  })
})
