import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../test/factories/bundles/bundles.ts'
import { people, shift } from '../../test/factories/roster/shifts.ts'
import { createDatabase } from '../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const provider = {
  ...people,
  shifts: [shift()],
  tasks: [{ id: 50, title: 'Review', date: '2026-11-20' }],
  prospects: [{ id: 60, first_name: 'Max', last_name: 'Roe' }],
}
const one = (id: number, external_id: string, record: object, system = 'xero') => ({
  ...{ id, system, external_id, ...record },
})
const undated = ({ created_at, updated_at, ...row }: Record<string, unknown>) => row
const exported = async (orgId: number) => JSON.parse(await exportText(pool, orgId)).external_ids.map(undated)

test('an export has the external ids of every type, and its import gives the same bundle', async () => {
  const [orgId, copy] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
  const rows = [
    one(1, 'A', { client_id: 7 }),
    one(2, 'A', { staff_id: 31 }),
    one(3, 'A', { site_id: 3 }),
    one(4, 'A', { shift_id: 1 }, 'payroll'),
    one(5, 'A', { task_id: 50 }),
    one(6, 'A', { prospect_id: 60 }),
  ]
  await importTo(pool, orgId, { ...provider, external_ids: rows })
  assert.deepEqual(await exported(orgId), rows)
  const text = await exportText(pool, orgId)
  await importTo(pool, copy, text, { withSettings: true })
  assert.equal(await exportText(pool, copy), text)
  const { counts } = await importTo(pool, copy, { external_ids: rows })
  assert.deepEqual(counts, { external_ids: { created: 0, updated: 0, unchanged: 6 } })
})

test('an imported external id replaces what either side had in the system', async () => {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, {
    ...provider,
    external_ids: [
      one(1, 'A', { client_id: 7 }),
      one(2, 'B', { client_id: 8 }),
      one(3, 'A', { staff_id: 31 }),
      one(4, 'C', { client_id: 7 }, 'payroll'),
    ],
  })
  await importTo(pool, orgId, { external_ids: [one(9, 'B', { client_id: 7 })] })
  const others = [one(3, 'A', { staff_id: 31 }), one(4, 'C', { client_id: 7 }, 'payroll')]
  assert.deepEqual(await exported(orgId), [...others, one(9, 'B', { client_id: 7 })])
  // Two rows that swap their records.
  await importTo(pool, orgId, { external_ids: [one(9, 'B', { client_id: 7 }), one(10, 'D', { client_id: 8 })] })
  await importTo(pool, orgId, { external_ids: [one(9, 'B', { client_id: 8 }), one(10, 'D', { client_id: 7 })] })
  assert.deepEqual(await exported(orgId), [...others, one(9, 'B', { client_id: 8 }), one(10, 'D', { client_id: 7 })])
})

test('reports every problem with its path', async () => {
  const orgId = await emptyOrganisation(pool)
  const record = 'must have exactly one of client_id, staff_id, site_id, shift_id, task_id, prospect_id.'
  assert.deepEqual(
    await problemsOf(pool, orgId, {
      ...provider,
      external_ids: [
        one(1, 'A', {}),
        one(2, 'B', { client_id: 7, staff_id: 31 }),
        one(3, 'C', { client_id: 99 }),
        { ...one(4, '', { task_id: 50 }), system: 'Xero' },
      ],
    }),
    [
      `external_ids[0]: ${record}`,
      `external_ids[1]: ${record}`,
      'external_ids[3].system: must have 1 to 40 of a-z, 0-9, - and _, and begin and end with a letter or digit.',
      'external_ids[3].external_id: must not be empty.',
      'external_ids[2].client_id: there is no 99 in clients of the bundle or the organisation.',
    ],
  )
  assert.deepEqual(
    await problemsOf(pool, orgId, {
      ...provider,
      external_ids: [
        one(1, 'A', { client_id: 7 }),
        one(2, 'A', { client_id: 8 }),
        one(3, 'C', { client_id: 7 }),
        one(4, 'A', { staff_id: 31 }),
      ],
    }),
    [
      'external_ids[1].external_id: is already that of external_ids[0].',
      'external_ids[2].client_id: 7 has another external id of the system in external_ids[0].',
    ],
  )
  assert.deepEqual(await exported(orgId), [])
})
