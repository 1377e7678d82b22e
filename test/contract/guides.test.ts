import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDemo } from '../../src/bundle/demo.ts'
import { inOneProcess } from '../cluster/environment.ts'
import { installClient } from '../harness/client.ts'
import { databaseUrl } from '../harness/database.ts'
import { harness } from '../harness/harness.ts'
import { without } from '../harness/programs.ts'
import { programArguments } from '../harness/started-programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`)
const topics = [
  'billing',
  'bundle',
  'events',
  'forms',
  'notes',
  'prospects',
  'reports',
  'roster',
  'settings',
  'webhooks',
].map((name) => `docs/${name}.md`)

/** How the blocks of a language run. The blocks of the shell share one; a program in another language is one block. */
const programs: Record<string, { file: string; command: (file: string) => [string, ...string[]] }> = {
  sh: { file: 'blocks.sh', command: (file) => ['bash', '-euo', 'pipefail', file] },
  ts: { file: 'program.mts', command: (file) => [process.execPath, '--import', import.meta.resolve('tsx'), file] },
  python: { file: 'program.py', command: (file) => ['python3', file] },
}

/** `npx wattle` without npm, on the same database. */
const npx = `npx() { shift; ${[process.execPath, ...programArguments('src/main.ts')].map((part) => `'${part}'`).join(' ')} "$@"; }\n`

interface Block {
  language: string
  code: string
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({ language: language!, code: code! }))

/** The section of a document with its heading. */
function sectionOf(text: string, heading: string): string {
  const [, section] = text.split(`\n## ${heading}\n`)
  assert.ok(section, `there is no section ${heading}`)
  return section.split('\n## ')[0]!
}

describe('the commands and programs of a document run twice in a row in the demo organisation', {
  skip: inOneProcess('they call one process') || without('bash', 'curl', 'python3'),
}, async () => {
  const { app, db, clock, address, numberEvents, organisation } = await harness({ rateLimit: 10_000 })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await createDemo(db, clock)
  await numberEvents()
  app.sequencer.start()
  const folder = mkdtempSync(join(tmpdir(), 'wattle-guides-'))
  after(() => rmSync(folder, { recursive: true }))
  await installClient(folder)
  // As `npm init -y` writes it: a program that awaits at its top must be a module by its name.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
  // An error is a failure, unless the document says || true.
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body')

  async function run(language: string, code: string, as = token): Promise<string> {
    const { file, command } = programs[language]!
    const path = join(folder, file)
    const text = language === 'sh' ? npx + code : code
    writeFileSync(path, text.replaceAll('http://127.0.0.1:4000', origin).replaceAll('svc_at_…', as))
    const [program, ...args] = command(path)
    const env = { ...process.env, WATTLE_TOKEN: as, CURL_HOME: folder, DATABASE_URL: databaseUrl(address) }
    const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 1e8 })
    return stdout
  }

  const documents: [name: string, text: string][] = [
    ...[...topics, ...guides].map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')]),
    ['README.md', sectionOf(readFileSync(join(root, 'README.md'), 'utf8'), 'First calls')],
  ]
  for (const [name, text] of documents) {
    test(name, async () => {
      const blocks = blocksOf(text)
      const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
      const others = blocks.filter(({ language }) => language in programs && language !== 'sh')
      assert.ok(shell.length > 0, 'it has no commands')
      const pieces = [{ language: 'sh', code: shell.join('\n') }, ...others]
      const runAll = () => inTurn(pieces, ({ language, code }) => run(language, code))
      const [first, second] = [await runAll(), await runAll()]
      for (const text of first) assert.notEqual(text.trim(), '', 'a program prints nothing')
      assert.equal(linesOf(second[0]!), linesOf(first[0]!), 'the commands print another number of lines')
    })
  }

  test('payroll.md pays an overnight shift between two periods once, in the period in which it starts', async () => {
    const org = await organisation('read-write', 'Australia/Brisbane') // whose clocks never change
    const created = async (path: string, body: object): Promise<number> => (await org.post(path, body)).body.data.id
    const named = { first_name: 'Eva', last_name: 'Night' }
    const staff_id = await created('/staff', { ...named, status: 'Active' })
    const client_id = await created('/clients', { ...named, client_type: 'NDIS', business_id: org.businessId })
    const { today } = (await org.get('/organisation')).body.data
    const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
    // Of 8, 4 and 2 hours, so that a sum says which shifts it has: the first begins in the period before, the last ends after it.
    for (const [days, from, to] of [
      [15, 22, '06'],
      [14, 22, '02'],
      [1, 21, '05'],
    ] as const) {
      const [start, end] = [`${daysAgo(days)} ${from}:00:00`, `${daysAgo(days - 1)} ${to}:00:00`]
      const shift = { type: 'single', start, end, client_ids: [client_id], staff_ids: [staff_id], publish: true }
      const { ref } = (await org.post('/shifts', shift)).body.data
      const check_out = days === 1 ? `${daysAgo(days)} 23:00:00` : end // no time in the future
      const times = { staff_id, check_in: start, check_out, reason: 'Forgot the phone' }
      const { status } = await org.put(`/shifts/${ref}/attendance`, times)
      assert.equal(status, 200)
    }
    const [program] = blocksOf(readFileSync(join(root, 'docs/guides/payroll.md'), 'utf8')).filter(
      ({ language }) => language === 'ts',
    )
    const before = program!.code.replace('daysAgo(14), daysAgo(1)', 'daysAgo(28), daysAgo(15)')
    assert.notEqual(before, program!.code)
    assert.equal(await run('ts', before, org.token), `staff_id,name,hours\n${staff_id},Eva Night,8.00\n`)
    assert.equal(await run('ts', program!.code, org.token), `staff_id,name,hours\n${staff_id},Eva Night,6.00\n`)
  })
})

/** Commands print a line for each response. Ids and times differ between two runs, their number does not. */
const linesOf = (text: string): number => text.split('\n').length

async function inTurn<T, R>(values: T[], action: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const value of values) results.push(await action(value))
  return results
}
