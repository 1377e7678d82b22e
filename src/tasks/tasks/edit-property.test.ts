import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { setClock } from '../../../test/factories/roster/roster.ts'
import { tasksOf } from '../../../test/factories/tasks/tasks.ts'
import { harness } from '../../../test/harness/harness.ts'
import type { Task } from './tasks.schema.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const { db, clock, organisation } = await harness()
setClock(clock)
const org = await organisation()
const make = tasksOf(db, org)
const [ndis, privately] = [await make.client('Joan'), await make.client('Max', { client_type: 'Private' })]
const [ana, bo] = [await make.staff('Ana'), await make.staff('Bo')]
const yearly = { code: '01_011', funding_type: 'NDIS', claim_types: ['Standard', 'Travel'] }
const codes = [
  await make.priceCode({ ...yearly, price: '60.10', name: 'Self-care', effective_to: '2026-06-30' }),
  await make.priceCode({ ...yearly, price: '67.56', name: 'Self-care', effective_from: '2026-07-01' }),
  await make.priceCode({ name: 'Report', unit: 'each', price: '120.00', claim_types: ['Report writing'] }),
]

const patch = fc.record(
  {
    title: fc.constantFrom('Plan review', 'Call the family'),
    date: fc.constantFrom('2026-06-30', '2026-07-01', '2026-11-20'),
    client: fc.constantFrom(ndis, privately, null, 999_999),
    assignee: fc.constantFrom(ana, bo, null),
    minutes: fc.constantFrom(0, 1, 20, 60, 1440),
    price_code: fc.constantFrom(...codes, 999_999),
    billable: fc.boolean(),
    completed: fc.boolean(),
    recurrence: fc.constantFrom({ every: 4, unit: 'Week', ends_after: 3 }, null),
    scope: fc.constantFrom('this', 'this_and_following'),
  },
  { requiredKeys: [] },
)

const get = async (id: number): Promise<Task> => (await org.get(`/tasks/${id}`)).body.data
const displayed: Record<string, (task: Task) => unknown> = {
  ...Object.fromEntries(
    ['title', 'date', 'minutes', 'price_code', 'billable', 'completed', 'recurrence'].map((name) => [
      name,
      (task: Task) => task[name as keyof Task],
    ]),
  ),
  client: (task) => task.client?.id,
  assignee: (task) => task.assignee?.id,
}
const events = async () =>
  (await db.query('select count(*) from event where org_id = $1', [org.orgId])).rows[0].count as number

test('for any PATCH the response is the task, `updated` is what differs, and a rejected patch changes nothing', async () => {
  let rejected = 0
  await fc.assert(
    fc.asyncProperty(fc.array(patch, { minLength: 1, maxLength: 6 }), async (patches) => {
      const { created: id } = (await org.post('/tasks', { title: 'Plan review', date: '2026-11-20', minutes: 60 })).body
      for (const body of patches) {
        const before = await get(id)
        const recorded = await events()
        const { status, body: answer } = await org.patch(`/tasks/${id}`, body)
        const after = await get(id)
        if (status === 422) {
          rejected++
          assert.deepEqual(after, before)
          assert.equal(await events(), recorded)
          continue
        }
        assert.equal(status, 200)
        assert.deepEqual(answer.data, after)
        const differing = Object.keys(displayed).filter(
          (name) => JSON.stringify(displayed[name]!(before)) !== JSON.stringify(displayed[name]!(after)),
        )
        // A task that leaves its series loses its recurrence, which `updated` does not name.
        const input = answer.updated as string[]
        const left = before.recurrence && !after.recurrence && body.recurrence !== null ? ['recurrence'] : []
        assert.deepEqual([...input, ...left].sort(), differing.sort())
        if (input.length === 0) assert.equal(await events(), recorded)
        assert.equal(after.charges.filter(({ primary }) => primary).length, Math.min(1, after.charges.length))
        if (body.billable && !before.billable) assert.ok(after.price_code)
      }
    }),
    { seed, numRuns: 60 },
  )
  assert.ok(rejected > 20, 'some were rejected')
})
