import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '../../src/app.ts'
import { exchange } from '../lib/transport.ts'
import type { Arena } from './environment.ts'
import type { Findings } from './findings.ts'
import { validInputs } from './inputs.ts'
import { Watch, wired } from './pipelines.ts'
import { wrongToken } from './single-requests.ts'
import { targetsOf } from './targets.ts'

/** The service takes 2,000 connections unless told otherwise; a few more are tried. */
const asManyAsItTakes = 2_100
/** Connections that are opened each 20 ms: at first, and in place of those that were closed. */
const [atFirst, inPlace] = [30, 3]
const eachMilliseconds = 20
/** How the service bears the flood that opens so many connections is asked by test:overload. */
const longestFloodMilliseconds = 15_000
/** Another address than that of the ordinary caller, as it would be. */
const attacker = '127.0.0.2'

interface Case {
  input: string
  connections: number
  /** What is sent at once. */
  begin: Buffer
  /** A byte of it each second after that. */
  drips?: string
  /** Closed ones are opened again. */
  isRenewed?: boolean
  /** Part of a quick run. */
  isQuick?: boolean
  isRead?: boolean
}

/** Requests that are never whole and answers that nobody reads, from one address, beside a caller who opens a new connection each time. */
export async function halfSent(arena: Arena, findings: Findings, tell: (text: string) => void): Promise<void> {
  const { options, tenant } = arena
  const name = 'half-sent'
  const watch = await Watch.begin(arena)
  if (name.includes(options.only) || options.only.includes(name)) {
    for (const one of casesOf(tenant.token, tenant.slug).filter(({ isQuick }) => isQuick || !options.quick)) {
      if (!`${name} ${one.input}`.includes(options.only)) continue
      tell(`${name}: ${one.input}, ${findings.broken.length} over a ceiling`)
      const seconds = (one.isRenewed ? 3 : 1.5) * (options.quick ? 1 : 2)
      const about = { name, input: `${one.input}, ${one.connections} connections` }
      await watch.measure(findings, about, () => hold(watch, one), { isNew: true, seconds })
    }
  }
  await bodiesOfStrangers(arena, watch, findings, tell)
}

function casesOf(token: string, slug: string): Case[] {
  const head = (path: string, more: string) => Buffer.from(`POST ${path} HTTP/1.1\r\nHost: x\r\n${more}`)
  const body = `Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"a":"${'x'.repeat(50_000)}`
  const bearer = `Authorization: Bearer ${token}\r\n`
  return [
    {
      input: 'heads never ended',
      connections: asManyAsItTakes,
      begin: Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      ...{ isRenewed: true, isQuick: true },
    },
    { input: 'nothing sent at all', connections: asManyAsItTakes, begin: Buffer.alloc(0), isRenewed: true },
    {
      input: 'heads a byte at a time',
      connections: 500,
      begin: Buffer.from('G'),
      drips: 'ET /docs HTTP/1.1\r\nHost: x\r\n',
    },
    { input: 'bodies never ended', connections: 500, begin: head(`${basePath}/clients`, bearer + body) },
    {
      input: 'bodies never ended with a wrong token',
      connections: 500,
      begin: head(`${basePath}/clients`, `Authorization: Bearer ${wrongToken}\r\n${body}`),
      isQuick: true,
    },
    {
      input: 'bodies of a form’s page never ended',
      connections: 500,
      begin: head(`/f/${slug}/form-5/submissions`, body),
    },
    {
      input: 'answers never read',
      connections: 500,
      begin: Buffer.from(`GET ${basePath}/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20)),
      ...{ isRead: false, isQuick: true },
    },
  ]
}

/** Opens so many connections, then holds them until it is told to end. */
async function hold({ node }: Watch, { connections, begin, drips = '', isRenewed, isRead = true }: Case) {
  const open = new Set<Socket>()
  let made = 0
  const openOne = () => {
    made++
    const socket = connect({ port: node.port, host: '127.0.0.1', localAddress: attacker })
    open.add(socket)
    socket.on('error', () => {}).once('close', () => open.delete(socket))
    socket.once('connect', () => socket.write(begin))
    if (isRead) socket.resume()
    else socket.pause()
  }
  const opening = setInterval(() => {
    const most = made < connections ? atFirst : isRenewed ? inPlace : 0
    for (let n = 0; n < most && open.size < connections; n++) openOne()
  }, eachMilliseconds)
  let at = 0
  const dripping = setInterval(() => {
    const byte = drips[at++ % drips.length]
    if (byte !== undefined) for (const socket of open) socket.write(byte)
  }, 1_000)
  await sleep((connections / atFirst) * eachMilliseconds)
  await settled(node)
  return () => {
    clearInterval(opening)
    clearInterval(dripping)
    for (const socket of open) socket.destroy()
  }
}

/** Until the thread is idle for the larger part of a quarter of a second. */
async function settled({ threadNow }: Watch['node']): Promise<void> {
  const lookMilliseconds = 250
  for (let waited = 0; waited < longestFloodMilliseconds; waited += lookMilliseconds) {
    const before = threadNow()
    await sleep(lookMilliseconds)
    if (threadNow() - before < lookMilliseconds / 4) return
  }
}

const patienceMilliseconds = 3_000

/** A caller without a good token gets the answer to the head alone: a body that is waited for is one that anybody can make us keep. */
async function bodiesOfStrangers(
  arena: Arena,
  { node }: Watch,
  findings: Findings,
  tell: (text: string) => void,
): Promise<void> {
  const all = await targetsOf(arena, node)
  for (const target of all.filter(({ body, takesToken }) => body && takesToken)) {
    tell(`${target.name} without its body, ${findings.broken.length} over a ceiling`)
    for (const token of ['', wrongToken]) {
      const { sent } = validInputs(target)[0]!
      const headers = { ...sent.headers, authorization: `Bearer ${token}` }
      const whole = wired({ ...sent, headers, payload: sent.payload ?? '{}' }, true)
      const head = whole.subarray(0, whole.indexOf('\r\n\r\n') + 4)
      const status = await exchange(node.port, head, patienceMilliseconds).then(
        (answer) => answer.status,
        () => 0,
      )
      const input = `a head without its body, ${token ? 'a wrong token' : 'no token'}`
      findings.add({
        ceiling: 'answers',
        name: target.name,
        input,
        figure: status === 0 ? 1 : 0,
        most: 0,
        more: `status ${status}`,
      })
    }
  }
}
