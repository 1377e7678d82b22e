import { bulkExample } from '../../src/clients/bulk.schema.ts'
import type { Price } from '../tasks/prices.ts'
import { exampleExternalIds } from './external-ids.ts'
import { exampleForms, exampleSubmissions } from './forms.ts'
import { exampleProspects } from './prospects.ts'
import { exampleShifts } from './shifts.ts'
import { exampleTasks } from './tasks.ts'

interface Person {
  id: number
  first_name: string
  last_name: string
  updated_at: string
}

/** The parts of the provider's bundle that get further records, and those that these records name. */
interface Provider {
  staff: Person[]
  clients: Person[]
  price_codes: Price[]
  prospect_options: { consultants: string[] }
  prospects: object[]
  shift_series: object[]
  shifts: object[]
  task_series: object[]
  tasks: object[]
  billables: object[]
  forms: object[]
  form_submissions: object[]
}

/**
 * Adds the records that examples of the API name, so that every example works when it is pasted. Their ids are the same whatever
 * the day is. Rows are in the order of their ids, like those of an export.
 */
export function withExamples<T extends Provider>(provider: T, now: number): T & { external_ids: object[] } {
  const { staff, clients, price_codes, prospect_options, prospects } = provider
  const consultant = prospect_options.consultants[0]!
  const [owner, client] = [named(staff[0]!), named(clients[0]!)]
  const roster = exampleShifts(now)
  const work = exampleTasks(now, price_codes)
  return {
    ...provider,
    shift_series: [...provider.shift_series, ...roster.shift_series],
    shifts: [...roster.shifts, ...provider.shifts],
    task_series: [...provider.task_series, ...work.task_series],
    tasks: [...work.tasks, ...provider.tasks],
    billables: [...work.billables, ...provider.billables],
    prospects: [
      ...exampleProspects(now, consultant, prospects as Parameters<typeof exampleProspects>[2]),
      ...prospects,
    ],
    forms: [...provider.forms, ...exampleForms(now, owner.name)],
    form_submissions: [...exampleSubmissions(now, { client, owner }), ...provider.form_submissions],
    external_ids: exampleExternalIds(staff, clients),
  }
}

/** An import that an example reads. A bundle has none. */
export const exampleImport = bulkExample

const named = ({ id, first_name, last_name }: Omit<Person, 'updated_at'>) => ({
  id,
  name: `${first_name} ${last_name}`,
})
