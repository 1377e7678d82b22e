import type { Data, Organisation } from '../data/data.ts'
import { againstBaseline, type Case, largeAgainstSmall, request, targets } from './case.ts'

const path = '/appointments'
const window = ({ appointments: { week } }: Organisation) => `${path}?from=${week.from}&to=${week.to}`
const since = ({ appointments: { latest } }: Organisation) => `${path}?updated_since=${latest.since}`

export function appointmentCases(data: Data): Case[] {
  const { small } = data
  const list = (name: string, url: string) => againstBaseline(name, targets.lists, [request('GET', url, small.token)])
  const grown = (which: string, pageOf: Parameters<typeof largeAgainstSmall>[2]) =>
    largeAgainstSmall(`GET /appointments, ${which}, 1,000,000 against 3,000`, data, pageOf)
  return [
    list('GET /appointments', path),
    list('GET /appointments, a week', window(small)),
    list('GET /appointments, updated_since', since(small)),
    grown('first page', ({ appointments: { count } }) => ({
      path,
      expected: { page: 1, rows: 50, total: count },
    })),
    grown('middle page', ({ appointments: { count } }) => ({
      path: `${path}?page=${count / 100}`,
      expected: { page: count / 100, rows: 50, total: count },
    })),
    grown('last page', ({ appointments: { count } }) => ({
      path: `${path}?page=${count / 50}`,
      expected: { page: count / 50, rows: 50, total: count },
    })),
    grown('a week', (organisation) => ({
      path: window(organisation),
      expected: { page: 1, rows: 50, total: organisation.appointments.week.total },
    })),
    grown('updated_since', (organisation) => {
      const { total } = organisation.appointments.latest
      return { path: since(organisation), expected: { page: 1, rows: total, total } }
    }),
  ]
}
