import { type Access, permits, read } from '../../access/areas.ts'
import { appointments } from './appointments.ts'
import { charges } from './charges.ts'
import { clients } from './clients.ts'
import { formSubmissions } from './form-submissions.ts'
import { notes } from './notes.ts'
import { prospects } from './prospects.ts'
import type { Source } from './source.ts'
import { staff } from './staff.ts'
import { tasks } from './tasks.ts'

/** All sources by the names that specs use. None of them has pay rates. */
export const sources: Readonly<Record<string, Source>> = {
  clients,
  staff,
  appointments,
  tasks,
  charges,
  prospects,
  form_submissions: formSubmissions,
  notes,
}

/** Whether a token can read a source, or a field or metric of a source it can read. */
export const isReadable = (access: Access, part: { area?: Source['area'] }): boolean =>
  part.area === undefined || permits(access, read(part.area))

/** Own properties only: `constructor` is no source. */
export const sourceNamed = (name: string): Source | undefined =>
  Object.hasOwn(sources, name) ? sources[name] : undefined
