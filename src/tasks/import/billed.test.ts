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
  billedBundles,
  charges,
  completeBundle,
  completedTask,
  invoiced,
  pending,
} from '../../../test/factories/bundles/tasks.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const { billablesOf, withBillables } = billedBundles(pool)

describe('tasks that are imported over billables', () => {
  const retake = (orgId: number, fields: object) => importTo(pool, orgId, { tasks: [completedTask(fields)] })

  test('update pending ones, unless the bundle has them too', async () => {
    const orgId = await withBillables({ ...pending, at: '2026-11-20 09:00:00' })
    await retake(orgId, { minutes: 30, client_id: 8, date: '2026-11-22' })
    const [row] = await billablesOf(orgId)
    // Only the cost is exported, because all other columns equal the task and the charge.
    assert.deepEqual(row, { ...pending, invoice_number: null, total_cost: 33.78, at: '2026-11-20 09:00:00' })
    const named = { ...pending, total_cost: 5, at: '2026-11-20 09:00:00' }
    await importTo(pool, orgId, { tasks: [completedTask({ minutes: 45 })], billables: [named] })
    assert.equal((await billablesOf(orgId))[0]!.total_cost, 5)
    // It is never updated, not even temporarily, which would count as a change.
    const { counts } = await importTo(pool, orgId, {
      tasks: [completedTask({ minutes: 45, title: 'B' })],
      billables: [named],
    })
    assert.deepEqual([counts.tasks!.updated, counts.billables!.unchanged], [1, 1])
  })

  test('take pending ones back with their charge, and when they are no longer completed or billable', async () => {
    for (const fields of [{ completed: false }, { billable: false }, { charges: charges.slice(1) }]) {
      const orgId = await withBillables(pending)
      await retake(orgId, { ...fields, title: 'Other' })
      assert.deepEqual(await billablesOf(orgId), [], JSON.stringify(fields))
    }
    const orgId = await withBillables(pending)
    await retake(orgId, { title: 'Other' })
    assert.equal((await billablesOf(orgId)).length, 1)
  })

  test('must not change invoiced charges', async () => {
    const orgId = await withBillables(invoiced)
    const before = await exportText(pool, orgId)
    const mustKeep = (problem: string) => [
      `tasks[0].charges: must ${problem} billables 90 of the organisation has invoiced.`,
    ]
    for (const [fields, problem] of [
      [{ charges: charges.slice(1) }, 'have 12, which'],
      [{ charges: [], price_code: null }, 'have 12, which'],
      [{ minutes: 61 }, 'leave 12 as it is, which'],
      [{ charges: [{ ...charges[0], total_cost: 1 }] }, 'leave 12 as it is, which'],
    ] as const) {
      assert.deepEqual(await problemsOf(pool, orgId, { tasks: [completedTask(fields)] }), mustKeep(problem))
    }
    // A bundle that also voids the billable is rejected too: it must be void before.
    const gone = {
      ...invoiced,
      charge_id: null,
      status: 'void',
      name: 'A',
      price_code: 11,
      minutes: 1,
      claim_type: 'Standard',
    }
    assert.deepEqual(
      await problemsOf(pool, orgId, {
        tasks: [completedTask({ charges: charges.slice(1) })],
        billables: [{ ...gone, total_cost: 1 }],
      }),
      mustKeep('have 12, which'),
    )
    assert.equal(await exportText(pool, orgId), before)
    // Without an id it matches the same charge, and charges that are not billed can change.
    await retake(orgId, {
      title: 'Other',
      charges: [
        { price_code: 11, primary: true },
        { ...charges[1], minutes: 5 },
      ],
    })
    assert.equal((await exportedBundle(pool, orgId)).tasks[0].charges[0].id, 12)
    // A change is accepted if the bundle has the billable too.
    await importTo(pool, orgId, { tasks: [completedTask({ minutes: 30 })], billables: [invoiced] })
    assert.equal((await billablesOf(orgId))[0]!.total_cost, 33.78)
  })

  test('leave void ones, which outlive their charge', async () => {
    const orgId = await withBillables({ ...invoiced, status: 'void' })
    await retake(orgId, { charges: charges.slice(1) })
    const [row] = await billablesOf(orgId)
    assert.deepEqual([row!.task_id, row!.charge_id, row!.name], [1, null, 'Self-care weekday'])
    const other = await emptyOrganisation(pool)
    const bytes = await exportText(pool, orgId)
    await importTo(pool, other, bytes)
    assert.equal(await exportText(pool, other), bytes)
  })

  test('a charge that a billable names by its id still exists, although the bundle has no id for it', async () => {
    const orgId = await withBillables()
    const nameless = [{ price_code: 12 }]
    assert.deepEqual(
      await problemsOf(pool, orgId, { tasks: [completedTask({ charges: nameless })], billables: [pending] }),
      ['billables[0].charge_id: there is no 12 in the charges of task 1.'],
    )
    await importTo(pool, orgId, { tasks: [completedTask({ charges: [{ price_code: 11 }] })], billables: [pending] })
    assert.equal((await billablesOf(orgId))[0]!.charge_id, 12)
  })

  test('the example of the format, billed though not completed, is fine', async () => {
    const orgId = await emptyOrganisation(pool)
    const [first] = completeBundle.tasks
    await importTo(pool, orgId, {
      ...completeBundle,
      tasks: [{ ...first, completed: false }],
      billables: completeBundle.billables.slice(0, 1),
    })
    assert.equal((await billablesOf(orgId))[0]!.status, 'invoiced')
  })
})
