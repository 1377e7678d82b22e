import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const { db, organisation } = api
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('GET /tasks', () => {
  let org: Awaited<ReturnType<typeof tasksAt>>['org']
  /** Ids by name, in the order of creation, with tasks of another organisation in between. */
  const made: Record<string, number> = {}
  const people: Record<string, number> = {}
  let records: any[]

  before(async () => {
    const mine = await tasksAt(api)
    const theirs = await tasksAt(api)
    org = mine.org
    Object.assign(people, { joan: await mine.client('Joan'), max: await mine.client('Max'), ana: await mine.staff() })
    people.theirs = await theirs.client()
    const price_code = await mine.priceCode()
    const { joan, max, ana } = people
    for (const [name, fields] of Object.entries({
      late: { date: '2026-12-31', client: joan, assignee: ana },
      early: { date: '2026-11-01', client: joan, price_code, billable: true },
      done: { date: '2026-11-02', client: max, assignee: ana, completed: true },
      billed: { date: '2026-11-30', client: joan, assignee: ana, price_code, billable: true, completed: true },
      plain: { date: '2026-11-15' },
    })) {
      made[name] = (await mine.create(fields)).created
      await theirs.create({ date: '2026-11-15' })
    }
    records = await Promise.all(Object.values(made).map(mine.read))
  })

  test('returns whole records in the order of their ids, of this organisation only', async () => {
    const { status, body } = await org.get('/tasks')
    assert.equal(status, 200)
    assert.deepEqual(body, { data: records, meta: { page: 1, per_page: 50, total: 5, last_page: 1 } })
  })

  for (const [query, names] of [
    ['client_id=joan', ['late', 'early', 'billed']],
    ['client_id=theirs', []],
    ['assignee_id=ana', ['late', 'done', 'billed']],
    ['completed=true', ['done', 'billed']],
    ['completed=false', ['late', 'early', 'plain']],
    ['billable=true', ['early', 'billed']],
    ['billable=false', ['late', 'done', 'plain']],
    ['completed=true&billable=true', ['billed']],
    ['completed=false&billable=false', ['late', 'plain']],
    ['from=2026-11-02', ['late', 'done', 'billed', 'plain']],
    ['from=2026-11-03', ['late', 'billed', 'plain']],
    ['to=2026-11-30', ['early', 'done', 'billed', 'plain']],
    ['to=2026-11-29', ['early', 'done', 'plain']],
    ['from=2026-11-15&to=2026-11-15', ['plain']],
    ['from=2027-01-01', []],
    ['client_id=joan&completed=false', ['late', 'early']],
    ['client_id=joan&assignee_id=ana&from=2026-11-30&to=2026-11-30&completed=true&billable=true', ['billed']],
    ['client_id=max&billable=true', []],
    ['updated_since=2000-01-01&completed=true', ['done', 'billed']],
    ['nonsense=1', ['late', 'early', 'done', 'billed', 'plain']],
  ] as [string, string[]][]) {
    test(`${query} returns ${names.join(', ') || 'none'}, with their exact total on every page`, async () => {
      const filter = query.replace(/_id=(\w+)/g, (_, name) => `_id=${people[name]}`)
      const wanted = names.map((name) => made[name])
      const { body } = await org.get(`/tasks?${filter}`)
      assert.deepEqual(idsOf(body), wanted)
      const last_page = Math.max(1, Math.ceil(wanted.length / 2))
      for (let page = 1; page <= last_page + 1; page++) {
        const { body: part } = await org.get(`/tasks?${filter}&per_page=2&page=${page}`)
        assert.deepEqual(idsOf(part), wanted.slice(page * 2 - 2, page * 2))
        assert.deepEqual(part.meta, { page, per_page: 2, total: wanted.length, last_page })
      }
    })
  }

  for (const [query, name] of [
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['per_page=ten', 'per_page'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['from=2026-13-01', 'from'],
    ['from=yesterday', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['completed=1', 'completed'],
    ['billable=yes', 'billable'],
    ['client_id=0', 'client_id'],
    ['client_id=joan', 'client_id'],
    ['assignee_id=1.5', 'assignee_id'],
    ['updated_since=soon', 'updated_since'],
  ] as const) {
    test(`${query} is 422 on ${name}`, async () => {
      const { status, body } = await org.get(`/tasks?${query}`)
      assert.deepEqual([status, body.message, Object.keys(body.errors)], [422, 'The given data was invalid.', [name]])
    })
  }

  test('takes per_page 1 and 100', async () => {
    assert.equal((await org.get('/tasks?per_page=1')).body.data.length, 1)
    assert.equal((await org.get('/tasks?per_page=100')).body.meta.per_page, 100)
  })
})

test('updated_since is a day that begins at the organisation’s midnight, or an instant', async () => {
  const { org, create } = await tasksAt(api, undefined, 'Australia/Perth')
  const ids: number[] = []
  for (const at of ['2026-11-01T15:59:59.999999Z', '2026-11-01T16:00:00Z', '2026-11-02T03:00:00Z']) {
    const { created } = await create()
    ids.push(created)
    await db.query('update task set updated_at = $2 where org_id = $1 and id = $3', [org.orgId, at, created])
  }
  const since = async (text: string) => idsOf((await org.get(`/tasks?updated_since=${text}`)).body)
  assert.deepEqual(await since('2026-11-02'), ids.slice(1))
  assert.deepEqual(await since('2026-11-02T03:00:00Z'), ids.slice(2))
  assert.deepEqual(await since('2026-11-02T11:00:00%2B08:00'), ids.slice(2))
  assert.deepEqual(await since('2026-11-03'), [])
})

test('updated_since returns tasks that changed in any way, and no others', async () => {
  const { org, create, priceCode } = await tasksAt(api)
  const codes = [await priceCode(), await priceCode()]
  const { created } = await create({ price_code: codes[0] })
  const age = () => db.query(`update task set updated_at = '2026-01-01' where org_id = $1`, [org.orgId])
  const isFound = async () => (await org.get('/tasks?updated_since=2026-01-02')).body.meta.total === 1
  for (const change of [{ title: 'New' }, { completed: true }, { minutes: 5 }, { price_code: codes[1] }]) {
    await age()
    assert.equal(await isFound(), false)
    assert.equal((await org.patch(`/tasks/${created}`, change)).status, 200)
    assert.equal(await isFound(), true, JSON.stringify(change))
    await age()
    assert.deepEqual((await org.patch(`/tasks/${created}`, change)).body.updated, [])
    assert.equal(await isFound(), false, JSON.stringify(change))
  }
})

test('totals follow what becomes completed, billable or deleted', async () => {
  const { org, create, priceCode } = await tasksAt(api)
  const price_code = await priceCode()
  const ids: number[] = []
  for (let n = 0; n < 4; n++) ids.push((await create({ price_code })).created)
  const totals = async () => {
    const queries = ['', '?completed=true', '?billable=true', '?completed=true&billable=true', '?from=2026-01-01']
    return Promise.all(queries.map(async (query) => (await org.get(`/tasks${query}`)).body.meta.total))
  }
  assert.deepEqual(await totals(), [4, 0, 0, 0, 4])
  await org.patch(`/tasks/${ids[0]}`, { completed: true, billable: true })
  await org.patch(`/tasks/${ids[1]}`, { completed: true })
  await org.patch(`/tasks/${ids[2]}`, { billable: true })
  assert.deepEqual(await totals(), [4, 2, 2, 1, 4])
  await org.delete(`/tasks/${ids[0]}`)
  await org.patch(`/tasks/${ids[1]}`, { completed: false })
  assert.deepEqual(await totals(), [3, 0, 1, 0, 3])
})

test('an organisation without tasks has one empty page', async () => {
  const org = await organisation('read')
  assert.deepEqual((await org.get('/tasks')).body, {
    data: [],
    meta: { page: 1, per_page: 50, total: 0, last_page: 1 },
  })
})
