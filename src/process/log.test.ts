import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { createDatabase, databaseUrl } from '../../test/harness/database.ts'
import { temporaryFolder } from '../../test/harness/processes.ts'
import { programArguments } from '../../test/harness/started-programs.ts'

/** Linux has a device that is always full. */
const full = '/dev/full'

describe('a log with a slow reader', { timeout: 60_000 }, () => {
  test('a process that exits normally loses no line, although the reader was late', async (t) => {
    const { child, log, ended } = startLog(t)
    await log(500)
    const read = lines(child.stdout!)
    child.disconnect()
    assert.equal(await ended, 0)
    assert.deepEqual(numbers(await read.all), upTo(500))
  })

  test('the buffer is limited, and the log reports the number of lost lines once it is read again', async (t) => {
    const { child, log, ended } = startLog(t)
    await log(10_000)
    const read = lines(child.stdout!)
    const { level, msg } = await read.first(({ msg }) => msg.includes('lost'))
    child.disconnect()
    assert.equal(await ended, 0)
    const found = numbers(await read.all)
    assert.equal(level, 40)
    assert.equal(msg, `the log could not be written (EAGAIN): ${10_000 - found.length} lines are lost`)
    assert.deepEqual(found, upTo(found.length))
    assert.ok(found.length > 3000 && found.length < 4500, `${found.length} lines of about 1 KB were kept`)
  })

  test('a reader that never reads does not keep the process alive', async (t) => {
    const { child, log, ended } = startLog(t)
    await log(500)
    child.disconnect()
    assert.equal(await ended, 0)
  })

  test('a closed reader neither ends the process nor keeps it alive', async (t) => {
    const { child, log, ended } = startLog(t)
    child.stdout!.destroy()
    await log(500)
    await log(500)
    child.disconnect()
    assert.equal(await ended, 0)
  })

  test('a full disk neither ends the process nor keeps it alive', { skip: !existsSync(full) }, async (t) => {
    const { child, log, ended } = startLog(t, openSync(full, 'w'))
    await log(500)
    await log(500)
    child.disconnect()
    assert.equal(await ended, 0)
  })

  test('a named pipe that is opened again has the lines written meanwhile', async (t) => {
    const pipe = join(temporaryFolder(t), 'log')
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
    const open = () => openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    const reader = open()
    const { child, log, ended } = startLog(t, openSync(pipe, 'w'))
    closeSync(reader)
    await log(5)
    const read = lines(new Socket({ fd: open() }))
    await log(5)
    await read.first(({ n }) => n === 9)
    child.disconnect()
    assert.equal(await ended, 0)
    assert.deepEqual(numbers(await read.all), upTo(10))
  })

  test('lines of several processes that share the log never mix, although the reader is slow', async (t) => {
    const pipe = join(temporaryFolder(t), 'log')
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    const writers = [1, 2].map(() => startLog(t, openSync(pipe, 'w'), ['shared']))
    await Promise.all(writers.map(({ log }) => log(500)))
    const read = lines(new Socket({ fd: reader }))
    for (const { child } of writers) child.disconnect()
    for (const { ended } of writers) assert.equal(await ended, 0)
    const found = numbers(await read.all)
    assert.deepEqual(
      found.sort((a, b) => a! - b!),
      upTo(500).flatMap((n) => [n, n]),
    )
  })
})

test('a flush during a write has written the lines after that too', { timeout: 60_000 }, async (t) => {
  const file = join(temporaryFolder(t), 'log')
  const { child, log, ended } = startLog(t, openSync(file, 'a'))
  await log(3, true)
  assert.equal(readFileSync(file, 'utf8').match(/\n/g)?.length, 3)
  child.disconnect()
  assert.equal(await ended, 0)
})

/** A program that logs on request. `log` settles when the log has accepted or dropped the lines. */
function startLog(t: TestContext, stdout: number | 'pipe' = 'pipe', args: string[] = []) {
  const child = spawn(process.execPath, [...programArguments('test/harness/programs/write-log.ts'), ...args], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  if (stdout !== 'pipe') closeSync(stdout)
  t.after(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const log = async (count: number, whileWriting = false) => {
    child.send({ lines: count, whileWriting })
    await once(child, 'message')
  }
  return { child, log, ended }
}

interface Line {
  level: number
  msg: string
  n?: number
}

/** Starts reading. */
function lines(stream: NonNullable<ChildProcess['stdout']>) {
  const found: Line[] = []
  const waiting = new Set<(line: Line) => void>()
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop()!
    for (const line of parts.map((part) => JSON.parse(part) as Line)) {
      found.push(line)
      for (const tell of waiting) tell(line)
    }
  })
  const first = (isIt: (line: Line) => boolean) =>
    new Promise<Line>((resolve) => waiting.add((line) => isIt(line) && resolve(line)))
  return { first, all: once(stream, 'end').then(() => found) }
}

const numbers = (found: Line[]) => found.filter(({ msg }) => msg === 'line').map(({ n }) => n)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('a service whose log cannot be written keeps serving, and stops normally', {
  skip: !existsSync(full),
  timeout: 60_000,
}, async (t) => {
  const { address, drop } = await createDatabase()
  t.after(drop)
  const child = spawn(process.execPath, [...programArguments('src/main.ts'), 'serve'], {
    stdio: ['ignore', openSync(full, 'w'), 'pipe'],
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: databaseUrl(address) },
  })
  t.after(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stderr!.setEncoding('utf8').on('data', (part) => {
      text += part
      const [, found] = /API +(\S+)/.exec(text) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`it ended: ${text}`)))
  })
  // Several blocks of lines: the write of each full block fails.
  for (let n = 0; n < 300; n++) assert.equal((await fetch(`${url}/me`)).status, n < 60 ? 401 : 429)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})
