import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setClock } from '../../../test/factories/roster/roster.ts'
import { billingOf } from '../../../test/factories/tasks/billing.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

const ids = async (org: Organisation, search: string): Promise<number[]> => {
  const { status, body, text } = await org.get(`/billables?per_page=100${search && `&${search}`}`)
  assert.equal(status, 200, text)
  assert.equal(body.meta.total, body.data.length)
  return body.data.map(({ id }: { id: number }) => id)
}

test('shows every field that has a value, in the organisation’s time', async () => {
  const org = await organisation('read-write', 'Australia/Perth')
  const { task, client, priceCode, synced } = billingOf(db, org)
  const [joan, price_code] = [await client(), await priceCode({ code: '01_011' })]
  const charge = { name: 'Care', price_code, minutes: 30, total_cost: '33.80', claim_type: 'Telehealth' }
  const { id, charges } = await task({ client_id: joan, charges: [charge] })
  const bare = await task()
  const [first, second] = await synced(id, bare.id)
  const { data, meta } = (await org.get('/billables')).body
  assert.deepEqual(meta, { page: 1, per_page: 50, total: 2, last_page: 1 })
  const { created_at, updated_at, ...displayed } = data[0]
  assert.deepEqual(displayed, {
    ...{ id: first, task_id: id, charge_id: charges[0], client: { id: joan, name: 'Joan Hart' }, date: '2026-11-20' },
    ...{ name: 'Care', price_code, code: '01_011', minutes: 30, claim_type: 'Telehealth', total_cost: 33.8 },
    ...{ status: 'pending', at: '2026-09-06 10:00:00' },
  })
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  assert.equal(updated_at, created_at)
  assert.deepEqual([data[1].id, 'client' in data[1]], [second, false])
})

test('a void one outlives its charge and its task, and then has neither', async () => {
  const org = await organisation()
  const { billableIn } = billingOf(db, org)
  const id = await billableIn('void')
  const { rows } = await db.query('select id from task where org_id = $1', [org.orgId])
  assert.equal((await org.delete(`/tasks/${rows[0].id}`)).status, 200)
  const [displayed] = (await org.get('/billables')).body.data
  assert.deepEqual(
    [
      displayed.id,
      displayed.task_id,
      displayed.charge_id,
      displayed.total_cost,
      displayed.invoice_number,
      displayed.void_reason,
    ],
    [id, undefined, undefined, 67.56, 'INV-1', 'Wrong price'],
  )
})

describe('filters', () => {
  let org: Organisation
  let people: number[]
  const made: {
    id: number
    task: number
    client: number
    date: string
    status: string
    invoice: string | undefined
  }[] = []

  before(async () => {
    org = await organisation()
    const { task, client, synced, bill, makeVoid } = billingOf(db, org)
    people = [await client(), await client('Max')]
    for (let n = 0; n < 24; n++) {
      const [date, client_id] = [`2026-11-${String(1 + (n % 6)).padStart(2, '0')}`, people[n % 2]!]
      const { id: taskId } = await task({ date, client_id })
      const [id] = await synced(taskId)
      const status = ['pending', 'invoiced', 'void'][n % 3]!
      const invoice = status === 'pending' ? undefined : `INV-${n % 4}`
      if (invoice) await bill([id!], invoice)
      if (status === 'void') await makeVoid(id!)
      made.push({ id: id!, task: taskId, client: client_id, date, status, invoice })
    }
    await billingOf(db, await organisation()).billableIn('invoiced')
  })
  const those = (fits: (one: (typeof made)[number]) => boolean) => made.filter(fits).map(({ id }) => id)

  test('none returns all by id, of this organisation only', async () => {
    assert.deepEqual(
      await ids(org, ''),
      those(() => true),
    )
  })

  test('each narrows to exactly what fits it', async () => {
    for (const status of ['pending', 'invoiced', 'void']) {
      assert.deepEqual(
        await ids(org, `status=${status}`),
        those((one) => one.status === status),
      )
    }
    assert.deepEqual(
      await ids(org, `client_id=${people[1]}`),
      those(({ client }) => client === people[1]),
    )
    assert.deepEqual(await ids(org, `task_id=${made[5]!.task}`), [made[5]!.id])
    assert.deepEqual(
      await ids(org, 'invoice_number=INV-1'),
      those(({ invoice }) => invoice === 'INV-1'),
    )
    assert.deepEqual(
      await ids(org, 'from=2026-11-05'),
      those(({ date }) => date >= '2026-11-05'),
    )
    assert.deepEqual(
      await ids(org, 'to=2026-11-02'),
      those(({ date }) => date <= '2026-11-02'),
    )
    for (const nothing of ['invoice_number=inv-1', 'invoice_number=INV', 'client_id=999999999', 'from=2027-01-01']) {
      assert.deepEqual(await ids(org, nothing), [])
    }
  })

  test('updated_since returns billables that changed since; an instant in the future returns none', async () => {
    const { rows } = await db.query('select id, updated_at from billable where org_id = $1 order by updated_at', [
      org.orgId,
    ])
    const { updated_at } = rows[20]
    const since = `updated_since=${encodeURIComponent(updated_at)}`
    const later = rows.filter((row) => row.updated_at >= updated_at).map(({ id }) => id)
    assert.deepEqual(
      await ids(org, since),
      later.sort((a, b) => a - b),
    )
    const pending = new Set(those(({ status }) => status === 'pending'))
    assert.deepEqual(
      await ids(org, `${since}&status=pending`),
      later.filter((id) => pending.has(id)),
    )
    assert.deepEqual(
      await ids(org, `${since}&from=2026-11-05`),
      later.filter((id) => those(({ date }) => date >= '2026-11-05').includes(id)),
    )
    assert.deepEqual(await ids(org, 'updated_since=2999-01-01'), [])
  })

  test('combined must all match', async () => {
    const search = `status=invoiced&client_id=${people[1]}&from=2026-11-02&to=2026-11-04`
    const fitting = those(
      (one) =>
        one.status === 'invoiced' && one.client === people[1] && one.date >= '2026-11-02' && one.date <= '2026-11-04',
    )
    assert.ok(fitting.length > 0)
    assert.deepEqual(await ids(org, search), fitting)
    const one = made.find(({ id }) => id === fitting[0])!
    const all = `${search}&task_id=${one.task}&invoice_number=${one.invoice}&updated_since=2020-01-01`
    assert.deepEqual(await ids(org, all), [one.id])
    assert.deepEqual(await ids(org, all.replace('invoiced', 'void')), [])
  })

  test('pages of filtered and plain lists have exact totals, also past the end', async () => {
    for (const [search, all] of [
      ['', those(() => true)],
      ['&status=void', those(({ status }) => status === 'void')],
      ['&from=2026-11-03', those(({ date }) => date >= '2026-11-03')],
    ] as const) {
      const pages = Math.ceil(all.length / 5)
      for (let page = 1; page <= pages + 1; page++) {
        const { body } = await org.get(`/billables?per_page=5&page=${page}${search}`)
        assert.deepEqual(body.meta, { page, per_page: 5, total: all.length, last_page: pages })
        assert.deepEqual(
          body.data.map(({ id }: { id: number }) => id),
          all.slice((page - 1) * 5, page * 5),
        )
      }
    }
  })

  test('what is no filter is a 422 by name', async () => {
    const search = 'status=open&client_id=0&task_id=x&invoice_number=&from=2026-11-31&updated_since=x&per_page=101'
    const { status, body } = await org.get(`/billables?${search}`)
    assert.deepEqual(
      [status, Object.keys(body.errors).sort()],
      [422, ['client_id', 'from', 'invoice_number', 'per_page', 'status', 'task_id', 'updated_since']],
    )
    const order = await org.get('/billables?from=2026-11-02&to=2026-11-01')
    assert.deepEqual(order.body.errors, { to: ['to must be on or after from.'] })
  })
})

test('equal ids in two organisations stay apart', async () => {
  const [org, other] = [await organisation(), await organisation()]
  const mine = billingOf(db, org)
  const joan = await mine.client()
  const id = await mine.billableIn('pending', { client_id: joan })
  await db.query(
    `insert into client (org_id, id, first_name, last_name, client_type, business_id)
     select $2, id, 'Not', last_name, client_type, $3 from client where org_id = $1`,
    [org.orgId, other.orgId, other.businessId],
  )
  for (const [table, changed] of [
    ['price_code', `'code', 'theirs'`],
    ['task', `'title', 'Theirs'`],
    ['task_charge', `'name', 'Theirs'`],
    ['billable', `'name', 'Theirs'`],
  ]) {
    await db.query(
      `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object('org_id', ${other.orgId}, ${changed}))).*
       from ${table} r where org_id = ${org.orgId}`,
    )
  }
  const [[ours], [theirs]] = [(await org.get('/billables')).body.data, (await other.get('/billables')).body.data]
  assert.deepEqual([ours.id, ours.client.name, ours.name], [id, 'Joan Hart', 'Self-care weekday'])
  assert.deepEqual([theirs.id, theirs.client.name, theirs.name, theirs.code], [id, 'Not Hart', 'Theirs', 'theirs'])
  await mine.bill([id])
  assert.deepEqual(
    [(await org.get('/billables')).body.data[0].status, (await other.get('/billables')).body.data[0]],
    ['invoiced', theirs],
  )
})
