import { isDeepStrictEqual } from 'node:util'
import type { World } from './environment.ts'

/** A record that a writer made and goes on with. */
export interface Made {
  kind: Kind
  /** Where it is read; the answer's `data` is the record. */
  path: string
  id: number
  /** How many changes were made to it; the stored record says it too, so that lost changes and events show. */
  changes: number
  /** What the last acknowledged write said it is; undefined where its answer does not say. */
  shown?: unknown
  /** What is known of it where its whole record is not. */
  holds?: (data: any) => boolean
  /** A write to it got no answer and has no key: it may have happened or not. */
  isOpen?: boolean
}

export interface Write {
  method: string
  path: string
  body?: object
  status: number
}

export interface Kind {
  name: string
  /** `mark` is a text that no other write has; `number` counts the writer's records. */
  create(world: World, mark: string, number: number, made: Made[]): Write | undefined
  /** The place of what was made. */
  place(body: any): { path: string; id: number }
  /** The record in the answer to a write; undefined where it is not in it. */
  shown(body: any): unknown
  changes: ((record: Made, world: World, mark: string) => Change)[]
}

interface Change extends Write {
  holds?: (data: any) => boolean
}

const last = (made: Made[], name: string) => made.findLast(({ kind, isOpen }) => kind.name === name && !isOpen)
const data = (body: any) => body.data
const at = (path: string) => (body: any) => ({ path: `${path}/${body.data.id}`, id: body.data.id as number })
/** `#3` at the end of a text says that it is the third change. */
const counted = (mark: string, { changes }: Made) => `${mark} #${changes + 1}`

const clientOf = ({ businessId }: World, mark: string) => ({
  ...{ first_name: mark, last_name: 'Hart', client_type: 'NDIS', business_id: businessId },
})

const client: Kind = {
  name: 'client',
  create: (world, mark) => ({ method: 'POST', path: '/clients', body: clientOf(world, mark), status: 201 }),
  place: at('/clients'),
  shown: data,
  changes: [
    (record, _, mark) => ({
      ...{ method: 'PATCH', path: record.path, body: { language: counted(mark, record) }, status: 200 },
    }),
  ],
}

const staff: Kind = {
  name: 'staff',
  create: (_, mark) => ({
    ...{ method: 'POST', path: '/staff', body: { first_name: mark, last_name: 'Li', status: 'Active' }, status: 201 },
  }),
  place: at('/staff'),
  shown: data,
  changes: [
    (record, _, mark) => ({
      ...{ method: 'PATCH', path: record.path, body: { phone: counted(mark, record) }, status: 200 },
    }),
  ],
}

const note: Kind = {
  name: 'note',
  create: (_, mark, __, made) => {
    const of = last(made, 'client')
    return of && { method: 'POST', path: `${of.path}/notes`, body: { notes: mark, title: 'Visit' }, status: 201 }
  },
  place: ({ data: { ref, id } }) => ({ path: `/notes/${ref}`, id }),
  shown: data,
  changes: [
    (record, _, mark) => ({
      ...{ method: 'PATCH', path: record.path, body: { title: counted(mark, record) }, status: 200 },
    }),
  ],
}

/** Three hours apart, so that nobody is on two shifts at once. */
const slot = (number: number, hours: number) =>
  new Date(Date.UTC(2027, 0, 4) + (number * 3 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const shift: Kind = {
  name: 'shift',
  create: (_, mark, number, made) => {
    const [who, whom] = [last(made, 'staff'), last(made, 'client')]
    if (!who || !whom) return undefined
    const people = { client_ids: [whom.id], staff_ids: [who.id], services: [{ staff_id: who.id, service: 'Care' }] }
    const times = { start: slot(number, 0), end: slot(number, 2) }
    const body = { type: 'single', title: mark, ...times, ...people, publish: true }
    return { method: 'POST', path: '/shifts', body, status: 201 }
  },
  place: ({ data: { ref } }) => ({ path: `/shifts/${ref}`, id: Number(ref.slice(2)) }),
  shown: (body) => body.data,
  changes: [
    ({ shown, path }) => ({
      method: 'POST',
      path: `${path}/clock-in`,
      body: { staff_ids: (shown as any).staff.map(({ id }: { id: number }) => id) },
      status: 200,
      holds: ({ status, attendance }) => status === 'started' && attendance[0].check_in !== null,
    }),
  ],
}

const task: Kind = {
  name: 'task',
  create: ({ priceCode }, mark, _, made) => {
    const of = last(made, 'client')
    const body = { title: mark, date: '2027-01-04', minutes: 45, billable: true, price_code: priceCode }
    return of && { method: 'POST', path: '/tasks', body: { ...body, client: of.id }, status: 201 }
  },
  place: at('/tasks'),
  shown: data,
  changes: [
    ({ path }, { priceCode }, mark) => ({
      ...{ method: 'POST', path: `${path}/charges`, body: { price_code: priceCode, minutes: 30, name: mark } },
      status: 201,
    }),
  ],
}

const prospect: Kind = {
  name: 'prospect',
  create: (_, mark) => ({
    ...{ method: 'POST', path: '/prospects', body: { first_name: mark, last_name: 'Moss', tags: [mark] }, status: 201 },
  }),
  place: at('/prospects'),
  shown: data,
  changes: [
    (record, _, mark) => ({
      ...{ method: 'PATCH', path: record.path, body: { suburb: counted(mark, record) }, status: 200 },
    }),
    ({ path }, { businessId }) => ({
      method: 'POST',
      path: `${path}/convert`,
      body: { client_type: 'NDIS', business_id: businessId, allow_duplicate: true },
      status: 200,
    }),
  ],
}

const submission: Kind = {
  name: 'submission',
  create: ({ formId }, mark) => ({
    method: 'POST',
    path: `/forms/${formId}/submissions`,
    body: { answers: { first_name: mark, last_name: 'Moss' }, submitter: mark },
    status: 201,
  }),
  place: at('/form-submissions'),
  shown: data,
  changes: [({ path }, _, mark) => ({ method: 'PATCH', path, body: { note: mark }, status: 200 })],
}

/** The link is signed anew at each answer. */
const dashboardOf = ({ created: _, updated: __, link: ___, ...rest }: any) => rest

const dashboard: Kind = {
  name: 'dashboard',
  create: (_, mark) => ({ method: 'POST', path: '/reports/dashboards', body: { name: mark }, status: 201 }),
  place: ({ id }) => ({ path: `/reports/dashboards/${id}`, id }),
  shown: dashboardOf,
  changes: [
    ({ path }, _, mark) => ({
      ...{ method: 'PATCH', path, body: { operations: [{ op: 'add_text', text: mark }] }, status: 200 },
    }),
  ],
}

const bulk: Kind = {
  name: 'bulk',
  create: (world, mark) => ({
    method: 'POST',
    path: '/clients/bulk',
    body: { clients: [1, 2, 3, 4].map((n) => clientOf(world, `${mark}-${n}`)), on_error: 'abort' },
    status: 200,
  }),
  place: ({ batch }) => ({ path: `/imports/${batch}`, id: 0 }),
  shown: (body) => body,
  changes: [],
}

export const kinds: Kind[] = [client, staff, note, shift, task, prospect, submission, dashboard, bulk]

/** Whether what is read now is what was acknowledged. */
export function isAsShown({ kind, shown, holds }: Made, body: any): boolean {
  const now = kind.name === 'dashboard' ? dashboardOf(body.data) : kind.name === 'bulk' ? body : body.data
  if (holds) return holds(now)
  return isDeepStrictEqual(now, shown)
}
