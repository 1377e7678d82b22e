import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setClock } from '../../../test/factories/roster/roster.ts'
import { chargesOf, storedTasks } from '../../../test/factories/tasks/charges.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
const tasks = async (timezone?: string) => chargesOf(db, await organisation('read-write', timezone))

const kinds = {
  notes: {
    sent: { notes: 'Call first.\n  🌾', type: 'Phone call' },
    shown: { type: 'Phone call', notes: 'Call first.\n  🌾' },
    event: 'task.note_added',
    key: 'note_id',
  },
  documents: {
    sent: { name: 'plan 🌾.pdf' },
    shown: { name: 'plan 🌾.pdf' },
    event: 'task.document_added',
    key: 'document_id',
  },
}

for (const [kind, { sent: input, shown: displayed, event, key }] of Object.entries(kinds)) {
  describe(`POST /tasks/{id}/${kind}`, () => {
    test('adds one with the local time of the clock, which the task shows, and touches the task', async () => {
      setClock(clock, Date.parse('2026-11-01T10:00:00.999Z'))
      const { org, task, find, events } = await tasks()
      const taskId = await task()
      const { status, text, body } = await org.post(`/tasks/${taskId}/${kind}`, input)
      assert.equal(status, 201)
      const { id } = body.data
      const data = { id, ...displayed, created_at: '2026-11-01 21:00:00' }
      assert.equal(text, JSON.stringify({ data }))
      assert.deepEqual((await find(taskId))[kind], [data])
      assert.deepEqual(await events(), [[event, taskId, [kind], { [key]: id }]])
      const { rows } = await db.query('select updated_at > created_at as touched from task where org_id = $1', [
        org.orgId,
      ])
      assert.deepEqual(rows, [{ touched: true }])
    })

    const hours: [zone: string, at: string, local: string][] = [
      ['Australia/Sydney', '2026-04-04T15:30:00Z', '2026-04-05 02:30:00'],
      ['Australia/Sydney', '2026-04-04T16:30:00Z', '2026-04-05 02:30:00'],
      ['Australia/Sydney', '2026-10-03T15:59:59Z', '2026-10-04 01:59:59'],
      ['Australia/Sydney', '2026-10-03T16:00:00Z', '2026-10-04 03:00:00'],
      ['Australia/Perth', '2026-10-03T16:00:00Z', '2026-10-04 00:00:00'],
    ]
    test('shows the hour that the organisation’s clocks show, also as they change', async () => {
      for (const [zone, at, local] of hours) {
        setClock(clock, Date.parse(at))
        const { org, task, find } = await tasks(zone)
        const taskId = await task()
        assert.equal((await org.post(`/tasks/${taskId}/${kind}`, input)).body.data.created_at, local)
        assert.equal((await find(taskId))[kind][0].created_at, local)
      }
    })

    test('is added to a billed task, which does not change otherwise', async () => {
      const { org, charged, billable, find } = await tasks()
      const { taskId, ids } = await charged({ completed: true, billable: true })
      await billable(ids[0]!, 'invoiced')
      const before = await find(taskId)
      assert.equal((await org.post(`/tasks/${taskId}/${kind}`, input)).status, 201)
      const after = await find(taskId)
      assert.deepEqual({ ...after, [kind]: [] }, before)
    })

    test('on another organisation’s task, or an unknown one, is 404 and writes nothing', async () => {
      const { org, task } = await tasks()
      const other = await organisation()
      const taskId = await task()
      const before = [await storedTasks(db, org.orgId), await storedTasks(db, other.orgId)]
      for (const id of [taskId, 999_999_999]) {
        const { status, body } = await other.post(`/tasks/${id}/${kind}`, input)
        assert.deepEqual([status, body], [404, { message: 'Task not found.' }])
      }
      assert.deepEqual([await storedTasks(db, org.orgId), await storedTasks(db, other.orgId)], before)
    })

    test('twenty at once are twenty, in the order of their ids', async () => {
      const { org, task, find, events } = await tasks()
      const taskId = await task()
      const answers = await Promise.all(Array.from({ length: 20 }, () => org.post(`/tasks/${taskId}/${kind}`, input)))
      const ids = answers.map(({ body }) => body.data.id as number).sort((a, b) => a - b)
      assert.deepEqual(
        (await find(taskId))[kind].map(({ id }: { id: number }) => id),
        ids,
      )
      assert.equal((await events()).length, 20)
    })

    test('sent again with its Idempotency-Key is added once', async () => {
      const { org, task, find } = await tasks()
      const taskId = await task()
      const add = () => org.post(`/tasks/${taskId}/${kind}`, input, { 'idempotency-key': 'once' })
      const [first, second] = [await add(), await add()]
      assert.deepEqual([second.status, second.text, (await find(taskId))[kind].length], [201, first.text, 1])
    })
  })
}

describe('what a task takes', () => {
  const full = { notes: ['notes of one task must have at most 256 KB together, each counted with 100 bytes more.'] }
  /** A task whose notes leave this many bytes, of which a note's record takes 100. */
  const nearlyFull = async (bytesLeft: number) => {
    const made = await tasks()
    const taskId = await made.task()
    const put = (length: number, count: number) =>
      db.query(
        `insert into task_note (org_id, task_id, type, notes) select $1, $2, 'General', repeat('x', $3) from generate_series(1, $4)`,
        [made.org.orgId, taskId, length, count],
      )
    await put(9_900, 25)
    await put(12_044 - bytesLeft, 1)
    return { ...made, taskId, add: (notes: string) => made.org.post(`/tasks/${taskId}/notes`, { notes }) }
  }

  test('notes of 256 KB together: the last that fits is taken, bytes and not letters count, another task is not full', async () => {
    const { org, task, taskId, add } = await nearlyFull(1_100)
    const before = await storedTasks(db, org.orgId)
    for (const notes of ['x'.repeat(1_001), 'ä'.repeat(501)]) {
      const { status, body } = await add(notes)
      assert.deepEqual([status, body], [422, { message: 'The given data was invalid.', errors: full }])
    }
    assert.deepEqual(await storedTasks(db, org.orgId), before)
    assert.equal((await add('ä'.repeat(500))).status, 201)
    assert.deepEqual((await add('x')).body.errors, full)
    assert.equal((await org.post(`/tasks/${taskId}/documents`, { name: 'a.pdf' })).status, 201)
    assert.equal((await org.post(`/tasks/${await task()}/notes`, { notes: 'x' })).status, 201)
  })

  test('of several notes at once, those that fit', async () => {
    const { add } = await nearlyFull(2_200)
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('x'.repeat(1_000))))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 422, 422, 422])
  })

  test('a note of a full task may get shorter or stay as long, and not longer', async () => {
    const { org, find, taskId } = await nearlyFull(0)
    const { id, notes } = (await find(taskId)).notes[0]
    const change = (text: string) => org.patch(`/notes/task:${id}`, { notes: text })
    const rejected = await change(`${notes}y`)
    assert.deepEqual([rejected.status, rejected.body.errors], [422, full])
    assert.equal((await org.get(`/notes/task:${id}`)).body.data.notes, notes)
    assert.equal((await change('y'.repeat(notes.length))).status, 200)
    assert.equal((await change('y')).status, 200)
    assert.equal((await change('y'.repeat(notes.length))).status, 200)
  })

  test('of several notes that get longer at once, those that fit', async () => {
    const { org, find, taskId } = await nearlyFull(9_000)
    const notes: { id: number; notes: string }[] = (await find(taskId)).notes.slice(0, 8)
    const answers = await Promise.all(
      notes.map(({ id }) => org.patch(`/notes/task:${id}`, { notes: 'y'.repeat(9_900 + 3_000) })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 3)
    assert.equal(answers.filter(({ status }) => status === 422).length, 5)
  })

  test('100 documents', async () => {
    const { org, task } = await tasks()
    const taskId = await task()
    await db.query(
      `insert into task_document (org_id, task_id, name) select $1, $2, n || '.pdf' from generate_series(1, 99) n`,
      [org.orgId, taskId],
    )
    const add = () => org.post(`/tasks/${taskId}/documents`, { name: 'last.pdf' })
    assert.deepEqual((await Promise.all([add(), add()])).map(({ status }) => status).sort(), [201, 422])
    const before = await storedTasks(db, org.orgId)
    const { status, body } = await add()
    const sentence = 'A task has at most 100 documents.'
    assert.deepEqual([status, body], [422, { message: sentence, errors: { documents: [sentence] } }])
    assert.deepEqual(await storedTasks(db, org.orgId), before)
  })
})

test('a note without a type is General', async () => {
  const { org, task } = await tasks()
  assert.equal((await org.post(`/tasks/${await task()}/notes`, { notes: 'x' })).body.data.type, 'General')
})

test('a note or a document that is blank, too long or more than it may be is a 422 by field and writes nothing', async () => {
  const { org, task } = await tasks()
  const taskId = await task()
  const before = await storedTasks(db, org.orgId)
  for (const [kind, body, errors] of [
    ['notes', {}, { notes: ['notes is required.'] }],
    ['notes', { notes: ' \n' }, { notes: ['notes must not be blank.'] }],
    ['notes', { notes: 'x'.repeat(10_001) }, { notes: ['notes must have at most 10000 characters.'] }],
    ['notes', { notes: 'x', type: ' ' }, { type: ['type must not be blank.'] }],
    ['notes', { notes: 'x', type: 'x'.repeat(101) }, { type: ['type must have at most 100 characters.'] }],
    ['notes', { notes: 'x', type: null }, { type: ['type must be a text.'] }],
    ['notes', { notes: 'x', at: 1 }, { at: ['at is not supported; supported fields are notes, type.'] }],
    ['documents', {}, { name: ['name is required.'] }],
    ['documents', { name: '' }, { name: ['name must not be empty.'] }],
    ['documents', { name: 'x'.repeat(256) }, { name: ['name must have at most 255 characters.'] }],
    ['documents', { name: 'x', size: 1 }, { size: ['size is not supported; supported fields are name.'] }],
  ] as const) {
    const response = await org.post(`/tasks/${taskId}/${kind}`, body)
    assert.deepEqual([response.status, response.body.errors], [422, errors])
  }
  assert.deepEqual(await storedTasks(db, org.orgId), before)
})
