import type pg from 'pg'
import { request } from '../../bench/cases/case.ts'
import { createDemo } from '../../src/bundle/demo.ts'
import { systemClock } from '../../src/process/clock.ts'
import { exchange } from '../lib/transport.ts'

/** Requests of all areas for the demo organisation, reads and writes. */
export async function makeTraffic(db: pg.Pool): Promise<string[]> {
  const { token } = await createDemo(db, systemClock)
  const ids = async (sql: string): Promise<number[]> => (await db.query(sql)).rows.map(({ id }) => Number(id))
  const [org] = await ids(`select id from organisation where slug = 'demo'`)
  const of = (table: string, where = 'true') =>
    ids(`select id from ${table} where org_id = ${org} and ${where} order by id limit 40`)
  const clients = await of('client', `status = 'Active'`)
  const staff = await of('staff', `not supplier and status = 'Active'`)
  const [shifts, tasks, prospects] = [
    await of('shift'),
    await of('task', 'not completed and series_id is null'),
    await of('prospect'),
  ]
  const [insights, forms, submissions] = [await of('insight'), await of('form'), await of('form_submission')]
  const [business] = await of('business_location')
  for (const [name, list] of Object.entries({ clients, staff, shifts, tasks, prospects, insights, forms, submissions }))
    if (list.length === 0) throw new Error(`the demo has no ${name}`)

  const pick = <T>(list: T[], n: number): T => list[n % list.length]!
  const get = (path: string) => request('GET', path, token)
  const person = (n: number) => ({ first_name: 'Soak', last_name: `Test ${n}` })
  const kinds: ((n: number) => string)[] = [
    () => get('/me'),
    (n) => get(`/staff/${pick(staff, n)}`),
    (n) => get(`/clients/${pick(clients, n)}`),
    (n) => get(`/clients?page=${1 + (n % 3)}`),
    () => get('/staff?per_page=50'),
    (n) => get(`/appointments?page=${1 + (n % 40)}`),
    (n) => get(`/shifts/a:${pick(shifts, n)}`),
    (n) => get(`/clients/${pick(clients, n)}/notes`),
    (n) => get(`/tasks/${pick(tasks, n)}`),
    () => get('/tasks'),
    (n) => get(`/prospects/${pick(prospects, n)}`),
    () => get('/prospects'),
    (n) => get(`/form-submissions/${pick(submissions, n)}`),
    () => get('/form-submissions'),
    (n) => get(`/forms/${pick(forms, n)}`),
    (n) => request('POST', '/clients', token, { ...person(n), client_type: 'NDIS', business_id: business }),
    (n) => request('PATCH', `/clients/${pick(clients, n)}`, token, { address: `${n} Long Road` }),
    (n) => request('POST', `/clients/${pick(clients, n)}/notes`, token, { notes: `Called, for the ${n}th time.` }),
    (n) => request('PATCH', `/prospects/${pick(prospects, n)}`, token, { suburb: `Ryde ${n}` }),
    (n) => request('POST', '/prospects', token, person(n)),
    (n) => request('PATCH', `/tasks/${pick(tasks, n)}`, token, { title: `Review ${n}` }),
  ]
  const requests = Array.from({ length: kinds.length * 40 }, (_, n) => pick(kinds, n)(Math.floor(n / kinds.length)))
  // Reports are expensive and rare: one in about 200 requests.
  for (let n = 0; n < 4; n++) requests.splice(n * 200 + 7, 0, get(`/reports/insights/${pick(insights, n)}`))
  return requests
}

/** Sends each request once. Throws if one is rejected, because rejections are cheaper than the real work. */
export async function checkTraffic(port: number, requests: string[]): Promise<void> {
  for (const text of requests) {
    const { status, text: body } = await exchange(port, Buffer.from(text))
    if (status >= 300) throw new Error(`${text.split('\r\n', 1)[0]} returned ${status}: ${body}`)
  }
}
