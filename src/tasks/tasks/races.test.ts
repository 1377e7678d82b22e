import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billableSql, onlySeriesOf, tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'
import { makeDueTasks } from '../series/job.ts'

const api = await harness()
const { db, clock } = api
const now = '2026-11-10T00:00:00Z'
const scope = 'this_and_following'
const day = 86_400_000
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
const rounds = Array.from({ length: 20 }, (_, n) => n)

/** Opens connections, so that all following requests read before one of them writes. */
const warm = () => Promise.all(rounds.map(() => db.query('select 1')))

/** A series and its next day must be consistent: no duplicate and no missing day. */
async function assertWhole(orgId: number) {
  const { rows } = await db.query(
    `select series_id, count(*)::int as n, count(distinct date)::int as days from task
     where org_id = $1 and series_id is not null group by series_id having count(*) <> count(distinct date)`,
    [orgId],
  )
  assert.deepEqual(rows, [])
  const { rows: invalid } = await db.query(
    `select t.id from task t where t.org_id = $1 and
       (select count(*) from task_charge c where c.org_id = $1 and c.task_id = t.id and c.is_primary) <>
       (select least(count(*), 1) from task_charge c where c.org_id = $1 and c.task_id = t.id)`,
    [orgId],
  )
  assert.deepEqual(invalid, [], 'each task with charges has one primary charge')
}

test('changes of different fields at once are all there, and each is recorded with its own', async () => {
  const { org, create, read, client, staff, news } = await tasksAt(api)
  const [joan, ana] = [await client(), await staff()]
  await warm()
  for (const _ of rounds) {
    const { created } = await create()
    await news()
    const bodies = [{ title: 'B' }, { date: '2026-12-01' }, { client: joan }, { assignee: ana }, { minutes: 30 }]
    const answers = await Promise.all(bodies.map((body) => org.patch(`/tasks/${created}`, body)))
    assert.deepEqual(
      answers.map(({ body }) => body.updated),
      bodies.map((body) => Object.keys(body)),
    )
    const { title, date, client: who, assignee, minutes } = await read(created)
    assert.deepEqual([title, date, who.id, assignee.id, minutes], ['B', '2026-12-01', joan, ana, 30])
    assert.equal((await news()).length, 5)
  }
})

test('the same patch sent several times at once is applied once', async () => {
  const { org, create, priceCode, news, read } = await tasksAt(api)
  const price_code = await priceCode()
  await warm()
  for (const _ of rounds) {
    const { created } = await create()
    await news()
    const body = { price_code, billable: true, completed: true }
    const answers = await Promise.all([1, 2, 3, 4].map(() => org.patch(`/tasks/${created}`, body)))
    assert.deepEqual(answers.map(({ body: { updated } }) => updated.length).sort(), [0, 0, 0, 3])
    assert.equal((await read(created)).charges.length, 1)
    assert.deepEqual((await news()).map(({ type }) => type).sort(), ['task.completed', 'task_charge.created'])
  }
})

test('billable and price_code in separate patches at once leave one primary charge, of the code of the patch', async () => {
  const { org, create, priceCode, read } = await tasksAt(api)
  const codes = [await priceCode(), await priceCode({ price: '80' }), await priceCode({ unit: 'each', price: '9' })]
  await warm()
  for (const _ of rounds) {
    const { created } = await create({ minutes: 60 })
    const bodies = [{ billable: true }, { price_code: codes[0] }, { price_code: codes[1] }, { minutes: 30 }]
    const [made, ...others] = await Promise.all(bodies.map((body) => org.patch(`/tasks/${created}`, body)))
    assert.deepEqual(statuses(others), [200, 200, 200])
    const { billable, charges, price_code } = await read(created)
    // The price code may have been set too late.
    assert.equal(made!.status, billable ? 200 : 422)
    assert.deepEqual([charges.length, charges[0].price_code, charges[0].primary], [1, price_code, true])
    assert.deepEqual(
      [charges[0].minutes, charges[0].total_cost],
      [30, price_code === codes[0] ? 33.78 : 40],
      'it is in step with the task, at the price of its code',
    )
  }
  await assertWhole(org.orgId)
})

/** Bills a task like the endpoint: under its lock, if it still exists, completed and billable. */
async function bill(orgId: number, id: number): Promise<boolean> {
  const tx = await db.connect()
  try {
    await tx.query('begin')
    await tx.query('select id from task where org_id = $1 and id = $2 for no key update', [orgId, id])
    const { rows } = await tx.query('select completed and billable as due from task where org_id = $1 and id = $2', [
      ...[orgId, id],
    ])
    if (rows[0]?.due) await tx.query(billableSql, [orgId, id, 'invoiced'])
    await tx.query('commit')
    return rows[0]?.due ?? false
  } finally {
    tx.release()
  }
}

test('a patch that waits while the task is billed is a 422, even for fields without a cost', async () => {
  const { org, create, priceCode, read } = await tasksAt(api, now)
  const task = { date: '2026-11-16', price_code: await priceCode(), minutes: 60, billable: true, completed: true }
  const { created } = await create(task)
  const { title } = await read(created)
  const tx = await db.connect()
  await tx.query('begin')
  await tx.query('select id from task where org_id = $1 and id = $2 for no key update', [org.orgId, created])
  const patched = org.patch(`/tasks/${created}`, { title: 'Too late' })
  await untilLockWait(db)
  await tx.query(billableSql, [org.orgId, created, 'invoiced'])
  await tx.query('commit')
  tx.release()
  assert.equal((await patched).status, 422)
  assert.equal((await read(created)).title, title)
})

for (const [what, fields] of [
  ['alone', {}],
  ['of a series', { recurrence: { unit: 'Week', ends_after: 3 } }],
] as const) {
  test(`a task ${what} that is billed and changed at once is changed before or not at all`, async () => {
    const { org, create, priceCode, read, billables } = await tasksAt(api, now)
    const price_code = await priceCode()
    await warm()
    for (const n of rounds) {
      const task = { date: '2026-11-16', price_code, minutes: 60, billable: true, completed: true, ...fields }
      const { created } = await create(task)
      const body = [{ minutes: 30 }, { completed: false }, { minutes: 30, scope }, { billable: false }][n % 4]!
      const patch = () => org.patch(`/tasks/${created}`, body)
      const [first, second] = n % 2 ? [patch(), bill(org.orgId, created)] : [bill(org.orgId, created), patch()]
      await Promise.all([first, second])
      const response = (n % 2 ? await first : await second) as Awaited<ReturnType<typeof patch>>
      const record = await read(created)
      const invoice = (await billables()).find((one) => one.task_id === created)
      assert.equal(record.can_edit, invoice === undefined)
      if (invoice) {
        assert.deepEqual([record.completed, record.billable], [true, true])
        assert.equal(Number(invoice.total_cost), record.charges[0].total_cost, 'what was invoiced is what it costs')
      }
      if (response.status === 422) assert.deepEqual([record.minutes, response.body.error], [60, response.body.message])
      else assert.equal(response.status, 200, response.text)
    }
  })
}

test('a task that is deleted and changed, or deleted twice, at once is deleted once, and the other delete is 404', async () => {
  const { org, create, priceCode, news, tasks } = await tasksAt(api)
  const price_code = await priceCode()
  await warm()
  for (const _ of rounds) {
    const { created } = await create({ price_code })
    await news()
    const url = `/tasks/${created}`
    const answers = await Promise.all([org.patch(url, { minutes: 5 }), org.delete(url), org.delete(url)])
    const [patched, ...deleted] = statuses(answers)
    assert.ok(patched === 200 || patched === 404)
    assert.deepEqual(deleted.sort(), [200, 404])
    assert.equal((await news()).filter(({ type }) => type === 'task.deleted').length, 1)
  }
  assert.deepEqual(await tasks(), [])
})

test('changes to a series from many of its tasks at once split it one after the other', async () => {
  const { org, create, tasks } = await tasksAt(api, now)
  await warm()
  for (const _ of rounds.slice(0, 8)) {
    await create({ title: 'A', date: '2026-11-16', recurrence: { unit: 'Day', ends_after: 8 } })
    const urls = (await tasks()).map(({ id }) => `/tasks/${id}`)
    const answers = await Promise.all([
      ...urls.slice(1, 5).map((url, n) => org.patch(url, { title: `T${n}`, scope })),
      org.patch(urls[1]!, { minutes: 30, scope }),
      org.patch(urls[3]!, { completed: true }),
      org.call('DELETE', urls[5]!, { scope }),
      org.patch(urls[2]!, { assignee: null, title: 'Alone' }),
    ])
    for (const { status, text } of answers) assert.equal(status, 200, text)
    await assertWhole(org.orgId)
    const after = await tasks()
    assert.deepEqual([after[0].title, after.some(({ date }) => date > '2026-11-20')], ['A', false])
    for (const { id } of after) await org.delete(`/tasks/${id}`)
  }
})

test('a rule sent several times at once to a task that does not repeat starts one series', async () => {
  const { org, create, tasks } = await tasksAt(api, now)
  await warm()
  for (const _ of rounds.slice(0, 8)) {
    const { created } = await create({ date: '2026-11-16' })
    const recurrence = { unit: 'Day', ends_after: 3 }
    const bodies = [{ recurrence }, { recurrence, scope }, { recurrence }, { title: 'B', scope }]
    const answers = await Promise.all(bodies.map((body) => org.patch(`/tasks/${created}`, body)))
    assert.deepEqual(statuses(answers), [200, 200, 200, 200])
    const all = await tasks()
    assert.equal(all.length, 3)
    assert.deepEqual(all[0].title, 'B')
    for (const { id } of all) await org.delete(`/tasks/${id}`)
  }
})

test('the job and changes to a series at once neither lose nor duplicate a task', async () => {
  for (const n of rounds.slice(0, 8)) {
    const { org, create, tasks } = await tasksAt(api, now)
    await onlySeriesOf(db, org)
    await create({ title: 'A', date: '2026-11-16', recurrence: { unit: 'Week', ends_after: 30 } })
    const all = await tasks()
    clock.advance(28 * day)
    await warm()
    const run = () => makeDueTasks(db, clock.now(), assert.ifError)
    const change = () => org.patch(`/tasks/${all[4].id}`, { title: 'B', scope })
    const running = n % 2 ? [run(), run()] : []
    const [response] = await Promise.all([change(), ...running, run()])
    assert.equal(response.status, 200, response.text)
    await run()
    const after = await tasks()
    assert.deepEqual([after.length, new Set(after.map(({ date }) => date)).size], [16, 16])
    assert.deepEqual(
      after.map(({ title }) => title),
      [...Array(4).fill('A'), ...Array(12).fill('B')],
    )
    clock.advance(700 * day)
    await run()
    assert.equal((await org.get('/tasks')).body.meta.total, 30)
    await assertWhole(org.orgId)
  }
})
