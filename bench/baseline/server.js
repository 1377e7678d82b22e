import { createServer } from 'node:http'
import { openPool } from '../../dist/src/db/connect/pool.js'
import { readConfig } from '../../dist/src/process/config.js'
import { answerForm, formStatements } from './forms.js'
import { answerNote, noteStatements } from './notes.js'
import { answerProspect, prospectStatements } from './prospects.js'
import { answerShift, shiftStatements } from './shifts.js'
import { answerTask, taskStatements } from './tasks.js'

// The baseline: the least work for the same response and the same durable write, with node:http, one named statement and JSON. A
// write stores its record, event, history and counters. No token, validation, rules, locks or log. It uses the service's pool, so
// that connections and type parsers are the same.
const staff = 'id, first_name, last_name, email, phone, status, created_at, updated_at'
const fields =
  'first_name, last_name, client_type, business_id, language, address, primary_contact_email, primary_contact_number, status'
const client = `id, ${fields}, created_at, updated_at`
const appointment =
  'id, appointment_title, client_id, employee_id, starts as start, ends as "end", appointment_address, is_draft, appointment_cancelled, is_deleted, created_at, updated_at'

// Subselects hide the values from the planner, so that PostgreSQL keeps one generic plan.
const org = 'org_id = (select $1::bigint)'
const page = (n) => `limit (select $${n}::bigint) offset (select $${n + 1}::bigint)`

const statements = {
  ...shiftStatements,
  ...formStatements,
  ...noteStatements,
  ...taskStatements,
  ...prospectStatements,
  me: `select o.name as organisation, c.name as connection, t.access,
              to_char(t.expires_at at time zone 'Australia/Brisbane', 'YYYY-MM-DD"T"HH24:MI:SS"+10:00"') as expires_at
       from access_token t
       join organisation o on o.id = t.org_id
       join connection c on c.org_id = t.org_id and c.id = t.connection_id
       where t.org_id = $1 and t.id = $2`,
  find: `select ${staff} from staff where org_id = $1 and id = $2 and not supplier`,
  list: `select ${staff} from staff where ${org} and not supplier order by id ${page(2)}`,
  appointments: `select ${appointment} from appointment where ${org} order by id ${page(2)}`,
  // An appointment that starts up to eight days before the window may end in it.
  week: `select ${appointment} from appointment
         where ${org} and start_day between (select $2::int - 8) and (select $3::int) and end_day >= (select $2::int)
         order by id ${page(4)}`,
  // The best plan depends on this value, so it is not hidden.
  latest: `select ${appointment} from appointment where org_id = $1 and updated_at >= $2 order by id limit $3 offset $4`,
  insert: `with c as (
             insert into client (org_id, ${fields}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *),
           e as (insert into event (org_id, type, subject_id, fields) select $1, 'client.created', id, '{${fields}}' from c)
           select ${client} from c`,
  update: `with c as (
             update client set address = $3, primary_contact_number = $4, updated_at = clock_timestamp()
             where org_id = $1 and id = $2 returning *),
           e as (insert into event (org_id, type, subject_id, fields)
                 select $1, 'client.updated', id, '{address, primary_contact_number}' from c)
           select ${client} from c`,
}
const areas = ['clients', 'staff', 'roster', 'sites', 'tasks', 'finance', 'forms', 'reports', 'prospects']

function createBaseline({ address, basePath, orgId, tokenId, listed, appointments, roster, office, care, forms }) {
  const { poolSize } = readConfig({})
  const pool = openPool(address, { size: poolSize })
  // PostgreSQL's default. The statements hide the values that should not influence the plan.
  pool.on('connect', (connection) => connection.query('set plan_cache_mode = auto'))
  const run = async (name, ...values) => (await pool.query({ name, text: statements[name], values })).rows
  const firstPage = (data, total, omitNulls = withoutNullsOfAppointment) => {
    data.forEach(omitNulls)
    return { data, meta: { page: 1, per_page: 50, total, last_page: Math.ceil(total / 50) } }
  }

  async function pageOfAppointments(path) {
    if (path === '/appointments') return firstPage(await run('appointments', orgId, 50, 0), appointments.count)
    const [, since] = path.split('?updated_since=')
    if (since) return firstPage(await run('latest', orgId, since, 50, 0), appointments.latest.total)
    const [from, to] = path
      .split(/\?from=|&to=/)
      .slice(1)
      .map(dayNumber)
    return firstPage(await run('week', orgId, from, to, 50, 0), appointments.week.total)
  }

  async function answer(method, path, body) {
    if (path === '/me') {
      const [{ organisation, connection, access, expires_at }] = await run('me', orgId, tokenId)
      const ordered = Object.fromEntries(areas.map((area) => [area, access[area]]))
      return { organisation, connection, access: ordered, expires_at }
    }
    if (path.startsWith('/staff/')) return { data: withoutNulls((await run('find', orgId, Number(path.slice(7))))[0]) }
    if (path.startsWith('/staff')) return firstPage(await run('list', orgId, 50, 0), listed, withoutNulls)
    if (path.startsWith('/appointments')) return pageOfAppointments(path)
    if (path.startsWith('/form')) return answerForm(run, forms, method, path, body)
    if (path.startsWith('/notes') || path.endsWith('/notes')) return answerNote(run, care.orgId, method, path, body)
    if (path.startsWith('/tasks')) return answerTask(run, office.orgId, method, path, body)
    if (path.startsWith('/prospects')) return answerProspect(run, office.orgId, office.prospects, method, path, body)
    if (path.startsWith('/shifts')) return answerShift(run, roster.orgId, method, path, body)
    if (method === 'POST') {
      const b = JSON.parse(body)
      const values = [b.first_name, b.last_name, b.client_type, b.business_id, b.language, b.address]
      const contact = [b.primary_contact_email, b.primary_contact_number, b.status]
      return { data: (await run('insert', orgId, ...values, ...contact))[0] }
    }
    const { address, primary_contact_number } = JSON.parse(body)
    return { data: (await run('update', orgId, Number(path.slice(9)), address, primary_contact_number))[0] }
  }

  return createServer((request, response) => {
    const send = (status, value) => {
      const text = JSON.stringify(value)
      const length = Buffer.byteLength(text)
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length })
      response.end(text)
    }
    const respond = (body) =>
      answer(request.method, request.url.slice(basePath.length), body).then(
        (value) => send(isCreating(request) ? 201 : 200, value),
        (error) => send(500, { message: error.message }),
      )
    if (request.method === 'GET') return respond()
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text) => {
      body += text
    })
    request.on('end', () => respond(body))
  })
}

const isCreating = ({ method, url }) => method === 'POST' && !/\/(clock-in|sync-billables)$/.test(url)

const dayNumber = (text) => Date.parse(text) / 86_400_000

function withoutNulls(row) {
  if (row.email === null) row.email = undefined
  if (row.phone === null) row.phone = undefined
  return row
}

function withoutNullsOfAppointment(row) {
  if (row.client_id === null) row.client_id = undefined
  if (row.employee_id === null) row.employee_id = undefined
  if (row.appointment_address === null) row.appointment_address = undefined
}

process.once('message', (settings) => {
  const server = createBaseline(settings)
  server.keepAliveTimeout = 72_000
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
process.on('message', (message) => {
  if (message === 'usage') process.send(process.cpuUsage())
})
process.on('disconnect', () => process.exit(0))
