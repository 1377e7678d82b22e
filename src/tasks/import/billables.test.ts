import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { emptyOrganisation, exportText, importTo, problemsOf } from '../../../test/factories/bundles/bundles.ts'
import { base, billedBundles, completedTask, invoiced, pending, task } from '../../../test/factories/bundles/tasks.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const { billablesOf, withBillables } = billedBundles(pool)

describe('what a billable leaves out', () => {
  test('by default copies its task and charge, and has the time of its update, or now', async () => {
    const orgId = await withBillables(
      { ...pending, updated_at: '2026-11-01T00:00:00Z' },
      { ...invoiced, id: 91, charge_id: 13 },
    )
    const [first, second] = await billablesOf(orgId)
    assert.deepEqual(first, { ...pending, invoice_number: null, total_cost: 67.56, at: '2026-11-01 11:00:00' })
    assert.deepEqual([second!.total_cost, second!.at > '2026-11-01'], [180, true])
    const { rows } = await pool.query('select * from billable where org_id = $1 order by id limit 1', [orgId])
    const { client_id, date, name, price_code, minutes, claim_type } = rows[0]
    assert.deepEqual(
      [client_id, date, name, price_code, minutes, claim_type],
      [7, '2026-11-20', 'Self-care weekday', 11, 60, 'Standard'],
    )
  })

  test('stays when it was while its status does, to the microsecond', async () => {
    const orgId = await withBillables(pending)
    const [before] = (await pool.query('select status_at from billable where org_id = $1', [orgId])).rows
    await importTo(pool, orgId, { billables: [{ ...pending, total_cost: 1 }] })
    await importTo(pool, orgId, { billables: [{ ...(await billablesOf(orgId))[0], total_cost: 2 }] })
    const [after] = (await pool.query('select status_at from billable where org_id = $1', [orgId])).rows
    assert.deepEqual(after, before)
    await importTo(pool, orgId, { billables: [{ ...invoiced, updated_at: '2027-01-01T00:00:00Z' }] })
    assert.equal((await billablesOf(orgId))[0]!.at, '2027-01-01 11:00:00')
  })
})

describe('rejects, with its path,', () => {
  const cases: [string, object[], string[]][] = [
    [
      'numbers that its status does not have',
      [
        { ...pending, invoice_number: 'A', void_reason: 'B' },
        { ...invoiced, id: 91, charge_id: 13, invoice_number: null },
      ],
      [
        'billables[0].invoice_number: must be null with status pending.',
        'billables[0].void_reason: is only supported with status void.',
        'billables[1].invoice_number: is required with status invoiced.',
      ],
    ],
    [
      'one that is not void and is for nothing',
      [
        { id: 90, status: 'pending' },
        { ...invoiced, id: 91, task_id: null },
      ],
      [
        'billables[0].task_id: is required unless status is void.',
        'billables[0].charge_id: is required unless status is void.',
        'billables[1].task_id: is required with a charge_id.',
      ],
    ],
    [
      'a void one that does not say what it was for',
      [
        { id: 90, status: 'void', total_cost: 1.005 },
        { id: 91, status: 'void', task_id: 1 },
      ],
      [
        'billables[0].total_cost: must have at most 2 decimals.',
        'billables[0].date: is required without a task_id.',
        ...['name', 'price_code', 'minutes', 'claim_type'].map(
          (field) => `billables[0].${field}: is required without a charge_id.`,
        ),
        ...['name', 'price_code', 'minutes', 'claim_type', 'total_cost'].map(
          (field) => `billables[1].${field}: is required without a charge_id.`,
        ),
      ],
    ],
    [
      'links that lead nowhere, and charges of another task',
      [
        { ...pending, task_id: 2, client_id: 98, price_code: 97 },
        { ...pending, id: 91, task_id: 99 },
        { ...pending, id: 92, charge_id: 14 },
      ],
      [
        'billables[1].task_id: there is no 99 in tasks of the bundle or the organisation.',
        'billables[0].client_id: there is no 98 in clients of the bundle or the organisation.',
        'billables[0].price_code: there is no 97 in price_codes of the bundle or the organisation.',
        'billables[0].charge_id: there is no 12 in the charges of task 2.',
        'billables[1].charge_id: there is no 12 in the charges of task 99.',
        'billables[2].charge_id: there is no 14 in the charges of task 1.',
      ],
    ],
    [
      'a charge that is billed twice',
      [pending, { ...invoiced, id: 91 }, { ...invoiced, id: 92, status: 'void' }],
      ['billables[1].charge_id: 12 is already billed by billables[0], which is not void.'],
    ],
    [
      'a status that there is not',
      [{ ...pending, status: 'paid' }],
      ['billables[0].status: must be one of pending, invoiced, void.'],
    ],
  ]
  for (const [what, billables, expected] of cases) {
    test(what, async () => {
      const orgId = await emptyOrganisation(pool)
      await importTo(pool, orgId, base)
      const before = await exportText(pool, orgId)
      assert.deepEqual(
        await problemsOf(pool, orgId, { tasks: [completedTask(), task({ id: 2 })], billables }),
        expected,
      )
      assert.equal(await exportText(pool, orgId), before)
    })
  }

  test('a charge that the organisation has billed already', async () => {
    const orgId = await withBillables(pending)
    assert.deepEqual(await problemsOf(pool, orgId, { billables: [{ ...invoiced, id: 91 }] }), [
      'billables[0].charge_id: 12 is already billed by billables 90 of the organisation, which is not void.',
    ])
  })
})

test('a charge can go from one billable to another, in either order of their ids', async () => {
  const orgId = await withBillables({ ...invoiced, id: 91 })
  const [open, closed] = [{ ...invoiced }, { ...invoiced, status: 'void' }]
  for (const billables of [
    [open, { ...closed, id: 91 }],
    [closed, { ...open, id: 91 }],
  ]) {
    await importTo(pool, orgId, { billables })
    assert.deepEqual(
      (await billablesOf(orgId)).map(({ status }) => status),
      billables.map(({ status }) => status),
    )
  }
})
