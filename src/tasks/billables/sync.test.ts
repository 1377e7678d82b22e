import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setClock } from '../../../test/factories/roster/roster.ts'
import { billingOf, storedBilling } from '../../../test/factories/tasks/billing.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)
const path = '/tasks/sync-billables'

describe('POST /tasks/sync-billables with task_ids', () => {
  test('creates a pending billable that copies each charge, with one event each', async () => {
    const org = await organisation({ tasks: 'read-write', clients: 'read-write', finance: 'read-write' })
    const { task, client, priceCode, sync, rows, events } = billingOf(db, org)
    const [joan, code] = [await client(), await priceCode()]
    const charges = [{}, { name: 'Travel', price_code: code, minutes: 12, total_cost: '0.10', claim_type: 'Travel' }]
    const { id, charges: made } = await task({ client_id: joan, charges })
    const { status, body } = await sync(id)
    const stored = await rows()
    assert.equal(status, 200)
    assert.deepEqual(body, {
      succeeded: 1,
      failed: 0,
      results: [
        {
          ...{ task: id, ok: true, message: '2 billables were created.' },
          billables: [
            { id: stored[0].id, charge_id: made[0], total_cost: 67.56 },
            { id: stored[1].id, charge_id: made[1], total_cost: 0.1 },
          ],
        },
      ],
    })
    const { created_at, updated_at, ...second } = stored[1]
    assert.deepEqual(second, {
      ...{ org_id: org.orgId, id: stored[1].id, task_id: id, charge_id: made[1], client_id: joan },
      ...{ date: '2026-11-20', name: 'Travel', price_code: code, minutes: 12, claim_type: 'Travel' },
      ...{ total_cost: '0.10', status: 'pending', invoice_number: null, void_reason: null },
      status_at: new Date(clock.now()).toISOString().replace('Z', '000Z'),
    })
    assert.deepEqual(
      await events(),
      stored.map((row, i) => ({
        ...{ type: 'billable.created', subject_id: row.id, fields: [] },
        detail: { task_id: id, charge_id: made[i] },
        connection_id: org.connectionId,
      })),
    )
  })

  test('reports why tasks cannot be billed, in the order of task_ids, and bills the others', async () => {
    const org = await organisation()
    const { task, sync, rows } = billingOf(db, org)
    const theirs = await billingOf(db, await organisation()).task()
    const good = await task()
    const invalid = [
      [await task({ completed: false }), 'Complete the task first.'],
      [await task({ billable: false }), 'The task is not billable.'],
      [await task({ completed: false, billable: false }), 'Complete the task first.'],
      [await task({ charges: [] }), 'The task has no charges.'],
      [theirs, 'Task not found.'],
      [{ id: 999_999_999 }, 'Task not found.'],
    ] as const
    const input = [...invalid.map(([{ id }]) => id), good.id].reverse()
    const { body } = await sync(...input)
    assert.deepEqual([body.succeeded, body.failed], [1, invalid.length])
    assert.deepEqual(
      body.results.map((result: { task: number }) => result.task),
      input,
    )
    assert.deepEqual(
      body.results.slice(1).reverse(),
      invalid.map(([{ id }, error]) => ({ task: id, ok: false, error, billables: [] })),
    )
    assert.deepEqual(
      (await rows()).map(({ task_id }) => task_id),
      [good.id],
    )
    const { rows: others } = await db.query('select 1 from billable where task_id = $1 and org_id <> $2', [
      ...[theirs.id, org.orgId],
    ])
    assert.equal(others.length, 0)
  })

  test('run again creates no duplicates and returns existing billables; a new charge, or one with a void billable, gets one', async () => {
    const org = await organisation()
    const { task, charge, sync, synced, bill, makeVoid, rows } = billingOf(db, org)
    const { id, charges } = await task()
    const [first] = await synced(id)
    const before = await storedBilling(db, org.orgId)
    const again = (await sync(id)).body.results[0]
    assert.deepEqual(again, {
      ...{ task: id, ok: true, message: 'Nothing new to bill.' },
      billables: [{ id: first, charge_id: charges[0], total_cost: 67.56 }],
    })
    assert.deepEqual(await storedBilling(db, org.orgId), before)

    const added = await charge(id)
    const more = (await sync(id)).body.results[0]
    assert.deepEqual(
      [more.message, more.billables.map(({ charge_id }: { charge_id: number }) => charge_id)],
      ['1 billable was created.', [charges[0], added]],
    )

    await bill([first!])
    assert.equal((await sync(id)).body.results[0].message, 'Nothing new to bill.')
    await makeVoid(first!)
    const after = (await sync(id)).body.results[0]
    assert.equal(after.message, '1 billable was created.')
    assert.deepEqual(
      (await rows()).map(({ charge_id, status }) => [charge_id, status]),
      [
        [charges[0], 'void'],
        [added, 'pending'],
        [charges[0], 'pending'],
      ],
    )
    assert.ok(!after.billables.some((billable: { id: number }) => billable.id === first))
  })

  test('50 tasks at once, each with its own', async () => {
    const org = await organisation()
    const { task, sync, rows } = billingOf(db, org)
    const ids: number[] = []
    for (let n = 0; n < 50; n++) ids.push((await task({ charges: [{ total_cost: n }, {}] })).id)
    const { body } = await sync(...ids)
    assert.deepEqual([body.succeeded, (await rows()).length], [50, 100])
    for (const [n, result] of body.results.entries()) {
      assert.deepEqual(
        [result.task, result.billables.map(({ total_cost }: { total_cost: number }) => total_cost)],
        [ids[n], [n, 67.56]],
      )
    }
  })

  test('dry run returns the same results, new billables without an id, and stores nothing', async () => {
    const org = await organisation()
    const { task, charge, synced } = billingOf(db, org)
    const [old, fresh, open] = [await task(), await task(), await task({ completed: false })]
    const [existing] = await synced(old.id)
    const added = await charge(old.id, { total_cost: '10.50' })
    const before = await storedBilling(db, org.orgId)
    const task_ids = [old.id, fresh.id, open.id]
    const dry = (await org.post(path, { task_ids, dry_run: true })).body
    assert.deepEqual(await storedBilling(db, org.orgId), before)
    assert.deepEqual(dry, {
      ...{ dry_run: true, succeeded: 2, failed: 1 },
      results: [
        {
          ...{ task: old.id, ok: true, message: '1 billable would be created.' },
          billables: [
            { id: existing, charge_id: old.charges[0], total_cost: 67.56 },
            { charge_id: added, total_cost: 10.5 },
          ],
        },
        {
          ...{ task: fresh.id, ok: true, message: '1 billable would be created.' },
          billables: [{ charge_id: fresh.charges[0], total_cost: 67.56 }],
        },
        { task: open.id, ok: false, error: 'Complete the task first.', billables: [] },
      ],
    })
    const real = (await org.post(path, { task_ids })).body
    const outcome = ({ results }: typeof real) =>
      results.map(({ task, ok, error, billables }: typeof real) => [task, ok, error, billables.length])
    assert.deepEqual(outcome(real), outcome(dry))
  })

  test('a retry with the same Idempotency-Key gets the first answer again', async () => {
    const org = await organisation()
    const { task, rows } = billingOf(db, org)
    const body = { task_ids: [(await task()).id] }
    const [one, two] = [
      await org.post(path, body, { 'idempotency-key': 'run-1' }),
      await org.post(path, body, { 'idempotency-key': 'run-1' }),
    ]
    assert.deepEqual([two.body, two.headers['idempotency-replayed']], [one.body, 'true'])
    assert.equal((await rows()).length, 1)
  })
})

describe('what an order may not be', () => {
  const days = { from: '2026-11-01', to: '2026-11-30' }
  for (const [what, body, errors] of [
    ['nothing', {}, { task_ids: ['task_ids is required, or from and to.'] }],
    [
      'tasks and days',
      { task_ids: [1], ...days },
      { task_ids: ['task_ids cannot be sent together with from, to or client_id.'] },
    ],
    [
      'tasks and a client',
      { task_ids: [1], client_id: 1 },
      { task_ids: ['task_ids cannot be sent together with from, to or client_id.'] },
    ],
    ['only from', { from: days.from }, { to: ['to is required where there are no task_ids.'] }],
    ['only to', { to: days.to }, { from: ['from is required where there are no task_ids.'] }],
    [
      'only a client',
      { client_id: 1 },
      {
        from: ['from is required where there are no task_ids.'],
        to: ['to is required where there are no task_ids.'],
      },
    ],
    ['to before from', { from: days.to, to: days.from }, { to: ['to must be on or after from.'] }],
    ['no tasks', { task_ids: [] }, { task_ids: ['task_ids must have 1 to 50 items.'] }],
    ['a task twice', { task_ids: [1, 1] }, { task_ids: ['task_ids must not have an item twice.'] }],
    [
      'over 50 tasks',
      { task_ids: Array.from({ length: 51 }, (_, i) => i + 1) },
      { task_ids: ['task_ids must have 1 to 50 items.'] },
    ],
    [
      'a client that is not there',
      { ...days, client_id: 999_999_999 },
      { client_id: ['client_id must be the id of a client of this organisation.'] },
    ],
  ] as const) {
    test(`${what} is a 422 with its message`, async () => {
      const response = await (await organisation()).post(path, body)
      assert.deepEqual([response.status, response.body.errors], [422, errors])
    })
  }
})
