import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { filledLists, fillLists } from '../../../test/factories/lists.ts'
import { rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import type { Document } from '../../../test/harness/specification.ts'
import { basePath } from '../../app.ts'

const fixture = await harness()
const { app, db, clock, organisation } = fixture
setClock(clock)
const skip = inOneProcess('it is about one process and its connections')

const exported = [
  ...['/clients', '/staff', '/sites', '/appointments', '/shifts', '/tasks', '/billables', '/prospects'],
  ...['/form-submissions', '/price-codes'],
]
const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** The cells of CSV text, by RFC 4180. */
function parseCsv(text: string): string[][] {
  assert.ok(text.startsWith('\ufeff') && text.endsWith('\r\n'))
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('an export', async () => {
  const [org, other] = [await organisation(), await organisation()]
  for (const one of [org, other]) await fillLists(db, one, 1, 12)
  const document = app.openapiDocument() as Document

  for (const list of filledLists.filter(({ path }) => exported.includes(path))) {
    const { path, filters } = list
    const recordsOf = async (query: string) => {
      const { body } = await org.get(`${path}?after_id=0&per_page=100${query && `&${query}`}`)
      return body.data as Record<string, unknown>[]
    }

    test(`GET ${path} as NDJSON has the records of the list in the order of ids, one on each line`, async () => {
      for (const query of ['', ...Object.keys(filters)]) {
        const { status, text, headers } = await org.get(`${path}?format=ndjson&${query}`)
        assert.equal(status, 200, text)
        assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
        const records = await recordsOf(query)
        assert.deepEqual(linesOf(text), records, query)
        assert.equal(text, records.map((one) => `${JSON.stringify(one)}\n`).join(''))
      }
    })

    test(`GET ${path} as CSV has the same records, with a header, a byte order mark and a file name`, async () => {
      for (const query of ['', ...Object.keys(filters)]) {
        const { status, text, headers } = await org.get(`${path}?format=csv&${query}`)
        assert.equal(status, 200, text)
        assert.deepEqual(
          [headers['content-type'], headers['content-disposition'], headers['cache-control']],
          ['text/csv; charset=utf-8', `attachment; filename="${path.slice(1)}.csv"`, 'no-store'],
        )
        const [names, ...rows] = parseCsv(text)
        const records = await recordsOf(query)
        const example = document.paths[path]!.get!.responses[200]!.content!['text/csv']! as { example?: string }
        assert.equal(names!.join(), example.example!.split('\r\n', 1)[0], 'the columns of the specification')
        assert.equal(new Set(names).size, names!.length, 'each column has its own name')
        const key = names![0]!
        assert.deepEqual(
          rows.map((row) => row[0]),
          records.map((record) => String(record[key])),
          query,
        )
        for (const [n, row] of rows.entries()) {
          assert.equal(row.length, names!.length)
          for (const [name, value] of Object.entries(records[n]!)) {
            if (typeof value === 'object') continue
            assert.equal(row[names!.indexOf(name)], String(value), name)
          }
        }
      }
    })

    test(`GET ${path} takes no page with a format, and no unknown format`, async () => {
      for (const format of ['csv', 'ndjson']) {
        const pages = path === '/sites' ? ['per_page', 'after_id'] : ['page', 'per_page', 'after_id']
        for (const name of pages) {
          const { status, body } = await org.get(`${path}?format=${format}&${name}=1`)
          assert.deepEqual([status, body.errors], [422, { format: [`format cannot be sent with ${name}.`] }])
        }
      }
      const { status, body } = await org.get(`${path}?format=xml`)
      assert.deepEqual([status, body.errors], [422, { format: ['format must be one of json, csv, ndjson.'] }])
      assert.equal((await org.get(`${path}?format=json&per_page=1`)).status, 200)
    })
  }

  test('ids are a filter of it', async () => {
    const ids = ((await org.get('/clients')).body.data as { id: number }[]).slice(2, 5).map(({ id }) => id)
    const { text } = await org.get(`/clients?format=ndjson&ids=${ids.join()}`)
    assert.deepEqual(
      linesOf(text).map((one) => (one as { id: number }).id),
      ids,
    )
  })

  test('without records it is a header, or nothing', async () => {
    const empty = await organisation()
    assert.equal((await empty.get('/staff?format=ndjson')).text, '')
    assert.equal(parseCsv((await empty.get('/staff?format=csv')).text).length, 1)
  })

  test('as CSV names nested people, joins lists, and runs no cell as a formula', async () => {
    const own = await organisation()
    const { client, staff, shift } = rosterOf(db, own)
    const [evil, max, ana] = [await client('=1+1'), await client('Max, "Jr"'), await staff('Ana')]
    await shift({ type: 'group', client_ids: [max, evil], staff_ids: [ana] })
    await own.patch(`/clients/${evil}`, { primary_contact_number: '+61 400', address: '-1', language: '\tx' })
    await own.patch(`/clients/${max}`, { address: 'Two\r\nlines', language: '@SUM(A1)' })
    const cellsOf = async (path: string) => {
      const [names, ...rows] = parseCsv((await own.get(`${path}?format=csv`)).text)
      return rows.map((row) => Object.fromEntries(names!.map((name, n) => [name, row[n]!])))
    }
    const [first, second] = await cellsOf('/clients')
    assert.deepEqual(
      [first!.first_name, first!.primary_contact_number, first!.address, first!.language],
      ["'=1+1", "'+61 400", "'-1", "'\tx"],
    )
    assert.deepEqual(
      [second!.first_name, second!.address, second!.language, second!.primary_contact_email],
      ['Max, "Jr"', 'Two\r\nlines', "'@SUM(A1)", ''],
    )
    const [visit] = await cellsOf('/shifts')
    assert.deepEqual(
      [visit!.client_id, visit!.client_name, visit!.staff_id, visit!.staff_name, visit!.attendance_staff_name],
      [`${max}; ${evil}`, 'Max, "Jr" Hart; =1+1 Hart', String(ana), 'Ana Li', 'Ana Li'],
    )
    assert.deepEqual([visit!.site_id, visit!.cancellation_reason, visit!.recurrence_every], ['', '', ''])
  })
})

/** Price codes of at least 400 bytes each. */
async function withPrices(number: number, nameLength = 255): Promise<Organisation> {
  const org = await organisation()
  await db.query(
    `insert into price_code (org_id, code, name, unit, price) select $1, 'C' || g, repeat('x', $3::int), 'hour', g from generate_series(1, $2::int) g`,
    [org.orgId, number, nameLength],
  )
  return org
}
const limit = 100_000

test('reads a list of any length as NDJSON, each record once; CSV has up to 100,000 and is a 422 with more', async () => {
  const org = await withPrices(limit)
  const { text } = await org.get('/price-codes?format=csv')
  const ids = parseCsv(text)
    .slice(1)
    .map(([id]) => Number(id))
  assert.deepEqual([ids.length, new Set(ids).size], [limit, limit])
  assert.ok(ids.every((id, n) => n === 0 || id > ids[n - 1]!))
  await db.query(`insert into price_code (org_id, code, name, unit, price) values ($1, 'Last', 'One', 'hour', 1)`, [
    org.orgId,
  ])
  const { status, body } = await org.get('/price-codes?format=csv')
  const rule = 'format csv has at most 100,000 records, and more match: narrow the filter, or use ndjson.'
  assert.deepEqual([status, body.errors], [422, { format: [rule] }])
  assert.equal(parseCsv((await org.get('/price-codes?format=csv&query=one')).text).length, 2)
  assert.equal((await org.get('/price-codes?format=ndjson')).text.split('\n').length, limit + 2)
})

test('counts as one request', { skip }, async () => {
  const limited = await harness({ rateLimit: 3 })
  const org = await limited.organisation()
  await limited.db.query(
    `insert into price_code (org_id, code, name, unit, price) select $1, 'C' || g, 'N', 'hour', g from generate_series(1, 2000) g`,
    [org.orgId],
  )
  const first = await org.get('/price-codes?format=ndjson')
  assert.deepEqual([first.text.split('\n').length, first.headers.ratelimit], [2001, '"token";r=2;t=60'])
})

describe('an export over a connection', { skip }, async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  // 60 MB: the buffers of a connection can hold 36 MB where the system lets them grow.
  const large = () => withPrices(20_000, 3000)
  const org = await large()
  const path = '/price-codes?format=ndjson'
  /** A response of which nothing is read yet. */
  async function unread(token = org.token): Promise<IncomingMessage> {
    const request = get(`${origin}${basePath}${path}`, { headers: { authorization: `Bearer ${token}` }, agent: false })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    request.on('error', () => {})
    return response.pause()
  }
  const isBusy = () => db.totalCount > db.idleCount
  /** Waits until the export no longer reads, because its client does not. */
  async function stalled(): Promise<void> {
    let [quiet, reads] = [0, -1]
    let acquired = 0
    const count = () => acquired++
    db.on('acquire', count)
    while (quiet < 50) {
      await turn()
      quiet = !isBusy() && reads === acquired ? quiet + 1 : 0
      reads = acquired
    }
    db.off('acquire', count)
  }
  const ended = async () => {
    while ((await org.get('/price-codes?format=csv&query=nothing')).status === 429) await turn()
  }

  test('is one at a time for a token: a second is a 429; another token has its own', async () => {
    const response = await unread()
    const second = await org.get(path)
    const message = 'An export of this access token is still running. Wait until it ends, or use another token.'
    assert.deepEqual([second.status, second.body, second.headers['retry-after']], [429, { message }, '5'])
    assert.equal((await org.get('/price-codes')).status, 200, 'other requests are served')
    assert.equal((await (await organisation()).get(path)).status, 200)
    response.destroy()
    await ended()
  })

  test('that is not read reads no further and holds no connection to the database', async () => {
    let acquired = 0
    const count = () => acquired++
    db.on('acquire', count)
    const response = await unread()
    await stalled()
    db.off('acquire', count)
    assert.ok(!isBusy())
    assert.ok(acquired < 40, `${acquired} of 40 batches and two statements before them`)
    let lines = 0
    for await (const chunk of response) lines += String(chunk).split('\n').length - 1
    assert.equal(lines, 20_000, 'it goes on when it is read')
    await ended()
  })

  test('of large records is read and written in small parts', async () => {
    const own = await organisation()
    await db.query(
      `insert into prospect (org_id, first_name, last_name, stage, date_of_lead, initial_comments)
       select $1, 'A', 'B', 'New', '2026-11-16', repeat('x', 64000) from generate_series(1, 250)`,
      [own.orgId],
    )
    for (const format of ['csv', 'ndjson']) {
      let acquired = 0
      const count = () => acquired++
      db.on('acquire', count)
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      const head = `Host: localhost\r\nAuthorization: Bearer ${own.token}\r\nConnection: close`
      socket.write(`GET ${basePath}/prospects?format=${format} HTTP/1.1\r\n${head}\r\n\r\n`)
      let bytes = ''
      for await (const data of socket) bytes += data.toString('latin1')
      db.off('acquire', count)
      assert.ok(acquired > 2, 'more than one batch')
      const sizes: number[] = []
      for (let at = bytes.indexOf('\r\n\r\n') + 4; at < bytes.length; ) {
        const end = bytes.indexOf('\r\n', at)
        const size = Number.parseInt(bytes.slice(at, end), 16)
        sizes.push(size)
        at = end + 2 + size + 2
      }
      assert.ok(sizes.length > 9 && Math.max(...sizes) < 2_000_000, String(sizes))
    }
  })

  test('whose statement fails resets the connection, in HTTP/1.0 too: no part looks whole', async () => {
    for (const version of ['1.1', '1.0']) {
      const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true })
      const outcome = new Promise<string | undefined>((resolve) => {
        socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
        // Node does not tell a reset from an end when there was something left to read. Then it cannot write.
        socket.once('end', () => socket.write('x', (error) => error || resolve('end')))
      })
      socket.write(
        `GET ${basePath}${path} HTTP/${version}\r\nHost: localhost\r\nAuthorization: Bearer ${org.token}\r\n\r\n`,
      )
      await once(socket, 'readable')
      await stalled()
      await db.query('alter table price_code rename to price_code_away')
      socket.resume()
      const how = (await outcome)!
      await db.query('alter table price_code_away rename to price_code')
      assert.ok(['ECONNRESET', 'EPIPE'].includes(how), `${version}: ${how}`)
      await ended()
    }
  })

  test('ends when its token is disabled', async () => {
    const own = await large()
    const response = await unread(own.token)
    await stalled()
    await db.query('update access_token set disabled = true where org_id = $1', [own.orgId])
    clock.advance(2000)
    await assert.rejects(
      async () => {
        for await (const _ of response);
      },
      { code: 'ECONNRESET' },
    )
  })

  test('whose client leaves ends, before and after its first byte', async () => {
    const holder = await db.connect()
    await holder.query('begin')
    await holder.query('lock table price_code in access exclusive mode')
    const request = get(`${origin}${basePath}${path}`, {
      headers: { authorization: `Bearer ${org.token}` },
      agent: false,
    }).on('error', () => {})
    const blocked = `select from pg_locks where relation = 'price_code'::regclass and not granted`
    while ((await holder.query(blocked)).rows.length === 0);
    request.destroy()
    await holder.query('commit')
    holder.release()
    await ended()
    const response = await unread()
    response.destroy()
    await ended()
  })

  test('does not keep the service from stopping', async () => {
    const response = await unread()
    await stalled()
    const broken = once(response, 'error').catch((error) => [error])
    await app.close()
    response.resume()
    assert.equal((await broken)[0].code, 'ECONNRESET')
  })
})
