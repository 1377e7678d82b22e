import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksOf } from '../../../test/factories/tasks/tasks.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'
import { lockList } from './price-codes.sql.ts'

const { db, organisation } = await harness()

const row = { code: '01_011', name: 'Self-care', unit: 'hour', price: 67.56, funding_type: 'NDIS' }
const send = (org: Organisation, rows: unknown[], more: object = {}) =>
  org.post('/price-codes/import', { rows, ...more })
const priceList = async (org: Organisation) =>
  (await org.get('/price-codes')).body.data.map(
    ({ code, price, effective_from = null, effective_to = null }: Record<string, unknown>) => [
      code,
      price,
      effective_from,
      effective_to,
    ],
  )

describe('POST /price-codes/import', () => {
  test('creates, updates by code, funding and first day, and leaves the same rows unchanged', async () => {
    const org = await organisation()
    const rows = [
      { ...row, effective_from: '2026-07-01' },
      { ...row, funding_type: 'HCP', effective_from: '2026-07-01', price: 70 },
      { code: 'KM', name: 'Travel', unit: 'each', price: 0.99, claim_types: ['Travel'] },
    ]
    const first = await send(org, rows)
    assert.deepEqual([first.status, first.body.succeeded, first.body.failed], [200, 3, 0])
    const ids = first.body.results.map(({ id }: { id: number }) => id)
    const changed = [rows[0]!, { ...rows[1]!, price: 71 }, rows[2]!]
    const { body } = await send(org, changed)
    assert.deepEqual(
      body.results,
      ids.map((id: number, index: number) => ({
        index,
        ok: true,
        id,
        message: index === 1 ? 'Updated.' : 'Unchanged.',
      })),
    )
    assert.deepEqual(await priceList(org), [
      ['01_011', 67.56, '2026-07-01', null],
      ['01_011', 71, '2026-07-01', null],
      ['KM', 0.99, null, null],
    ])
    const events = (await org.events()).map(({ type, subject_id }) => [type, subject_id])
    assert.deepEqual(events, [...ids.map((id: number) => ['price_code.created', id]), ['price_code.updated', ids[1]]])
  })

  test('an end that was not sent is the day before the next price begins, cut anew when one comes between', async () => {
    const org = await organisation()
    await send(org, [{ ...row, effective_from: '2025-07-01' }])
    assert.deepEqual(await priceList(org), [['01_011', 67.56, '2025-07-01', null]])
    await send(org, [{ ...row, price: 70, effective_from: '2026-07-01' }])
    await send(org, [{ ...row, price: 69, effective_from: '2026-01-01' }])
    await send(org, [{ ...row, price: 60 }])
    assert.deepEqual(await priceList(org), [
      ['01_011', 67.56, '2025-07-01', '2025-12-31'],
      ['01_011', 70, '2026-07-01', null],
      ['01_011', 69, '2026-01-01', '2026-06-30'],
      ['01_011', 60, null, '2025-06-30'],
    ])
  })

  test('an end that was sent stays, and sent again without one it is open', async () => {
    const org = await organisation()
    const old = { ...row, effective_from: '2025-07-01', effective_to: '2026-12-31' }
    await send(org, [old, { ...row, price: 70, effective_from: '2026-07-01' }])
    assert.deepEqual((await priceList(org))[0], ['01_011', 67.56, '2025-07-01', '2026-12-31'])
    await send(org, [{ ...row, effective_from: '2025-07-01' }])
    assert.deepEqual((await priceList(org))[0], ['01_011', 67.56, '2025-07-01', '2026-06-30'])
  })

  test('a malformed row is a failed row; the others are stored', async () => {
    const org = await organisation()
    const { status, body } = await send(org, [
      'text',
      { ...row, price: 1.005, effective_from: '2026-07-01', effective_to: '2026-06-30' },
      { ...row, unit: ' ', colour: 'red' },
      row,
      { ...row, price: 5 },
    ])
    assert.deepEqual([status, body.succeeded, body.failed], [200, 1, 4])
    assert.deepEqual(
      body.results.map(({ ok, errors = {} }: { ok: boolean; errors?: object }) => [ok, Object.keys(errors).sort()]),
      [
        [false, ['body']],
        [false, ['effective_to', 'price']],
        [false, ['colour', 'unit']],
        [true, []],
        [false, ['code']],
      ],
    )
    assert.match(body.results[4].errors.code[0], /must differ from those of row 3/)
    assert.deepEqual(await priceList(org), [['01_011', 67.56, null, null]])
  })

  test('a code takes 100 prices; a further one is a failed row, and a stored one can still be updated', async () => {
    const org = await organisation()
    const on = (n: number) => ({ ...row, effective_from: `${1900 + n}-07-01` })
    const hundred = Array.from({ length: 100 }, (_, n) => on(n))
    assert.equal((await send(org, hundred)).body.succeeded, 100)
    const { results } = (await send(org, [on(100), { ...on(99), price: 1 }])).body
    assert.deepEqual(results[0].errors, { code: ['code must be another one: a code has at most 100 prices.'] })
    assert.equal(results[1].message, 'Updated.')
    const prices = (await org.get('/price-codes?per_page=100')).body.data
    assert.deepEqual([prices.length, prices.at(-2).effective_to, prices.at(-1).price], [100, '1999-06-30', 1])
  })

  test('the first day of the calendar is a failed row: nothing could end before it', async () => {
    const org = await organisation()
    const { results } = (await send(org, [row, { ...row, effective_from: '0001-01-01' }])).body
    assert.deepEqual(
      [results[0].ok, results[1].errors],
      [true, { effective_from: ['effective_from must be after 0001-01-01.'] }],
    )
  })

  test('a dry run has the same results without ids of new prices, and stores nothing', async () => {
    const org = await organisation()
    await send(org, [{ ...row, effective_from: '2025-07-01' }])
    const before = await priceList(org)
    const rows = [{ ...row, effective_from: '2026-07-01' }, { ...row, price: 1, effective_from: '2025-07-01' }, 5]
    const { body } = await send(org, rows, { dry_run: true })
    assert.deepEqual([body.dry_run, body.succeeded, body.failed], [true, 2, 1])
    const messages = body.results.map(({ id, message }: { id?: number; message: string }) => [typeof id, message])
    assert.deepEqual(messages.slice(0, 2), [
      ['undefined', 'Would be created.'],
      ['number', 'Would be updated.'],
    ])
    assert.deepEqual(await priceList(org), before)
    assert.equal((await org.events()).length, 1)
  })

  test('charges of open tasks whose price has ended take the new one, with an event; completed tasks keep theirs', async () => {
    const org = await organisation()
    const { client } = tasksOf(db, org)
    const [{ id: old }] = (await send(org, [{ ...row, effective_from: '2025-07-01' }])).body.results
    const joan = await client()
    const body = { title: 'Review', client: joan, date: '2026-08-01', minutes: 60, price_code: old, billable: true }
    const open = (await org.post('/tasks', body)).body.created
    const done = (await org.post('/tasks', body)).body.created
    await org.patch(`/tasks/${done}`, { completed: true })
    const [{ id: next }] = (await send(org, [{ ...row, price: 70, effective_from: '2026-07-01' }])).body.results
    const chargeOf = async (id: number) => {
      const { price_code, total_cost } = (await org.get(`/tasks/${id}`)).body.data.charges[0]
      return [price_code, total_cost]
    }
    assert.deepEqual(
      [await chargeOf(open), await chargeOf(done)],
      [
        [next, 70],
        [old, 67.56],
      ],
    )
    const { type, detail } = (await org.events()).at(-1)!
    assert.deepEqual([type, detail], ['task_charge.updated', { task_id: open }])
  })

  test('a dry run does not wait for open tasks, because it leaves them as they are', async () => {
    const org = await organisation()
    const { client } = tasksOf(db, org)
    const [{ id: old }] = (await send(org, [{ ...row, effective_from: '2025-07-01' }])).body.results
    const body = { title: 'Review', date: '2026-08-01', minutes: 60, price_code: old, billable: true }
    const { status } = await org.post('/tasks', { ...body, client: await client() })
    assert.equal(status, 201)
    const rival = await db.connect()
    await rival.query('begin')
    await rival.query('select from task where org_id = $1 for update', [org.orgId])
    const dry = await send(org, [{ ...row, price: 70, effective_from: '2026-07-01' }], { dry_run: true })
    await rival.query('rollback')
    rival.release()
    assert.deepEqual([dry.status, dry.body.succeeded], [200, 1])
  })

  test('two imports at once of the same new price make one', async () => {
    const org = await organisation()
    const rival = await db.connect()
    await rival.query('begin')
    await lockList.rows(rival, org.orgId)
    const both = [send(org, [row]), send(org, [{ ...row, price: 1 }])]
    await untilLockWait(db, 2)
    await rival.query('commit')
    rival.release()
    const messages = (await Promise.all(both)).map(({ body }) => body.results[0].message)
    assert.deepEqual(messages.sort(), ['Created.', 'Updated.'])
    assert.equal((await priceList(org)).length, 1)
  })

  test('0 or 201 rows are a 422; another organisation’s prices never change', async () => {
    const [org, other] = [await organisation(), await organisation()]
    assert.equal((await send(org, [])).status, 422)
    assert.equal((await send(org, Array(201).fill(5))).status, 422)
    await send(other, [row])
    await send(org, [{ ...row, price: 1 }])
    assert.deepEqual(await priceList(other), [['01_011', 67.56, null, null]])
  })
})
