import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { createDemo } from '../../src/bundle/demo.ts'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { without } from '../../test/harness/programs.ts'
import { faults, startProxy } from './proxy.ts'
import { startService } from './service.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const blocksOf = (text: string) => [...text.matchAll(/^[ *]*```ts\n(.*?)^[ *]*```$/gms)].map(([, code]) => code!)

describe('the package', { skip: inOneProcess('the client calls one process') || without('tar') }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'wattle-client-'))
  after(() => rmSync(home, { recursive: true }))
  const { stdout } = await run('npm', ['pack', '--json', '-w', 'sdk', '--pack-destination', home], { cwd: root })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }]
  const place = join(home, 'node_modules/@wattle/client')
  mkdirSync(place, { recursive: true })
  await run('tar', ['xzf', join(home, packed.filename), '-C', place, '--strip-components', '1'])
  writeFileSync(join(home, 'package.json'), '{ "type": "module", "private": true }')
  const readme = blocksOf(read('sdk/README.md')).join('\n')

  test('has the client, its declarations, README and licence, and nothing else', () => {
    const files = packed.files.map(({ path }) => path)
    const unwanted = files.filter(
      (path) => !/^(dist\/(generated\/)?\w+(\.d)?\.[tj]s|README\.md|LICENSE|package\.json)$/.test(path),
    )
    assert.deepEqual(unwanted, [])
    for (const path of ['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts'])
      assert.ok(files.includes(path), path)
    const { dependencies, engines } = JSON.parse(read('sdk/package.json'))
    assert.deepEqual([dependencies, engines.node], [undefined, '>=18'])
  })

  test('as a bundle has no module of Node, and at most 12 KB', async () => {
    const entry = join(home, 'entry.js')
    writeFileSync(entry, "export * from '@wattle/client'")
    const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const
    const { outputFiles } = await build({ ...options, entryPoints: [entry] })
    const text = outputFiles[0]!.text
    assert.ok(!/['"]node:|\brequire\(/.test(text))
    const size = gzipSync(text, { level: 9 }).length
    assert.ok(size <= 12 * 1024, `${size} bytes`)
  })

  test('compiles in programs with TypeScript 5 and 7, with the examples of README and of the declarations', async () => {
    writeFileSync(join(home, 'readme.ts'), readme)
    const sources = readdirSync(join(root, 'sdk/src')).filter((name) => name.endsWith('.ts'))
    const examples = sources.flatMap((name) => blocksOf(read(`sdk/src/${name}`)))
    assert.ok(examples.length > 0)
    const code = examples.map((block) => `{\n${block.replaceAll(/^ *\* ?/gm, '')}}`).join('\n')
    writeFileSync(
      join(home, 'examples.ts'),
      `import { Wattle, verifyWebhook } from '@wattle/client'\nvoid verifyWebhook\n${code}\n`,
    )
    const types = [join(root, 'node_modules/@types')]
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true }
    const shared = { ...strict, target: 'es2022', skipLibCheck: false, types: [] as string[] }
    const projects = {
      node: { ...shared, module: 'nodenext', lib: ['es2022'], types: ['node'], typeRoots: types, skipLibCheck: true },
      browser: { ...shared, module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] },
    }
    // The browser has no `process`.
    writeFileSync(join(home, 'globals.d.ts'), 'declare const process: { env: Record<string, string | undefined> }')
    for (const [name, compilerOptions] of Object.entries(projects)) {
      const files = ['readme.ts', 'examples.ts', ...(name === 'browser' ? ['globals.d.ts'] : [])]
      writeFileSync(join(home, `tsconfig.${name}.json`), JSON.stringify({ compilerOptions, files }))
      for (const compiler of ['sdk/node_modules/typescript', 'node_modules/typescript'])
        await run(process.execPath, [join(root, compiler, 'bin/tsc'), '-p', join(home, `tsconfig.${name}.json`)]).catch(
          ({ stdout }) => assert.fail(`${name}, ${compiler}: ${stdout}`),
        )
    }
  })

  test('runs the examples of its README in the demo organisation', async () => {
    const { db, clock, origin, app, numberEvents } = await startService({ rateLimit: 10_000 })
    const { token } = await createDemo(db, clock)
    await numberEvents()
    app.sequencer.start()
    const file = join(home, 'program.ts')
    writeFileSync(file, readme.replaceAll('http://127.0.0.1:4000', origin))
    const env = { ...process.env, WATTLE_TOKEN: token }
    const { stdout } = await run(process.execPath, ['--import', import.meta.resolve('tsx'), file], { cwd: home, env })
    assert.match(stdout, /business_id/)
    assert.match(stdout, /^true$/m)
    assert.match(stdout, /^client\.\w+ \/clients\/\d+$/m)
  })

  describe('an aborted call rejects and leaves nothing that keeps the process running', async () => {
    const proxy = await startProxy('http://127.0.0.1:9')
    after(() => proxy.stop())
    const program = `
      import { Wattle } from '@wattle/client'
      const controller = new AbortController()
      const timer = (milliseconds, callback) => {
        if (milliseconds === 60_000) setImmediate(() => controller.abort())
        const timer = setTimeout(callback, milliseconds)
        return () => clearTimeout(timer)
      }
      const [baseUrl, phase] = process.argv.slice(2)
      const wattle = new Wattle({ token: 'svc_at_x', baseUrl, timeout: 3_600_000, environment: { timer } })
      if (phase === 'before it is sent') controller.abort()
      process.once('message', () => controller.abort())
      const call = phase === 'while it follows the feed'
        ? wattle.events.follow({ after: { after: 1, feed: 'x' }, signal: controller.signal }).next().then(({ done }) => { throw { name: 'ended ' + done } })
        : wattle.me.get(undefined, { signal: controller.signal })
      call.catch((error) => console.log(error.name)).finally(() => process.disconnect())`
    writeFileSync(join(home, 'abort.mjs'), program)
    const phases = {
      'before it is sent': faults.noAnswer,
      'before the headers': faults.noAnswer,
      'within the body': (response) => response.writeHead(200, { 'content-length': 100 }).write('{"or'),
      'between two tries': faults.answer(503, { 'retry-after': '60' }),
      'while it follows the feed': faults.noAnswer,
    } satisfies Record<string, (typeof faults)['noAnswer']>
    for (const [phase, fault] of Object.entries(phases)) {
      test(phase, async () => {
        const args = [join(home, 'abort.mjs'), proxy.origin, phase]
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], timeout: 60_000 })
        proxy.use(() => (response, pass, socket) => {
          fault(response, pass, socket)
          if (phase !== 'between two tries') child.send('abort')
        })
        let output = ''
        child.stdout!.setEncoding('utf8').on('data', (text) => (output += text))
        const [code, signal] = await once(child, 'close')
        assert.deepEqual([code, signal, output], [0, null, phase.includes('feed') ? 'ended true\n' : 'AbortError\n'])
      })
    }
  })
})
