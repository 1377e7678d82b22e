import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  assertRoundTrip,
  emptyOrganisation,
  exportedBundle,
  exportText,
  importTo,
  type Row,
  withoutTimestamps,
} from '../../../test/factories/bundles/bundles.ts'
import { completeBundle, options, prospect, prospectDefaults } from '../../../test/factories/bundles/prospects.ts'
import { people } from '../../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'

const { pool, drop } = await createDatabase()
after(drop)

const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
const prospectsOf = async (orgId: number): Promise<Row[]> => (await exportedBundle(pool, orgId)).prospects
const historyOf = (orgId: number, id = 60) =>
  query(
    'select stage, by_name as by, created_at as at from prospect_stage_change where org_id = $1 and prospect_id = $2 order by id',
    ...[orgId, id],
  )
/** An organisation with the options and these prospects. */
async function withProspects(...prospects: object[]): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...people, prospect_options: options, prospects })
  return orgId
}
const created_at = '2026-10-01T00:00:00.123456Z'
const updated_at = '2026-10-08T00:00:00.000000Z'

describe('prospects', () => {
  test('come out as they went in', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const { prospect_options, prospects } = await exportedBundle(pool, orgId)
    assert.deepEqual(prospect_options, options)
    assert.deepEqual(prospects.map(withoutTimestamps), completeBundle.prospects)
  })

  test('export the same bytes again from an empty organisation, and imported again they change nothing', async () => {
    await assertRoundTrip(pool, completeBundle)
    await assertRoundTrip(pool, { prospects: [prospect()] })
  })

  test('of another organisation may have the same ids, and stay unchanged', async () => {
    const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    await importTo(pool, first, completeBundle)
    const before = await exportText(pool, first)
    const prospects = completeBundle.prospects.map((row) => ({ ...row, first_name: 'Theirs', notes: [], stage: 'New' }))
    await importTo(pool, second, { ...completeBundle, prospects })
    assert.equal(await exportText(pool, first), before)
  })

  test('move every sequence past their ids', async () => {
    const orgId = await emptyOrganisation(pool)
    const children = { notes: [{ id: 70_001, notes: 'One' }], stage_history: [{ id: 80_001, stage: 'New' }] }
    await importTo(pool, orgId, { prospects: [prospect({ id: 60_001, ...children })] })
    for (const [table, highest] of Object.entries({
      ...{ prospect: 60_001, prospect_note: 70_001, prospect_stage_change: 80_001 },
    })) {
      const [{ next }] = await query(`select nextval('${table}_id_seq') as next`)
      assert.ok(next > highest, `${table} gives ${next}`)
    }
  })

  test('that leave all out are new, and have no conversion, history or notes to show', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, { prospects: [prospect({ created_at })] })
    const [row] = await prospectsOf(orgId)
    assert.deepEqual(withoutTimestamps(row!), prospect(prospectDefaults))
    assert.deepEqual(await historyOf(orgId), [{ stage: 'New', by: null, at: created_at }])
  })

  test('with a client are linked to it unless they say that it was created', async () => {
    const row = prospect({ client_id: 7, conversion: 'created' })
    const orgId = await withProspects(prospect({ client_id: 7 }), { ...row, id: 61 })
    assert.deepEqual(
      (await prospectsOf(orgId)).map(({ client_id, conversion }) => [client_id, conversion]),
      [
        [7, 'linked'],
        [7, 'created'],
      ],
    )
  })

  test('have no null attributes, and importing null again is no change', async () => {
    const orgId = await withProspects(prospect({ attributes: { pets: null, budget: 1 } }))
    assert.deepEqual((await prospectsOf(orgId))[0]!.attributes, { budget: 1 })
    const again = { prospects: [prospect({ attributes: { budget: 1, hobbies: null } })] }
    assert.equal((await importTo(pool, orgId, again)).counts.prospects!.unchanged, 1)
  })
})

describe('the stage history', () => {
  test('begins when the prospect was created, and goes on with an import that changes the stage', async () => {
    const orgId = await withProspects(prospect({ created_at, stage: 'Qualified' }))
    const won = { prospects: [prospect({ stage: 'Won', updated_at })] }
    await importTo(pool, orgId, won)
    const expected = [
      { stage: 'Qualified', by: null, at: created_at },
      { stage: 'Won', by: null, at: updated_at },
    ]
    assert.deepEqual(await historyOf(orgId), expected)
    const before = await exportText(pool, orgId)
    assert.equal((await importTo(pool, orgId, won)).counts.prospects!.unchanged, 1)
    // An empty history counts as none, and changes of other fields add no entry.
    await importTo(pool, orgId, { prospects: [prospect({ stage: 'Won', stage_history: [], suburb: 'Ryde' })] })
    assert.deepEqual(await historyOf(orgId), expected)
    await importTo(pool, orgId, { prospects: [prospect({ stage: 'New' })] })
    assert.deepEqual(
      (await historyOf(orgId)).map(({ stage }) => stage),
      ['Qualified', 'Won', 'New'],
    )
    await importTo(pool, orgId, before)
    assert.equal(JSON.parse(await exportText(pool, orgId)).prospects[0].stage_history.length, 2)
  })

  test('is that of the bundle, with the ids of the first import', async () => {
    const stage_history = [{ stage: 'New' }, { stage: 'Qualified' }, { stage: 'New', by: 'Ana', at: updated_at }]
    const row = prospect({ stage_history })
    const orgId = await withProspects(row)
    const before = await exportText(pool, orgId)
    assert.equal((await importTo(pool, orgId, { prospects: [row] })).counts.prospects!.unchanged, 1)
    assert.equal(await exportText(pool, orgId), before)
    assert.deepEqual(
      (await historyOf(orgId)).map(({ stage, by }) => [stage, by]),
      [
        ['New', null],
        ['Qualified', null],
        ['New', 'Ana'],
      ],
    )
  })

  test('of a prospect that lost it is made again', async () => {
    const orgId = await withProspects(prospect({ created_at }))
    await query('delete from prospect_stage_change where org_id = $1', orgId)
    await importTo(pool, orgId, { prospects: [prospect()] })
    assert.deepEqual(await historyOf(orgId), [{ stage: 'New', by: null, at: created_at }])
  })
})

describe('notes', () => {
  const notes = [
    { notes: 'Same' },
    { notes: 'Same' },
    { notes: 'Rang', note_type: 'Phone call', by: 'Ana', created_at },
  ]
  const notesOf = async (orgId: number): Promise<Row[]> => (await prospectsOf(orgId))[0]!.notes ?? []

  test('stay when a row omits them, are removed by an empty list, and keep their ids', async () => {
    const orgId = await withProspects(prospect({ notes }))
    const before = await notesOf(orgId)
    assert.deepEqual(before[2], { ...notes[2], id: before[2]!.id })
    for (const again of [{ notes }, {}]) {
      assert.equal((await importTo(pool, orgId, { prospects: [prospect(again)] })).counts.prospects!.unchanged, 1)
    }
    await importTo(pool, orgId, { prospects: [prospect({ phone: '1' })] })
    assert.deepEqual(await notesOf(orgId), before)
    await importTo(pool, orgId, { prospects: [prospect({ notes: [] })] })
    assert.deepEqual(await notesOf(orgId), [])
  })

  test('added by another request while an import waits for the prospect stay', async () => {
    const orgId = await withProspects(prospect({ notes }))
    const rival = await pool.connect()
    await rival.query('begin')
    await rival.query('select from prospect where org_id = $1 for no key update', [orgId])
    await rival.query(`insert into prospect_note (org_id, prospect_id, notes) values ($1, 60, 'Late')`, [orgId])
    const importing = importTo(pool, orgId, { prospects: [prospect({ phone: '1' })] })
    await untilLockWait(pool)
    await rival.query('commit')
    rival.release()
    await importing
    const [row] = await prospectsOf(orgId)
    assert.deepEqual([row!.phone, row!.notes.length, row!.notes[3].notes], ['1', 4, 'Late'])
  })
})
