import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../test/factories/bundles/bundles.ts'
import { people } from '../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { untilLockWait } from '../../test/harness/locks.ts'

const { pool, drop } = await createDatabase()
after(drop)

const { sites, ...others } = people
const [banksia] = sites
const exported = async (orgId: number) => JSON.parse(await exportText(pool, orgId)).sites
const undated = ({ created_at, updated_at, ...row }: Record<string, unknown>) => row

test('exports the people of a site in the imported order, and empty lists for an empty site', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...people, sites: [banksia, { id: 4, name: 'Bare' }] })
  assert.deepEqual((await exported(orgId)).map(undated), [
    banksia,
    {
      ...{ id: 4, name: 'Bare', type: null, status: 'Active', address: null, client_capacity: null, manager: null },
      ...{ tags: [], participant_ids: [], support_staff_ids: [], admin_staff_ids: [] },
    },
  ])
})

test('a changed list of people, or a changed order, updates the site and no other', async () => {
  const orgId = await emptyOrganisation(pool)
  const dated = { updated_at: '2026-01-01T00:00:00.000000Z' }
  await importTo(pool, orgId, {
    ...people,
    sites: [
      { ...banksia, ...dated },
      { ...banksia, ...dated, id: 4 },
    ],
  })
  const { counts } = await importTo(pool, orgId, {
    sites: [
      { ...banksia, participant_ids: [7, 8], support_staff_ids: [], admin_staff_ids: [32, 31] },
      { ...banksia, id: 4 },
    ],
  })
  assert.deepEqual(counts, { sites: { created: 0, updated: 1, unchanged: 1 } })
  const [changed, same] = await exported(orgId)
  assert.deepEqual(
    [changed.participant_ids, changed.support_staff_ids, changed.admin_staff_ids, changed.updated_at > '2026-01-02'],
    [[7, 8], [], [32, 31], true],
  )
  assert.deepEqual(undated(same), { ...banksia, id: 4 })
  assert.equal(same.updated_at, dated.updated_at)
})

test('reports each invalid link with its path', async () => {
  const orgId = await emptyOrganisation(pool)
  const bundle = {
    ...others,
    sites: [
      { ...banksia, participant_ids: [7, 8, 99], support_staff_ids: [31, 98], admin_staff_ids: [] },
      { id: 4, name: ' ', participant_ids: [7, 7], client_capacity: -1, tags: ['a', 'a'], admin_staff_ids: [97] },
    ],
  }
  assert.deepEqual(await problemsOf(pool, orgId, bundle), [
    'sites[1].name: must not be blank.',
    'sites[1].client_capacity: must be from 0 to 10000.',
    'sites[1].tags: must not have an item twice.',
    'sites[1].participant_ids: must not have an item twice.',
    'sites[0].participant_ids[2]: there is no 99 in clients of the bundle or the organisation.',
    'sites[0].support_staff_ids[1]: there is no 98 in staff of the bundle or the organisation.',
    'sites[1].admin_staff_ids[0]: there is no 97 in staff of the bundle or the organisation.',
  ])
})

test('an import waits for a concurrent update of a site and then replaces all its people', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, people)
  const rival = await pool.connect()
  await rival.query('begin')
  await rival.query('select from site where org_id = $1 for no key update', [orgId])
  await rival.query('delete from site_participant where org_id = $1', [orgId])
  await rival.query('insert into site_participant (org_id, site_id, client_id, place) values ($1, 3, 9, 1)', [orgId])
  const importing = importTo(pool, orgId, { sites: [{ ...banksia, name: 'New', participant_ids: [7] }] })
  await untilLockWait(pool)
  await rival.query('commit')
  rival.release()
  await importing
  assert.deepEqual((await exported(orgId))[0].participant_ids, [7])
})
