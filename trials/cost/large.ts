import { Readable } from 'node:stream'
import type pg from 'pg'
import { importBundle } from '../../src/bundle/import.ts'
import type { Tenant } from '../lib/service.ts'

interface LargeRead {
  name: string
  path: string
  /** Of one answer. */
  size: string
  /** Sent as it is read: no caller waits for all of it (src/http/in-parts.ts). */
  isInParts?: boolean
}

/** Reads of the largest records there are; the first two stand for all in a quick run. */
export const largeReads: LargeRead[] = [
  { name: 'GET /forms', path: '/forms?per_page=50', size: '11.5 MB', isInParts: true },
  { name: 'GET /tasks', path: '/tasks?per_page=100', size: '25 MB', isInParts: true },
  { name: 'GET /shifts', path: '/shifts?per_page=100', size: '25 MB', isInParts: true },
  { name: 'GET /reports/dashboards', path: '/reports/dashboards?per_page=50', size: '15 MB', isInParts: true },
  { name: 'GET /notes/{ref}/revisions', path: '/notes/general:70/revisions', size: '10 MB', isInParts: true },
  { name: 'GET /clients/{client_id}/notes', path: '/clients/7/notes?limit=100', size: '2 MB' },
  { name: 'GET /tasks/{id}', path: '/tasks/1000', size: '1 MB' },
  { name: 'GET /shifts/{ref}', path: '/shifts/a:3000', size: '1 MB' },
]

const many = <Item>(count: number, item: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => item(n))

/** Brings records in that are as large as the API lets anybody make them. */
export async function importLargeRecords(db: pg.Pool, { id }: Tenant): Promise<void> {
  await importBundle(db, id, Readable.from(textOf({ tasks, shifts, dashboards, notes, forms })))
}

/** A row at a time: all of it at once would be 90 MB. */
function* textOf(lists: Record<string, { count: number; row: (n: number) => object }>): Generator<string> {
  let before = '{'
  for (const [name, { count, row }] of Object.entries(lists)) {
    yield `${before}"${name}":[`
    for (let n = 0; n < count; n++) yield `${n > 0 ? ',' : ''}${JSON.stringify(row(n))}`
    before = '],'
  }
  yield ']}'
}

/** Of a megabyte in all, the most that a task or a shift takes. */
const notesOfOne = many(98, () => ({ notes: 'n'.repeat(10_000), created_at: '2026-11-01 10:00:00' }))
const tasks = {
  count: 25,
  row: (n: number) => ({ id: 1000 + n, title: `Large ${n}`, date: '2026-11-20', client_id: 7, notes: notesOfOne }),
}
const shifts = {
  count: 25,
  row: (n: number) => ({
    ...{ id: 2000 + n, start: '2027-01-01 09:00:00', end: '2027-01-01 10:00:00', client_ids: [7] },
    ...{ appointments: [{ id: 3000 + n, client_id: 7 }], notes: notesOfOne },
  }),
}
const cards = many(60, (n) => ({ type: 'text', text: 't'.repeat(5_000), position: { x: 0, y: 2 * n, w: 24, h: 2 } }))
const dashboards = { count: 50, row: (n: number) => ({ id: 1000 + n, name: `Large ${n}`, cards }) }
const note = { client_id: 7, notes: 'n'.repeat(20_000), date: '2026-11-02' }
const revisions = many(500, () => ({ notes: note.notes, date: note.date }))
const notes = { count: 100, row: (n: number) => ({ id: 1000 + n, ...note, ...(n === 0 && { id: 70, revisions }) }) }
const fields = many(200, (n) => ({
  key: `q${n}`,
  type: 'textarea',
  label: `Question ${n}`,
  help: 'h'.repeat(1_000),
  placeholder: 'p'.repeat(170),
}))
const forms = {
  count: 50,
  row: (n: number) => ({
    ...{ id: 1000 + n, key: `large-${n}`, name: `Large ${n}`, description: 'd'.repeat(1_000) },
    steps: [{ key: 'only', title: 'All', fields, routing: [] }],
  }),
}
