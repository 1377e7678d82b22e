import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tasksAt } from '../../../test/factories/tasks/rows.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const { db } = api
const billed = 'This task is billed and cannot be edited.'

/** A task with all fields, and a function that patches it. */
async function fullTask(fields: object = {}) {
  const made = await tasksAt(api)
  const [joan, ana, code] = [await made.client('Joan'), await made.staff('Ana'), await made.priceCode()]
  const input = { client: joan, assignee: ana, minutes: 60, price_code: code, billable: true, ...fields }
  const { created: id, data } = await made.create(input)
  await made.news()
  const patch = (body: object) => made.org.patch(`/tasks/${id}`, body)
  return { ...made, joan, ana, code, id, data, sent: input, patch }
}

describe('PATCH /tasks/{id}', () => {
  test('updates only the fields of the patch, names them, and returns the updated task', async () => {
    const { patch, read, data, id, news, client, staff } = await fullTask()
    const [max, bo] = [await client('Max'), await staff('Bo')]
    let expected = data
    for (const [input, displayed, names] of [
      [{ title: 'Review' }, { title: 'Review' }, ['title']],
      [{ date: '2026-12-01' }, { date: '2026-12-01' }, ['date']],
      [{ client: max }, { client: { id: max, name: 'Max Hart' } }, ['client']],
      [{ assignee_id: bo }, { assignee: { id: bo, name: 'Bo Li' } }, ['assignee']],
      [{ billable: false }, { billable: false }, ['billable']],
      [{ completed: true }, { completed: true }, ['completed']],
      [
        { completed: false, title: 'Again', date: '2026-12-01' },
        { completed: false, title: 'Again' },
        ['title', 'completed'],
      ],
    ] as [object, object, string[]][]) {
      const { status, body, text } = await patch(input)
      assert.equal(status, 200, text)
      expected = { ...expected, ...displayed }
      assert.deepEqual(body, { updated: names, data: expected })
      assert.deepEqual(await read(id), expected)
      const [event, ...others] = await news()
      assert.deepEqual([event.subject_id, event.fields, others], [id, names, []])
    }
  })

  test('records being completed and opened again as such, with the names of what changed too', async () => {
    const { patch, news, org, id } = await fullTask()
    await patch({ completed: true, title: 'Done' })
    await patch({ completed: true, title: 'Well done' })
    await patch({ completed: false })
    assert.deepEqual(
      (await news()).map(({ type, subject_id, fields, connection_id }) => [type, subject_id, fields, connection_id]),
      [
        ['task.completed', id, ['title', 'completed'], org.connectionId],
        ['task.updated', id, ['title'], org.connectionId],
        ['task.reopened', id, ['completed'], org.connectionId],
      ],
    )
  })

  test('with nothing to change is 200 and writes nothing', async () => {
    const { patch, data, sent: input, stored, joan, ana } = await fullTask()
    const before = await stored()
    for (const body of [
      {},
      { scope: 'this' },
      { scope: 'this_and_following' },
      { title: data.title, date: data.date, ...input, completed: false, recurrence: null },
      { client_id: joan, assignee_id: ana, scope: 'this_and_following' },
    ]) {
      const response = await patch(body)
      assert.deepEqual([response.status, response.body], [200, { updated: [], data }], JSON.stringify(body))
    }
    assert.equal(await stored(), before)
  })

  test('null clears client and assignee, under either name', async () => {
    for (const body of [
      { client: null, assignee: null },
      { client_id: null, assignee_id: null },
    ]) {
      const { patch, id, read } = await fullTask()
      assert.deepEqual((await patch(body)).body.updated, ['client', 'assignee'])
      const after = await read(id)
      assert.deepEqual(['client' in after, 'assignee' in after], [false, false])
      assert.deepEqual((await patch(body)).body.updated, [])
    }
  })

  test('takes minutes from 0 to 1440', async () => {
    const { patch } = await fullTask()
    for (const minutes of [0, 1440]) assert.equal((await patch({ minutes })).body.data.minutes, minutes)
  })

  for (const [body, name] of [
    [{ minutes: -1 }, 'minutes'],
    [{ minutes: 1441 }, 'minutes'],
    [{ minutes: 7.5 }, 'minutes'],
    [{ minutes: '60' }, 'minutes'],
    [{ minutes: null }, 'minutes'],
    [{ title: '' }, 'title'],
    [{ title: ' \t' }, 'title'],
    [{ title: null }, 'title'],
    [{ date: null }, 'date'],
    [{ date: '2027-02-29' }, 'date'],
    [{ date: '2026-11-20 10:00:00' }, 'date'],
    [{ client: 'Joan' }, 'client'],
    [{ client: 999999999 }, 'client'],
    [{ client_id: 999999999 }, 'client_id'],
    [{ client: 1, client_id: 2 }, 'client_id'],
    [{ client: null, client_id: 2 }, 'client_id'],
    [{ assignee: 999999999 }, 'assignee'],
    [{ assignee_id: 999999999 }, 'assignee_id'],
    [{ price_code: null }, 'price_code'],
    [{ price_code: 999999999 }, 'price_code'],
    [{ billable: null }, 'billable'],
    [{ completed: 'true' }, 'completed'],
    [{ scope: 'all' }, 'scope'],
    [{ charge: 'Visit' }, 'charge'],
    [{ can_edit: true }, 'can_edit'],
    [{ id: 5 }, 'id'],
    [{ recurrence: [] }, 'recurrence'],
  ] as const) {
    test(`${JSON.stringify(body)} is 422 on ${name}, and its valid fields are not stored`, async () => {
      const { patch, stored } = await fullTask()
      const before = await stored()
      const response = await patch({ title: 'New', completed: true, ...body })
      assert.deepEqual([response.status, response.body.message], [422, 'The given data was invalid.'])
      assert.deepEqual(Object.keys(response.body.errors), [name])
      assert.equal(await stored(), before)
    })
  }

  test('reports all errors of people and price code at once', async () => {
    const { patch } = await fullTask()
    const { body } = await patch({ client: 999999999, assignee: 999999999, price_code: 999999999 })
    assert.deepEqual(Object.keys(body.errors).sort(), ['assignee', 'client', 'price_code'])
  })

  test('rejects a supplier as assignee, and accepts the current assignee who became one', async () => {
    const { patch, supplier, ana } = await fullTask()
    assert.deepEqual(Object.keys((await patch({ assignee: await supplier() })).body.errors), ['assignee'])
    await supplier(ana)
    assert.deepEqual((await patch({ assignee: ana, title: 'New' })).body.updated, ['title'])
  })

  test('rejects people and price codes of another organisation', async () => {
    const { patch, stored } = await fullTask()
    const other = await tasksAt(api)
    const before = await stored()
    for (const body of [
      { client: await other.client() },
      { assignee: await other.staff() },
      { price_code: await other.priceCode() },
    ]) {
      const response = await patch(body)
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, Object.keys(body)])
    }
    assert.equal(await stored(), before)
  })
})

describe('PATCH /tasks/{id} of a billed task', () => {
  test('is 422 with the sentence as message and error, whatever other errors there are, and nothing changes', async () => {
    const { patch, billable, id, stored, priceCode } = await fullTask({ completed: true })
    await billable(id, 'invoiced')
    const before = await stored()
    for (const body of [
      { title: 'New' },
      { date: '2026-12-01' },
      { client: null },
      { assignee: null },
      { minutes: 5 },
      { price_code: await priceCode() },
      { billable: false },
      { completed: false },
      { recurrence: { unit: 'Week' } },
      { title: 'New', scope: 'this_and_following' },
      { client: 999999999, assignee: 999999999, price_code: 999999999 },
      { recurrence: { unit: 'Month' } },
    ]) {
      const response = await patch(body)
      assert.deepEqual(
        [response.status, response.body],
        [422, { message: billed, error: billed }],
        JSON.stringify(body),
      )
    }
    for (const malformed of [{ minutes: 1441 }, { nonsense: 1 }, { client: 1, client_id: 2 }]) {
      assert.equal((await patch({ title: 'New', ...malformed })).status, 422)
    }
    assert.equal(await stored(), before)
  })

  test('with an empty patch is 200, because it is no edit', async () => {
    const { patch, billable, id } = await fullTask({ completed: true })
    await billable(id, 'invoiced')
    const { status, body } = await patch({})
    assert.deepEqual([status, body.updated, body.data.can_edit], [200, [], false])
  })

  test('is allowed again once the invoice is void, which stays as it was', async () => {
    const { patch, billable, id, org, billables } = await fullTask({ completed: true })
    await billable(id, 'invoiced')
    await db.query(`update billable set status = 'void' where org_id = $1`, [org.orgId])
    const before = await billables()
    const { status, body } = await patch({ minutes: 30, completed: false })
    assert.deepEqual([status, body.updated, body.data.can_edit], [200, ['minutes', 'completed'], true])
    assert.deepEqual(await billables(), before)
    assert.deepEqual((await org.delete(`/tasks/${id}`)).body, { deleted: id })
    assert.deepEqual(await billables(), [{ ...before[0], task_id: null, charge_id: null }])
  })
})
