import { dateOf, localOf } from '../../src/time/local-time.ts'
import { officeTime, stamped } from '../dates.ts'

const zone = 'Australia/Sydney'
const [minute, day] = [60_000, 86_400_000]

interface Prospect {
  stage_history: { id: number }[]
  notes?: { id: number }[]
}

/** The prospects that examples of the API name. All are open; each example that converts one has its own. */
export function exampleProspects(now: number, consultant: string, others: Prospect[]) {
  const highest = (rows: { id: number }[]) => Math.max(...rows.map(({ id }) => id))
  const ids = {
    step: highest(others.flatMap(({ stage_history }) => stage_history)),
    note: highest(others.flatMap(({ notes = [] }) => notes)),
  }
  const prospect = (id: number, ago: number, person: object, comments: string, attributes: object = {}) => {
    const at = officeTime(now - ago * day)
    const [called, noted] = [at + 40 * minute, at + 55 * minute].map((time) => Math.min(time, now)) as [number, number]
    return {
      id,
      ...{ first_name: '', last_name: '', email: null, phone: null, suburb: null, ...person },
      date_of_lead: dateOf(localOf(at, zone)),
      ...{ stage: 'Contacted', tags: ['respite'], source: 'Phone call', consultant, funding_type: 'HCP' },
      ...{ followup_date: null, initial_comments: `Rang the office. ${comments}`, attributes, client_id: null },
      stage_history: [
        { id: ++ids.step, stage: 'New', by: consultant, at: stamped(at) },
        { id: ++ids.step, stage: 'Contacted', by: consultant, at: stamped(called) },
      ],
      notes: [
        {
          ...{ id: ++ids.note, note_type: 'Phone call', notes: 'A daughter will send the referral.', by: consultant },
          created_at: stamped(noted),
        },
      ],
      ...{ created_at: stamped(at), updated_at: stamped(noted) },
    }
  }
  return [
    prospect(
      60,
      7,
      { first_name: 'Agnes', last_name: 'Lindqvist', email: 'agnes.lindqvist@example.com', suburb: 'Ryde' },
      'Looks for help on weekends.',
      { preferred_times: ['Weekends'] },
    ),
    prospect(61, 6, { first_name: 'Tomas', last_name: 'Novak', suburb: 'Figtree' }, 'Wants a quote for nursing.'),
    prospect(62, 5, { first_name: 'Ines', last_name: 'Duarte', suburb: 'Auburn' }, 'Meals on weekdays.'),
    prospect(63, 4, { first_name: 'Pavel', last_name: 'Horak', suburb: 'Dapto' }, 'Outings, twice a month.'),
  ]
}
