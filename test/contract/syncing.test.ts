import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { restartFeed } from '../../src/events/read.ts'
import { inOneProcess } from '../cluster/environment.ts'
import { importTo } from '../factories/bundles/bundles.ts'
import { fillLists } from '../factories/lists.ts'
import { randomFrom } from '../factories/roster/history.ts'
import { setClock } from '../factories/roster/roster.ts'
import { tasksOf } from '../factories/tasks/tasks.ts'
import { writesOf } from '../factories/writers.ts'
import { type ApiResponse, harness, type Organisation } from '../harness/harness.ts'
import { without } from '../harness/programs.ts'

const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/syncing.md', import.meta.url)), 'utf8')
const program = /^```python\n(.*?)^```$/ms.exec(guide)![1]!
const printCopy = `import json, sqlite3
rows = sqlite3.connect('copy.db').execute('select kind, key, record from record')
print(json.dumps({f'{kind} {key}': json.loads(record) for kind, key, record in rows}))`

/** The lists of the program, with SQL of the number of their records. */
const lists: Record<string, [path: string, count: string]> = {
  client: ['/clients', 'from client where org_id = $1'],
  staff: ['/staff', 'from staff where org_id = $1 and not supplier'],
  site: ['/sites', 'from site where org_id = $1'],
  shift: ['/shifts', 'from shift where org_id = $1 and deleted_at is null'],
  task: ['/tasks', 'from task where org_id = $1'],
  billable: ['/billables', 'from billable where org_id = $1'],
  prospect: ['/prospects', 'from prospect where org_id = $1'],
}
type Records = Record<string, unknown>

async function recordsOf(org: Organisation): Promise<Records> {
  const found: [string, unknown][] = []
  for (const [kind, [path]] of Object.entries(lists))
    for (let next: number | null = 0; next !== null; ) {
      const { body }: ApiResponse = await org.get(`${path}?after_id=${next}&per_page=100`)
      found.push(...body.data.map((record: any) => [`${kind} ${record.ref ?? record.id}`, record]))
      next = body.meta.next_after_id
    }
  return Object.fromEntries(found)
}

/** Several programs that write, and how far they are. */
class Writers {
  readonly statuses: Record<number, number> = {}
  readonly #write: () => Promise<ApiResponse>
  readonly #waiting = new Set<() => void>()
  #written = 0
  #isWriting = true

  constructor(write: () => Promise<ApiResponse>) {
    this.#write = write
  }

  async run(writers: number, each: number): Promise<void> {
    await Promise.all(Array.from({ length: writers }, () => this.#writer(each)))
    this.#isWriting = false
    for (const look of this.#waiting) look()
  }

  async #writer(total: number): Promise<void> {
    for (let n = 0; n < total; n++) {
      const { status, text } = await this.#write()
      assert.ok(status < 500, text)
      this.statuses[status] = (this.statuses[status] ?? 0) + 1
      this.#written++
      for (const look of this.#waiting) look()
    }
  }

  /** Waits for further writes, as long as there are any. */
  more(count: number): Promise<void> {
    const until = this.#written + count
    return new Promise((resolve) => {
      const look = () => {
        if (this.#isWriting && this.#written < until) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }
}

/** Passes requests on to the service. Each response comes after further writes, which no later request may miss. */
async function slowProxy(origin: string, writers: Writers) {
  const server = createServer(async ({ url, headers, socket }, response) => {
    const left = new AbortController()
    socket.once('close', () => left.abort())
    const { authorization } = headers as { authorization: string }
    try {
      const answer = await fetch(`${origin}${url}`, { headers: { authorization }, signal: left.signal })
      const text = await answer.text()
      await writers.more(2)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    } catch (error) {
      if (!left.signal.aborted) throw error
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the program of the guide has the records of the service after changes, deletions, an import and a restarted feed', {
  skip: inOneProcess('it calls one process') || without('python3'),
}, async () => {
  const { app, db, clock, organisation, numberEvents } = await harness()
  setClock(clock, Date.parse('2026-11-15T02:00:00Z'))
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  app.sequencer.start()
  const org = await organisation()
  await fillLists(db, org, 1, 230)
  await tasksOf(db, org).priceCode()
  const client = { first_name: 'Joan', last_name: 'Last', client_type: 'NDIS', business_id: org.businessId }

  const seed = Math.floor(Math.random() * 2 ** 31)
  const writers = new Writers(writesOf(db, org, randomFrom(seed)))
  const { server, url } = await slowProxy(origin, writers)
  const folder = mkdtempSync(join(tmpdir(), 'wattle-syncing-'))
  writeFileSync(join(folder, 'mirror.py'), program.replaceAll('http://127.0.0.1:4000', url))
  const env = { PATH: process.env.PATH, WATTLE_TOKEN: org.token }
  const mirror = spawn('python3', ['mirror.py', 'follow'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: mirror.stdout })[Symbol.asyncIterator]()

  /** Lets the program read up to the last event, then compares its copy with the service. */
  async function assertSame() {
    await numberEvents()
    const { head } = (await db.query('select head from feed where org_id = $1', [org.orgId])).rows[0]
    for (let line = ''; line !== `after ${head}`; ) {
      const { value, done } = await lines.next()
      assert.ok(!done, 'the program has ended')
      line = value
    }
    const stored = await recordsOf(org)
    const text = execFileSync('python3', ['-c', printCopy], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
    const copy: Records = JSON.parse(text)
    const isOther = (key: string) => JSON.stringify(copy[key]) !== JSON.stringify(stored[key])
    const others = [...new Set([...Object.keys(stored), ...Object.keys(copy)])].filter(isOther)
    const some = (records: Records) => others.slice(0, 3).map((key) => [key, records[key]])
    assert.deepEqual(some(copy), some(stored), `${others.length} records differ, with the seed ${seed}`)
    const counts = Object.values(lists).map(([, count]) => `(select count(*) ${count})`)
    const { rows } = await db.query(`select ${counts.join(' + ')} as total`, [org.orgId])
    assert.equal(Object.keys(copy).length, rows[0].total)
  }

  try {
    await writers.run(3, 150)
    await assertSame()
    for (const status of [200, 201, 422]) assert.ok(writers.statuses[status], `no write had ${status}`)

    await importTo(db, org.orgId, { clients: [{ ...client, id: 900_001, first_name: 'Imported' }] })
    await assertSame()

    // As after a restored backup: changes without an event.
    await db.query(`update task set title = 'Restored' where org_id = $1`, [org.orgId])
    await db.query('delete from prospect where org_id = $1 and client_id is null', [org.orgId])
    await restartFeed(db, org.orgId)
    await org.post('/clients', client)
    await assertSame()
  } finally {
    mirror.kill()
    await once(mirror, 'exit')
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  }
})
