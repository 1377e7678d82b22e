import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const { db, organisation } = api

describe('GET /tasks/{id}', () => {
  test('returns the whole record, with billed statuses and local times', async () => {
    const { org, create, client, staff, priceCode, charge, billable, read } = await tasksAt(api)
    const [joan, ana, code] = [await client('Joan'), await staff('Ana'), await priceCode()]
    const { created } = await create({ client: joan, assignee: ana, minutes: 90, price_code: code, billable: true })
    const travel = await charge(created, code, 15, '16.89')
    const voided = await billable(created, 'void')
    const invoiced = await billable(created, 'invoiced')
    const at = '2026-11-20T23:30:00Z'
    const { rows } = await db.query(
      `with n as (insert into task_note (org_id, task_id, type, notes, created_at) values ($1, $2, 'General', 'Rang her.', $3) returning id),
         d as (insert into task_document (org_id, task_id, name, created_at) values ($1, $2, 'plan.pdf', $3) returning id)
       select n.id as note, d.id as document from n, d`,
      [org.orgId, created, at],
    )
    const record = await read(created)
    const primary = record.charges[0].id
    assert.deepEqual(record, {
      id: created,
      title: 'Plan review',
      date: '2026-11-20',
      client: { id: joan, name: 'Joan Hart' },
      assignee: { id: ana, name: 'Ana Li' },
      minutes: 90,
      price_code: code,
      charge: 'Self-care weekday',
      billable: true,
      completed: false,
      can_edit: false,
      charges: [
        {
          ...{ id: primary, name: 'Self-care weekday', price_code: code, minutes: 90, total_cost: 101.34 },
          ...{ claim_type: 'Standard', primary: true },
          billed_statuses: [
            { status: 'void', billable_id: voided, invoice_number: 'INV-1', at: '2026-11-21 11:30:00' },
            { status: 'invoiced', billable_id: invoiced, invoice_number: 'INV-1', at: '2026-11-21 11:30:00' },
          ],
        },
        {
          ...{ id: travel, name: 'Travel', price_code: code, minutes: 15, total_cost: 16.89 },
          ...{ claim_type: 'Standard', primary: false },
        },
      ],
      notes: [{ id: rows[0].note, type: 'General', notes: 'Rang her.', created_at: '2026-11-21 10:30:00' }],
      documents: [{ id: rows[0].document, name: 'plan.pdf', created_at: '2026-11-21 10:30:00' }],
    })
  })

  test('of a pending or a void billable alone the task can be edited and no status is listed', async () => {
    const { create, priceCode, billable, read } = await tasksAt(api)
    const { created } = await create({ price_code: await priceCode(), billable: true, completed: true })
    for (const status of ['void', 'pending'] as const) {
      await billable(created, status)
      const { can_edit, charges } = await read(created)
      assert.deepEqual([can_edit, 'billed_statuses' in charges[0]], [true, false])
    }
  })

  for (const id of ['0', 'x', '1.5', '9007199254740992', '-1']) {
    test(`of ${id} is 404`, async () => {
      const org = await organisation()
      const response = await org.get(`/tasks/${id}`)
      assert.deepEqual([response.status, response.body], [404, { message: 'Task not found.' }])
    })
  }
})

describe('POST /tasks', () => {
  test('needs title and date only, and leaves out what has no value', async () => {
    const { create, read, news } = await tasksAt(api)
    const { created, data, ...rest } = await create({ title: 'Ring Joan', date: '2026-02-28' })
    assert.deepEqual(rest, {})
    assert.deepEqual(data, {
      ...{ id: created, title: 'Ring Joan', date: '2026-02-28', minutes: 0, billable: false, completed: false },
      ...{ can_edit: true, charges: [], notes: [], documents: [] },
    })
    assert.deepEqual(await read(created), data)
    assert.deepEqual(
      (await news()).map(({ type, subject_id, fields }) => [type, subject_id, fields]),
      [['task.created', created, ['title', 'date']]],
    )
  })

  test('takes every field, and sets the primary charge from the price code', async () => {
    const { org, create, client, staff, priceCode, news, read } = await tasksAt(api)
    const [joan, ana] = [await client(), await staff()]
    const code = await priceCode({ funding_type: 'NDIS', claim_types: ['Travel', 'Telehealth'] })
    const input = { client: joan, assignee: ana, minutes: 20, price_code: code, billable: true, completed: true }
    const { created, data } = await create(input)
    const { charges, ...record } = data
    assert.deepEqual(record, {
      ...{ id: created, title: 'Plan review', date: '2026-11-20', client: { id: joan, name: 'Joan Hart' } },
      ...{ assignee: { id: ana, name: 'Ana Li' }, minutes: 20, price_code: code, charge: 'Self-care weekday' },
      ...{ billable: true, completed: true, can_edit: true, notes: [], documents: [] },
    })
    assert.deepEqual(charges, [
      {
        ...{ id: charges[0].id, name: 'Self-care weekday', price_code: code, minutes: 20, total_cost: 22.52 },
        ...{ claim_type: 'Travel', primary: true },
      },
    ])
    assert.deepEqual(await read(created), data)
    const [event, ...others] = await news()
    assert.deepEqual(
      [event.type, event.fields, event.connection_id, others],
      ['task.created', ['title', 'date', ...Object.keys(input)], org.connectionId, []],
    )
  })

  test('reads client_id and assignee_id as client and assignee, and null as none', async () => {
    const { create, client, staff } = await tasksAt(api)
    const [joan, ana] = [await client(), await staff()]
    const { data } = await create({ client_id: joan, assignee_id: ana })
    assert.deepEqual([data.client.id, data.assignee.id], [joan, ana])
    const both = await create({ client: joan, client_id: joan, assignee: ana, assignee_id: ana })
    assert.deepEqual([both.data.client.id, both.data.assignee.id], [joan, ana])
    for (const unassigned of [
      { client: null, assignee: null },
      { client_id: null, assignee_id: null },
    ]) {
      const { data: alone } = await create(unassigned)
      assert.deepEqual(['client' in alone, 'assignee' in alone], [false, false])
    }
  })

  test('a price code without billable makes a charge and leaves the task not billable', async () => {
    const { create, priceCode } = await tasksAt(api)
    const { data } = await create({ price_code: await priceCode({ unit: 'each', price: '5.5' }), minutes: 30 })
    assert.deepEqual([data.billable, data.charges.length, data.charges[0].total_cost], [false, 1, 5.5])
  })

  test('rejects a body with all errors at once, by field, and stores nothing', async () => {
    const { org, stored } = await tasksAt(api)
    const before = await stored()
    const invalid = {
      ...{ title: ' ', date: '2026-02-30', client: '7', assignee: 0, minutes: 1441, price_code: null, billable: 'yes' },
      ...{ completed: 1, recurrence: { unit: 'Year' }, charge: 'Visit', scope: 'this' },
    }
    const response = await org.post('/tasks', invalid)
    assert.deepEqual([response.status, response.body.message], [422, 'The given data was invalid.'])
    assert.deepEqual(
      Object.keys(response.body.errors).sort(),
      Object.keys({ ...invalid, recurrence: undefined, 'recurrence.unit': 1 })
        .filter((name) => name !== 'recurrence')
        .sort(),
    )
    assert.deepEqual(Object.keys((await org.post('/tasks', {})).body.errors), ['title', 'date'])
    assert.equal(await stored(), before)
  })

  test('bounds: minutes 0 to 1440, a title of up to 255 characters', async () => {
    const { org, create } = await tasksAt(api)
    const { data } = await create({ title: 'x'.repeat(255), minutes: 1440 })
    assert.deepEqual([data.title.length, data.minutes], [255, 1440])
    for (const [field, value] of Object.entries({ minutes: -1, title: 'x'.repeat(256), date: '20-11-2026' })) {
      const { status, body } = await org.post('/tasks', { title: 'T', date: '2026-11-20', [field]: value })
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
    }
    assert.deepEqual((await org.post('/tasks', { title: 'T', date: '2026-11-20', minutes: 0.5 })).status, 422)
  })

  test('rejects unknown people and price codes, under the names of the body', async () => {
    const { org, stored, supplier } = await tasksAt(api)
    const other = await tasksAt(api)
    const theirs = { client: await other.client(), staff: await other.staff(), code: await other.priceCode() }
    const sam = await supplier()
    const before = await stored()
    for (const [fields, names] of [
      [{ client: 999999999, assignee: 999999999, price_code: 999999999 }, ['client', 'assignee', 'price_code']],
      [
        { client: theirs.client, assignee: theirs.staff, price_code: theirs.code },
        ['client', 'assignee', 'price_code'],
      ],
      [{ client_id: 999999999, assignee_id: 999999999 }, ['client_id', 'assignee_id']],
      [{ assignee: sam }, ['assignee']],
      [{ client: 1, client_id: 2, assignee: null, assignee_id: 3 }, ['client_id', 'assignee_id']],
      [{ billable: true }, ['price_code']],
    ] as const) {
      const { status, body } = await org.post('/tasks', { title: 'T', date: '2026-11-20', ...fields })
      assert.deepEqual([status, Object.keys(body.errors)], [422, names], JSON.stringify(fields))
    }
    assert.equal(await stored(), before)
  })
})

describe('another organisation’s task', () => {
  test('is 404 at every endpoint, not listed, and never changes', async () => {
    const { create, stored, priceCode } = await tasksAt(api)
    const { created } = await create({ price_code: await priceCode(), recurrence: { unit: 'Week' } })
    const before = await stored()
    const other = await organisation()
    const scope = 'this_and_following'
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', {}],
      ['PATCH', { title: 'Mine' }],
      ['PATCH', { title: 'Mine', scope }],
      ['DELETE', undefined],
      ['DELETE', { scope }],
    ] as const) {
      const response = await other.call(method, `/tasks/${created}`, body)
      assert.deepEqual([response.status, response.body], [404, { message: 'Task not found.' }])
    }
    assert.deepEqual((await other.get('/tasks')).body.data, [])
    assert.equal(await stored(), before)
  })
})

describe('DELETE /tasks/{id}', () => {
  test('deletes the task with its charges; it is then 404', async () => {
    const { org, create, priceCode, tasks, news } = await tasksAt(api)
    const { created } = await create({ price_code: await priceCode() })
    await news()
    const response = await org.delete(`/tasks/${created}`)
    assert.deepEqual([response.status, response.body], [200, { deleted: created }])
    for (const again of [await org.get(`/tasks/${created}`), await org.delete(`/tasks/${created}`)]) {
      assert.equal(again.status, 404)
    }
    assert.deepEqual(await tasks(), [])
    assert.deepEqual(
      (await news()).map(({ type, subject_id }) => [type, subject_id]),
      [['task.deleted', created]],
    )
    const charges = await db.query('select from task_charge where org_id = $1', [org.orgId])
    assert.equal(charges.rowCount, 0)
  })

  test('of a billed task is 422 with message and error, and nothing changes', async () => {
    const { org, create, priceCode, billable, stored } = await tasksAt(api)
    const { created } = await create({ price_code: await priceCode(), billable: true, completed: true })
    await billable(created, 'invoiced')
    const before = await stored()
    for (const body of [undefined, { scope: 'this' }, { scope: 'this_and_following' }]) {
      const response = await org.call('DELETE', `/tasks/${created}`, body)
      assert.equal(response.status, 422)
      assert.match(response.body.message, /^This task is billed and cannot be /)
      assert.equal(response.body.error, response.body.message)
    }
    assert.equal((await org.call('DELETE', `/tasks/${created}`, { scope: 'all' })).body.errors.scope.length, 1)
    assert.equal(await stored(), before)
  })
})
