import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import pg from 'pg'
import { basePath } from '../src/app.ts'
import type { Address } from '../src/db/connect/pool.ts'
import { compile } from '../src/reports/engine/compile.ts'
import { daysOf } from '../src/reports/engine/date-range.ts'
import { questionOf } from '../src/reports/engine/question.ts'
import type { Results } from '../src/reports/logic/results.ts'
import type { Spec } from '../src/reports/spec/spec.schema.ts'
import { todayIn } from '../src/time/local-time.ts'
import { makeReportsData, type ReportsData, specs } from './data/reports.ts'
import { Harness, progress } from './harness.ts'
import { median } from './measure.ts'
import { describeMachine, machineLoad, table, targetStatus } from './report.ts'

/** Speed of reports: an insight compared with its SQL in psql, and the arrival times of a dashboard's cards. */
const rounds = process.argv.includes('--quick') ? 7 : 41
const zone = 'Australia/Brisbane'
const maxRatio = 1.5

async function bench(harness: Harness): Promise<void> {
  const loadBefore = machineLoad()
  progress('Making the data')
  const { address, db } = await harness.database()
  const data = await makeReportsData(db, (text) => progress(`  ${text}`))
  const { port } = await harness.program(new URL('service.js', import.meta.url)).send<{ port: number }>({ address })
  const psql = new Psql(address)
  harness.defer(() => psql.stop())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  harness.defer(() => agent.destroy())
  const send = makeSender(agent, port, data.organisation.token)
  const { version } = (await db.query('select version()')).rows[0]

  progress('An insight against its SQL in psql')
  const lines = [
    await againstPsql(send, psql, data, 0),
    await againstPsql(send, psql, data, 4),
    await againstPsql(send, psql, data, 3),
  ]
  progress('A dashboard of twelve cards')
  const cards = await dashboard(send, data)
  const circumstances = `${new Date().toISOString().slice(0, 10)}, ${describeMachine(version.split(' ')[1])}; ${rounds} rounds; machine load before: ${loadBefore.toFixed(1)}.`
  const text = resultsText(circumstances, lines, cards)
  process.stdout.write(`\n${text}`)
  if (!process.argv.includes('--quick')) writeFileSync(new URL('results-reports.md', import.meta.url), text)
}

/** Alternates one request on an open connection and one statement in an open psql session. */
async function againstPsql(send: Send, psql: Psql, { organisation, insights }: ReportsData, index: number) {
  const spec = specs[index]!
  const sql = literalSql(spec, organisation.orgId, zone)
  const path = `${basePath}/reports/insights/${insights[index]}/results`
  const results = JSON.parse((await send(path)).text).data as Results
  const printed = (await psql.run(sql)).lines
  const last = (line: string) => Number(line.slice(line.lastIndexOf('|') + 1))
  assert.deepEqual(
    results.rows.map(({ value }) => value),
    printed.map(last),
    'psql and the service return different values',
  )
  const times = { service: [] as number[], psql: [] as number[] }
  for (let n = 0; n < rounds; n++) {
    times.service.push((await send(path)).milliseconds)
    times.psql.push((await psql.run(sql)).milliseconds)
  }
  return { name: nameOf(spec), rows: results.row_count, service: median(times.service), psql: median(times.psql) }
}

/** Measures each card alone, then the arrival time of each line of the dashboard. */
async function dashboard(send: Send, { insights, dashboardId }: ReportsData) {
  const alone = []
  for (const id of insights) {
    const times = []
    for (let n = 0; n < 7; n++) times.push((await send(`${basePath}/reports/insights/${id}/results`)).milliseconds)
    alone.push(median(times))
  }
  const { link } = JSON.parse((await send(`${basePath}/reports/dashboards/${dashboardId}`)).text).data as {
    link: string
  }
  const address = new URL(link)
  const path = `${address.pathname}/cards${address.search}`
  const arrivals: number[][] = []
  for (let n = 0; n < 9; n++) {
    const { lines } = await send(path)
    assert.equal(lines.length, insights.length, 'a card is missing')
    arrivals.push(lines)
  }
  const at = (index: number) => median(arrivals.map((times) => times[index]!))
  return { alone, first: at(0), middle: at(5), last: at(11) }
}

/** Sends a GET. Returns its body, its duration and the arrival time of each line. */
function makeSender(agent: Agent, port: number, token: string) {
  return (path: string): Promise<{ text: string; milliseconds: number; lines: number[] }> =>
    new Promise((resolve, reject) => {
      const start = performance.now()
      const request = get(
        { port, host: '127.0.0.1', path, agent, headers: { authorization: `Bearer ${token}` } },
        (res) => {
          let text = ''
          const lines: number[] = []
          res.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk
            for (const _ of chunk.matchAll(/\n/g)) lines.push(performance.now() - start)
          })
          res.on('end', () => {
            if (res.statusCode === 200) resolve({ text, milliseconds: performance.now() - start, lines })
            else reject(new Error(`GET ${path.split('?')[0]} returned ${res.statusCode}: ${text}`))
          })
        },
      )
      request.on('error', reject)
    })
}

function nameOf({ metric, group_by, breakdown_by, date_range }: (typeof specs)[number]): string {
  const days = date_range ? Object.values(date_range).join(' ').replaceAll('_', ' ') : 'all time'
  return [metric, `by ${group_by}`, breakdown_by && `and ${breakdown_by}`, `(${days})`].filter(Boolean).join(' ')
}

type Send = ReturnType<typeof makeSender>
type Compared = Awaited<ReturnType<typeof againstPsql>>
type Cards = Awaited<ReturnType<typeof dashboard>>

function resultsText(circumstances: string, lines: Compared[], { alone, first, middle, last }: Cards): string {
  const ms = (value: number) => value.toFixed(1)
  const head = ['300,000 appointments', 'rows', 'psql ms', 'service ms', 'ratio', 'target', '']
  const body = lines.map(({ name, rows, psql, service }) => [
    ...[name, String(rows), ms(psql), ms(service), (service / psql).toFixed(2)],
    ...[`≤ ${maxRatio}`, targetStatus(service / psql <= maxRatio)],
  ])
  const sum = alone.reduce((total, one) => total + one, 0)
  const slowest = Math.max(...alone)
  return `# Speed of reports

Written by \`npm run bench:reports\`; do not edit. ${circumstances}

${table([head, ...body])}

Medians of single requests and single statements. psql runs the statement that the service builds for the insight, in an open
session. Before the measurement both must return the same values.

A dashboard of 12 cards over the same organisation (and 100,000 prospects, 50,000 form submissions):

| | ms |
|:--|--:|
| its cards one after the other, each requested alone | ${ms(sum)} |
| the slowest card alone | ${ms(slowest)} |
| the first card arrives | ${ms(first)} |
| half of the cards have arrived | ${ms(middle)} |
| the last card arrives | ${ms(last)} |

The last card arrives after ${(last / sum).toFixed(2)} of the time of all cards one after the other (target ≤ 1: ${targetStatus(last <= sum)}), half of them after
${(middle / sum).toFixed(2)} of it. At most four statements run at the same time. A test checks that a quick card does not wait for a slow one.
`
}

const endMarker = 'wattle-bench-end'

/** An open psql session, so that the measurement does not include the start of a process. */
class Psql {
  readonly #child: ChildProcessWithoutNullStreams

  constructor(address: Address) {
    if (!('host' in address)) throw new Error('psql needs the host of the embedded server')
    const { host, port, user, database, password } = address
    const where = ['-h', host, '-p', String(port), '-U', user, '-d', database]
    this.#child = spawn('psql', ['-X', '-q', '-A', '-t', ...where], {
      env: { PATH: process.env.PATH, PGTZ: 'UTC', PGCLIENTENCODING: 'UTF8', ...(password && { PGPASSWORD: password }) },
    })
    this.#child.stderr.on('data', (text) => process.stderr.write(text))
  }

  /** Runs a statement. Returns the printed rows and the duration. */
  run(sql: string): Promise<{ lines: string[]; milliseconds: number }> {
    return new Promise((resolve, reject) => {
      let text = ''
      const fail = (error: unknown) => reject(error instanceof Error ? error : new Error('psql ended'))
      this.#child.once('error', fail).once('exit', fail)
      const start = performance.now()
      const read = (chunk: Buffer) => {
        text += chunk
        if (!text.endsWith(`${endMarker}\n`)) return
        this.#child.stdout.off('data', read)
        this.#child.off('error', fail).off('exit', fail)
        resolve({ lines: text.split('\n').slice(0, -2), milliseconds: performance.now() - start })
      }
      this.#child.stdout.on('data', read)
      this.#child.stdin.write(`${sql};\n\\echo ${endMarker}\n`)
    })
  }

  stop(): void {
    this.#child.removeAllListeners('exit')
    this.#child.kill()
  }
}

/** The SQL of an insight with literal values instead of parameters. */
function literalSql(spec: Spec, orgId: number, timezone: string): string {
  const today = todayIn(Date.now(), timezone)
  const days = daysOf(spec.date_range, today)
  const { text, values } = compile(questionOf(spec), spec.options ?? {}, { orgId, timezone, today, days })
  return text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))
}

const literal = (value: unknown): string =>
  typeof value === 'number' ? String(value) : pg.escapeLiteral(Array.isArray(value) ? arrayOf(value) : String(value))

const arrayOf = (values: unknown[]): string => `{${values.map((value) => JSON.stringify(String(value))).join(',')}}`

await Harness.run(10, bench)
