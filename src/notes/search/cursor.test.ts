import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryOf, storeNotes } from '../../../test/factories/notes/notes.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import type { Filter } from './filters.ts'
import type { NotesFilter } from './search.sql.ts'

const { db, organisation } = await harness()

/** A client with `count` notes, all of one day. */
async function withNotes(count: number) {
  const org = await organisation()
  const { client } = rosterOf(db, org)
  const id = await client()
  const note = { kind: 1 as const, of: id, date: '2026-11-02', note_type: 'Call' }
  await storeNotes(
    db,
    org,
    Array.from({ length: count }, (_, index) => ({ ...note, notes: `well ${index}` })),
  )
  const read = async (question: NotesFilter = {}, more: Record<string, string | number> = {}, asJson = false) =>
    org.get(`/clients/${id}/notes${queryOf(question, asJson, more)}`)
  const cursorOf = async (question: NotesFilter = {}, limit = 2): Promise<string> =>
    (await read(question, { limit })).body.next_cursor
  return { org, client, id, read, cursorOf }
}
const idsOf = ({ body }: { body: any }) => body.notes.map(({ id }: { id: number }) => id)

test('a page has 25 notes by default, and the last page has no next_cursor, even if it is full', async () => {
  const { read } = await withNotes(50)
  const first = await read()
  assert.equal(first.body.notes.length, 25)
  assert.equal(first.body.total, 50)
  const second = await read({}, { cursor: first.body.next_cursor })
  assert.equal(second.body.notes.length, 25)
  assert.ok(!('next_cursor' in second.body), 'a full last page has no next')
  assert.ok(!('filter_options' in second.body))
  assert.deepEqual(new Set([...idsOf(first), ...idsOf(second)]).size, 50)
  const page = await read({ search: 'well' }, { limit: 50 })
  assert.equal(page.body.notes.length, 50)
  assert.ok(!('next_cursor' in page.body))
  const all = await read({}, { limit: 100 })
  assert.deepEqual(idsOf(all), [...idsOf(first), ...idsOf(second)])
})

test('a page of large notes ends at 1 MB and the next page continues, with a search and without', async () => {
  const { org, id, read } = await withNotes(3)
  const note = { kind: 1 as const, of: id, note_type: 'Call', notes: `well ${'ä'.repeat(19_000)}` }
  await storeNotes(
    db,
    org,
    Array.from({ length: 120 }, (_, n) => ({ ...note, date: n % 5 > 0 ? '2026-11-02' : '2026-11-03' })),
  )
  for (const question of [{}, { search: 'well' }]) {
    const [first, second, ...rest] = await walk(read, question)
    assert.ok(first!.length > 20 && first!.length < 30, `${first!.length} notes`)
    assert.equal(second!.length, first!.length)
    assert.deepEqual([rest.length, new Set([first, second, ...rest].flat()).size], [3, 123])
    const alone = (await read(question, { limit: 1 })).body
    assert.deepEqual([alone.notes.length, alone.total], [1, 123])
  }
})

/** The ids of page after page of at most 100 notes. */
async function walk(read: Awaited<ReturnType<typeof withNotes>>['read'], question: NotesFilter): Promise<number[][]> {
  const pages: number[][] = []
  for (let cursor: string | undefined, n = 0; (n === 0 || cursor !== undefined) && n < 9; n++) {
    const answer = await read(question, { limit: 100, ...(cursor !== undefined && { cursor }) })
    pages.push(idsOf(answer))
    cursor = answer.body.next_cursor
  }
  return pages
}

test('a cursor is valid with another limit', async () => {
  const { read, cursorOf } = await withNotes(10)
  const whole = idsOf(await read({}, { limit: 100 }))
  const cursor = await cursorOf({}, 3)
  assert.deepEqual(idsOf(await read({}, { limit: 1, cursor })), whole.slice(3, 4))
  assert.deepEqual(idsOf(await read({}, { limit: 100, cursor })), whole.slice(3))
  assert.match(cursor, /^[\w-]+$/, 'a cursor needs no encoding in an address')
})

const isCall: Filter = { field: 'note_type', operator: 'is', value: 'call' }
const hasNone: Filter = { field: 'has_attachments', operator: 'is', value: false }

test('a cursor belongs to its question, in either spelling of the filters, and to nothing else', async () => {
  const { read, cursorOf } = await withNotes(10)
  const question: NotesFilter = { search: 'well', filters: [isCall, hasNone], from: '2026-11-01', to: '2026-11-03' }
  const cursor = await cursorOf(question)
  for (const asJson of [false, true]) {
    const more = await read(question, { limit: 2, cursor }, asJson)
    assert.equal(more.status, 200, more.text)
    assert.equal(more.body.notes.length, 2)
    assert.equal(more.body.total, 10)
  }
  const others: NotesFilter[] = [
    {},
    { ...question, search: 'wel' },
    { ...question, from: '2026-11-02' },
    { ...question, to: '2026-11-02' },
    { ...question, filters: [isCall] },
    { ...question, filters: [hasNone, isCall] },
    { ...question, filters: [isCall, { ...hasNone, combinator: 'or' }] },
    { ...question, filters: [{ ...isCall, operator: 'contains' }, hasNone] },
    { ...question, filters: [{ ...isCall, value: 'calls' }, hasNone] },
    { search: 'well', filters: question.filters! },
  ]
  for (const other of others) await assertRefused(await read(other, { limit: 2, cursor }), JSON.stringify(other))
})

function assertRefused({ status, body }: { status: number; body: any }, what: string) {
  assert.equal(status, 422, what)
  assert.deepEqual(Object.keys(body.errors), ['cursor'], what)
  assert.match(body.errors.cursor[0], /^cursor must .*\.$/, what)
}

test('a cursor of another client or organisation, or a changed or forged one, is a 422', async () => {
  const { org, client, id, read, cursorOf } = await withNotes(5)
  const cursor = await cursorOf()
  const other = await client('Max')
  await storeNotes(db, org, [{ kind: 1, of: other, notes: 'x', date: '2026-11-02' }])
  assertRefused(await org.get(`/clients/${other}/notes?cursor=${cursor}`), 'another client')
  const elsewhere = await withNotes(5)
  assertRefused(await elsewhere.read({}, { cursor }), 'another organisation')
  for (let index = 0; index < cursor.length; index++) {
    const altered = `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`
    assertRefused(await read({}, { cursor: altered }), `altered at ${index}`)
  }
  const invalid = [cursor.slice(0, -1), cursor.slice(1), `${cursor}A`, `${cursor}=`, ` ${cursor}`, `${cursor} `]
  const madeUp = ['x', 'null', '0', Buffer.from('["2026-11-02",1,1]').toString('base64url'), '😀', 'A'.repeat(600)]
  for (const text of [...invalid, ...madeUp, '', 'A'.repeat(601)]) assertRefused(await read({}, { cursor: text }), text)
  assert.equal((await org.get(`/clients/${id}/notes?cursor=${cursor}`)).status, 200)
})

test('a cursor stays valid after its note is deleted', async () => {
  const { org, id, read } = await withNotes(5)
  const first = await read({}, { limit: 2 })
  const rest = idsOf(await read({}, { limit: 10 })).slice(2)
  await db.query('delete from note where org_id = $1 and id = $2', [org.orgId, idsOf(first)[1]])
  const { status, body } = await org.get(`/clients/${id}/notes?cursor=${first.body.next_cursor}`)
  assert.equal(status, 200)
  assert.deepEqual(idsOf({ body }), rest)
})

test('notes with the largest ids are listed, paged, searched and edited', async () => {
  const { org, id, read } = await withNotes(0)
  const largest = Number.MAX_SAFE_INTEGER
  const insert = (table: string, of: string) =>
    `insert into ${table} (org_id, id, ${of}, notes, date) values ($1, $2, $3, 'big', '2026-11-02')`
  const task = (await org.post('/tasks', { title: 'Plan', date: '2026-11-20', client: id })).body.data.id
  await db.query(insert('task_note', `type, task_id`).replace('$3', `'General', $3`), [org.orgId, largest, task])
  for (const index of [0, 1, 2]) await db.query(insert('note', 'client_id'), [org.orgId, largest - index, id])
  for (const question of [{}, { search: 'big' }]) {
    const met: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await read(question, { limit: 1, ...(cursor && { cursor }) })
      met.push(...body.notes.map(({ ref }: { ref: string }) => ref))
      cursor = body.next_cursor
    } while (cursor && met.length < 9)
    assert.deepEqual(met, [`task:${largest}`, ...[0, 1, 2].map((index) => `general:${largest - index}`)])
  }
  const { status, body } = await org.patch(`/notes/general:${largest}`, { notes: 'bigger' })
  assert.deepEqual([status, body.data.id, body.data.notes], [200, largest, 'bigger'])
  assert.deepEqual(idsOf(await read({ search: 'bigger' })), [largest])
  assert.equal((await org.get(`/notes/general:${largest + 1}`)).status, 404)
})
