import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Evidence } from '../lib/planted.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface PlantedFault {
  file: string
  from: string
  to: string
  /** Arguments of this trial that must find it. */
  found: string[]
}

/** Faults in a copy of the source. None of them is noticed on one PostgreSQL. */
export const plantedFaults: Record<string, PlantedFault> = {
  'a statement without `org_id = $1`': {
    file: 'src/clients/clients.sql.ts',
    from: 'from client where org_id = $1 and id = $2',
    to: 'from client where $1::bigint is not null and id = $2',
    found: ['--statements'],
  },
  'a batch of statements without `begin`': {
    file: 'src/db/pipeline.ts',
    from: 'const begins = this.#isWhole && !this.isOpen && !(isLast && sent.length <= 1)',
    to: 'const begins = this.#isWhole && sent.length > 1000',
    found: ['test/citus/transactions.test.ts'],
  },
  'the number of a shard in the name of a constraint': {
    file: 'src/db/constraint.ts',
    from: `return name?.replace(/_\\d+$/, '')`,
    to: 'return name',
    found: ['src/clients/clients.test.ts'],
  },
}

/** Runs this trial in a copy of the repository with the fault; without a name in an unchanged copy. */
export async function attempt(name: string | undefined): Promise<Evidence | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-planted-'))
  try {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
    for (const file of files) cpSync(join(root, file), join(folder, file), { recursive: true })
    // The copy has a cache of its own, in which the bundled tests import from the copy.
    mkdirSync(join(folder, 'node_modules'))
    for (const entry of readdirSync(join(root, 'node_modules')).filter((name) => name !== '.cache'))
      symlinkSync(join(root, 'node_modules', entry), join(folder, 'node_modules', entry))
    const all = Object.values(plantedFaults)
    const faults = name ? [plantedFaults[name]!] : []
    for (const { file, from, to } of faults) plant(join(folder, file), from, to)
    for (const found of (name ? faults : all).map((fault) => fault.found)) {
      const { code, output } = await run(folder, found)
      if (code !== 0) return evidenceOf(found, output)
    }
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function plant(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}

function run(cwd: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn('npm', ['run', '--silent', 'test:citus', '--', ...args], { cwd })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })))
}

function evidenceOf(args: string[], output: string): Evidence {
  const line = /^(?:- |\s+failed: )(.*)$/m.exec(output)?.[1] ?? output.trim().split('\n').at(-1)!
  return { short: `\`${args.join(' ')}\``, long: line }
}
