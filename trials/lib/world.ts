import { enquiriesOf } from './world/enquiries.ts'
import { peopleOf } from './world/people.ts'
import { reportsOf } from './world/reports.ts'
import { rosterOf } from './world/roster.ts'
import { tasksOf } from './world/tasks.ts'

/**
 * A small organisation that has the records which the examples of the specification name, as a bundle. Ids are the same for every organisation, so that one organisation's id is
 * always another's too, and every text that people write holds a word that only this organisation has. `above` moves all ids: what is
 * imported a second time, so, are records that only one organisation has.
 */
export function worldOf(word: string, above = 0) {
  const naming = {
    ...{ word, id: (n: number) => n + above },
    day: (n: number) => `2026-11-${String(16 + (n % 14)).padStart(2, '0')}`,
  }
  return {
    organisation: { name: `${word} Care`, timezone: 'Australia/Sydney', owner_id: 101 },
    ...peopleOf(naming),
    ...rosterOf(naming),
    ...tasksOf(naming),
    ...enquiriesOf(naming),
    ...reportsOf(naming),
  }
}

/** A batch of an import by the API, which no bundle has. */
export function batchOf(word: string, above = 0) {
  const batch = `imp_4Zq0yN6sXw2LrT9b${1000 + above}`
  const results = [{ index: 0, ok: false, error: `${word} is wrong.`, errors: { last_name: [word] }, warnings: [] }]
  return { id: batch, answer: { batch, succeeded: 0, failed: 1, results } }
}
