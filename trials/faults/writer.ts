import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/random.ts'
import { type Answer, type Caller, NoAnswer, type Sent } from './caller.ts'
import type { World } from './environment.ts'
import type { Ledger } from './ledger.ts'
import { kinds, type Made, type Write } from './writes.ts'

export interface Writing {
  caller: Caller
  world: World
  ledger: Ledger
  random: Random
  /** Begins each of its marks; no two writers of a run have the same. */
  name: string
  isOver: () => boolean
}

/** After so long without an answer, though it asks again and again, a writer calls the service gone. */
const patienceMs = 60_000

/** Then it slows down, so that a long round does not take longer still to check; so it does while nobody answers. */
const briskWrites = 60

/**
 * One program that writes, a write at a time, until it is told that it is over. Half of its writes have a key and are sent
 * again until they get an answer. A write without a key that gets none is left open: its record is not touched again.
 */
export async function write({ caller, world, ledger, random, name, isOver }: Writing): Promise<void> {
  const made: Made[] = []
  for (let number = 1; !isOver(); number++) {
    const mark = `${name}-${number}`
    const record = random.chance(0.5) ? changeable(made, random) : undefined
    const isAnswered = await (record ? change(record, mark) : create(number, mark))
    await sleep(isAnswered && number < briskWrites ? random.between(0, 10) : 100)
  }

  async function create(number: number, mark: string): Promise<boolean> {
    const kind = random.pick(kinds)
    const planned = kind.create(world, mark, number, made)
    if (!planned) return true
    const answer = await deliver(planned, mark)
    if (!answer) return false
    const record: Made = { kind, ...kind.place(answer.body), changes: 0, shown: kind.shown(answer.body) }
    made.push(record)
    ledger.records.push(record)
    return true
  }

  async function change(record: Made, mark: string): Promise<boolean> {
    const { holds, ...planned } = random.pick(record.kind.changes)(record, world, mark)
    const answer = await deliver(planned, mark)
    if (!answer) {
      record.isOpen = true
      return false
    }
    record.changes++
    if (holds) record.holds = holds
    else record.shown = record.kind.shown(answer.body)
    return true
  }

  async function deliver(planned: Write, mark: string): Promise<Answer | undefined> {
    const sent: Sent = { ...planned, ...(random.chance(0.5) && { key: mark }) }
    const began = Date.now()
    ledger.sent++
    for (;;) {
      const answer = await caller.send(sent).catch((error) => {
        if (error instanceof NoAnswer) return undefined
        throw error
      })
      if (answer?.status === planned.status) {
        ledger.acknowledge(sent, answer)
        return answer
      }
      const isWorthAnother = ledger.meet(sent, answer)
      if (sent.key === undefined || !isWorthAnother) return undefined
      if (Date.now() - began > patienceMs) {
        ledger.problem(`${sent.method} ${sent.path} with a key had no answer for ${patienceMs / 1000} s`)
        return undefined
      }
      await sleep(random.between(30, 120))
    }
  }
}

/** A record to go on with. Clocking in and converting are done once to a record, and a batch is never changed. */
function changeable(made: Made[], random: Random): Made | undefined {
  const open = made.filter(
    ({ kind, isOpen, holds, shown }) =>
      kind.changes.length > 0 && !isOpen && !holds && !(shown as { converted?: boolean }).converted,
  )
  return open.length > 0 ? random.pick(open) : undefined
}
