import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/harness.ts'
import { basePath } from '../../src/app.ts'
import { isServed } from '../lib/load.ts'
import { startNode } from '../lib/node.ts'
import { type Arena, type Finding, staffOf } from './environment.ts'

const many = 500
/** The limits of the service (15, 30 and 30 s), the time between two looks at them, and some for a busy machine. */
const cutWithin = 45
const mostLonger = 1.5

/** Connections that send a byte a second, or fetch nothing of a long answer, of three kinds, beside a caller as any other. */
export async function drips(arena: Arena, planted?: string): Promise<Finding[]> {
  const { stage, url, quiet, honest, come } = arena
  const node = await startNode(stage, { DATABASE_URL: url, WATTLE_RATE_LIMIT: '0' }, planted)
  const staff = await staffOf(arena, quiet)
  const reads = staff.map((id) => request('GET', `/staff/${id}`, quiet.token))
  const calm = (seconds: number) => come({ ports: [node.port], requests: reads, rate: 60, seconds }, honest)
  await calm(2)
  // The middle of three, because a p99 of few requests is easily another program's.
  const middle = async () => [await calm(3), await calm(3), await calm(3)].sort((a, b) => a.p99 - b.p99)[1]!
  const alone = await middle()

  const head = `POST ${basePath}/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${quiet.token}\r\n`
  const whole = `GET ${basePath}/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`
  const kinds = [
    { what: 'headers', begin: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', isReader: false },
    {
      what: 'a body',
      begin: `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
      isReader: false,
    },
    { what: 'answers', begin: whole.repeat(20), isReader: true },
  ]
  const open = new Map<Socket, string>()
  stage.undo(() => {
    for (const socket of open.keys()) socket.destroy()
  })
  for (let n = 0; n < many; n++) {
    const { what, begin, isReader } = kinds[n % kinds.length]!
    const socket = connect(node.port, '127.0.0.1', () => socket.write(begin))
    open.set(socket, what)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    if (isReader) socket.pause()
    else {
      socket.resume()
      const drip = setInterval(() => socket.write('x'), 1000)
      socket.on('close', () => clearInterval(drip))
      stage.undo(() => clearInterval(drip))
    }
  }
  await sleep(2000)
  progress(`  ${open.size} slow connections are open`)
  const beside = await middle()
  const memory = node.memory().peak
  let seconds = 11
  // A socket that nobody reads does not hear that it was closed, so reading begins when all must be over.
  for (; seconds < cutWithin && [...open.keys()].some((socket) => !socket.isPaused()); seconds++) await sleep(1000)
  progress(`  slow senders left after ${seconds} s: ${[...open.keys()].filter((socket) => !socket.isPaused()).length}`)
  await sleep(Math.max(0, cutWithin - seconds) * 1000)
  let fetched = 0
  for (const socket of open.keys()) socket.on('data', (bytes) => (fetched += bytes.length)).resume()
  await sleep(2000)
  const left = open.size
  if (left > 0) progress(`  still open: ${[...open.values()].join(', ')}`)
  for (const socket of open.keys()) socket.destroy()
  await node.stop()
  progress(`  readers had ${(fetched / 1e6).toFixed(0)} MB left to fetch`)
  const ratio = beside.p99 / alone.p99
  return [
    {
      what: `p99 of an ordinary caller beside ${many} connections that send a byte a second or fetch nothing`,
      measured: `${beside.p99.toFixed(1)} ms against ${alone.p99.toFixed(1)} ms: ${ratio.toFixed(2)} times; memory ${memory.toFixed(0)} MB`,
      promised: `at most ${mostLonger} times, or below 10 ms; all served`,
      holds: (ratio <= mostLonger || beside.p99 < 10) && isServed(beside),
    },
    {
      what: 'they are cut off',
      measured: `${many - left} of ${many} after ${cutWithin} s`,
      promised: 'all',
      holds: left === 0,
    },
  ]
}
