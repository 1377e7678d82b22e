import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * Packs the service, checks which files the package has, installs it into an empty folder, and starts it there: without
 * TypeScript, a build, or anything of this checkout.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wattle-pack-'))
const allowed = [
  /^(?:LICENSE|README\.md|package\.json|openapi\.json|bin\/wattle\.js)$/,
  /^db\/migrations\/\d{4}_\w+\.sql$/,
  /^dist\/(?:src|demo)\/[\w./-]+\.js$/,
  /^dist\/web\/(?:docs|form|report)\/[\w.-]+$/,
  /^dist\/web\/(?:openapi|changelog|reference\/[\w/-]+)\.[\w.]+$/,
]
const needed = [
  'LICENSE',
  'README.md',
  'openapi.json',
  'bin/wattle.js',
  'dist/src/main.js',
  'dist/web/reference/docs.html',
]
const timeoutMs = 120_000

let service: ChildProcess | undefined
try {
  const [packed] = JSON.parse(npm(root, ['pack', '--json', '--pack-destination', folder])) as [
    { filename: string; size: number; files: { path: string }[] },
  ]
  const files = packed.files.map(({ path }) => path)
  const unwanted = files.filter((file) => !allowed.some((pattern) => pattern.test(file)))
  if (unwanted.length > 0) throw new Error(`The package should not have ${unwanted.join(', ')}: see "files".`)
  const missing = needed.filter((file) => !files.includes(file))
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(', ')}.`)
  console.log(`${packed.filename}: ${files.length} files, ${Math.round(packed.size / 1024)} KB`)

  const home = join(folder, 'elsewhere')
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{"private":true}')
  // The overrides of this checkout do not apply there: everything must still run on this Node.
  npm(home, ['install', '--engine-strict', '--no-audit', '--no-fund', join(folder, packed.filename)])
  service = spawn(join(home, 'node_modules/.bin/wattle'), ['serve'], {
    cwd: home,
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const text = await output(service, 'Ctrl-C stops')
  const [, url = ''] = /API +(http:\/\/[^/]+)/.exec(text) ?? []
  for (const path of [
    '/healthz',
    '/readyz',
    '/docs',
    '/api/integrations/v1/openapi.json',
    '/f/demo/new-client-enquiry',
  ]) {
    const { status } = await fetch(url + path)
    if (status !== 200) throw new Error(`GET ${path} of the installed package is ${status}`)
    console.log(`GET ${path} 200`)
  }
} finally {
  await stop(service)
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

function npm(cwd: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
  return stdout.slice(stdout.indexOf('['))
}

async function output(child: ChildProcess, text: string): Promise<string> {
  let all = ''
  child.stderr!.setEncoding('utf8').on('data', (part) => {
    all += part
  })
  for (const began = Date.now(); Date.now() - began < timeoutMs; await sleep(50)) {
    if (all.includes(text)) return all
    if (child.exitCode !== null) break
  }
  throw new Error(`The installed package did not start: ${all}`)
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}
