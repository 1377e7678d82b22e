import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prospectsOf, storedProspects } from '../../../test/factories/prospects.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const prospects = async () => prospectsOf(db, await organisation())

describe('notes of a prospect', () => {
  test('one is added with its author, by default as General, and updates the prospect', async () => {
    const { org, create, read, eventsOf } = await prospects()
    const { id, updated_at } = await create()
    const first = await org.post(`/prospects/${id}/notes`, { notes: 'Called.\n 🌾' })
    const { data } = first.body
    const { id: noteId, created_at } = data
    const by = 'Payroll sync'
    const shown = { data: { id: noteId, note_type: 'General', notes: 'Called.\n 🌾', by, created_at } }
    assert.deepEqual([first.status, first.text], [201, JSON.stringify(shown)])
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    const touched = (await read(id)).updated_at
    assert.ok(touched > updated_at)
    assert.equal(touched, created_at)
    const second = await org.post(`/prospects/${id}/notes`, { notes: 'Visited.', note_type: 'Visit' })
    assert.equal(second.body.data.note_type, 'Visit')
    assert.deepEqual(await eventsOf('prospect.note_added'), [
      [id, ['notes'], { note_id: noteId }],
      [id, ['notes'], { note_id: second.body.data.id }],
    ])
    assert.deepEqual((await org.get(`/prospects/${id}/notes`)).body, {
      data: [data, second.body.data],
      meta: { page: 1, per_page: 50, total: 2, last_page: 1 },
    })
  })

  test('are returned page by page, oldest first, with their total on every page', async () => {
    const { org, create } = await prospects()
    const [{ id }, other] = [await create(), await create()]
    assert.deepEqual((await org.get(`/prospects/${id}/notes`)).body, {
      data: [],
      meta: { page: 1, per_page: 50, total: 0, last_page: 1 },
    })
    for (const notes of ['a', 'b', 'c', 'd', 'e']) {
      await org.post(`/prospects/${id}/notes`, { notes })
      await org.post(`/prospects/${other.id}/notes`, { notes: 'other' })
    }
    for (const [page, texts] of [
      [1, 'ab'],
      [2, 'cd'],
      [3, 'e'],
      [4, ''],
    ] as const) {
      // biome-ignore format: one line tells more
      const { body } = await org.get(`/prospects/${id}/notes?per_page=2&page=${page}`)
      assert.equal(body.data.map(({ notes }: { notes: string }) => notes).join(''), texts)
      assert.deepEqual(body.meta, { page, per_page: 2, total: 5, last_page: 3 })
    }
    for (const query of ['per_page=0', 'per_page=101', 'page=0', 'page=x']) {
      assert.equal((await org.get(`/prospects/${id}/notes?${query}`)).status, 422)
    }
  })

  test('an imported note without author has null', async () => {
    const { org, create } = await prospects()
    const { id } = await create()
    await db.query(`insert into prospect_note (org_id, prospect_id, notes) values ($1, $2, 'x')`, [org.orgId, id])
    assert.equal((await org.get(`/prospects/${id}/notes`)).body.data[0].by, null)
  })

  test('blank, too long or more than it may be is a 422 by field and writes nothing', async () => {
    const { org, create } = await prospects()
    const { id } = await create()
    const before = await storedProspects(db, org.orgId)
    for (const [body, errors] of [
      [{}, { notes: ['notes is required.'] }],
      [{ notes: ' ' }, { notes: ['notes must not be blank.'] }],
      [{ notes: 'x'.repeat(10_001) }, { notes: ['notes must have at most 10000 characters.'] }],
      [{ notes: 'x', note_type: ' ' }, { note_type: ['note_type must not be blank.'] }],
      [{ notes: 'x', by: 'me' }, { by: ['by is not supported; supported fields are notes, note_type.'] }],
    ] as const) {
      const response = await org.post(`/prospects/${id}/notes`, body)
      assert.deepEqual([response.status, response.body.errors], [422, errors])
    }
    assert.deepEqual(await storedProspects(db, org.orgId), before)
  })

  test('ten at once are ten, each response with its own; one repeated with its Idempotency-Key is one', async () => {
    const { org, create } = await prospects()
    const { id } = await create()
    const add = (notes: string, headers?: object) => org.post(`/prospects/${id}/notes`, { notes }, headers)
    const texts = Array.from({ length: 10 }, (_, n) => `Call ${n}`)
    const answers = await Promise.all(texts.map((notes) => add(notes)))
    assert.deepEqual(
      answers.map(({ body }) => body.data.notes),
      texts,
    )
    await add('x', { 'idempotency-key': 'once' })
    await add('x', { 'idempotency-key': 'once' })
    assert.equal((await org.get(`/prospects/${id}/notes`)).body.meta.total, 11)
  })

  test('the response has the new note, also beside an imported one whose id is higher', async () => {
    const { org, create } = await prospects()
    const { id } = await create()
    await db.query(
      `insert into prospect_note (org_id, id, prospect_id, note_type, notes) values ($1, $2, $3, 'General', 'imported')`,
      [org.orgId, Number.MAX_SAFE_INTEGER, id],
    )
    const { data } = (await org.post(`/prospects/${id}/notes`, { notes: 'new' })).body
    assert.equal(data.notes, 'new')
  })

  test('notes and stages of another organisation’s prospect, or of none, are 404 and nothing is written', async () => {
    const [mine, theirs] = [await prospects(), await prospects()]
    const { id } = await mine.create()
    const before = await storedProspects(db, mine.org.orgId)
    for (const each of [id, 999_999_999]) {
      for (const response of [
        await theirs.org.get(`/prospects/${each}/notes`),
        await theirs.org.post(`/prospects/${each}/notes`, { notes: 'x' }),
        await theirs.org.get(`/prospects/${each}/stage-history`),
      ]) {
        assert.deepEqual([response.status, response.body], [404, { message: 'Prospect not found.' }])
      }
    }
    assert.deepEqual(await storedProspects(db, mine.org.orgId), before)
    assert.deepEqual(await storedProspects(db, theirs.org.orgId), [])
  })
})
