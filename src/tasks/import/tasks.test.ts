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
import { base, completeBundle, task } from '../../../test/factories/bundles/tasks.ts'
import { createDatabase } from '../../../test/harness/database.ts'

const { pool, drop } = await createDatabase()
after(drop)

const exported = (orgId: number) => exportedBundle(pool, orgId)
const query = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
/** An organisation with these tasks. */
async function withTasks(...tasks: object[]): Promise<number> {
  const orgId = await emptyOrganisation(pool)
  await importTo(pool, orgId, { ...base, tasks })
  return orgId
}
const chargesOf = async (orgId: number, index = 0): Promise<Row[]> => (await exported(orgId)).tasks[index].charges

describe('tasks and billables', () => {
  test('come out as they went in', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    const { task_series, tasks, billables } = await exported(orgId)
    assert.deepEqual(task_series.map(withoutTimestamps), completeBundle.task_series)
    assert.deepEqual(tasks.map(withoutTimestamps), completeBundle.tasks)
    assert.deepEqual(billables.map(withoutTimestamps), completeBundle.billables)
  })

  test('export the same bytes again from an empty organisation, and imported again they change nothing', async () => {
    await assertRoundTrip(pool, completeBundle)
  })

  test('of another organisation with the same ids do not change', async () => {
    const [first, second] = [await emptyOrganisation(pool), await emptyOrganisation(pool)]
    await importTo(pool, first, completeBundle)
    const before = await exportText(pool, first)
    const tasks = completeBundle.tasks.map((row) => ({ ...row, title: 'Theirs', notes: [] }))
    await importTo(pool, second, { ...completeBundle, tasks })
    assert.equal(await exportText(pool, first), before)
  })

  test('move every sequence past their ids', async () => {
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, completeBundle)
    for (const [table, highest] of [
      ...(['task', 'task_charge', 'task_note', 'task_document', 'task_series', 'billable'] as const).map((name) => [
        name,
        { task: 51, task_charge: 14, task_note: 2, task_document: 1, task_series: 6, billable: 94 }[name],
      ]),
    ]) {
      const [{ next }] = await query(`select nextval('${table}_id_seq') as next`)
      assert.ok(next > highest!, `${table} gives ${next}`)
    }
  })
})

describe('what a task leaves out', () => {
  test('by default has no people, no minutes and no cost, and is open', async () => {
    const orgId = await withTasks(task())
    const [row] = (await exported(orgId)).tasks
    assert.deepEqual(withoutTimestamps(row), {
      ...{ id: 1, title: 'Plan review', date: '2026-11-20', client_id: null, assignee_id: null, minutes: 0 },
      ...{ price_code: null, billable: false, completed: false, charges: [], notes: [], documents: [] },
      ...{ recurrence: null, series_id: null },
    })
  })

  test('a charge is called and claimed as its price code has it, for the task’s minutes, at its cost', async () => {
    const orgId = await withTasks(
      task({ id: 1, minutes: 50, charges: [{ price_code: 11 }] }),
      task({ id: 2, minutes: 7, charges: [{ price_code: 13, primary: true, minutes: 90 }, { price_code: 12 }] }),
    )
    const [only] = await chargesOf(orgId)
    assert.deepEqual(only, {
      ...{ id: only!.id, name: 'Self-care weekday', price_code: 11, minutes: 50, total_cost: 56.3 },
      ...{ claim_type: 'Standard', primary: true },
    })
    const others = (await chargesOf(orgId, 1)).map(({ id, ...charge }) => charge)
    assert.deepEqual(others, [
      // 70.25 for an hour and a half is 105.375.
      { name: 'Travel only', price_code: 13, minutes: 90, total_cost: 105.38, claim_type: 'Travel', primary: true },
      { name: 'Report', price_code: 12, minutes: 7, total_cost: 180, claim_type: 'Standard', primary: false },
    ])
  })

  test('a price code alone creates the primary charge; imported again, it creates no other', async () => {
    const bundle = { ...base, tasks: [task({ minutes: 60, price_code: 11, billable: true })] }
    const orgId = await emptyOrganisation(pool)
    await importTo(pool, orgId, bundle)
    const before = await exportText(pool, orgId)
    const [{ price_code, charges }] = JSON.parse(before).tasks
    assert.deepEqual([price_code, charges.length, charges[0].total_cost, charges[0].primary], [11, 1, 67.56, true])
    const { counts } = await importTo(pool, orgId, bundle)
    assert.deepEqual([counts.tasks!.unchanged, await exportText(pool, orgId)], [1, before])
  })

  test('keeps its generated ids', async () => {
    const row = task({
      charges: [{ price_code: 11, primary: true }, { price_code: 12 }, { price_code: 12 }],
      notes: [{ notes: 'Same' }, { notes: 'Same' }],
      documents: [{ name: 'a.pdf' }],
    })
    const orgId = await withTasks(row)
    const before = await exportText(pool, orgId)
    await importTo(pool, orgId, { tasks: [row] })
    assert.equal(await exportText(pool, orgId), before)
    const [{ charges, notes, documents }] = JSON.parse(before).tasks
    assert.deepEqual([charges.length, notes.length, documents.length, notes[0].type], [3, 2, 1, 'General'])
  })
})

describe('importing a task again', () => {
  test('replaces what it has; a charge without an id stays the one for the same thing', async () => {
    const orgId = await withTasks(
      task({ minutes: 60, price_code: 11, notes: [{ notes: 'Old' }], documents: [{ name: 'a' }] }),
    )
    const [before] = await chargesOf(orgId)
    await importTo(pool, orgId, { tasks: [task({ minutes: 30, price_code: 11 })] })
    const [row] = (await exported(orgId)).tasks
    assert.deepEqual([row.notes, row.documents], [[], []])
    assert.deepEqual(row.charges, [{ ...before, minutes: 30, total_cost: 33.78 }])
  })

  test('another charge can become the primary one', async () => {
    const charges = [
      { id: 801, price_code: 11, primary: true },
      { id: 802, price_code: 12 },
    ]
    const orgId = await withTasks(task({ charges }))
    for (const primary of [802, 801]) {
      await importTo(pool, orgId, {
        tasks: [task({ charges: charges.map((charge) => ({ ...charge, primary: charge.id === primary })) })],
      })
      const [row] = (await exported(orgId)).tasks
      assert.deepEqual(
        row.charges.filter((charge: Row) => charge.primary).map(({ id }: Row) => id),
        [primary],
      )
      assert.equal(row.price_code, primary === 802 ? 12 : 11)
    }
  })

  test('a note that changes is a change of its task, and instants finer than a second are none', async () => {
    const row = task({ notes: [{ id: 5, notes: 'Before', created_at: '2026-11-01 10:00:00' }] })
    const orgId = await withTasks({ ...row, updated_at: '2026-01-01T00:00:00Z' })
    await query(
      `with later as (select id, created_at + interval '0.123456 s' as at from task_note where org_id = $1)
       update task_note n set created_at = l.at, updated_at = l.at from later l where n.org_id = $1 and n.id = l.id`,
      orgId,
    )
    assert.equal((await importTo(pool, orgId, await exportText(pool, orgId))).counts.tasks!.unchanged, 1)
    const notes = [{ ...(row as Row).notes[0], notes: 'After' }]
    assert.equal((await importTo(pool, orgId, { tasks: [{ ...row, notes }] })).counts.tasks!.updated, 1)
    const [after] = (await exported(orgId)).tasks
    assert.deepEqual([after.notes[0].notes, after.updated_at > '2026-01-02'], ['After', true])
  })
})
