import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { dashboard, insight, insightCard, space } from '../../../test/factories/bundles/reports.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'

const { pool, drop } = await createDatabase()
after(drop)

const folder = { id: 'monthly', name: 'Monthly' }
const position = { space_id: 1, subfolder_id: 'monthly' }
async function organisation(): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { spaces: [space({ subfolders: [folder] })], insights: [insight()] })
  return orgId
}

/** The problems of a bundle that is imported while another transaction has not committed yet. */
async function problemsBeside(orgId: number, bundle: object, ...rivals: string[]): Promise<string[]> {
  const rival = await pool.connect()
  await rival.query('begin')
  for (const sql of rivals) await rival.query(sql, [orgId])
  const importing = problemsOf(pool, orgId, bundle)
  await untilLockWait(pool)
  await rival.query('commit')
  rival.release()
  const before = await exportText(pool, orgId)
  const problems = await importing
  assert.equal(await exportText(pool, orgId), before)
  return problems
}

test('a card of an insight that is deleted concurrently is an import problem, not a database error', async () => {
  const bundle = { dashboards: [dashboard({ cards: [insightCard()] })] }
  assert.deepEqual(
    await problemsBeside(await organisation(), bundle, 'delete from insight where org_id = $1 and id = 95'),
    ['dashboards[0].cards[0].insight_id: there is no insight 95 once the import is done.'],
  )
})

test('a subfolder that a concurrent import removes is an import problem', async () => {
  for (const [list, row] of Object.entries({ insights: insight(position), dashboards: dashboard(position) })) {
    assert.deepEqual(
      await problemsBeside(
        await organisation(),
        { [list]: [row] },
        `update space set subfolders = '[]' where org_id = $1`,
      ),
      [`${list}[0].subfolder_id: must be a subfolder of space 1, which has none.`],
    )
  }
})

test('a subfolder that is used concurrently cannot be removed', async () => {
  assert.deepEqual(
    await problemsBeside(
      await organisation(),
      { spaces: [space()] },
      'select from space where org_id = $1 for share',
      `update insight set space_id = 1, subfolder_id = 'monthly' where org_id = $1`,
    ),
    ['spaces[0].subfolders: must keep monthly, which insight 95 of the organisation is in.'],
  )
})

test('concurrent imports of one bundle succeed', async () => {
  const orgId = await emptyOrganisation(pool)
  const bundle = {
    spaces: [space({ subfolders: [folder] })],
    insights: [insight(position)],
    dashboards: [dashboard({ ...position, cards: [insightCard({ id: 1 })] })],
  }
  await Promise.all(Array.from({ length: 4 }, () => importTo(pool, orgId, bundle)))
  const changed = { ...bundle, spaces: [space({ name: 'Other', subfolders: [folder] })] }
  await Promise.all(Array.from({ length: 4 }, (_, n) => importTo(pool, orgId, n % 2 ? bundle : changed)))
})
