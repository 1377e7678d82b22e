import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'
import { type ApiRequest, Caller, NoResponse } from '../faults/caller.ts'
import type { ServiceProcess } from '../faults/service.ts'
import type { Problems } from './problems.ts'
import { words } from './receiver.ts'

/** A write that gets no success for so long is a problem. */
const patienceMs = 180_000
/** A node that was stopped does not answer: another one is asked. */
const timeoutMs = 5_000

interface WriterOptions {
  /** Unique in the organisation, from 0. */
  number: number
  token: string
  nodes: ServiceProcess[]
  random: Random
  problems: Problems
  /** Waits for the next write. False: there is none. */
  next(): Promise<boolean>
}

/**
 * Writes to a few records again and again, each write to any node under an Idempotency-Key until it is acknowledged. Every text
 * has words that no receiver may get.
 */
export async function runWriter({ number, token, nodes, random, problems, next }: WriterOptions): Promise<void> {
  const callers = nodes.map(({ port }) => new Caller(port, token, timeoutMs))
  let writes = 0
  const text = () => `${words} ${number}-${writes}`

  async function send(method: string, path: string, body: object): Promise<any> {
    const request: ApiRequest = { method, path, body, key: `${number}-${++writes}` }
    const began = Date.now()
    for (;;) {
      const response = await random
        .pick(callers)
        .send(request)
        .catch((error) => {
          if (error instanceof NoResponse) return undefined
          throw error
        })
      if (response && response.status < 300) return response.body.data
      if (response && ![409, 503].includes(response.status)) {
        problems.add('a write was refused', `${method} ${path}: ${response.status} ${response.text.slice(0, 300)}`)
        return undefined
      }
      if (Date.now() - began > patienceMs) {
        problems.add('a write had no success', `${method} ${path} for ${patienceMs / 1000} s`)
        return undefined
      }
      await sleep(random.between(30, 120))
    }
  }

  /** Records of the fixture, with the same ids in both organisations, and new ones. */
  const client = 2001 + number
  let [staff, shift, task, note]: any[] = []
  let [isActive, isCancelled, isCompleted] = [true, false, false]

  const actions: (() => Promise<unknown>)[] = [
    () => send('PATCH', `/clients/${client}`, { address: text() }),
    () => send('PATCH', `/clients/${client}`, { address: text() }),
    () => send('PATCH', `/notes/${note.ref}`, { title: text() }),
    () => send('PATCH', `/tasks/${task.id}`, { title: text() }),
    async () => {
      note = await send('POST', `/clients/${client}/notes`, { notes: text(), title: text() })
    },
    async () => {
      isActive = !isActive
      await send('POST', `/staff/${staff.id}/status`, { status: isActive ? 'Active' : 'Inactive', reason: text() })
    },
    async () => {
      isCancelled = !isCancelled
      if (isCancelled) await send('POST', `/shifts/${shift.ref}/cancel`, { cancelled_by: 'client', reason: text() })
      else await send('POST', `/shifts/${shift.ref}/restore`, {})
    },
    async () => {
      isCompleted = !isCompleted
      await send('PATCH', `/tasks/${task.id}`, { completed: isCompleted })
    },
  ]
  try {
    const carer = await send('POST', '/staff', { first_name: words, last_name: words, status: 'Active' })
    staff = await send('POST', '/staff', { first_name: words, last_name: words, status: 'Active' })
    note = await send('POST', `/clients/${client}/notes`, { notes: text(), title: text() })
    task = await send('POST', '/tasks', { title: text(), date: '2027-01-04', minutes: 45, client })
    shift = await send('POST', '/shifts', {
      ...{ type: 'single', title: text(), start: '2027-01-04 09:00:00', end: '2027-01-04 11:00:00', publish: true },
      ...{ client_ids: [client], staff_ids: [carer?.id], services: [{ staff_id: carer?.id, service: 'Care' }] },
    })
    if (!staff || !note || !task || !shift) return
    while (await next()) await random.pick(actions)()
  } finally {
    for (const caller of callers) caller.close()
  }
}
