import { addDays, dateOf, instantOf, localOf } from '../../src/time/local-time.ts'
import { nextWorkday, stamped } from '../dates.ts'
import { firstId } from '../examples/ids.ts'
import type { Random } from '../random.ts'
import type { Charge } from './charges.ts'
import type { Price } from './prices.ts'
import type { Task } from './tasks.ts'

const zone = 'Australia/Sydney'
const [hour, day] = [3_600_000, 86_400_000]
const firstInvoice = 4101

interface BilledCharge {
  task: Task
  charge: Charge
  made: number
  /** The time of the invoice run, which may be in the future. */
  run: number
  voided?: number
  reason?: string
}

const reasons = ['Order number was missing.', 'Sent to an old address.', 'Asked for the work to be listed day by day.']
const planReasons = ['Plan manager asked for the hours to be split by day.', 'Sent to the old plan manager.']

/** On Fridays at four, what was billable by Wednesday is invoiced, with one number per client. */
const firstRunOf = (made: number): number => runAfter(made + 2 * day)

function runAfter(at: number): number {
  let date = dateOf(localOf(at, zone))
  while (new Date(`${date}T00:00:00Z`).getUTCDay() !== 5) date = addDays(date, 1)
  const run = Date.parse(instantOf(`${date} 16:00:00`, zone))
  return run > at ? run : runAfter(run + day)
}

/**
 * Completed tasks are synced the next morning and invoiced on Friday, some a week later. Some invoices are void, and their items are
 * invoiced again.
 */
export function makeBillables(random: Random, now: number, tasks: Task[], prices: Price[]): object[] {
  const billed: BilledCharge[] = []
  const decided = new Map<string, Pick<BilledCharge, 'voided' | 'reason'>>()
  /** All items of an invoice have the same outcome. */
  const fateOf = (invoice: string, run: number, reasonsOf: readonly string[]) => {
    // On Monday or Tuesday morning.
    const voided = run + random.pick([66, 68, 90, 91]) * hour
    const reason = random.pick(reasonsOf)
    const fate = decided.get(invoice) ?? (voided < now - day && random.chance(0.15) ? { voided, reason } : {})
    decided.set(invoice, fate)
    return fate
  }
  for (const task of tasks.filter((one) => one.completed && one.billable)) {
    const done = dateOf(localOf(Date.parse(task.updated_at), zone))
    let made = Date.parse(instantOf(`${nextWorkday(done)} 08:45:00`, zone))
    if (made > now) continue
    const hasPlan = prices.some(({ id, funding_type }) => id === task.charges[0]!.price_code && funding_type === 'NDIS')
    let run = random.chance(0.3) ? runAfter(firstRunOf(made)) : firstRunOf(made)
    for (;;) {
      const fate = fateOf(invoiceOf({ run, task }), run, hasPlan ? [...reasons, ...planReasons] : reasons)
      for (const charge of task.charges) billed.push({ task, charge, made, run, ...fate })
      if (fate.voided === undefined) break
      made = fate.voided + hour
      run = firstRunOf(made)
    }
  }
  billed.sort((a, b) => a.made - b.made || a.charge.id - b.charge.id)
  const numbers = numbersOf(billed.filter(({ run }) => run <= now))
  return billed.map((one, index) => billableOf(one, firstId.billable + index, numbers.get(invoiceOf(one))))
}

const invoiceOf = ({ run, task }: Pick<BilledCharge, 'run' | 'task'>) => `${run} ${task.client_id}`

function numbersOf(invoiced: BilledCharge[]): Map<string, string> {
  const numbers = new Map<string, string>()
  for (const one of [...invoiced].sort((a, b) => a.run - b.run || a.task.client_id! - b.task.client_id!)) {
    const invoice = invoiceOf(one)
    if (!numbers.has(invoice)) numbers.set(invoice, `INV-${firstInvoice + numbers.size}`)
  }
  return numbers
}

function billableOf(
  { task, charge, made, run, voided, reason }: BilledCharge,
  id: number,
  number: string | undefined,
): object {
  const at = voided ?? (number === undefined ? made : run)
  return {
    id,
    task_id: task.id,
    charge_id: charge.id,
    status: voided !== undefined ? 'void' : number === undefined ? 'pending' : 'invoiced',
    invoice_number: number ?? null,
    total_cost: charge.total_cost,
    at: localOf(at, zone),
    ...(reason !== undefined && { void_reason: reason }),
    created_at: stamped(made),
    updated_at: stamped(at),
  }
}
