import { basePath } from '../../src/app.ts'
import { type HttpRequest, jsonOf } from '../lib/transport.ts'
import type { Environment, WarmNode } from './environment.ts'
import { type Findings, maxMemoryMb } from './findings.ts'
import { bodyInputs, type Input, unauthenticatedBodyInputs, urlAndHeaderInputs, validInputs } from './inputs.ts'
import { largeReads, largeWrites } from './large.ts'
import { defaultThreadMs, type Target, targetsOf } from './targets.ts'

/**
 * A request above its limit is repeated, and the best counts: garbage collection and other programs add time. A compilation in
 * the background takes longer than several short requests, so those are repeated more often, for the same time in total.
 */
const repeatsOf = (limit: number) => Math.ceil(Math.max(4, 200 / limit))
const pageRounds = 30
/** Well-formed, so that the service looks it up. */
export const invalidToken = `svc_at_${'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'}`

interface Caller {
  /** Appended to the description of the input. */
  label: string
  token?: string
  /** A token of an unchanged organisation, for repeated requests. */
  freshToken?: () => Promise<string>
  /** Throws on a rejection, which would cost nothing. */
  /** Whether every item of the response must have succeeded, or none. */
  items?: 'succeed' | 'fail'
}

/** Sends single requests: every operation and page with the longest and worst inputs. */
export async function testSingleRequests(
  environment: Environment,
  findings: Findings,
  report: (text: string) => void,
): Promise<void> {
  const node = await environment.node()
  const targets = await targetsOf(environment, node)
  const { quick } = environment.options
  for (const [n, target] of targets.entries()) {
    report(`${n + 1}/${targets.length} ${target.name}, ${findings.exceeded.length} above a limit`)
    const measure = async (
      inputs: Iterable<Undoable>,
      caller: Caller,
      limit = Math.max(target.limit, defaultThreadMs),
    ) => {
      for (const input of inputs) {
        const { threadMs, memory } = await costOf(node, input, caller, limit)
        const measured = { name: target.name, input: `${input.what}${caller.label}` }
        const slower = threadMs > limit ? slowness() : 1
        const detail = slower > 1 && {
          detail: `${threadMs.toFixed(1)} ms, on a processor ${slower.toFixed(1)} times slower`,
        }
        findings.add({ ceiling: 'thread', ...measured, figure: threadMs / slower, limit, ...detail })
        findings.add({ ceiling: 'memory', ...measured, figure: memory, limit: maxMemoryMb })
      }
    }
    const openInputs = [...urlAndHeaderInputs(target, quick)]
    if (target.takesToken) {
      const unauthenticated = [...openInputs, ...unauthenticatedBodyInputs(target)]
      const some = (rest: number) => (quick ? unauthenticated.filter((_, n) => n % 12 === rest) : unauthenticated)
      await measure([...validInputs(target), ...some(0)], { label: ', without a token' })
      await measure([...validInputs(target), ...some(1)], { label: ', with an invalid token', token: invalidToken })
    } else await warmUp(node, target)
    const caller = await callerFor(environment, target)
    await measure(validInputs(target), caller, target.limit)
    await measure(openInputs, caller)
    await measure(bodyInputs(target, node.document, quick), caller)
    for (const { limit, items, ...input } of largeInputs(target))
      await measure([input], { label: '', token: environment.large.token, items }, limit)
  }
}

interface Undoable extends Input {
  undo?: HttpRequest[]
}

interface LargeInput {
  limit: number | undefined
  items: 'succeed' | 'fail'
}

/** Without streamed responses. pipelines.ts measures those. */
const largeInputs = ({ name, method }: Target): (Undoable & LargeInput)[] =>
  [...largeReads, ...largeWrites]
    .filter((one) => one.name === name && !one.isInParts)
    .map(({ path, of, body, limit, unpublish = [], items = 'succeed' }) => {
      const sentTo = (to: string, what?: object): HttpRequest => ({
        ...{ method, url: basePath + to, headers: { 'content-type': 'application/json' } },
        ...(what && { payload: JSON.stringify(what) }),
      })
      const undo = Array.from({ length: Math.ceil(unpublish.length / 50) }, (_, n) =>
        sentTo('/shifts/unpublish', { refs: unpublish.slice(50 * n, 50 * n + 50) }),
      )
      return { what: of, limit, items, request: sentTo(path, body), undo }
    })

/** The node's own warm-up covers only operations. */
async function warmUp(node: WarmNode, target: Target): Promise<void> {
  for (let round = 0; round < pageRounds; round++)
    for (const { request } of validInputs(target)) await node.send(request)
}

/** A caller with a valid token. Writes have their own organisation. */
async function callerFor(environment: Environment, { takesToken, method }: Target): Promise<Caller> {
  if (!takesToken) return { label: '' }
  if (method === 'GET') return { label: '', token: environment.tenant.token }
  const freshToken = async () => (await environment.cloneTenant()).token
  return { label: '', token: await freshToken(), freshToken }
}

async function costOf(
  node: WarmNode,
  { request, undo = [] }: Undoable,
  { token, freshToken, items }: Caller,
  limit: number,
) {
  let best = await measureOnce(node, withToken(request, token), items)
  // A write that is not undone would be rejected when repeated.
  const times = items === 'succeed' && request.method === 'POST' && undo.length === 0 ? 0 : repeatsOf(limit)
  for (let n = 0; n < times && (best.threadMs > limit || best.memory > maxMemoryMb); n++) {
    for (const one of undo) await measureOnce(node, withToken(one, token), items)
    const { threadMs, memory } = await measureOnce(node, withToken(request, (await freshToken?.()) ?? token), items)
    best = { threadMs: Math.min(best.threadMs, threadMs), memory: Math.min(best.memory, memory) }
  }
  return best
}

async function measureOnce(
  node: WarmNode,
  request: HttpRequest,
  items?: Caller['items'],
): Promise<{ threadMs: number; memory: number }> {
  const [memory, threadMs] = [node.memory().now, await node.threadMs()]
  const response = await node.send(request)
  const { status, text } = response
  // A bulk response has status 200 even if all items failed.
  const { succeeded = 0, failed = 0 } = jsonOf(response) ?? {}
  if (items && (status >= 300 || (items === 'succeed' ? failed : succeeded) > 0))
    throw new Error(`${request.method} ${request.url} returned ${status}: ${text.slice(0, 300)}`)
  return { threadMs: (await node.threadMs()) - threadMs, memory: Math.max(0, node.memory().now - memory) }
}

/** Keeps an authorization header that is itself the input. */
const withToken = (request: HttpRequest, token: string | undefined): HttpRequest =>
  token === undefined || request.headers.authorization !== undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }

/** Milliseconds of the work below on the reference processor, an idle Xeon with 2.5 GHz. The limits are for it. */
const referenceMs = 6
const rounds = 20
/** The limits are raised at most by this factor. */
const maxSlowness = 2

const records = Array.from({ length: 300 }, (_, n) => ({ id: n, name: `Name ${n}`, tags: ['a', 'b'], at: n * 1.5 }))
const text = JSON.stringify(records)

/** Parses, sorts and stringifies JSON, as requests do. */
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
 * How many times slower the machine is than the reference, at least 1. Thread time also grows when other machines share the
 * core. Measured only after a request was above its limit.
 */
function slowness(): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1000
  })
  return Math.min(maxSlowness, Math.max(1, Math.min(...times) / referenceMs))
}
