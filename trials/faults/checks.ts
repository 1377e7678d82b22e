import type pg from 'pg'
import type { Caller } from './caller.ts'
import { brokenInvariants } from './invariants.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'
import { isAsShown } from './writes.ts'

/** What the checks of all rounds looked at. */
export interface Looked {
  records: number
  replays: number
}

/**
 * Holds a round against what was acknowledged in it: every record is read back as its last answer showed it, every key
 * gives its first answer again byte for byte, and the invariants hold over all tables.
 */
export async function check(db: pg.Pool, caller: Caller, world: World, ledger: Ledger): Promise<Looked> {
  const known = ledger.records.filter(({ isOpen }) => !isOpen)
  await inTurns(known, async (record) => {
    const { status, body, text } = await caller.get(record.path)
    if (status === 404) ledger.problem(`lost: ${record.path} was acknowledged and is not there`)
    else if (status !== 200) ledger.problem(`${record.path} cannot be read: ${status} ${text.slice(0, 200)}`)
    else if (!isAsShown(record, body)) {
      const shown = JSON.stringify(record.shown)
      ledger.problem(
        `not whole: ${record.path} is ${text.slice(0, 500)} and was acknowledged as ${shown.slice(0, 500)}`,
      )
    }
  })
  await inTurns(ledger.keyed, async ({ sent, answer }) => {
    const again = await caller.send(sent)
    const isSame = again.status === answer.status && again.text === answer.text
    if (!isSame || again.headers['idempotency-replayed'] !== 'true') {
      const first = `${answer.status} ${answer.text.slice(0, 300)}`
      ledger.problem(
        `not replayed: ${sent.method} ${sent.path} answered ${first}, then ${again.status} ${again.text.slice(0, 300)}`,
      )
    }
  })
  ledger.problems.push(...(await brokenInvariants(db, world.orgId)))
  return { records: known.length, replays: ledger.keyed.length }
}

const atOnce = 8

async function inTurns<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
