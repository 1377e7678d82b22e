import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

interface Note {
  ref: string
  notes: string
  updated_at: string
  clients: { id: number; name: string }[]
}

/** Clients with notes of each kind. */
async function world() {
  const org = await organisation()
  const { client, staff, shift } = rosterOf(db, org)
  const [joan, max, ana] = [await client(), await client('Max'), await staff()]
  const made = ({ status, body, text }: Awaited<ReturnType<Organisation['post']>>) => {
    assert.equal(status, 201, text)
    return body.data
  }
  const general = async (id: number, notes: string): Promise<string> =>
    made(await org.post(`/clients/${id}/notes`, { notes })).ref
  const task = async (client?: number): Promise<number> =>
    made(await org.post('/tasks', { title: 'Review', date: '2026-11-20', ...(client && { client }) })).id
  const taskNote = async (id: number, notes: string): Promise<string> =>
    `task:${made(await org.post(`/tasks/${id}/notes`, { notes })).id}`
  const shiftNote = async (ref: string, notes: string): Promise<string> =>
    `appointment:${made(await org.post(`/shifts/${ref}/notes`, { notes, staff_id: ana })).id}`
  const newShift = (client_ids: number[]) => shift({ type: 'group', client_ids, staff_ids: [ana] })
  return { org, joan, max, ana, general, task, taskNote, shiftNote, newShift }
}

/** Reads all pages, and calls `between` after each. */
async function readAll(org: Organisation, query = '', between?: (page: Note[], n: number) => Promise<unknown>) {
  const read: Note[] = []
  let cursor: string | null = ''
  for (let n = 0; cursor !== null; n++) {
    const url: string = `/notes?${query}${cursor && `&cursor=${cursor}`}`
    const { status, body, text } = await org.get(url)
    assert.equal(status, 200, text)
    read.push(...body.data)
    cursor = body.meta.next_cursor
    await between?.(body.data, n)
  }
  return read
}
const refsOf = (notes: Note[]) => notes.map(({ ref }) => ref)

describe('GET /notes', () => {
  test('has the notes of all clients and kinds as GET /clients/{client_id}/notes shows them, each once, with its clients', async () => {
    const [{ org, joan, max, general, task, taskNote, shiftNote, newShift }, other] = [await world(), await world()]
    await other.general(other.joan, 'Theirs')
    const refs = [
      await general(joan, 'Fell'),
      await taskNote(await task(joan), 'Call first'),
      await general(max, 'Well'),
      await shiftNote((await newShift([max, joan])).ref, 'Sang'),
    ]
    await taskNote(await task(), 'Of no client')
    const read = await readAll(org)
    assert.deepEqual(refsOf(read), refs)
    const people = { [joan]: { id: joan, name: 'Joan Hart' }, [max]: { id: max, name: 'Max Hart' } }
    assert.deepEqual(
      read.map(({ clients }) => clients),
      [[people[joan]], [people[joan]], [people[max]], [people[joan], people[max]]],
    )
    for (const id of [joan, max]) {
      const { notes } = (await org.get(`/clients/${id}/notes`)).body
      for (const note of notes as Note[]) {
        const { clients, ...same } = read.find(({ ref }) => ref === note.ref)!
        assert.deepEqual([same, clients.some((one) => one.id === id)], [note, true])
      }
    }
  })

  test('is ordered by the last change, and begins with updated_since: a day of the organisation or an instant', async () => {
    const { org, joan, general } = await world()
    const refs = [await general(joan, 'A'), await general(joan, 'B'), await general(joan, 'C')]
    for (const [n, at] of ['2026-03-05T12:59:59.999999Z', '2026-03-05T13:00:00Z', '2026-03-02T00:00:00Z'].entries())
      await db.query('update note set updated_at = $3 where org_id = $1 and id = $2', [
        ...[org.orgId, Number(refs[n]!.split(':')[1]), at],
      ])
    assert.deepEqual(refsOf(await readAll(org)), [refs[2], refs[0], refs[1]])
    assert.deepEqual(refsOf(await readAll(org, 'updated_since=2026-03-06')), [refs[1]], 'midnight in Sydney')
    assert.deepEqual(refsOf(await readAll(org, 'updated_since=2026-03-05T12:59:59.999999Z')), [refs[0], refs[1]])
    assert.deepEqual(await readAll(org, 'updated_since=2999-01-01'), [])
  })

  test('notes that changed at the same time, as an import writes them, come once each with any limit', async () => {
    const { org, joan, max, general, task, taskNote, shiftNote, newShift } = await world()
    const [review, visit] = [await task(joan), await newShift([joan, max])]
    for (let n = 0; n < 4; n++) {
      await general(n % 2 ? joan : max, 'G')
      await taskNote(review, 'T')
      await shiftNote(visit.ref, 'S')
    }
    const same = '2026-03-05T00:00:00Z'
    for (const table of ['note', 'task_note', 'shift_note'])
      await db.query(`update ${table} set updated_at = $2, id = id + 1000000 where org_id = $1`, [org.orgId, same])
    const all = refsOf(await readAll(org))
    assert.equal(new Set(all).size, 12)
    for (const limit of [1, 2, 3, 5, 11, 12, 13])
      assert.deepEqual(refsOf(await readAll(org, `limit=${limit}&updated_since=2026-03-01`)), all, `limit ${limit}`)
  })

  test('a note that changes meanwhile comes again at the end; no other one is skipped or repeated', async () => {
    const { org, joan, general, task, taskNote } = await world()
    const review = await task(joan)
    const refs: string[] = []
    for (let n = 0; n < 6; n++) refs.push(await general(joan, `G${n}`), await taskNote(review, `T${n}`))
    let added = ''
    const read = await readAll(org, 'limit=3', async (_, n) => {
      if (n !== 0) return
      await org.patch(`/notes/${refs[0]}`, { notes: 'Edited' }) // read already
      await org.patch(`/notes/${refs[7]}`, { notes: 'Edited' }) // not read yet
      added = await general(joan, 'New')
    })
    const unchanged = refs.filter((_, n) => n !== 0 && n !== 7)
    assert.deepEqual(refsOf(read), [refs[0], ...unchanged, refs[0], refs[7], added])
    assert.deepEqual([read[0]!.notes, read.at(-3)!.notes], ['G0', 'Edited'])
  })

  test('a note has changed when its task or shift gets other clients, and not by other edits of them', async () => {
    const { org, joan, max, ana, task, taskNote, shiftNote, newShift } = await world()
    const [review, visit] = [await task(), await newShift([joan])]
    const [ofTask, ofShift] = [await taskNote(review, 'Call'), await shiftNote(visit.ref, 'Sang')]
    const changedBy = async (change: () => Promise<{ status: number; text: string }>) => {
      const [{ now }] = (await db.query('select clock_timestamp() as now')).rows
      const { status, text } = await change()
      assert.equal(status, 200, text)
      const notes = await readAll(org, `updated_since=${now}`)
      return notes.map(({ ref, clients }) => [ref, ...clients.map(({ id }) => id)])
    }
    const patchTask = (body: object) => changedBy(() => org.patch(`/tasks/${review}`, body))
    const patchShift = (body: object) => changedBy(() => org.patch(`/shifts/${visit.ref}`, body))
    assert.deepEqual(await patchTask({ client: joan }), [[ofTask, joan]], 'it comes to a client’s notes')
    assert.deepEqual(await patchTask({ client: max }), [[ofTask, max]])
    assert.deepEqual(await patchTask({ title: 'Other' }), [])
    assert.deepEqual(await patchTask({ client: null }), [], 'it has left the notes of clients')
    assert.deepEqual(await patchShift({ client_ids: [joan, max] }), [[ofShift, joan, max]])
    assert.deepEqual(await patchShift({ title: 'Other', staff_ids: [ana] }), [])
    assert.deepEqual(await patchShift({ client_ids: [max] }), [[ofShift, max]])
    const stream = async (id: number) => (await org.get(`/clients/${id}/notes`)).body
    assert.deepEqual([(await stream(joan)).total, refsOf((await stream(max)).notes)], [0, [ofShift]])
  })

  test('a page looks at so many notes of no client, and the next one goes on after them', async () => {
    const { org, joan, general, task, taskNote } = await world()
    const first = await general(joan, 'Before')
    const ofNobody = await task()
    await db.query(
      `insert into task_note (org_id, task_id, type, notes, updated_at)
       select $1, $2, 'General', 'Internal', '2036-01-01Z'::timestamptz + n * interval '1 second' from generate_series(1, 100) n`,
      [org.orgId, ofNobody],
    )
    const last = await taskNote(await task(joan), 'After')
    await db.query(`update task_note set updated_at = '2036-01-02Z' where org_id = $1 and task_id <> $2`, [
      org.orgId,
      ofNobody,
    ])
    const pages: string[][] = []
    const read = await readAll(org, 'limit=1', async (page) => pages.push(refsOf(page)))
    assert.deepEqual(refsOf(read), [first, last])
    assert.deepEqual(pages, [[first], [], [], [last]], 'a page with limit=1 looks at 40 notes')
    assert.deepEqual(refsOf(await readAll(org, 'limit=100')), [first, last])
  })

  test('a page ends before its limit when the notes are large, and the next one goes on', async () => {
    const { org, joan } = await world()
    await db.query(
      `insert into note (org_id, client_id, notes, date) select $1, $2, repeat('x', 20000), '2026-03-01' from generate_series(1, 120)`,
      [org.orgId, joan],
    )
    const sizes: number[] = []
    const read = await readAll(org, 'limit=100', async (page) => sizes.push(page.length))
    assert.deepEqual([new Set(refsOf(read)).size, read.length], [120, 120])
    assert.ok(sizes.length > 2 && sizes[0]! < 60, String(sizes))
  })

  test('a cursor is of this list, organisation and updated_since; limits and times are checked', async () => {
    const [{ org, joan, general }, other] = [await world(), await world()]
    for (const one of ['A', 'B', 'C']) await general(joan, one)
    await other.general(other.joan, 'D')
    const cursor = (await org.get('/notes?limit=1')).body.meta.next_cursor
    const ofClient = (await org.get(`/clients/${joan}/notes?limit=1`)).body.next_cursor
    const rule = { cursor: ['cursor must be the next_cursor of the page before, sent with the same updated_since.'] }
    for (const [by, query] of [
      [other.org, `cursor=${cursor}`],
      [org, `cursor=${cursor}&updated_since=2026-01-01`],
      [org, `cursor=${ofClient}`],
      [org, `cursor=${cursor.slice(0, -2)}AA`],
      [org, 'cursor=x'],
      [org, `cursor=${'x'.repeat(600)}`],
    ] as const) {
      const { status, body } = await by.get(`/notes?${query}`)
      assert.deepEqual([status, body.errors], [422, rule], query)
    }
    const { status, body } = await org.get('/notes?limit=101&updated_since=x&cursor=')
    assert.deepEqual([status, Object.keys(body.errors).sort()], [422, ['cursor', 'limit', 'updated_since']])
    assert.equal((await org.get('/notes?limit=0')).status, 422)
  })
})
