import type { Data } from '../data/data.ts'
import { consultants, stages } from '../data/prospects.ts'
import { againstBaseline, type Case, request, targets } from './case.ts'

export function prospectCases({ office }: Data): Case[] {
  const { token, prospects } = office
  const half = prospects.ids.length / 2
  /** Every prospect once, then again with other values, so that each request is a change. */
  const patches = (ids: number[]) =>
    [0, 1, 2, 3].flatMap((round) =>
      ids.map((id, n) => {
        const followup_date = `2027-0${round + 1}-15`
        return request('PATCH', `/prospects/${id}`, token, { stage: stages[(n + round) % 4], followup_date })
      }),
    )
  return [
    againstBaseline(
      'GET /prospects/{id}',
      targets.reads,
      prospects.ids.map((id) => request('GET', `/prospects/${id}`, token)),
    ),
    againstBaseline('GET /prospects', targets.lists, [request('GET', '/prospects', token)]),
    {
      ...againstBaseline('PATCH /prospects/{id}', targets.writes, [], 'prospect.stage_changed'),
      // Each side changes its own prospects, so that neither affects the other.
      reference: { program: 'baseline', requests: patches(prospects.ids.slice(0, half)) },
      tested: { program: 'service', requests: patches(prospects.ids.slice(half)) },
    },
    againstBaseline(
      'POST /prospects',
      targets.writes,
      Array.from({ length: 500 }, (_, n) => request('POST', '/prospects', token, lead(n))),
      'prospect.created',
    ),
  ]
}

const lead = (n: number) => ({
  first_name: 'Max',
  last_name: `Roe ${n}`,
  email: `max.roe${n}@example.com`,
  phone: '0491 570 158',
  suburb: 'Ryde',
  date_of_lead: '2026-10-01',
  stage: 'New',
  tags: [],
  source: 'Website',
  consultant: consultants[n % 4],
  funding_type: 'HCP',
  followup_date: '2026-10-08',
  initial_comments: 'Asked for help on weekends.',
  attributes: { pets: 'a dog' },
})
