import { addDays, dateOf, instantOf, localOf } from '../../time/local-time.ts'
import { stamped } from './dates.ts'
import type { Random } from './random.ts'
import type { Charge, Task } from './tasks.ts'

const zone = 'Australia/Sydney'
const [hour, day] = [3_600_000, 86_400_000]
const firstInvoice = 4101

interface Billed {
  task: Task
  charge: Charge
  made: number
  /** When it is put on an invoice, which may be still to come. */
  run: number
  voided?: number
  reason?: string
}

const reasons = [
  'Wrong client on the invoice.',
  'Plan manager asked for the hours to be split by day.',
  'Sent to the old plan manager.',
  'Order number was missing.',
]

/** Fridays at four the week is invoiced, a number for each client. */
function runAfter(at: number): number {
  let date = dateOf(localOf(at, zone))
  while (new Date(`${date}T00:00:00Z`).getUTCDay() !== 5) date = addDays(date, 1)
  const run = Date.parse(instantOf(`${date} 16:00:00`, zone))
  return run > at ? run : runAfter(run + day)
}

/**
 * Completed tasks are synced the next morning and invoiced on Friday, some a week later; now and then an invoice is void,
 * and what was on it goes on another.
 */
export function makeBillables(random: Random, now: number, tasks: Task[]): object[] {
  const billed: Billed[] = []
  for (const task of tasks.filter((one) => one.completed && one.billable)) {
    const done = Date.parse(task.updated_at)
    const made = Date.parse(instantOf(`${addDays(dateOf(localOf(done, zone)), 1)} 07:30:00`, zone))
    if (made > now) continue
    const run = random.chance(0.3) ? runAfter(runAfter(made)) : runAfter(made)
    // On Monday or Tuesday morning.
    const voided = run + random.pick([66, 68, 90, 91]) * hour
    const isVoid = voided < now - day && random.chance(0.12)
    const reason = random.pick(reasons)
    for (const charge of task.charges) {
      billed.push({ task, charge, made, run, ...(isVoid && { voided, reason }) })
      if (isVoid) billed.push({ task, charge, made: voided + hour, run: runAfter(voided + hour) })
    }
  }
  billed.sort((a, b) => a.made - b.made || a.charge.id - b.charge.id)
  const numbers = numbersOf(billed.filter(({ run }) => run <= now))
  return billed.map((one, place) => billableOf(one, place + 1, numbers.get(invoiceOf(one))))
}

const invoiceOf = ({ run, task }: Billed) => `${run} ${task.client_id}`

function numbersOf(invoiced: Billed[]): Map<string, string> {
  const numbers = new Map<string, string>()
  for (const one of [...invoiced].sort((a, b) => a.run - b.run || a.task.client_id! - b.task.client_id!)) {
    const invoice = invoiceOf(one)
    if (!numbers.has(invoice)) numbers.set(invoice, `INV-${firstInvoice + numbers.size}`)
  }
  return numbers
}

function billableOf(
  { task, charge, made, run, voided, reason }: Billed,
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
