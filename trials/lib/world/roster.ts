import type { FixtureContext } from './naming.ts'

/** Shifts in every state, one for each example. */
export function rosterFixture({ marker, id, day }: FixtureContext) {
  const people = { client_ids: [id(2001)], staff_ids: [id(101)] }
  /** Single shifts on different days, so that they do not conflict. The ref is a:<id + 700>. */
  const shift = (n: number, more: object = {}) => ({
    ...{
      id: id(n),
      title: `Visit ${marker}`,
      start: `${day(n - 100)} 09:00:00`,
      end: `${day(n - 100)} 10:00:00`,
      address: `1 ${marker} St`,
    },
    ...people,
    appointments: [{ id: id(n + 700), client_id: id(2001), employee_id: id(101) }],
    ...more,
  })
  const series = { every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-11-30' }
  return {
    shift_series: [{ id: id(5), recurrence: series }],
    shifts: [
      shift(101, {
        ...{ notes: [{ id: id(301), staff_id: id(101), notes: `Seen ${marker}`, created_at: '2026-11-01 10:00:00' }] },
        services: [{ staff_id: id(101), service: `Care ${marker}` }],
        segments: [
          ...[
            {
              id: id(201),
              start: `${day(1)} 09:00:00`,
              end: `${day(1)} 10:00:00`,
              service: marker,
              staff_ids: [id(101)],
            },
          ],
        ],
      }),
      shift(102, { is_draft: true }),
      ...[103, 104, 106, 108, 109].map((n) => shift(n)),
      ...[105, 112].map((n) =>
        shift(n, { attendance: [{ staff_id: id(101), check_in: '2026-11-14 09:00:00', check_out: null }] }),
      ),
      shift(107, {
        ...{ start: `${day(7)} 12:00:00`, end: `${day(7)} 13:00:00` },
        cancellation: {
          ...{
            cancelled_at: '2026-11-10T00:00:00Z',
            cancelled_by: 'client',
            reason: marker,
            note: marker,
            short_notice: false,
          },
          charge_client: false,
        },
      }),
      {
        ...{
          id: id(110),
          type: 'group',
          title: `Outing ${marker}`,
          start: '2026-12-01 09:00:00',
          end: '2026-12-01 10:00:00',
        },
        ...{ client_ids: [id(2001), id(2002)], staff_ids: [id(102)], site_id: id(1) },
      },
      shift(111, { start: '2026-11-30 14:00:00', end: '2026-11-30 15:00:00', series_id: id(5) }),
    ],
  }
}
