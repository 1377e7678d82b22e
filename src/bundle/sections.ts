import { businessLocations } from '../clients/businesses.bundle.ts'
import { clients } from '../clients/clients.bundle.ts'
import { prospects } from '../prospects/prospects.bundle.ts'
import { shiftSeries } from '../roster/shift-series.bundle.ts'
import { shifts } from '../roster/shifts.bundle.ts'
import { sites } from '../sites/sites.bundle.ts'
import { staff } from '../staff/staff.bundle.ts'
import { billables } from '../tasks/billables.bundle.ts'
import { priceCodes } from '../tasks/price-codes.bundle.ts'
import { taskSeries } from '../tasks/task-series.bundle.ts'
import { tasks } from '../tasks/tasks.bundle.ts'
import type { Section, Settings } from './section.ts'

/** Every list that can be imported and exported. A list stands after those it links to. */
export const sections: readonly Section[] = [
  ...[businessLocations, staff, clients, sites, priceCodes],
  ...[shiftSeries, shifts, taskSeries, tasks, billables],
  prospects,
]

/** Lists of the format that this version does not store: rows in them are refused, not dropped. */
export const laterLists: ReadonlySet<string> = new Set([
  'notes',
  'forms',
  'form_submissions',
  'spaces',
  'insights',
  'dashboards',
])

const byList = new Map(sections.map((section) => [section.list, section]))
export const sectionOf = (list: string): Section | undefined => byList.get(list)

const settings = sections.flatMap((section) => section.settings ?? [])
export const settingsOf = (name: string): Settings | undefined => settings.find((one) => one.name === name)
/** What a bundle has besides lists. */
export const objectNames: readonly string[] = ['organisation', ...settings.map(({ name }) => name)]

for (const [index, { list, links }] of sections.entries()) {
  for (const target of Object.values(links)) {
    const place = sections.findIndex((section) => section.list === target)
    if (place < 0 || place > index) throw new Error(`${list} links to ${target}, which must be listed before it`)
  }
}
