import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { onlySeriesOf, tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'
import { normalise, occurrences } from '../../recurrence/recurrence.ts'
import { makeDueTasks } from '../series/job.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const api = await harness()
const { db, clock } = api
const now = '2026-11-10T00:00:00Z'
const day = 86_400_000

const names = ['title', 'date', 'client', 'assignee', 'minutes', 'price_code', 'billable', 'completed']
const differing = (before: any, after: any) =>
  names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** Pending billables that differ from their charge or whose task is not due, and tasks without exactly one primary charge. */
const wrongSql = `
  select 'billable' as what, b.id from billable b join task t on t.org_id = $1 and t.id = b.task_id
    join task_charge c on c.org_id = $1 and c.id = b.charge_id
  where b.org_id = $1 and b.status = 'pending' and not (t.completed and t.billable
    and (b.client_id, b.date, b.name, b.price_code, b.minutes, b.total_cost, b.claim_type)
      is not distinct from (t.client_id, t.date, c.name, c.price_code, c.minutes, c.total_cost, c.claim_type))
  union all
  select 'task', t.id from task t where t.org_id = $1 and
    (select count(*) from task_charge c where c.org_id = $1 and c.task_id = t.id and c.is_primary) <>
    (select case when t.billable then 1 else least(count(*), 1) end from task_charge c where c.org_id = $1 and c.task_id = t.id)`

test('for any patch, `updated` names what changed, a rejected patch changes nothing, and billables follow', async () => {
  const { org, client, staff, priceCode, create, read, stored, makeOdd, billable } = await tasksAt(api, now)
  const years = [{ effective_to: '2026-06-30' }, { effective_from: '2026-07-01', effective_to: '2027-06-30' }]
  const codes = [await priceCode(), await priceCode({ funding_type: 'NDIS', unit: 'each' })]
  for (const year of years) codes.push(await priceCode({ code: 'X', price: codes.length * 20, ...year }))
  const clients = [await client('Joan'), await client('Max', { client_type: 'SaH' }), null]
  const people = [await staff(), await staff(), null]
  const fields = fc.record(
    {
      title: fc.constantFrom('A', 'B'),
      date: fc.constantFrom('2026-06-30', '2026-07-01', '2027-07-01'),
      client: fc.constantFrom(...clients),
      assignee: fc.constantFrom(...people),
      minutes: fc.constantFrom(0, 30, 60),
      price_code: fc.constantFrom(...codes),
      billable: fc.boolean(),
      completed: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  const step = fc.oneof({ arbitrary: fields, weight: 8 }, fc.constantFrom('odd', 'sync', 'invoice', 'void'))
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    const { created: id } = await create({ date: '2026-06-30' })
    const setStatus = (from: string, to: string) =>
      db.query(
        `update billable set status = $4, invoice_number = 'I' where org_id = $1 and task_id = $2 and status = $3`,
        [...[org.orgId, id, from, to]],
      )
    for (const input of steps) {
      const before = await read(id)
      if (input === 'odd' && before.can_edit && !before.completed) await makeOdd(id, 7, '1.23')
      if (input === 'sync' && before.completed && before.billable) await billable(id).catch(() => {})
      if (input === 'invoice') await setStatus('pending', 'invoiced')
      if (input === 'void') await setStatus('invoiced', 'void')
      if (typeof input === 'string') continue
      const all = await stored()
      const { status, body, text } = await org.patch(`/tasks/${id}`, input)
      const after = await read(id)
      if (status === 422) assert.equal(await stored(), all)
      else {
        assert.equal(status, 200, text)
        assert.deepEqual(body, { updated: differing(before, after), data: after })
        for (const name of body.updated) assert.ok(name in input || name === 'price_code', name)
        if (body.updated.length === 0) assert.equal(await stored(), all)
      }
      assert.ok(status === 422 || before.can_edit || Object.keys(input).length === 0)
      assert.deepEqual((await db.query(wrongSql, [org.orgId])).rows, [])
    }
    for (const table of ['billable', 'task', 'event'])
      await db.query(`delete from ${table} where org_id = $1`, [org.orgId])
  })
  await fc.assert(property, { seed, numRuns: 60 })
})

interface Occurrence {
  title: string
  part: number
  is: 'in' | 'left' | 'gone'
  completed: boolean
}

test('however a series is split, completed and extended, its tasks are those of its rule with the patches applied', async () => {
  const rule = fc.record({
    unit: fc.constantFrom('Day' as const, 'Week' as const),
    every: fc.integer({ min: 1, max: 3 }),
    ends_after: fc.integer({ min: 2, max: 12 }),
  })
  const action = fc.constantFrom('alone', 'following', 'complete', 'reopen', 'delete', 'wait', 'following')
  const steps = fc.array(fc.tuple(action, fc.nat(11)), { minLength: 2, maxLength: 10 })
  const property = fc.asyncProperty(rule, steps, async (recurrence, acts) => {
    const { org, create, tasks } = await tasksAt(api, now)
    await onlySeriesOf(db, org)
    // The first date is so far ahead that some tasks are created at once and some by the job.
    const date = '2027-01-20'
    await create({ title: 'A', date, recurrence })
    const days = [...occurrences(normalise(recurrence), date)]
    const model = new Map(
      days.map((on): [string, Occurrence] => [on, { title: 'A', part: 0, is: 'in', completed: false }]),
    )
    const run = () => makeDueTasks(db, clock.now(), assert.ifError)
    for (const [n, [act, index]] of acts.entries()) {
      if (act === 'wait') {
        clock.advance(9 * day)
        await run()
        continue
      }
      const made = await tasks()
      const task = made[index % Math.max(1, made.length)]
      if (!task) continue
      const one = model.get(task.date)!
      const title = `T${n}`
      const send = (body: object) => org.patch(`/tasks/${task.id}`, body)
      if (act === 'delete') {
        await org.delete(`/tasks/${task.id}`)
        const others = made.filter(({ id, date: on }) => {
          const other = model.get(on)!
          return id !== task.id && other.is === 'in' && other.part === one.part
        })
        // A series without tasks is deleted.
        const ended = one.is === 'in' && others.length === 0 ? one.part : undefined
        for (const other of model.values()) if (other.is === 'in' && other.part === ended) other.is = 'gone'
        one.is = 'gone'
      } else if (act === 'complete' || act === 'reopen') {
        one.completed = act === 'complete'
        await send({ completed: one.completed })
      } else if (act === 'alone' || one.is === 'left') {
        await send({ title, ...(act === 'following' && { scope: 'this_and_following' }) })
        Object.assign(one, { title, is: 'left' })
      } else {
        const response = await send({ title, scope: 'this_and_following' })
        assert.equal(response.status, 200, response.text)
        for (const [on, other] of model) {
          if (on < task.date || other.part !== one.part || other.is !== 'in' || other === one) continue
          if (!other.completed) other.title = title
          other.part = n + 1
        }
        Object.assign(one, { title, part: n + 1 })
      }
    }
    clock.advance(400 * day)
    await run()
    const wanted = [...model].flatMap(([on, { title, is, completed }]) =>
      is === 'gone' ? [] : [[on, title, completed, is === 'in']],
    )
    const displayed = (await tasks()).map((task) => [task.date, task.title, task.completed, 'recurrence' in task])
    assert.deepEqual(displayed, wanted)
  })
  await fc.assert(property, { seed, numRuns: 60 })
})
