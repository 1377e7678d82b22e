import { basePath } from '../../src/app.ts'
import { jsonOf, type Sent } from '../lib/transport.ts'
import type { Arena, Warm } from './environment.ts'
import { type Findings, mostMemory } from './findings.ts'
import { bodyInputs, type Input, strangerBodies, urlAndHeaderInputs, validInputs } from './inputs.ts'
import { largeReads, largeWrites } from './large.ts'
import { type Target, targetsOf, usualMost } from './targets.ts'

/** What is over its ceiling is sent so often again, and its best counts: what the collector of garbage or a busy machine adds is not the request's. */
const repeats = 4
const pageRounds = 30
/** Of the right shape, so that it is looked up. */
export const wrongToken = `svc_at_${'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'}`

interface Caller {
  /** In words. */
  as: string
  token?: string
  /** A token of an organisation where nothing was changed yet, for what is sent again. */
  again?: () => Promise<string>
  /** What is refused would cost nothing. */
  mustSucceed?: boolean
}

/** One request at a time: every operation and page with the longest and worst of everything that it takes. */
export async function single(arena: Arena, findings: Findings, tell: (text: string) => void): Promise<void> {
  const node = await arena.node()
  const targets = await targetsOf(arena, node)
  const { quick } = arena.options
  for (const [n, target] of targets.entries()) {
    tell(`${n + 1}/${targets.length} ${target.name}, ${findings.broken.length} over a ceiling`)
    const measure = async (inputs: Iterable<Undoable>, caller: Caller, most = Math.max(target.most, usualMost)) => {
      for (const input of inputs) {
        const { thread, memory } = await costOf(node, input, caller, most)
        const measured = { name: target.name, input: `${input.what}${caller.as}` }
        const slower = thread > most ? slowness() : 1
        const more = slower > 1 && { more: `${thread.toFixed(1)} ms, a processor ${slower.toFixed(1)} times slower` }
        findings.add({ ceiling: 'thread', ...measured, figure: thread / slower, most, ...more })
        findings.add({ ceiling: 'memory', ...measured, figure: memory, most: mostMemory })
      }
    }
    const anybodys = [...urlAndHeaderInputs(target, quick)]
    if (target.takesToken) {
      const strangers = [...anybodys, ...strangerBodies(target)]
      const some = (rest: number) => (quick ? strangers.filter((_, n) => n % 12 === rest) : strangers)
      await measure([...validInputs(target), ...some(0)], { as: ', without a token' })
      await measure([...validInputs(target), ...some(1)], { as: ', with a wrong token', token: wrongToken })
    } else await warm(node, target)
    const caller = await callerOf(arena, target)
    await measure(validInputs(target), caller, target.most)
    await measure(anybodys, caller)
    await measure(bodyInputs(target, node.document, quick), caller)
    for (const { most, ...input } of largeInputs(target))
      await measure([input], { as: '', token: arena.large.token, mustSucceed: true }, most)
  }
}

interface Undoable extends Input {
  undo?: Sent[]
}

/** What is sent in parts is measured by how long others wait (pipelines.ts). */
const largeInputs = ({ name, method }: Target): (Undoable & { most: number | undefined })[] =>
  [...largeReads, ...largeWrites]
    .filter((one) => one.name === name && !one.isInParts)
    .map(({ path, of, body, most, unpublish = [] }) => {
      const sentTo = (to: string, what?: object): Sent => ({
        ...{ method, url: basePath + to, headers: { 'content-type': 'application/json' } },
        ...(what && { payload: JSON.stringify(what) }),
      })
      const undo = Array.from({ length: Math.ceil(unpublish.length / 50) }, (_, n) =>
        sentTo('/shifts/unpublish', { refs: unpublish.slice(50 * n, 50 * n + 50) }),
      )
      return { what: of, most, sent: sentTo(path, body), undo }
    })

/** A node's own warm-up knows operations alone. */
async function warm(node: Warm, target: Target): Promise<void> {
  for (let round = 0; round < pageRounds; round++) for (const { sent } of validInputs(target)) await node.send(sent)
}

/** With a good token where one is taken; what may change something has an organisation of its own. */
async function callerOf(arena: Arena, { takesToken, method }: Target): Promise<Caller> {
  if (!takesToken) return { as: '' }
  if (method === 'GET') return { as: '', token: arena.tenant.token }
  const again = async () => (await arena.fresh()).token
  return { as: '', token: await again(), again }
}

async function costOf(node: Warm, { sent, undo = [] }: Undoable, { token, again, mustSucceed }: Caller, most: number) {
  let best = await once(node, withToken(sent, token), mustSucceed)
  // What was done and is not undone would be refused.
  const times = mustSucceed && sent.method === 'POST' && undo.length === 0 ? 0 : repeats
  for (let n = 0; n < times && (best.thread > most || best.memory > mostMemory); n++) {
    for (const one of undo) await once(node, withToken(one, token), mustSucceed)
    const { thread, memory } = await once(node, withToken(sent, (await again?.()) ?? token), mustSucceed)
    best = { thread: Math.min(best.thread, thread), memory: Math.min(best.memory, memory) }
  }
  return best
}

async function once(node: Warm, sent: Sent, mustSucceed = false): Promise<{ thread: number; memory: number }> {
  const [memory, thread] = [node.memory().now, await node.thread()]
  const received = await node.send(sent)
  const { status, text } = received
  // What was done for none of several is a success too.
  if (mustSucceed && (status >= 300 || jsonOf(received)?.failed > 0))
    throw new Error(`${sent.method} ${sent.url} is answered ${status}: ${text.slice(0, 300)}`)
  return { thread: (await node.thread()) - thread, memory: Math.max(0, node.memory().now - memory) }
}

/** A long header of that name is what is tried, and stays. */
const withToken = (sent: Sent, token: string | undefined): Sent =>
  token === undefined || sent.headers.authorization !== undefined
    ? sent
    : { ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } }

/** Milliseconds that the work below takes on the processor that the ceilings are for, a Xeon of 2.5 GHz with nothing beside. */
const usualMilliseconds = 6
const rounds = 20
/** No more is allowed for, however slow it is. */
const mostSlower = 2

const records = Array.from({ length: 300 }, (_, n) => ({ id: n, name: `Name ${n}`, tags: ['a', 'b'], at: n * 1.5 }))
const text = JSON.stringify(records)

/** Reads, sorts and writes JSON, as requests do. */
function work(): number {
  let length = 0
  for (let n = 0; n < 15; n++) {
    const list = JSON.parse(text) as typeof records
    list.sort((a, b) => (a.name < b.name ? -1 : 1))
    length += JSON.stringify(list).length
  }
  return length
}

/**
 * How many times slower this machine is now, 1 where it is as fast or faster: the time of a thread also grows when others have
 * the rest of the core. Measured beside what seems too slow, so that a ceiling is held by the service and not by the host.
 */
function slowness(): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1000
  })
  return Math.min(mostSlower, Math.max(1, Math.min(...times) / usualMilliseconds))
}
