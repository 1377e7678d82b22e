import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testCitus } from '../../test/citus/environment.ts'
import { assertIdsFromCoordinator } from '../../test/citus/ids.ts'
import { emptyOrganisation, exportText, importTo, sourceOf } from '../../test/factories/bundles/bundles.ts'
import { completeBundle } from '../../test/factories/bundles/forms.ts'
import { completeBundle as tasksBundle } from '../../test/factories/bundles/tasks.ts'
import { createDatabase } from '../../test/harness/database.ts'
import { importBundle } from './import.ts'
import { permanentTables } from './staging.ts'

const { pool, drop } = await createDatabase()
after(drop)

/** On one PostgreSQL there must be no such table after an import, on Citus no row in one. */
async function assertNothingStaged(): Promise<void> {
  for (const { name } of permanentTables()) {
    const { rows } = await pool.query('select to_regclass($1) is not null as exists', [name])
    assert.equal(rows[0].exists, testCitus() !== undefined, name)
    if (!testCitus()) continue
    assert.deepEqual((await pool.query(`select count(*)::int as n from ${name}`)).rows, [{ n: 0 }], name)
  }
}

/** Without ids, so that the import assigns them. */
const withoutIds = (bundle: object): object =>
  JSON.parse(JSON.stringify(bundle), (key, value) =>
    ['charges', 'documents', 'history', 'cards', 'segments', 'appointments', 'stage_history'].includes(key)
      ? value.map(({ id, ...others }: { id: number }) => others)
      : value,
  )

test('an import leaves no staged rows, whether it succeeds, has problems or breaks off', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, completeBundle)
  await assertNothingStaged()
  await assert.rejects(importTo(pool, orgId, { ...completeBundle, clients: [{ id: 7 }] }))
  await assertNothingStaged()
  const broken = (async function* () {
    yield* sourceOf('{"staff": [{"id": 1, "first_name": "A", "last_name": "B"}, ')
    throw new Error('the disk is gone')
  })()
  await assert.rejects(importBundle(pool, orgId, broken), /the disk is gone/)
  await assertNothingStaged()
})

test('imports at the same time, of one organisation and of two, see only their own rows', async () => {
  const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
  const named = (name: string) => ({ staff: [{ id: 1, first_name: name, last_name: 'Li' }] })
  await importTo(pool, first, named('Zero'))
  const results = await Promise.all([
    importTo(pool, first, named('One')),
    importTo(pool, first, { clients: [], staff: [{ id: 2, first_name: 'Two', last_name: 'Li' }] }),
    importTo(pool, second, named('Other')),
  ])
  assert.deepEqual(
    results.map(({ counts }) => counts.staff),
    [
      { created: 0, updated: 1, unchanged: 0 },
      { created: 1, updated: 0, unchanged: 0 },
      { created: 1, updated: 0, unchanged: 0 },
    ],
  )
  const names = (text: string) => JSON.parse(text).staff.map((row: { first_name: string }) => row.first_name)
  assert.deepEqual(names(await exportText(pool, first)), ['One', 'Two'])
  assert.deepEqual(names(await exportText(pool, second)), ['Other'])
  await assertNothingStaged()
})

test('ids that an import assigns come from the sequences of the service', async () => {
  for (const bundle of [withoutIds(completeBundle), withoutIds(tasksBundle)]) {
    const orgId = await emptyOrganisation(pool)
    // What refers to children by id cannot be imported without ids.
    await importTo(pool, orgId, { ...bundle, form_submissions: [], billables: [] })
  }
  const { rows } = await pool.query('select count(*)::int as n from task_charge')
  assert.ok(rows[0].n > 0)
  await assertIdsFromCoordinator(pool)
})
