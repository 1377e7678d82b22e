import { addDays, localOf, todayIn } from '../../src/time/local-time.ts'
import { stamped } from '../dates.ts'

const zone = 'Australia/Sydney'
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const [client, housemate] = [
  { id: 2001, funding_type: 'SaH', address: '23/59 Station Street, Adamstown NSW 2289' },
  { id: 2002, funding_type: 'NDIS' },
]
const [owner, relief] = [101, 143]
const seriesId = 100

interface Times {
  start: string
  end: string
}

/**
 * The shifts that examples of the API name: one in each state, with a ref that is the same on every day. An example that changes
 * the state of a shift has its own. Their people have no other shifts, so nothing conflicts.
 */
export function exampleShifts(now: number) {
  const today = todayIn(now, zone)
  const afternoon = (ahead: number): Times => ({
    start: `${addDays(today, ahead)} 14:00:00`,
    end: `${addDays(today, ahead)} 15:00:00`,
  })
  const began = now - (now % (15 * minute)) - 30 * minute
  const onNow: Times = { start: localOf(began, zone), end: localOf(began + 3 * hour, zone) }
  const dated = { created_at: stamped(now - 3 * day), updated_at: stamped(now - 3 * day) }
  const shift = (id: number, times: Times, more: object = {}, staff = owner) => ({
    ...{ id, type: 'single', title: 'Social visit', ...times, address: client!.address },
    ...{
      client_ids: [client!.id],
      staff_ids: [staff],
      site_id: null,
      series_id: null,
      is_draft: false,
      deleted: false,
    },
    services: [{ staff_id: staff, service: 'Social support' }],
    segments: [],
    appointments: [{ id: id + 700, client_id: client!.id, employee_id: staff }],
    attendance: [{ staff_id: staff, check_in: null as string | null, check_out: null as string | null }],
    cancellation: null,
    funding: [fundingOf(client!)],
    client_charge_split: [],
    notes: [],
    ...dated,
    ...more,
  })
  const cancelled = (id: number, ahead: number) =>
    shift(id, afternoon(ahead), {
      cancellation: {
        ...{ cancelled_at: stamped(now - day), cancelled_by: 'client', reason: 'Family visiting' },
        ...{ short_notice: true, charge_client: true },
      },
      updated_at: stamped(now - day),
    })
  const startsOn = afternoon(10).start.slice(0, 10)
  const series = { series_id: seriesId, title: 'Weekly visit' }
  const weekly = (id: number, ahead: number) =>
    shift(id, afternoon(ahead), { ...series, occurrence_on: afternoon(ahead).start.slice(0, 10) })
  const past: Times = { start: '2026-11-14 09:00:00', end: '2026-11-14 11:00:00' }
  return {
    shift_series: [
      {
        id: seriesId,
        recurrence: { every: 1, unit: 'Week', on_days: [weekdays[new Date(startsOn).getUTCDay()]!], ends_after: 4 },
        ...{ starts_on: startsOn, next_on: null, ...dated },
      },
    ],
    shifts: [
      shift(101, afternoon(1), {
        segments: [{ id: 201, ...afternoon(1), service: 'Social support', staff_ids: [owner] }],
      }),
      shift(102, afternoon(40), { is_draft: true }),
      shift(103, afternoon(2)),
      shift(104, onNow),
      shift(105, onNow, { attendance: [{ staff_id: relief, check_in: onNow.start, check_out: null }] }, relief),
      shift(106, afternoon(3)),
      cancelled(107, 4),
      shift(108, afternoon(5)),
      shift(109, afternoon(6)),
      shift(110, afternoon(7), {
        ...{ type: 'group', title: 'Art class', client_ids: [client!.id, housemate!.id] },
        address: 'Meeting point: Parramatta office',
        appointments: [client!, housemate!].map(({ id }, index) => ({
          ...{ id: 810 + 10 * index, client_id: id, employee_id: owner },
        })),
        funding: [client!, housemate!].map(fundingOf),
        client_charge_split: [client!, housemate!].map(({ id }) => ({ client_id: id, share: 0.5 })),
      }),
      weekly(111, 10),
      // A fixed day, because the example that corrects its times names them.
      shift(113, past, {
        title: 'Morning visit',
        attendance: [{ staff_id: owner, check_in: '2026-11-14 09:20:00', check_out: '2026-11-14 11:05:00' }],
        ...{ created_at: '2026-11-06T00:10:00.000000Z', updated_at: '2026-11-14T00:05:00.000000Z' },
      }),
      ...[114, 115, 116].map((id, index) => weekly(id, 17 + 7 * index)),
      // Those of dry runs, which still are what they were.
      shift(117, afternoon(41), { is_draft: true }),
      cancelled(118, 8),
    ],
  }
}

const fundingOf = ({ id, funding_type }: { id: number; funding_type: string }) => ({
  ...{ client_id: id, funding_type, price_code: null, claim_type: null },
})
