import { businessLocations } from '../clients/businesses.bundle.ts'
import { clients } from '../clients/clients.bundle.ts'
import { externalIds } from '../external-ids/external-ids.bundle.ts'
import { forms } from '../forms/import/forms.bundle.ts'
import { formSubmissions } from '../forms/import/submissions.bundle.ts'
import { noteTemplates } from '../notes/import/note-templates.bundle.ts'
import { appointmentNotes, generalNotes, taskNotes } from '../notes/import/notes.bundle.ts'
import { prospects } from '../prospects/import/prospects.bundle.ts'
import { dashboards } from '../reports/import/dashboards.bundle.ts'
import { insights } from '../reports/import/insights.bundle.ts'
import { spaces } from '../reports/import/spaces.bundle.ts'
import { shiftSeries } from '../roster/import/shift-series.bundle.ts'
import { shifts } from '../roster/import/shifts.bundle.ts'
import { sites } from '../sites/sites.bundle.ts'
import { staff } from '../staff/staff.bundle.ts'
import { billables } from '../tasks/import/billables.bundle.ts'
import { priceCodes } from '../tasks/import/price-codes.bundle.ts'
import { taskSeries } from '../tasks/import/task-series.bundle.ts'
import { tasks } from '../tasks/import/tasks.bundle.ts'
import { nameOf, type Section, type Settings } from './section.ts'

/** Every list that can be imported and exported. A list comes after those it links to. */
export const sections: readonly Section[] = [
  ...[businessLocations, staff, clients, sites, priceCodes],
  ...[shiftSeries, shifts, taskSeries, tasks, billables],
  prospects,
  ...[noteTemplates, generalNotes, taskNotes, appointmentNotes],
  ...[forms, formSubmissions],
  ...[spaces, insights, dashboards],
  externalIds,
]

/** The lists that a bundle can have. */
export const listNames: readonly string[] = [...new Set(sections.map(nameOf))]
/** The sections of a list. There are several where rows of different kinds are in different tables. */
const byName = new Map(listNames.map((name) => [name, sections.filter((section) => nameOf(section) === name)]))
export const sectionsOf = (name: string): readonly Section[] => byName.get(name) ?? []
/** The section of a row. A row without a kind, or with an unknown one, belongs to the first section, which reports it. */
export function sectionOf(name: string, row?: unknown): Section | undefined {
  const [first, ...others] = sectionsOf(name)
  const kind = (row as { kind?: unknown } | null | undefined)?.kind
  return others.find(({ part }) => part?.kind === kind) ?? first
}

const settings = sections.flatMap((section) => section.settings ?? [])
export const settingsOf = (name: string): Settings | undefined => settings.find((one) => one.name === name)
/** The top-level objects of a bundle that are not lists. */
export const objectNames: readonly string[] = ['organisation', ...settings.map(({ name }) => name)]

for (const [index, { list, links }] of sections.entries()) {
  for (const target of Object.values(links)) {
    const targetIndex = sections.findIndex((section) => section.list === target)
    if (targetIndex < 0 || targetIndex > index)
      throw new Error(`${list} links to ${target}, which must be listed before it`)
  }
}
