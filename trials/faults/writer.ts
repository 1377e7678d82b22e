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
  /** Begins each of its marks; no two writers of a run have the same. */
  name: string
  isOver: () => boolean
}

/** After so long without an response, though it asks again and again, a writer calls the service gone. */
const timeoutMs = 60_000

/** Then it slows down, so that a long round does not take longer still to check; so it does while nobody answers. */
const fastWrites = 60

/**
 * One program that writes, a write at a time, until it is told that it is over. Half of its writes have a key and are sent
 * again until they get an response. A write without a key that gets none is left open: its record is not touched again.
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
        ledger.problem(`${request.method} ${request.path} with a key had no response for ${timeoutMs / 1000} s`)
        return undefined
      }
      await sleep(random.between(30, 120))
    }
  }
}

/** A record to go on with. Clocking in and converting are done once to a record, and a batch is never changed. */
function pickChangeable(records: CreatedRecord[], random: Random): CreatedRecord | undefined {
  const open = records.filter(
    ({ kind, isUncertain, matches, acknowledged }) =>
      kind.changes.length > 0 && !isUncertain && !matches && !(acknowledged as { converted?: boolean }).converted,
  )
  return open.length > 0 ? random.pick(open) : undefined
}
