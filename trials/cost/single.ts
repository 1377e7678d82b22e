import type { Sent } from '../lib/door.ts'
import type { Arena, Warm } from './arena.ts'
import type { Findings } from './findings.ts'
import { bodyInputs, type Input, strangerBodies, urlAndHeaderInputs, validInputs } from './inputs.ts'
import { targetsOf, usualMost } from './targets.ts'

const mostMemory = 50
/** What is over its ceiling is sent so often again, and its best counts: what the collector of garbage or a busy machine adds is not the request's. */
const repeats = 4
const pageRounds = 10
/** Of the right shape, so that it is looked up. */
export const wrongToken = `svc_at_${'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'}`

type Caller = { as: string; token?: () => Promise<string> }

/** One request at a time: every operation and page with the longest and worst of everything that it takes. */
export async function single(arena: Arena, findings: Findings, tell: (text: string) => void): Promise<void> {
  const node = await arena.node()
  const targets = await targetsOf(arena, node)
  const { quick } = arena.options
  let sent = 0
  for (const [n, target] of targets.entries()) {
    const measure = async (inputs: Iterable<Input>, { as, token }: Caller, most = Math.max(target.most, usualMost)) => {
      const own = await token?.()
      for (const { what, sent: request } of inputs) {
        if (sent++ % 20 === 0)
          tell(`${n + 1}/${targets.length} ${target.name}, ${sent} requests, ${findings.broken.length} over a ceiling`)
        const { thread, memory } = await costOf(node, withToken(request, own), most, async () =>
          target.method === 'GET' ? own : token?.(),
        )
        const measured = { name: target.name, input: `${what}${as}` }
        findings.add({ ceiling: 'thread', ...measured, figure: thread, most })
        findings.add({ ceiling: 'memory', ...measured, figure: memory, most: mostMemory })
      }
    }
    if (target.takesToken) {
      const stranger = { as: ', without a token' }
      const wrong = { as: ', with a wrong token', token: async () => wrongToken }
      const anybodys = [...urlAndHeaderInputs(target, quick), ...strangerBodies(target)]
      const some = (rest: number) => (quick ? anybodys.filter((_, n) => n % 8 === rest) : anybodys)
      await measure([...validInputs(target), ...some(0)], stranger)
      await measure([...validInputs(target), ...some(1)], wrong)
    }
    // Pages are not part of the warm-up of a node, which knows operations.
    for (let round = 0; round < pageRounds && !target.takesToken; round++)
      for (const { sent: request } of validInputs(target)) await node.send(request)
    const fresh = async () => (target.method === 'GET' ? arena.tenant : await arena.fresh()).token
    const bearer: Caller = target.takesToken ? { as: '', token: fresh } : { as: '' }
    await measure(validInputs(target), bearer, target.most)
    await measure(urlAndHeaderInputs(target, quick), bearer)
    await measure(bodyInputs(target, node.document, quick), bearer)
  }
}

async function costOf(node: Warm, sent: Sent, most: number, freshToken: () => Promise<string | undefined>) {
  let best = await once(node, sent)
  for (let n = 0; n < repeats && (best.thread > most || best.memory > mostMemory); n++) {
    const again = await once(node, withToken(sent, await freshToken()))
    best = { thread: Math.min(best.thread, again.thread), memory: Math.min(best.memory, again.memory) }
  }
  return best
}

async function once(node: Warm, sent: Sent): Promise<{ thread: number; memory: number }> {
  const [memory, thread] = [node.memory().now, node.threadNow()]
  await node.send(sent)
  return { thread: (await node.thread()) - thread, memory: Math.max(0, node.memory().now - memory) }
}

const withToken = (sent: Sent, token: string | undefined): Sent =>
  token === undefined || (sent.headers.authorization ?? '').length > 1000
    ? sent
    : { ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } }
