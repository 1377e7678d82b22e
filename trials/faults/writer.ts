import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'
import { type ApiRequest, type ApiResponse, type Caller, NoResponse } from './caller.ts'
import type { Fixture } from './environment.ts'
import type { Ledger } from './ledger.ts'
import { type CreatedRecord, kinds, type Write } from './writes.ts'

export interface WriterOptions {
  caller: Caller
  fixture: Fixture
  ledger: Ledger
  random: Random
  /** Prefix of its marks, unique in a run. */
  name: string
  isOver: () => boolean
}

/** A keyed write that gets no success for this long, with retries, is a problem. */
const timeoutMs = 60_000

/** After this many writes a writer slows down, so that checking a long round stays quick. It also slows down without responses. */
const fastWrites = 60

/**
 * A client that sends one write after the other until the round is over. Half of its writes have an idempotency key and are
 * retried until they succeed. If a write without a key gets no response, its record is not used again.
 */
export async function runWriter({ caller, fixture, ledger, random, name, isOver }: WriterOptions): Promise<void> {
  const records: CreatedRecord[] = []
  for (let number = 1; !isOver(); number++) {
    const mark = `${name}-${number}`
    const record = random.chance(0.5) ? pickChangeable(records, random) : undefined
    const isAnswered = await (record ? change(record, mark) : create(number, mark))
    await sleep(isAnswered && number < fastWrites ? random.between(0, 10) : 100)
  }

  async function create(number: number, mark: string): Promise<boolean> {
    const kind = random.pick(kinds)
    const write = kind.create(fixture, mark, number, records)
    if (!write) return true
    const response = await sendWrite(write, mark)
    if (!response) return false
    const record: CreatedRecord = {
      kind,
      ...kind.locate(response.body),
      changes: 0,
      acknowledged: kind.recordIn(response.body),
    }
    records.push(record)
    ledger.records.push(record)
    return true
  }

  async function change(record: CreatedRecord, mark: string): Promise<boolean> {
    const { matches, ...write } = random.pick(record.kind.changes)(record, fixture, mark)
    const response = await sendWrite(write, mark)
    if (!response) {
      record.isUncertain = true
      return false
    }
    record.changes++
    if (matches) record.matches = matches
    else record.acknowledged = record.kind.recordIn(response.body)
    return true
  }

  async function sendWrite(write: Write, mark: string): Promise<ApiResponse | undefined> {
    const request: ApiRequest = { ...write, ...(random.chance(0.5) && { key: mark }) }
    const began = Date.now()
    ledger.sent++
    for (;;) {
      const response = await caller.send(request).catch((error) => {
        if (error instanceof NoResponse) return undefined
        throw error
      })
      if (response?.status === write.status) {
        ledger.acknowledge(request, response)
        return response
      }
      const shouldRetry = ledger.recordFailure(request, response)
      if (request.key === undefined || !shouldRetry) return undefined
      if (Date.now() - began > timeoutMs) {
        ledger.problem(
          `${request.method} ${request.path} with a key had no successful response for ${timeoutMs / 1000} s`,
        )
        return undefined
      }
      await sleep(random.between(30, 120))
    }
  }
}

/** A record to change. A shift is clocked in once, a prospect is converted once, and a batch is never changed. */
function pickChangeable(records: CreatedRecord[], random: Random): CreatedRecord | undefined {
  const open = records.filter(
    ({ kind, isUncertain, matches, acknowledged }) =>
      kind.changes.length > 0 && !isUncertain && !matches && !(acknowledged as { converted?: boolean }).converted,
  )
  return open.length > 0 ? random.pick(open) : undefined
}
