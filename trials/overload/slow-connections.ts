import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from '../../bench/cases/case.ts'
import { progress } from '../../bench/harness.ts'
import { basePath } from '../../src/app.ts'
import { isServed } from '../lib/load.ts'
import { startNode } from '../lib/node.ts'
import { type Environment, type Finding, staffOf } from './environment.ts'

const connectionCount = 500
/** The timeouts of the service (15, 30 and 30 s), their check interval, and a margin for a busy machine. */
const closedWithinSeconds = 45
const maxP99Ratio = 1.5

/** Connections that send one byte per second or do not read their responses, while an ordinary caller sends requests. */
export async function slowConnections(environment: Environment, planted?: string): Promise<Finding[]> {
  const { harness, url, quiet, quietLoad, sendLoad } = environment
  const node = await startNode(harness, { DATABASE_URL: url, WATTLE_RATE_LIMIT: '0' }, planted)
  const staff = await staffOf(environment, quiet)
  const reads = staff.map((id) => request('GET', `/staff/${id}`, quiet.token))
  const sendQuiet = (seconds: number) => sendLoad({ ports: [node.port], requests: reads, rate: 60, seconds }, quietLoad)
  await sendQuiet(2)
  // The median of three, because other programs can change the p99 of few requests.
  const medianOfThree = async () =>
    [await sendQuiet(3), await sendQuiet(3), await sendQuiet(3)].sort((a, b) => a.p99 - b.p99)[1]!
  const alone = await medianOfThree()

  const head = `POST ${basePath}/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${quiet.token}\r\n`
  const documentRequest = `GET ${basePath}/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`
  const kinds = [
    { what: 'headers', opening: 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', readsNothing: false },
    {
      what: 'a body',
      opening: `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
      readsNothing: false,
    },
    { what: 'responses', opening: documentRequest.repeat(20), readsNothing: true },
  ]
  const open = new Map<Socket, string>()
  harness.defer(() => {
    for (const socket of open.keys()) socket.destroy()
  })
  for (let n = 0; n < connectionCount; n++) {
    const { what, opening, readsNothing } = kinds[n % kinds.length]!
    const socket = connect(node.port, '127.0.0.1', () => socket.write(opening))
    open.set(socket, what)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    if (readsNothing) socket.pause()
    else {
      socket.resume()
      const drip = setInterval(() => socket.write('x'), 1000)
      socket.on('close', () => clearInterval(drip))
      harness.defer(() => clearInterval(drip))
    }
  }
  await sleep(2000)
  progress(`  ${open.size} slow connections are open`)
  const duringSlow = await medianOfThree()
  const memory = node.memory().peak
  let seconds = 11
  // A paused socket does not notice that it was closed, so it is read after the deadline.
  for (; seconds < closedWithinSeconds && [...open.keys()].some((socket) => !socket.isPaused()); seconds++)
    await sleep(1000)
  progress(`  slow senders left after ${seconds} s: ${[...open.keys()].filter((socket) => !socket.isPaused()).length}`)
  await sleep(Math.max(0, closedWithinSeconds - seconds) * 1000)
  let fetched = 0
  for (const socket of open.keys()) socket.on('data', (bytes) => (fetched += bytes.length)).resume()
  await sleep(2000)
  const stillOpen = open.size
  if (stillOpen > 0) progress(`  still open: ${[...open.values()].join(', ')}`)
  for (const socket of open.keys()) socket.destroy()
  await node.stop()
  progress(`  ${(fetched / 1e6).toFixed(0)} MB of responses were unread`)
  const ratio = duringSlow.p99 / alone.p99
  return [
    {
      what: `p99 of an ordinary caller during ${connectionCount} slow connections (one byte per second, or responses not read)`,
      measured: `${duringSlow.p99.toFixed(1)} ms against ${alone.p99.toFixed(1)} ms: ${ratio.toFixed(2)} times; memory ${memory.toFixed(0)} MB`,
      target: `at most ${maxP99Ratio} times, or below 10 ms; all served`,
      isMet: (ratio <= maxP99Ratio || duringSlow.p99 < 10) && isServed(duringSlow),
    },
    {
      what: 'slow connections are closed',
      measured: `${connectionCount - stillOpen} of ${connectionCount} after ${closedWithinSeconds} s`,
      target: 'all',
      isMet: stillOpen === 0,
    },
  ]
}
