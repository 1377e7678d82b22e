import { Readable } from 'node:stream'
import type pg from 'pg'
import { importBundle } from '../../src/bundle/import.ts'
import type { Tenant } from '../lib/service.ts'

const many = <Item>(count: number, item: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => item(n))

interface Large {
  name: string
  path: string
  /** Description of what is large. */
  of: string
  /** Streamed in parts, so that other callers do not wait for all of it (src/http/responses/chunks.ts). */
  isInParts?: boolean
  body?: object
  /** Shifts that are unpublished afterwards, so that the request can be repeated. */
  unpublish?: string[]
  /** All by default. */
  items?: 'succeed' | 'fail'
  /** Limit in milliseconds of the main thread; 50 by default. */
  limit?: number
}

/** Reads with the largest responses. A quick run uses the first two. */
export const largeReads: Large[] = [
  { name: 'GET /forms', path: '/forms?per_page=50', of: 'responses of 11.5 MB', isInParts: true },
  { name: 'GET /tasks', path: '/tasks?per_page=100', of: 'responses of 14 MB', isInParts: true },
  { name: 'GET /shifts', path: '/shifts?per_page=100', of: 'responses of 13 MB', isInParts: true },
  {
    name: 'GET /reports/dashboards',
    path: '/reports/dashboards?per_page=50',
    of: 'responses of 15 MB',
    isInParts: true,
  },
  {
    name: 'GET /notes/{ref}/revisions',
    path: '/notes/general:70/revisions',
    of: 'responses of 16 MB',
    isInParts: true,
  },
  { name: 'GET /sites', path: '/sites?include_staff=true', of: 'responses of 11 MB', isInParts: true },
  { name: 'GET /clients/{client_id}/notes', path: '/clients/2001/notes?limit=100', of: 'responses of 1 MB' },
  {
    name: 'GET /clients/{client_id}/notes',
    path: '/clients/2001/notes?limit=100&search=joy',
    of: 'responses of 1 MB, searched',
  },
  { name: 'GET /tasks/{id}', path: '/tasks/1000', of: 'responses of 256 KB' },
  { name: 'GET /shifts/{ref}', path: '/shifts/a:3000', of: 'responses of 256 KB' },
  { name: 'GET /form-submissions/{id}', path: '/form-submissions/1000', of: 'responses of 256 KB' },
]

const large = many(50, (n) => `a:${3000 + n}`)

/** Writes to the largest records. */
export const largeWrites: Large[] = [
  {
    name: 'POST /shifts/publish',
    path: '/shifts/publish',
    of: '50 shifts of 256 KB',
    body: { refs: large },
    unpublish: large,
  },
  {
    name: 'POST /shifts/publish',
    path: '/shifts/publish',
    of: 'a series of 400 shifts of 20 people',
    body: { refs: ['g:4000'], scope: 'this_and_following' },
    unpublish: many(400, (n) => `g:${4000 + n}`),
  },
  {
    name: 'POST /shifts/publish',
    path: '/shifts/publish',
    of: '50 shifts of 50 archived clients, which are rejected',
    body: { refs: many(50, (n) => `g:${6000 + n}`) },
    items: 'fail',
  },
  {
    name: 'PATCH /shifts/{ref}',
    path: '/shifts/g:4000',
    of: 'a series of 400 shifts of 20 people',
    body: { title: 'Other', scope: 'this_and_following', dry_run: true },
    // 400 shifts with 8,000 appointments are checked and written.
    limit: 200,
  },
  { name: 'POST /shifts/{ref}/notes', path: '/shifts/a:3000/notes', of: 'a shift of 256 KB', body: { notes: 'Well.' } },
  { name: 'POST /tasks/{id}/charges', path: '/tasks/1000/charges', of: 'a task of 256 KB', body: { price_code: 11 } },
  { name: 'PATCH /tasks/{id}', path: '/tasks/1000', of: 'a task of 256 KB', body: { title: 'Other' } },
  {
    name: 'PATCH /form-submissions/{id}',
    path: '/form-submissions/1000',
    of: 'a history of 256 KB',
    body: { note: 'Seen.' },
  },
]

/** Imports records of the maximum size that the API allows. */
export async function importLargeRecords(db: pg.Pool, { id }: Tenant): Promise<void> {
  await importBundle(
    db,
    id,
    Readable.from(
      textOf({ staff, clients, sites, tasks, shift_series, shifts, dashboards, notes, forms, form_submissions }),
    ),
  )
}

/** Streams the bundle row by row, because it has 60 MB. */
function* textOf(lists: Record<string, { count: number; row: (n: number) => object }>): Generator<string> {
  let before = '{'
  for (const [name, { count, row }] of Object.entries(lists)) {
    yield `${before}"${name}":[`
    for (let n = 0; n < count; n++) yield `${n > 0 ? ',' : ''}${JSON.stringify(row(n))}`
    before = '],'
  }
  yield ']}'
}

/** Half of the bytes are four-byte characters, which take longest to encode and decode. */
const words = (bytes: number) => `joy ${'n'.repeat(bytes / 2 - 4)}${'\u{1f33e}'.repeat(bytes / 8)}`
/** Almost 256 KB, the limit for the notes of a task or shift. */
const notesOfOne = many(16, () => ({ notes: words(16_000), created_at: '2026-11-01 10:00:00' }))
const charges = many(100, (n) => ({ name: words(400), price_code: 11, minutes: 1, total_cost: 1, primary: n === 0 }))
const documents = many(100, () => ({ name: words(400) }))
const tasks = {
  count: 100,
  row: (n: number) => ({
    ...{ id: 1000 + n, title: `Large ${n}`, date: '2026-11-20', client_id: 2001 },
    ...(n < 20 ? { notes: notesOfOne } : { charges, documents }),
  }),
}
const person = (n: number) => ({ id: 5000 + n, first_name: words(160), last_name: words(160) })
const staff = { count: 200, row: (n: number) => ({ ...person(n), status: 'Active' }) }
const clients = {
  count: 250,
  row: (n: number) => ({
    ...{ ...person(n), client_type: 'NDIS', business_id: 1 },
    ...(n >= 200 && { status: 'Archived' }),
  }),
}
const people = many(200, (n) => 5000 + n)
const archived = many(50, (n) => 5200 + n)
const sites = {
  count: 50,
  row: (n: number) => ({
    ...{
      id: 1000 + n,
      name: `Large ${n}`,
      participant_ids: people,
      support_staff_ids: people,
      admin_staff_ids: people,
    },
  }),
}
const shift_series = { count: 1, row: () => ({ id: 1000, recurrence: { every: 1, unit: 'Day' } }) }
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const inSeries = (n: number) => {
  const [start, end] = [`${dayOf(n)} 12:00:00`, `${dayOf(n)} 13:00:00`]
  const staff_ids = people.slice(0, 20)
  return {
    ...{ id: 4000 + n, type: 'group', start, end, client_ids: [5000], staff_ids, is_draft: true, series_id: 1000 },
    segments: [{ start, end, service: 'Care', staff_ids }],
  }
}
const ofArchived = (n: number) => ({
  ...{ id: 6000 + n, type: 'group', start: `${dayOf(500 + n)} 12:00:00`, end: `${dayOf(500 + n)} 13:00:00` },
  ...{ client_ids: archived, is_draft: true },
})
/** 50 shifts full of notes, then a series of 400 shifts with 20 people that one request publishes, then 50 that cannot be. */
const shifts = {
  count: 500,
  row: (n: number) =>
    n < 50
      ? {
          ...{
            id: 2000 + n,
            start: '2027-01-01 09:00:00',
            end: '2027-01-01 10:00:00',
            client_ids: [2001],
            is_draft: true,
          },
          ...{ appointments: [{ id: 3000 + n, client_id: 2001 }], notes: notesOfOne },
        }
      : n < 450
        ? inSeries(n - 50)
        : ofArchived(n - 450),
}
const form_submissions = {
  count: 1,
  row: () => ({
    ...{ id: 1000, form_id: 5, status: 'In review', submitted_at: '2026-11-03 08:00:00' },
    history: many(78, () => ({ status: 'In review', by: 'Ana', note: words(3_200) })),
  }),
}
const cards = many(60, (n) => ({ type: 'text', text: 't'.repeat(5_000), position: { x: 0, y: 2 * n, w: 24, h: 2 } }))
const dashboards = { count: 50, row: (n: number) => ({ id: 1000 + n, name: `Large ${n}`, cards }) }
const note = { client_id: 2001, notes: words(32_000), date: '2026-11-02' }
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
