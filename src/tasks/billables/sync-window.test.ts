import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { billingOf, storedBilling } from '../../../test/factories/tasks/billing.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const path = '/tasks/sync-billables'
const november = { from: '2026-11-01', to: '2026-11-30' }

interface Result {
  task: number
  ok: boolean
  error?: string
}
const outcome = async (org: Organisation, body: object): Promise<(readonly [number, string | boolean])[]> => {
  const response = await org.post(path, body)
  assert.equal(response.status, 200, response.text)
  return response.body.results.map(({ task, ok, error }: Result) => [task, error ?? ok] as const)
}

describe('POST /tasks/sync-billables with from and to', () => {
  test('syncs the billable tasks of these days by id, reports open ones, and skips the others', async () => {
    const org = await organisation()
    const { task, rows } = billingOf(db, org)
    await task({ date: '2026-10-31' })
    const last = await task({ date: '2026-11-30' })
    const open = await task({ date: '2026-11-15', completed: false })
    await task({ date: '2026-11-15', billable: false })
    const first = await task({ date: '2026-11-01' })
    await task({ date: '2026-12-01' })
    await billingOf(db, await organisation()).task({ date: '2026-11-15' })
    assert.deepEqual(await outcome(org, november), [
      [last.id, true],
      [open.id, 'Complete the task first.'],
      [first.id, true],
    ])
    assert.deepEqual(
      (await rows()).map(({ task_id }) => task_id),
      [last.id, first.id],
    )
  })

  test('client_id narrows to the tasks for that client', async () => {
    const org = await organisation()
    const { task, client } = billingOf(db, org)
    const [joan, max] = [await client(), await client('Max')]
    const hers = await task({ client_id: joan })
    await task({ client_id: max })
    await task()
    assert.deepEqual(await outcome(org, { ...november, client_id: joan }), [[hers.id, true]])
    assert.deepEqual(await outcome(org, { from: '2027-01-01', to: '2027-01-01', client_id: joan }), [])
  })

  test('another organisation’s client is a 422 and nothing is stored', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const { task } = billingOf(db, org)
    await task()
    const theirs = await billingOf(db, other).client()
    const before = await storedBilling(db, org.orgId)
    const { status, body } = await org.post(path, { ...november, client_id: theirs })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['client_id']])
    assert.deepEqual(await storedBilling(db, org.orgId), before)
  })

  test('dry run shows the same and writes nothing', async () => {
    const org = await organisation()
    const { task } = billingOf(db, org)
    const { id } = await task()
    const before = await storedBilling(db, org.orgId)
    assert.deepEqual(await outcome(org, { ...november, dry_run: true }), [[id, true]])
    assert.deepEqual(await storedBilling(db, org.orgId), before)
  })

  test('up to 1000 tasks go in one run; more are a 422, and write nothing', async () => {
    const org = await organisation()
    const { priceCode, rows } = billingOf(db, org)
    const code = await priceCode()
    await db.query(
      `with t as (insert into task (org_id, title, date, billable, completed)
         select $1, 'T', date '2026-11-01' + g % 30, true, true from generate_series(1, 1000) g returning id)
       insert into task_charge (org_id, task_id, name, price_code, minutes, total_cost, claim_type, is_primary)
       select $1, id, 'C', $2, 60, 0.01, 'Standard', true from t`,
      [org.orgId, code],
    )
    // One task too many in December; tasks that are not billable do not count.
    await db.query(
      `insert into task (org_id, title, date, billable) values ($1, 'T', '2026-12-01', true), ($1, 'T', '2026-11-01', false)`,
      [org.orgId],
    )
    const { status, body } = await org.post(path, { from: '2026-11-01', to: '2026-12-01' })
    assert.deepEqual(
      [status, body.errors],
      [
        422,
        {
          to: ['to must end a period of at most 1000 billable tasks; this one has more, so choose a shorter one.'],
        },
      ],
    )
    assert.deepEqual([await rows(), (await org.events()).length], [[], 0])
    const response = await org.post(path, november)
    assert.deepEqual([response.body.succeeded, response.body.failed, (await rows()).length], [1000, 0, 1000])
    const tasks = response.body.results.map(({ task }: Result) => task)
    assert.deepEqual(
      tasks,
      [...tasks].sort((a: number, b: number) => a - b),
    )
  })
})
