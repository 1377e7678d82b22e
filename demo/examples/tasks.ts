import { addDays, dateOf, instantOf, localOf, todayIn } from '../../src/time/local-time.ts'
import { nearestWorkday, nextWorkday, stamped } from '../dates.ts'
import { costOf, type Price } from '../tasks/prices.ts'
import type { Task } from '../tasks/tasks.ts'

const zone = 'Australia/Sydney'
const [clientId, ownerId, seriesId] = [2001, 101, 100]
const [nursing, travel] = ['SERV-0021', 'SERV-0094']

/**
 * The tasks, charges and billables that examples of the API name, with ids that are the same on every day. An example that changes
 * a task for good has its own.
 */
export function exampleTasks(now: number, prices: Price[]) {
  const today = todayIn(now, zone)
  const created = stamped(Date.parse(instantOf(`${addDays(today, -20)} 10:00:00`, zone)))
  const charge = (id: number, code: string, minutes: number) => {
    const price = prices.findLast((one) => one.code === code)!
    return {
      ...{ id, name: price.name, price_code: price.id, minutes, total_cost: costOf(price, minutes) },
      ...{ claim_type: 'Standard', primary: code === nursing },
    }
  }
  const task = (id: number, ahead: number, title: string, charges: ReturnType<typeof charge>[] = [], more = {}) => {
    const date = nearestWorkday(addDays(today, ahead))
    return {
      ...{ id, title, date, client_id: clientId, assignee_id: ownerId, minutes: 60 },
      ...{ price_code: charges[0]?.price_code ?? null, billable: charges.length > 0, completed: false, charges },
      ...{ notes: [], documents: [], recurrence: null, series_id: null, created_at: created, updated_at: created },
      ...more,
    } as Task
  }
  const done = (id: number, ahead: number, chargeId: number) => {
    const one = task(id, ahead, 'Wound review', [charge(chargeId, nursing, 60)], { completed: true })
    return {
      ...one,
      updated_at: stamped(Date.parse(instantOf(`${(one as Task & { date: string }).date} 11:00:00`, zone))),
    }
  }
  const monday = addDays(today, 8 - (new Date(today).getUTCDay() || 7))
  const recurrence = { every: 1, unit: 'Week', on_days: ['Mon'] }
  const priced = (first: number) => [charge(first, nursing, 60), charge(first + 1, travel, 20)]
  const [billed, invoiced] = [done(58, -8, 128), done(59, -15, 129)]
  // Those of dry runs, which still are what they were.
  const [toBill, toVoid] = [done(60, -22, 130), done(61, -29, 131)]
  return {
    task_series: [
      {
        ...{ id: seriesId, recurrence, starts_on: monday, next_on: addDays(monday, 7), title: 'Check supplies' },
        ...{ client_id: null, assignee_id: ownerId, minutes: 15, billable: false, price_code: null },
        ...{ created_at: created, updated_at: created },
      },
    ],
    tasks: [
      task(49, 3, 'Order gloves'),
      task(50, 4, 'Nursing review', priced(120)),
      task(51, 0, 'Check supplies', [], {
        ...{ date: monday, client_id: null, minutes: 15, recurrence, series_id: seriesId },
      }),
      task(52, 5, 'Call the family'),
      task(53, 6, 'Book the podiatrist'),
      task(54, 7, 'Medication review', priced(122)),
      task(55, 8, 'Continence assessment', priced(124)),
      task(56, 9, 'Falls assessment', [charge(126, nursing, 45)]),
      done(57, -1, 127),
      billed,
      invoiced,
      toBill,
      toVoid,
    ],
    billables: [
      billableOf(90, billed, null),
      billableOf(91, invoiced, 'INV-4100'),
      billableOf(92, toBill, null),
      billableOf(93, toVoid, 'INV-4099'),
    ],
  }
}

function billableOf(id: number, { id: task_id, charges, updated_at }: Task, invoice_number: string | null) {
  const synced = Date.parse(instantOf(`${nextWorkday(dateOf(localOf(Date.parse(updated_at), zone)))} 08:45:00`, zone))
  const at = invoice_number === null ? synced : synced + 4 * 86_400_000
  return {
    ...{ id, task_id, charge_id: charges[0]!.id, status: invoice_number === null ? 'pending' : 'invoiced' },
    ...{ invoice_number, total_cost: charges[0]!.total_cost, at: localOf(at, zone) },
    ...{ created_at: stamped(synced), updated_at: stamped(at) },
  }
}
