import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '../../src/app.ts'
import { exchange } from '../lib/transport.ts'
import type { Environment } from './environment.ts'
import type { Findings } from './findings.ts'
import { validInputs } from './inputs.ts'
import { Observer, serializeRequest } from './pipelines.ts'
import { invalidToken } from './single-requests.ts'
import { targetsOf } from './targets.ts'

/** Slightly above the default of WATTLE_MAX_CONNECTIONS, 2,000. */
const connectionLimit = 2_100
/** Connections opened per tick: at first, and to replace closed ones. */
const [openedPerTick, reopenedPerTick] = [30, 3]
const tickMs = 20
/** Time for the service to accept the connections. test:overload measures floods. */
const maxSettleMs = 15_000
/** Not the address of the ordinary caller. */
const attacker = '127.0.0.2'

interface Case {
  input: string
  connections: number
  /** Sent when the connection opens. */
  opening: Buffer
  /** Then sent at one byte per second. */
  dripped?: string
  /** Reopens closed connections. */
  isRenewed?: boolean
  /** Included in a quick run. */
  isQuick?: boolean
  isRead?: boolean
}

/** Incomplete requests and unread responses from one address, while an ordinary caller opens a new connection for each request. */
export async function testHalfSent(
  environment: Environment,
  findings: Findings,
  report: (text: string) => void,
): Promise<void> {
  const { options, tenant } = environment
  const name = 'half-sent'
  const observer = await Observer.start(environment)
  if (name.includes(options.only) || options.only.includes(name)) {
    for (const one of casesOf(tenant.token, tenant.slug).filter(({ isQuick }) => isQuick || !options.quick)) {
      if (!`${name} ${one.input}`.includes(options.only)) continue
      report(`${name}: ${one.input}, ${findings.exceeded.length} above a limit`)
      const seconds = (one.isRenewed ? 3 : 1.5) * (options.quick ? 1 : 2)
      const about = { name, input: `${one.input}, ${one.connections} connections` }
      await observer.measure(findings, about, () => openConnections(observer, one), { isNew: true, seconds })
    }
  }
  await testUnauthenticatedBodies(environment, observer, findings, report)
}

function casesOf(token: string, slug: string): Case[] {
  const head = (path: string, rest: string) => Buffer.from(`POST ${path} HTTP/1.1\r\nHost: x\r\n${rest}`)
  const body = `Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"a":"${'x'.repeat(50_000)}`
  const bearer = `Authorization: Bearer ${token}\r\n`
  return [
    {
      input: 'heads never completed',
      connections: connectionLimit,
      opening: Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      ...{ isRenewed: true, isQuick: true },
    },
    { input: 'nothing sent at all', connections: connectionLimit, opening: Buffer.alloc(0), isRenewed: true },
    {
      input: 'heads a byte at a time',
      connections: 500,
      opening: Buffer.from('G'),
      dripped: 'ET /docs HTTP/1.1\r\nHost: x\r\n',
    },
    { input: 'bodies never completed', connections: 500, opening: head(`${basePath}/clients`, bearer + body) },
    {
      input: 'bodies never completed, with an invalid token',
      connections: 500,
      opening: head(`${basePath}/clients`, `Authorization: Bearer ${invalidToken}\r\n${body}`),
      isQuick: true,
    },
    {
      input: 'bodies of a form page never completed',
      connections: 500,
      opening: head(`/f/${slug}/form-5/submissions`, body),
    },
    {
      input: 'responses never read',
      connections: 500,
      opening: Buffer.from(`GET ${basePath}/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20)),
      ...{ isRead: false, isQuick: true },
    },
  ]
}

/** Opens connections and keeps them open. Returns a function that closes them. */
async function openConnections(
  { node }: Observer,
  { connections, opening, dripped = '', isRenewed, isRead = true }: Case,
) {
  const open = new Set<Socket>()
  let openedCount = 0
  const openOne = () => {
    openedCount++
    const socket = connect({ port: node.port, host: '127.0.0.1', localAddress: attacker })
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
    socket.once('connect', () => socket.write(opening))
    if (isRead) socket.resume()
    else socket.pause()
  }
  const openTimer = setInterval(() => {
    const batch = openedCount < connections ? openedPerTick : isRenewed ? reopenedPerTick : 0
    for (let n = 0; n < batch && open.size < connections; n++) openOne()
  }, tickMs)
  let position = 0
  const dripTimer = setInterval(() => {
    const byte = dripped[position++ % dripped.length]
    if (byte !== undefined) for (const socket of open) socket.write(byte)
  }, 1_000)
  await sleep((connections / openedPerTick) * tickMs)
  await waitUntilIdle(node)
  return () => {
    clearInterval(openTimer)
    clearInterval(dripTimer)
    for (const socket of open) socket.destroy()
  }
}

/** Waits until the thread is idle for three quarters of a poll interval. */
async function waitUntilIdle({ currentThreadMs }: Observer['node']): Promise<void> {
  const pollMs = 250
  for (let waited = 0; waited < maxSettleMs; waited += pollMs) {
    const before = currentThreadMs()
    await sleep(pollMs)
    if (currentThreadMs() - before < pollMs / 4) return
  }
}

const timeoutMs = 3_000

/** Without a valid token the response must come before the body. Otherwise anyone could make the service buffer bodies. */
async function testUnauthenticatedBodies(
  environment: Environment,
  { node }: Observer,
  findings: Findings,
  report: (text: string) => void,
): Promise<void> {
  const all = await targetsOf(environment, node)
  for (const target of all.filter(({ body, takesToken }) => body && takesToken)) {
    report(`${target.name} without its body, ${findings.exceeded.length} above a limit`)
    for (const token of ['', invalidToken]) {
      const { request } = validInputs(target)[0]!
      const headers = { ...request.headers, authorization: `Bearer ${token}` }
      const whole = serializeRequest({ ...request, headers, payload: request.payload ?? '{}' }, true)
      const head = whole.subarray(0, whole.indexOf('\r\n\r\n') + 4)
      const status = await exchange(node.port, head, timeoutMs).then(
        (answer) => answer.status,
        () => 0,
      )
      const input = `a head without its body, ${token ? 'an invalid token' : 'no token'}`
      findings.add({
        ceiling: 'answers',
        name: target.name,
        input,
        figure: status === 0 ? 1 : 0,
        limit: 0,
        detail: `status ${status}`,
      })
    }
  }
}
