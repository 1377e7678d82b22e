import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingOf } from '../../../test/factories/tasks/billing.ts'
import { type ApiResponse, harness } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'
import { cannotEdit } from '../tasks/record.ts'
import { lock } from '../tasks/tasks.sql.ts'
import { followCharges, removePending } from './billables.sql.ts'

const { db, organisation } = await harness()

/** The outcome of an edit. */
const outcome = async (answer: Promise<ApiResponse>): Promise<string> => {
  const { status, body } = await answer
  return status === 200 ? 'edited' : body.message
}

test('of ten bills at once with different numbers one wins, and the others name its number', async () => {
  const org = await organisation()
  const { task, synced, bill, rows, events } = billingOf(db, org)
  const ids = await synced((await task({ charges: [{}, {}] })).id, (await task()).id)
  const numbers = Array.from({ length: 10 }, (_, n) => `INV-${n}`)
  const answers = await Promise.all(numbers.map((number, n) => bill(n % 2 ? ids : [...ids].reverse(), number)))
  const won = answers.flatMap(({ body }, n) => (body.succeeded > 0 ? [numbers[n]!] : []))
  assert.equal(won.length, 1)
  for (const { status, body } of answers) {
    assert.equal(status, 200)
    assert.deepEqual([body.succeeded + body.failed, body.total_cost], [3, body.succeeded === 3 ? 202.68 : 0])
    for (const { ok, error } of body.results) assert.match(ok ? `on ${won[0]}.` : error, new RegExp(`on ${won[0]}\\.$`))
  }
  assert.deepEqual(
    (await rows()).map(({ status, invoice_number }) => [status, invoice_number]),
    ids.map(() => ['invoiced', won[0]]),
  )
  assert.equal((await events()).filter(({ type }) => type === 'billable.invoiced').length, 3)
})

test('bills that share some billables at once invoice each one once, and their sums add up', async () => {
  const org = await organisation()
  const { task, synced, bill, rows } = billingOf(db, org)
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push(...(await synced((await task({ charges: [{ total_cost: '0.10' }] })).id)))
  const shares = [ids.slice(0, 8), ids.slice(4), ids.slice(2, 10).reverse(), [...ids].reverse()]
  const answers = await Promise.all(shares.map((share, n) => bill(share, `INV-${n}`)))
  const cents = answers.map(({ body }) => Math.round(body.total_cost * 100))
  assert.equal(
    cents.reduce((sum, one) => sum + one, 0),
    120,
  )
  const stored = await rows()
  for (const [n, { body }] of answers.entries()) {
    const mine = stored.filter(({ invoice_number }) => invoice_number === `INV-${n}`).map(({ id }) => id)
    const reported = body.results.flatMap(({ id, ok }: { id: number; ok: boolean }) => (ok ? id : []))
    assert.deepEqual(
      reported.sort((a: number, b: number) => a - b),
      mine,
    )
  }
})

test('a bill waits for an edit under way, and invoices what the edit left', async () => {
  const org = await organisation()
  const { task, synced, bill } = billingOf(db, org)
  const { id } = await task()
  const [billable] = await synced(id)
  const editor = await db.connect()
  await editor.query('begin')
  await lock.rows(editor, org.orgId, [id])
  const billing = bill([billable!])
  await untilLockWait(db, 1)
  await editor.query('update task_charge set total_cost = 10.05 where org_id = $1', [org.orgId])
  await followCharges.rows(editor, org.orgId, org.connectionId, id)
  await editor.query('commit')
  editor.release()
  assert.equal((await billing).body.total_cost, 10.05)
  assert.equal(await outcome(org.patch(`/tasks/${id}`, { minutes: 30 })), cannotEdit)
})

test('a bill that waits while the billable is taken back finds it gone', async () => {
  const org = await organisation()
  const { task, synced, bill, rows } = billingOf(db, org)
  const { id } = await task()
  const [billable] = await synced(id)
  const editor = await db.connect()
  await editor.query('begin')
  await lock.rows(editor, org.orgId, [id])
  const billing = bill([billable!])
  await untilLockWait(db, 1)
  await removePending.rows(editor, org.orgId, org.connectionId, [id], null)
  await editor.query('commit')
  editor.release()
  const { body } = await billing
  assert.deepEqual([body.succeeded, body.results[0].error], [0, 'Billable not found.'])
  assert.deepEqual(await rows(), [])
})

test('edits and bills at once: what is invoiced is what the charge costs, and no edit comes after', async () => {
  const org = await organisation()
  const { task, synced, bill } = billingOf(db, org)
  for (let round = 0; round < 12; round++) {
    const { id, charges } = await task()
    const [billable] = await synced(id)
    const editing = [
      outcome(org.patch(`/tasks/${id}`, { minutes: 15 + round })),
      outcome(org.patch(`/task-charges/${charges[0]}`, { minutes: 30 + round })),
      outcome(org.patch(`/tasks/${id}`, { title: 'Plan review with family', minutes: 90 + round })),
    ]
    const [answer, ...edited] = await Promise.all([bill([billable!], `INV-${round}`), ...editing])
    for (const one of edited) assert.ok(one === 'edited' || one === cannotEdit, String(one))
    const { rows } = await db.query(
      `select b.status, b.total_cost = c.total_cost and b.minutes = c.minutes as "isSame", b.total_cost::float8 as cost
       from billable b join task_charge c on c.org_id = b.org_id and c.id = b.charge_id where b.org_id = $1 and b.id = $2`,
      [org.orgId, billable],
    )
    assert.deepEqual(rows, [
      { status: 'invoiced', isSame: true, cost: (answer as { body: { total_cost: number } }).body.total_cost },
    ])
  }
})

test('of five voids at once one is done and recorded', async () => {
  const org = await organisation()
  const { billableIn, makeVoid, events } = billingOf(db, org)
  const id = await billableIn('invoiced')
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => makeVoid(id, `Reason ${n}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422])
  assert.equal((await events()).filter(({ type }) => type === 'billable.voided').length, 1)
})

test('syncs, bills and voids of the same tasks at once never wait for each other for ever', async () => {
  const org = await organisation()
  const { task, sync, synced, bill, makeVoid } = billingOf(db, org)
  const tasks = [(await task({ charges: [{}, {}] })).id, (await task()).id, (await task()).id]
  const ids = await synced(...tasks)
  await bill(ids)
  const answers = await Promise.all([
    ...ids.map((id) => makeVoid(id)),
    ...[tasks, [...tasks].reverse()].map((some) => sync(...some)),
    ...[ids, [...ids].reverse()].map((some) => bill(some, 'INV-2')),
  ])
  for (const { status, text } of answers) assert.equal(status, 200, text)
  const { rows } = await db.query(
    `select charge_id from billable where org_id = $1 and status <> 'void' group by charge_id having count(*) > 1`,
    [org.orgId],
  )
  assert.deepEqual(rows, [])
})
