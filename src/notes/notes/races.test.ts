import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStream, listed, notesOf, storeNotes } from '../../../test/factories/notes/notes.ts'
import { rosterOf } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { sealNotes } from '../search/seal.ts'

const { db, organisation } = await harness()
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

test('notes created at the same time while blocks are sealed all exist once', async () => {
  const org = await organisation()
  const id = await rosterOf(db, org).client()
  for (const round of times(6, (index) => index)) {
    await storeNotes(
      db,
      org,
      times(round === 0 ? 245 : 236, () => ({ kind: 1, of: id, notes: 'well before', date: '2026-11-02' })),
    )
    const answers = await Promise.all(
      times(20, (index) => [
        org.post(`/clients/${id}/notes`, { notes: `well at once ${index}`, date: '2026-11-03' }),
        sealNotes(db).then(() => undefined),
      ]).flat(),
    )
    for (const answer of answers) if (answer) assert.equal(answer.status, 201, answer.text)
    const { total } = await listed(org, id, { search: `once` })
    assert.equal(total, 20 * (round + 1))
    await assertStream(db, org)
  }
  await sealNotes(db)
  const { rows } = await db.query('select sealed, next_ordinal from client_note_state where org_id = $1', [org.orgId])
  assert.equal(rows[0].sealed, rows[0].next_ordinal >> 8)
  const refs = (await notesOf(db, org, id)).map(({ ref }) => ref)
  assert.deepEqual(await listed(org, id, { search: 'well' }), { total: refs.length, refs })
})

test('concurrent edits of one note are applied one after the other, and every text is a revision', async () => {
  const org = await organisation()
  const id = await rosterOf(db, org).client()
  const task = (await org.post('/tasks', { title: 'Plan', date: '2026-11-20', client: id })).body.data.id
  const added = (await org.post(`/tasks/${task}/notes`, { notes: 'first' })).body.data.id
  const general = (await org.post(`/clients/${id}/notes`, { notes: 'first' })).body.data.ref
  for (const ref of [general, `task:${added}`]) {
    const texts = times(10, (index) => `text ${index}`)
    const titles = times(5, (index) => `title ${index}`)
    const answers = await Promise.all([
      ...texts.map((notes) => org.patch(`/notes/${ref}`, { notes })),
      ...titles.map((title) => org.patch(`/notes/${ref}`, { title })),
      ...times(3, () => sealNotes(db).then(() => undefined)),
    ])
    for (const answer of answers) if (answer) assert.equal(answer.status, 200, answer.text)
    const revisions = (await org.get(`/notes/${ref}/revisions`)).body.data
    const { notes, title } = (await org.get(`/notes/${ref}`)).body.data
    assert.equal(revisions.length, 15)
    assert.deepEqual(
      [...new Set([...revisions.map((one: any) => one.notes), notes])].sort(),
      ['first', ...texts].sort(),
    )
    assert.deepEqual([...new Set([...revisions.map((one: any) => one.title), title])].sort(), [null, ...titles].sort())
    const events = (await org.events()).filter(({ type }) => type === 'note.updated')
    assert.equal(events.filter(({ detail }) => detail.kind === (ref === general ? 'General' : 'Task')).length, 15)
  }
  await assertStream(db, org)
})

test('equal edits at once are one edit', async () => {
  const org = await organisation()
  const id = await rosterOf(db, org).client()
  const { ref } = (await org.post(`/clients/${id}/notes`, { notes: 'first' })).body.data
  await Promise.all(times(8, () => org.patch(`/notes/${ref}`, { notes: 'second' })))
  assert.equal((await org.get(`/notes/${ref}/revisions`)).body.data.length, 1)
})

test('a note of a group shift reaches a client who is added or taken off at the same time', async () => {
  const org = await organisation()
  const { client, shift } = rosterOf(db, org)
  const [joan, max] = [await client('Joan'), await client('Max')]
  const { ref } = await shift({ type: 'group', client_ids: [joan], staff_ids: [] })
  for (const round of times(8, (index) => index)) {
    const client_ids = round % 2 === 0 ? [joan, max] : [joan]
    const answers = await Promise.all([
      ...times(3, () => org.post(`/shifts/${ref}/notes`, { notes: 'Sang' })),
      org.patch(`/shifts/${ref}`, { client_ids }),
      ...times(3, () => org.post(`/shifts/${ref}/notes`, { notes: 'Danced' })),
    ])
    for (const answer of answers) assert.ok(answer.status < 300, answer.text)
    await assertStream(db, org)
    const all = 6 * (round + 1)
    assert.equal((await org.get(`/clients/${joan}/notes`)).body.total, all)
    assert.equal((await org.get(`/clients/${max}/notes`)).body.total, round % 2 === 0 ? all : 0)
  }
})

test('a task that moves to another client takes along notes that are created or edited meanwhile', async () => {
  const org = await organisation()
  const { client } = rosterOf(db, org)
  const clients = [await client('Joan'), await client('Max')]
  const task = (await org.post('/tasks', { title: 'Plan', date: '2026-11-20', client: clients[0] })).body.data.id
  const first = (await org.post(`/tasks/${task}/notes`, { notes: 'first' })).body.data.id
  for (const round of times(8, (index) => index)) {
    const [to, from] = round % 2 === 0 ? [clients[1], clients[0]] : [clients[0], clients[1]]
    const answers = await Promise.all([
      ...times(3, () => org.post(`/tasks/${task}/notes`, { notes: 'before' })),
      org.patch(`/notes/task:${first}`, { notes: `edit ${round}` }),
      org.patch(`/tasks/${task}`, { client: to }),
      org.patch(`/notes/task:${first}`, { date: `2026-11-0${round + 1}` }),
      ...times(3, () => org.post(`/tasks/${task}/notes`, { notes: 'after' })),
    ])
    for (const answer of answers) assert.ok(answer.status < 300, answer.text)
    await assertStream(db, org)
    assert.equal((await org.get(`/clients/${to}/notes`)).body.total, 6 * (round + 1) + 1)
    assert.equal((await org.get(`/clients/${from}/notes`)).body.total, 0)
  }
})
