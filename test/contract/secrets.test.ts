import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { pino } from 'pino'
import { mintToken } from '../../src/access/token-format.ts'
import { logOptions } from '../../src/process/log.ts'
import { field, oneStep } from '../factories/forms/forms.ts'
import { formPages, sending } from '../factories/forms/pages.ts'
import { reportPagesOf } from '../factories/reports/pages.ts'
import { harness, type Organisation } from '../harness/harness.ts'
import { type Document, operations } from '../harness/specification.ts'

/** A text in place of all personal data, which must never be in a log. */
const canary = 'Zaphkiel-Quill'
/** The log lines of the service at level trace. */
const lines: string[] = []
const logger = pino({ level: 'trace', ...logOptions }, { write: (line: string) => lines.push(line) as never })
const fixture = await harness({ rateLimit: 100_000 }, { logger })
const { app, db, send, organisation, address } = fixture

let org: Organisation
const secrets: Record<string, string> = { canary }
before(async () => {
  org = await organisation()
  secrets.token = org.token
  secrets['an unknown token'] = mintToken()
  const { rows } = await db.query(
    'select signing_key, encode(signing_key, $2) as hex from organisation where id = $1',
    [org.orgId, 'hex'],
  )
  secrets['the signing key in hex'] = rows[0].hex
  secrets['the signing key in base64'] = (rows[0].signing_key as Buffer).toString('base64url')
})

/** The same value with the canary in place of every text except dates. */
function withCanary(value: unknown): unknown {
  if (typeof value === 'string') return /^\d{4}-/.test(value) ? value : canary
  if (Array.isArray(value)) return value.map(withCanary)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withCanary(inner)]))
}

test('every operation: its input is not logged, whether it is accepted or rejected', async () => {
  for (const operation of operations(app.openapiDocument() as Document)) {
    const body = withCanary(operation.requestBody?.content['application/json']?.example)
    const search = operation.parameters.filter((p) => p.in === 'query').map((p) => `${p.name}=${canary}`)
    const paths = [operation.path.replace(/\{\w+\}/g, '1'), operation.path.replace(/\{\w+\}/g, canary)]
    for (const path of paths) {
      const url = `${path}?q=${canary}&${search.join('&')}`
      const response = await org.call(operation.method, url, body, { 'idempotency-key': `${canary} ${path}` })
      assert.ok(response.status < 500, `${operation.method} ${url} ${response.text}`)
      await org.call(operation.method, path, { [canary]: canary })
    }
  }
})

test('stored names, notes, answers and attributes are not logged', async () => {
  const person = { first_name: canary, last_name: canary }
  const business = await org.post('/businesses', { name: canary, address: canary })
  assert.equal(business.status, 201)
  const client = await org.post('/clients', {
    ...person,
    client_type: 'HCP',
    business_id: business.body.data.id,
    address: canary,
  })
  assert.equal(client.status, 201)
  assert.equal((await org.post('/staff', { ...person, email: `${canary}@acme.example` })).status, 201)
  assert.equal((await org.post('/prospects', { ...person, tags: [canary] })).status, 201)
  const note = { notes: canary, title: canary }
  assert.equal((await org.post(`/clients/${client.body.data.id}/notes`, note)).status, 201)
  assert.ok((await org.get(`/clients/${client.body.data.id}/notes?search=${canary}`)).text.includes(canary))
  const pages = formPages(app, db, org)
  const form = await pages.publish(oneStep(field('text', 'name')))
  assert.equal((await pages.get(`${form}?for=${canary}`)).statusCode, 410)
  assert.equal((await pages.post(form, { answers: { name: canary }, sending: sending() })).statusCode, 201)
  assert.ok((await pages.post(form, canary)).statusCode < 500)
})

test('valid and invalid tokens and links are not logged', async () => {
  const unknown = secrets['an unknown token']
  for (const value of [org.token, unknown, org.token.slice(0, -1), canary])
    await send({ url: '/me', headers: { authorization: `Bearer ${value}` } })
  const reports = reportPagesOf(fixture, org)
  const link = await reports.linkTo('insight', await reports.insight({ source: 'clients' }, canary))
  secrets['the signature of a link'] = new URL(link, 'http://x').search.slice(-20)
  assert.equal((await reports.get(link)).statusCode, 200)
  await reports.get(`${link}x`)
})

test('a database error is logged without the values it quotes', async () => {
  // The messages of the last two codes contain no values; the detail does.
  const quoting = `'"%" is not right', new.first_name`
  const messages = { '22P02': quoting, P0001: quoting, XX000: quoting, 23505: `'duplicate'`, 53100: `'no space left'` }
  for (const [code, message] of Object.entries(messages)) {
    const raise = `raise exception ${message} using errcode = '${code}', detail = new.first_name`
    await db.query(`create function refuse() returns trigger language plpgsql as $$ begin ${raise}; end $$`)
    await db.query('create trigger refuse before insert on staff for each row execute function refuse()')
    const before = lines.length
    assert.ok((await org.post('/staff', { first_name: canary, last_name: 'B' })).status >= 500)
    assert.match(lines.slice(before).join(''), new RegExp(`"code":"${code}"`), 'the error code is logged')
    await db.query('drop trigger refuse on staff')
    await db.query('drop function refuse()')
  }
})

test('after these requests, no secret is in the service log, the PostgreSQL log or the metrics', async () => {
  // Through a pooler, the server's log is not accessible.
  const { host } = address as { host: string }
  const server = host.startsWith('/') ? readFileSync(join(host, '../server.log'), 'utf8') : ''
  const metrics = (await app.inject({ url: '/metrics' })).body
  assert.ok(lines.length > 300, 'the log was written')
  for (const line of [...lines, ...server.split('\n'), ...metrics.split('\n')]) {
    for (const [name, value] of Object.entries(secrets)) assert.ok(!line.includes(value), `${name} is in ${line}`)
  }
})
