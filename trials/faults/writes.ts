import { isDeepStrictEqual } from 'node:util'
import type { Fixture } from './environment.ts'

/** A record that a writer created and may change. */
export interface CreatedRecord {
  kind: RecordKind
  /** The path that reads it. */
  path: string
  id: number
  /** The number of acknowledged changes. Stored in the record too, so that lost changes and events are found. */
  changes: number
  /** The record in the last acknowledged response. */
  acknowledged?: unknown
  /** Checks the record if the last response did not contain it. */
  matches?: (data: any) => boolean
  /** A write without a key got no response, so it is unknown whether it was executed. */
  isUncertain?: boolean
}

export interface Write {
  method: string
  path: string
  body?: object
  status: number
}

export interface RecordKind {
  name: string
  /** `mark` is unique to the write; `number` counts the writes of the writer. */
  create(fixture: Fixture, mark: string, number: number, records: CreatedRecord[]): Write | undefined
  /** Path and id of the created record. */
  locate(body: any): { path: string; id: number }
  /** The record in the response to a write. */
  recordIn(body: any): unknown
  changes: ((record: CreatedRecord, fixture: Fixture, mark: string) => ChangeRequest)[]
}

interface ChangeRequest extends Write {
  matches?: (data: any) => boolean
}

const last = (records: CreatedRecord[], name: string) =>
  records.findLast(({ kind, isUncertain }) => kind.name === name && !isUncertain)
const data = (body: any) => body.data
const at = (path: string) => (body: any) => ({ path: `${path}/${body.data.id}`, id: body.data.id as number })
/** `#3` at the end of a text marks the third change. */
const numbered = (mark: string, { changes }: CreatedRecord) => `${mark} #${changes + 1}`

const clientOf = ({ businessId }: Fixture, mark: string) => ({
  ...{ first_name: mark, last_name: 'Hart', client_type: 'NDIS', business_id: businessId },
})

const client: RecordKind = {
  name: 'client',
  create: (fixture, mark) => ({ method: 'POST', path: '/clients', body: clientOf(fixture, mark), status: 201 }),
  locate: at('/clients'),
  recordIn: data,
  changes: [
    (record, _, mark) => ({
      ...{ method: 'PATCH', path: record.path, body: { language: numbered(mark, record) }, status: 200 },
    }),
  ],
}

const staff: RecordKind = {
  name: 'staff',
  create: (_, mark) => ({
    ...{ method: 'POST', path: '/staff', body: { first_name: mark, last_name: 'Li', status: 'Active' }, status: 201 },
  }),
  locate: at('/staff'),
  recordIn: data,
  changes: [
    (record, _, mark) => ({
      ...{ method: 'PATCH', path: record.path, body: { phone: numbered(mark, record) }, status: 200 },
    }),
  ],
}

const note: RecordKind = {
  name: 'note',
  create: (_, mark, __, records) => {
    const of = last(records, 'client')
    return of && { method: 'POST', path: `${of.path}/notes`, body: { notes: mark, title: 'Visit' }, status: 201 }
  },
  locate: ({ data: { ref, id } }) => ({ path: `/notes/${ref}`, id }),
  recordIn: data,
  changes: [
    (record, _, mark) => ({
      ...{ method: 'PATCH', path: record.path, body: { title: numbered(mark, record) }, status: 200 },
    }),
  ],
}

/** Slots three hours apart, so that shifts do not overlap. */
const slot = (number: number, hours: number) =>
  new Date(Date.UTC(2027, 0, 4) + (number * 3 + hours) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const shift: RecordKind = {
  name: 'shift',
  create: (_, mark, number, records) => {
    const [who, whom] = [last(records, 'staff'), last(records, 'client')]
    if (!who || !whom) return undefined
    const people = { client_ids: [whom.id], staff_ids: [who.id], services: [{ staff_id: who.id, service: 'Care' }] }
    const times = { start: slot(number, 0), end: slot(number, 2) }
    const body = { type: 'single', title: mark, ...times, ...people, publish: true }
    return { method: 'POST', path: '/shifts', body, status: 201 }
  },
  locate: ({ data: { ref } }) => ({ path: `/shifts/${ref}`, id: Number(ref.slice(2)) }),
  recordIn: (body) => body.data,
  changes: [
    ({ acknowledged, path }) => ({
      method: 'POST',
      path: `${path}/clock-in`,
      body: { staff_ids: (acknowledged as any).staff.map(({ id }: { id: number }) => id) },
      status: 200,
      matches: ({ status, attendance }) => status === 'started' && attendance[0].check_in !== null,
    }),
  ],
}

const task: RecordKind = {
  name: 'task',
  create: ({ priceCode }, mark, _, records) => {
    const of = last(records, 'client')
    const body = { title: mark, date: '2027-01-04', minutes: 45, billable: true, price_code: priceCode }
    return of && { method: 'POST', path: '/tasks', body: { ...body, client: of.id }, status: 201 }
  },
  locate: at('/tasks'),
  recordIn: data,
  changes: [
    ({ path }, { priceCode }, mark) => ({
      ...{ method: 'POST', path: `${path}/charges`, body: { price_code: priceCode, minutes: 30, name: mark } },
      status: 201,
    }),
  ],
}

const prospect: RecordKind = {
  name: 'prospect',
  create: (_, mark) => ({
    ...{ method: 'POST', path: '/prospects', body: { first_name: mark, last_name: 'Moss', tags: [mark] }, status: 201 },
  }),
  locate: at('/prospects'),
  recordIn: data,
  changes: [
    (record, _, mark) => ({
      ...{ method: 'PATCH', path: record.path, body: { suburb: numbered(mark, record) }, status: 200 },
    }),
    ({ path }, { businessId }) => ({
      method: 'POST',
      path: `${path}/convert`,
      body: { client_type: 'NDIS', business_id: businessId, allow_duplicate: true },
      status: 200,
    }),
  ],
}

const submission: RecordKind = {
  name: 'submission',
  create: ({ formId }, mark) => ({
    method: 'POST',
    path: `/forms/${formId}/submissions`,
    body: { answers: { first_name: mark, last_name: 'Moss' }, submitter: mark },
    status: 201,
  }),
  locate: at('/form-submissions'),
  recordIn: data,
  changes: [({ path }, _, mark) => ({ method: 'PATCH', path, body: { note: mark }, status: 200 })],
}

/** The link is signed anew for each response. */
const dashboardOf = ({ created: _, updated: __, link: ___, ...rest }: any) => rest

const dashboard: RecordKind = {
  name: 'dashboard',
  create: (_, mark) => ({ method: 'POST', path: '/reports/dashboards', body: { name: mark }, status: 201 }),
  locate: ({ id }) => ({ path: `/reports/dashboards/${id}`, id }),
  recordIn: dashboardOf,
  changes: [
    ({ path }, _, mark) => ({
      ...{ method: 'PATCH', path, body: { operations: [{ op: 'add_text', text: mark }] }, status: 200 },
    }),
  ],
}

const bulk: RecordKind = {
  name: 'bulk',
  create: (fixture, mark) => ({
    method: 'POST',
    path: '/clients/bulk',
    body: { clients: [1, 2, 3, 4].map((n) => clientOf(fixture, `${mark}-${n}`)), on_error: 'abort' },
    status: 200,
  }),
  locate: ({ batch }) => ({ path: `/imports/${batch}`, id: 0 }),
  recordIn: (body) => body,
  changes: [],
}

export const kinds: RecordKind[] = [client, staff, note, shift, task, prospect, submission, dashboard, bulk]

/** Whether a record reads as it was acknowledged. */
export function isAsAcknowledged({ kind, acknowledged, matches }: CreatedRecord, body: any): boolean {
  const now = kind.name === 'dashboard' ? dashboardOf(body.data) : kind.name === 'bulk' ? body : body.data
  if (matches) return matches(now)
  return isDeepStrictEqual(now, acknowledged)
}
