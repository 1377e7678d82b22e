import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { basePath } from '../../src/app.ts'
import { allStatements } from '../../src/db/statement.ts'
import { invalid } from '../../src/http/contract/errors.ts'
import { createCloner } from '../../trials/lib/clone.ts'
import { changedTables, createDumper } from '../../trials/lib/dump.ts'
import { exampleRequest, testedOperations } from '../../trials/lib/examples.ts'
import { makeTenant, type Tenant } from '../../trials/lib/service.ts'
import { inOneProcess } from '../cluster/environment.ts'
import { type ApiResponse, harness } from '../harness/harness.ts'
import type { Document } from '../harness/specification.ts'

/**
 * An error that is thrown after a write rolls it back, anywhere in a handler. Every request that writes is sent to a service that
 * throws at the first statement after the result of a batch with a write.
 */
const api = await harness()
const { app, db, clock, send } = api
clock.advance(Date.parse('2026-11-15T02:00:00Z') - clock.now())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Request {
  method: Method
  url: string
  body?: object | undefined
}
type Call = (method: Method, url: string, body?: object, headers?: object) => Promise<ApiResponse>
interface Flow {
  name: string
  request: (call: Call) => Promise<Request>
}

/** One valid request or more of every operation that writes. */
const exampleFlows: Flow[] = testedOperations(app.openapiDocument() as Document)
  .filter(({ operation }) => operation.method !== 'GET')
  .flatMap(({ name, operation, examples: recipes }) =>
    recipes.map((recipe, index) => ({
      name: `${name} ${index}`,
      request: async () => ({
        method: operation.method as Method,
        url: exampleRequest(operation, recipe).url.slice(basePath.length),
        body: recipe.body,
      }),
    })),
  )

const weekly = { every: 1, unit: 'Week', ends_after: 4 }
const scope = 'this_and_following'
const shiftAt = (hour: number) => ({
  ...{ type: 'single', client_ids: [2002], staff_ids: [102] },
  ...{ start: `2026-12-07 ${hour}:00:00`, end: `2026-12-07 ${hour + 1}:00:00` },
})
const task = { title: 'Weekly', date: '2026-12-07', recurrence: weekly }
const form = {
  ...{ name: 'Enquiry', prospect: { enabled: true, map: { given: 'first_name', family: 'last_name' } } },
  steps: [{ title: 'One', fields: ['given', 'family'].map((key) => ({ type: 'text', key, label: key })) }],
}

const create = async (call: Call, url: string, body: object) => {
  const { status, body: created, text } = await call('POST', url, body)
  assert.equal(status, 201, text)
  return created
}
/** The tasks of a new series, in the order of their dates. */
const tasksOfSeries = async (call: Call) => {
  const { data } = await create(call, '/tasks', task)
  const { body } = await call('GET', '/tasks?from=2026-12-07&to=2026-12-28&per_page=100')
  const tasks = body.data as { id: number; title: string; date: string }[]
  return tasks.filter(({ id }) => id >= data.id).sort((a, b) => a.id - b.id)
}
const patchTask = (id: number, body: object): Request => ({ method: 'PATCH', url: `/tasks/${id}`, body })
const patchShift = (ref: string, body: object): Request => ({ method: 'PATCH', url: `/shifts/${ref}`, body })
const shiftsOfSeries = async (call: Call) => {
  const { series } = await create(call, '/shifts', { ...shiftAt(14), recurrence: weekly })
  const { body } = await call('GET', '/shifts?from=2026-12-07&to=2026-12-31&per_page=100')
  const shifts = body.data as { ref: string; start: string; recurrence: { series_id: number } | null }[]
  return shifts
    .filter(({ recurrence }) => recurrence?.series_id === series.id)
    .sort((a, b) => (a.start < b.start ? -1 : 1))
}

/** Requests that must write before their last batch, because it uses the id of the written record. */
const earlyWrites: Flow[] = [
  { name: 'a series of tasks', request: async () => ({ method: 'POST', url: '/tasks', body: task }) },
  {
    name: 'a task that begins to repeat',
    request: async (call) => {
      const { created } = await create(call, '/tasks', { title: 'One', date: '2026-12-01' })
      return patchTask(created, { recurrence: weekly })
    },
  },
  {
    name: 'a series of tasks that splits',
    request: async (call) => patchTask((await tasksOfSeries(call))[1]!.id, { title: 'B', scope }),
  },
  {
    name: 'a series of tasks that changes from its first task on',
    request: async (call) => patchTask((await tasksOfSeries(call))[0]!.id, { title: 'B', scope }),
  },
  {
    name: 'a series of tasks that repeats in another way',
    request: async (call) =>
      patchTask((await tasksOfSeries(call))[1]!.id, { recurrence: { every: 2, unit: 'Week', ends_after: 3 }, scope }),
  },
  {
    name: 'a series of shifts',
    request: async () => ({ method: 'POST', url: '/shifts', body: { ...shiftAt(10), recurrence: weekly } }),
  },
  {
    name: 'a shift that begins to repeat',
    request: async (call) => {
      const { data } = await create(call, '/shifts', shiftAt(12))
      return patchShift(data.ref, { recurrence: weekly, scope })
    },
  },
  {
    name: 'a series of shifts that splits',
    request: async (call) => patchShift((await shiftsOfSeries(call))[1]!.ref, { title: 'B', scope }),
  },
  {
    name: 'a submission that makes a prospect',
    request: async (call) => {
      const { created } = await create(call, '/forms', form)
      const published = await call('POST', `/forms/${created}/publish`, {})
      assert.equal(published.status, 200, published.text)
      return {
        method: 'POST',
        url: `/forms/${created}/submissions`,
        body: { answers: { given: 'Max', family: 'Roe' } },
      }
    },
  },
]

/** Not among the examples: the response also has the client's other shifts at that time. */
const clientTwice: Flow = {
  name: 'a shift of a client who has another at that time',
  request: async (call) => {
    await create(call, '/shifts', shiftAt(16))
    return { method: 'POST', url: '/shifts', body: { ...shiftAt(16), staff_ids: [101] } }
  },
}

/** Writes before the handler do not count: the token's last use and the idempotency key. */
const isWrite = ({ name, text }: { name: string; text: string }) =>
  !name.startsWith('access.') && name !== 'idempotency.reserve' && writes.test(text)
const writes = /\binsert into\b|\bdelete from\b|\bupdate\s+\w+(\s+(as\s+)?\w+)?\s+set\b/i

/**
 * Runs `work` with a fault: the first statement after the result of a write throws. Statements that are sent without waiting in
 * between are one batch. Returns the name of the statement that threw, if any.
 */
async function withFault(
  work: () => Promise<void>,
  fault: () => Error = () => new Error('injected fault'),
): Promise<string | undefined> {
  let isWriting = false
  let isWritten = false
  let failed: string | undefined
  const restored: (() => void)[] = []
  for (const statement of allStatements.values()) {
    if (statement.name.startsWith('counters.')) continue // housekeeping, which runs beside requests
    for (const method of ['call', 'rows', 'first', 'one'] as const) {
      const original = statement[method] as (...values: unknown[]) => unknown
      const replace = (replacement: unknown) => Object.assign(statement, { [method]: replacement })
      restored.push(() => replace(original))
      replace((...values: unknown[]) => {
        if (isWritten && !failed) {
          failed = statement.name
          throw fault()
        }
        if (isWrite(statement) && !isWriting) {
          isWriting = true
          queueMicrotask(() => {
            isWritten = true
          })
        }
        return original(...values)
      })
    }
  }
  await work().finally(() => {
    for (const restore of restored) restore()
  })
  return failed
}

/** The service compacts counters while it runs, so compacted and pending counts are added. */
const countersOf = async (orgId: number): Promise<string> => {
  const { rows } = await db.query(
    `select list, status, kind, sum(n)::int as n from (
       select list, status, kind, n from counter where org_id = $1 and width in (-1, 0, 20, 26) and list not like '%.all') c
     group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
    [orgId],
  )
  return JSON.stringify(rows)
}

const isSuccess = ({ status }: ApiResponse) => status >= 200 && status < 300

describe('an error thrown after a write', {
  skip: inOneProcess('it replaces statements of its own process'),
}, async () => {
  const dumpRows = await createDumper(db)
  const dump = async (orgId: number) => new Map([...(await dumpRows(orgId)), ['counters', await countersOf(orgId)]])
  const model = await makeTenant(api, 'Model')
  const clone = await createCloner(api)
  const callOf =
    ({ token }: Tenant): Call =>
    (method, url, body, headers = {}) =>
      send({ method, url, headers: { authorization: `Bearer ${token}`, ...headers }, ...(body && { payload: body }) })

  const flows = [...exampleFlows, clientTwice, ...earlyWrites]
  // Some statements are created on first use. After this loop the fault can hit them too.
  const call = callOf(await clone(model))
  for (const flow of flows) {
    const { method, url, body } = await flow.request(call)
    const response = await call(method, url, body)
    assert.ok(isSuccess(response), `${flow.name}: ${response.text}`)
  }

  for (const withKey of [false, true]) {
    test(`rolls back the write, ${withKey ? 'with' : 'without'} an Idempotency-Key, and the request can be retried`, async () => {
      const tenant = await clone(model)
      const call = callOf(tenant)
      const failedFlows: string[] = []
      const leftovers: string[] = []
      for (const { name, request } of flows) {
        const { method, url, body } = await request(call)
        const headers = withKey ? { 'idempotency-key': name } : {}
        const before = await dump(tenant.id)
        let response: ApiResponse | undefined
        const at = await withFault(async () => {
          response = await call(method, url, body, headers)
        })
        if (!at) {
          assert.ok(isSuccess(response!), `${name}: ${response!.text}`)
          continue
        }
        failedFlows.push(name)
        assert.equal(response!.status, 500, `${name}, failed at ${at}: ${response!.text}`)
        const left = changedTables(before, await dump(tenant.id))
        if (left.length > 0) {
          leftovers.push(`${name}, failed at ${at}, left ${left.join(', ')}`)
          continue
        }
        const again = await call(method, url, body, headers)
        assert.ok(isSuccess(again), `${name}: ${again.text}`)
        assert.equal(again.headers['idempotency-replayed'], undefined)
      }
      assert.deepEqual(leftovers, [])
      for (const { name } of earlyWrites) assert.ok(failedFlows.includes(name), `${name} did not fail after a write`)
    })
  }

  test('that is a 4xx rolls back the write too; an Idempotency-Key stores only the error', async () => {
    const tenant = await clone(model)
    const call = callOf(tenant)
    for (const { name, request } of earlyWrites) {
      const { method, url, body } = await request(call)
      const send = () => call(method, url, body, { 'idempotency-key': name })
      const before = await dump(tenant.id)
      let response: ApiResponse | undefined
      await withFault(
        async () => {
          response = await send()
        },
        () => invalid({ title: ['title is rejected by the test.'] }),
      )
      assert.equal(response!.status, 422, `${name}: ${response!.text}`)
      assert.deepEqual(changedTables(before, await dump(tenant.id)), ['idempotency_key'], name)
      const again = await send()
      assert.deepEqual([again.text, again.headers['idempotency-replayed']], [response!.text, 'true'], name)
    }
  })
})
