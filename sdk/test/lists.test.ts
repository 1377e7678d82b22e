import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { Forbidden, NotFound } from '../src/index.ts'
import { startService } from './service.ts'

describe('lists', { skip: inOneProcess('the client calls one process') }, async () => {
  const { client, organisation, db, numberEvents } = await startService()

  /** An organisation with so many clients, and a client of the API that records the URLs of its requests. */
  async function start(count: number) {
    const org = await organisation()
    const { rows } = await db.query(
      `insert into client (org_id, first_name, last_name, client_type, business_id)
       select $1, 'Client', g::text, 'NDIS', $2 from generate_series(1, $3) g returning id`,
      [org.orgId, org.businessId, count],
    )
    const urls: URL[] = []
    const wattle = client(org.token, {
      fetch: (url, options) => {
        urls.push(new URL(String(url)))
        return fetch(url, options)
      },
    })
    return { org, wattle, ids: rows.map(({ id }) => Number(id)), urls, queries: () => urls.map(({ search }) => search) }
  }

  test('awaited, a list is the page that the input names, in one request', async () => {
    const { wattle, queries } = await start(3)
    const { data, meta } = await wattle.clients.list({ per_page: 2, page: 2 })
    assert.deepEqual(
      [data.map(({ last_name }) => last_name), meta],
      [['3'], { page: 2, per_page: 2, total: 3, last_page: 2 }],
    )
    assert.deepEqual(queries(), ['?per_page=2&page=2'])
  })

  test('a list whose next page is itself ends with an error', async () => {
    const { org, ids } = await start(3)
    let requests = 0
    const wattle = client(org.token, {
      fetch: async () => {
        requests++
        const page = { data: [], meta: { per_page: 100, total: 3, next_after_id: ids[0] } }
        return Response.json(page, { headers: { 'x-request-id': 'a' } })
      },
    })
    await assert.rejects(async () => {
      for await (const _ of wattle.clients.list());
    }, /next page is itself: after_id is \d+ again/)
    assert.equal(requests, 2)
  })

  test('a list that nobody awaits or iterates over sends nothing', async () => {
    const { wattle, urls } = await start(0)
    wattle.clients.list()
    await wattle.me.get()
    assert.deepEqual(
      urls.map(({ pathname }) => pathname.split('/').at(-1)),
      ['me'],
    )
  })

  test('iterated over, a list yields every item by after_id, in the largest pages', async () => {
    const { wattle, ids, queries } = await start(205)
    const seen: number[] = []
    for await (const { id } of wattle.clients.list({ status: 'Active' })) seen.push(id)
    assert.deepEqual(seen, ids)
    assert.deepEqual(queries(), [
      '?status=Active&per_page=100&after_id=0',
      `?status=Active&per_page=100&after_id=${ids[99]}`,
      `?status=Active&per_page=100&after_id=${ids[199]}`,
    ])
  })

  test('limit is the number of items in all, also across pages, and asks for no more than it needs', async () => {
    const { wattle, ids, queries } = await start(7)
    const first = async (limit: number, per_page?: number) => {
      const seen: number[] = []
      for await (const { id } of wattle.clients.list(per_page ? { per_page } : {}, { limit })) seen.push(id)
      return seen
    }
    assert.deepEqual(await first(5, 2), ids.slice(0, 5))
    assert.deepEqual(await first(3), ids.slice(0, 3))
    assert.deepEqual(await first(0), [])
    assert.deepEqual(
      queries(),
      [0, ids[1], ids[3]].map((after) => `?per_page=2&after_id=${after}`).concat('?per_page=3&after_id=0'),
    )
  })

  test('a loop that ends early sends no further request, and a list can be iterated over again', async () => {
    const { wattle, ids, urls } = await start(5)
    const list = wattle.clients.list({ per_page: 2 })
    for (let round = 0; round < 2; round++) for await (const { id } of list) if (id === ids[2]) break
    assert.equal(urls.length, 4)
  })

  test('pages are the answers, one after the other', async () => {
    const { wattle, ids } = await start(5)
    const pages: number[][] = []
    for await (const { data } of wattle.clients.list({ per_page: 2 }).pages()) pages.push(data.map(({ id }) => id))
    assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  })

  test('a list without after_id goes by pages; one that is empty is one request', async () => {
    const { org, wattle, queries } = await start(0)
    const { body } = await org.post('/prospects', { first_name: 'Max', last_name: 'Roe' })
    for (let n = 1; n <= 5; n++) await wattle.prospects.addNote(body.created, { notes: `Call ${n}` })
    const notes: string[] = []
    for await (const { id } of wattle.prospects.listNotes(body.created, { per_page: 2 })) notes.push(String(id))
    assert.equal(new Set(notes).size, 5)
    assert.deepEqual(
      queries().slice(-3),
      [1, 2, 3].map((page) => `?per_page=2&page=${page}`),
    )
    for await (const _ of wattle.insights.list()) assert.fail('there is none')
    assert.deepEqual(queries().slice(-1), ['?per_page=100&page=1'])
  })

  test('a program that names a page goes on by pages from there', async () => {
    const { wattle, ids, queries } = await start(5)
    const seen: number[] = []
    for await (const { id } of wattle.clients.list({ page: 2, per_page: 2 })) seen.push(id)
    assert.deepEqual([seen, queries()], [ids.slice(2), ['?page=2&per_page=2', '?page=3&per_page=2']])
  })

  test('notes go by cursor, those of a client and those of all', async () => {
    const { wattle, ids, queries } = await start(1)
    for (let n = 1; n <= 5; n++) await wattle.clients.addNote(ids[0]!, { notes: `Note ${n}` })
    const count = async (list: AsyncIterable<{ ref: string }>) => {
      const refs = new Set<string>()
      for await (const { ref } of list) refs.add(ref)
      return refs.size
    }
    assert.equal(await count(wattle.clients.listNotes(ids[0]!, { limit: 2 })), 5)
    assert.equal(await count(wattle.notes.list({ limit: 2 })), 5)
    const cursors = queries().slice(-6)
    assert.deepEqual(
      cursors.map((query) => query.includes('cursor=')),
      [false, true, true, false, true, true],
    )
  })

  test('stored events go by their numbers, and end at the last', async () => {
    const { org, wattle, queries } = await start(0)
    for (let n = 0; n < 5; n++) await org.post('/businesses', { name: `Place ${n}` })
    await numberEvents()
    const types: string[] = []
    for await (const { type } of wattle.events.list({ limit: 2, types: ['business.*'] })) types.push(type)
    assert.deepEqual(types, Array(5).fill('business.created'))
    assert.match(queries().at(-1)!, /after=4&feed=\w+$/)
  })

  test('a list without pages is iterated over too', async () => {
    const { wattle, urls } = await start(0)
    const types: string[] = []
    for await (const { type } of wattle.events.listTypes()) types.push(type)
    assert.ok(types.includes('shift.cancelled') && urls.length === 1)
  })

  test('ids are one page', async () => {
    const { wattle, ids, queries } = await start(4)
    const seen: number[] = []
    for await (const { id } of wattle.clients.list({ ids: [ids[3]!, ids[1]!] })) seen.push(id)
    assert.deepEqual([seen, queries().length], [[ids[1], ids[3]], 1])
  })

  test('a value with a comma cannot be in a list, and is found by its own address', async () => {
    const { wattle, ids } = await start(1)
    await wattle.externalIds.set('erp', 'client', 'a,b/c', { id: ids[0]! })
    await assert.rejects(
      async () => await wattle.externalIds.list({ system: 'erp', type: 'client', external_ids: ['a,b/c'] }),
      /^WattleError: external_ids: a value in a list cannot have a comma/,
    )
    assert.equal((await wattle.externalIds.get('erp', 'client', 'a,b/c')).data.id, ids[0])
  })

  test('filters of notes are objects, and are sent as JSON text', async () => {
    const { wattle, ids } = await start(1)
    await wattle.clients.addNote(ids[0]!, { notes: 'Tea, with milk' })
    await wattle.clients.addNote(ids[0]!, { notes: 'Coffee' })
    const filters = [{ field: 'keyword', operator: 'contains', value: 'Tea, with' }] as const
    const { total } = await wattle.clients.listNotes(ids[0]!, { filters: [...filters] })
    assert.equal(total, 1)
  })

  test('format csv and ndjson are text', async () => {
    const { wattle, ids } = await start(2)
    const csv = await wattle.clients.list({ format: 'csv' })
    assert.match(csv, /^\ufeff?id,/)
    const lines = (await wattle.clients.list({ format: 'ndjson' })).trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      ids,
    )
  })

  test('an error is thrown into the loop', async () => {
    const org = await organisation({ staff: 'read' })
    const wattle = client(org.token)
    await assert.rejects(async () => {
      for await (const _ of wattle.clients.list()) assert.fail()
    }, Forbidden)
    await assert.rejects(wattle.staff.get(987_654), NotFound)
  })

  test('10,000 items are each yielded once while others are archived, created and archived again', async () => {
    const { org, wattle, ids } = await start(10_000)
    const status = (status: string, ids: number[]) =>
      db.query('update client set status = $3 where org_id = $1 and id = any($2)', [org.orgId, ids, status])
    const seen = new Map<number, number>()
    const touched = new Set<number>()
    let pages = 0
    for await (const { data } of wattle.clients.list({ status: 'Active' }).pages()) {
      for (const { id } of data) seen.set(id, (seen.get(id) ?? 0) + 1)
      pages++
      // Behind the loop, so that pages by number would skip others, and before it.
      const behind = data.filter(({ id }) => id % 3 === 0).map(({ id }) => id)
      const ahead = ids.filter((id) => id % 97 === pages % 97 && !seen.has(id))
      for (const id of ahead) touched.add(id)
      await status('Archived', [...behind, ...ahead])
      if (pages % 10 === 0) await status('Active', ahead)
      if (pages % 20 === 0)
        await org.post('/clients', {
          first_name: 'New',
          last_name: 'One',
          client_type: 'NDIS',
          business_id: org.businessId,
        })
    }
    assert.ok(pages >= 50)
    assert.deepEqual(
      [...seen].filter(([, times]) => times > 1),
      [],
    )
    assert.deepEqual(
      ids.filter((id) => !seen.has(id) && !touched.has(id)),
      [],
    )
  })
})
