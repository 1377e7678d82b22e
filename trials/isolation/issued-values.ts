import { basePath } from '../../src/app.ts'
import type { Tenant } from '../lib/service.ts'
import { type HttpRequest, type HttpResponse, jsonOf } from '../lib/transport.ts'
import type { Pair } from './pair.ts'

/** Values that the service issued to one organisation, used by the other: cursors, idempotency keys, report and form links. */
export async function checkIssuedValues(pair: Pair): Promise<void> {
  for (const [own, other] of [
    [pair.a, pair.b],
    [pair.b, pair.a],
  ] as [Tenant, Tenant][]) {
    await cursors(pair, own, other)
    await idempotencyKeys(pair, own, other)
    await reportLinks(pair, own, other)
    await formLinks(pair, own, other)
  }
}

const get = (url: string, token?: string): HttpRequest => ({
  method: 'GET',
  url,
  headers: token ? { authorization: `Bearer ${token}` } : {},
})
const post = (
  url: string,
  token: string | undefined,
  body: object,
  more: Record<string, string> = {},
): HttpRequest => ({
  ...{ method: 'POST', url, payload: JSON.stringify(body) },
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...more },
})

async function cursors(pair: Pair, own: Tenant, other: Tenant) {
  const url = `${basePath}/clients/2001/notes?limit=1`
  const cursor = jsonOf(await pair.send('a cursor', get(url, own.token), other))?.next_cursor as string
  if (!cursor) return pair.findings.addTrialError('a cursor', 'there was none')
  const next = `${url}&cursor=${encodeURIComponent(cursor)}`
  expectStatus(pair, 'a cursor', get(next, own.token), await pair.send('a cursor', get(next, own.token), other), [200])
  // The response must not contain the marker of the organisation that the cursor was issued to.
  const foreign = get(next, other.token)
  expectStatus(
    pair,
    'a cursor of another organisation',
    foreign,
    await pair.sendChecked('a cursor', foreign, other, own),
    [422],
  )
}

async function idempotencyKeys(pair: Pair, own: Tenant, other: Tenant) {
  const key = { 'idempotency-key': `same-${own.id}` }
  const createNote = (tenant: Tenant) => post(`${basePath}/tasks/50/notes`, tenant.token, { notes: 'Call first.' }, key)
  const [first, theirs, again] = [
    await pair.sendChecked('a key', createNote(own), own, other),
    await pair.sendChecked('a key', createNote(other), other, own),
    await pair.sendChecked('a key', createNote(own), own, other),
  ]
  if (theirs.headers['idempotency-replayed'] || theirs.text === first.text)
    pair.findings.add(
      'a key of another organisation',
      'replayed the response of the other organisation',
      createNote(other),
    )
  if (again.text !== first.text || !again.headers['idempotency-replayed'])
    pair.findings.addTrialError('a key', 'was not replayed to its own organisation')
}

async function reportLinks(pair: Pair, own: Tenant, other: Tenant) {
  for (const [record, parts] of [
    ['insights/1', ['', '/results.csv']],
    ['dashboards/1', ['', '/cards']],
  ] as const) {
    const { data } = jsonOf(await pair.send(record, get(`${basePath}/reports/${record}`, own.token), other)) ?? {}
    const link = URL.parse(data?.link)
    if (!link) {
      pair.findings.addTrialError(record, 'has no link')
      continue
    }
    for (const part of parts) {
      const address = (slug: string, id: string) => get(`/r/${slug}/${id}${part}${link.search}`)
      expectStatus(
        pair,
        `the page of ${record}${part}`,
        address(own.slug, record),
        await pair.sendChecked(record, address(own.slug, record), own, other),
        [200],
      )
      // The other organisation has a record with the same id, which the link does not cover.
      const foreign = address(other.slug, record)
      expectStatus(
        pair,
        `a link of another organisation to ${record}${part}`,
        foreign,
        await pair.sendChecked(record, foreign, own, other),
        [403, 404, 410],
      )
      const elsewhere = address(
        own.slug,
        record.replace(/\d+$/, (n) => String(Number(n) + 1)),
      )
      expectStatus(
        pair,
        `a link of ${record} to another record`,
        elsewhere,
        await pair.sendChecked(record, elsewhere, own, other),
        [403, 404, 410],
      )
    }
  }
}

async function formLinks(pair: Pair, own: Tenant, other: Tenant) {
  const made = await pair.send('a form link', post(`${basePath}/forms/2/links`, own.token, { client_id: 2001 }), other)
  const text = made.text.match(/https?:[^"]+/)?.[0]
  const link = text && URL.parse(text)
  if (!link) return pair.findings.addTrialError('a form link', `was not created: ${made.text.slice(0, 200)}`)
  const address = (slug: string) => get(`/f/${slug}/form-2${link.search}`)
  expectStatus(
    pair,
    'a form link',
    address(own.slug),
    await pair.sendChecked('a form link', address(own.slug), own, other),
    [200],
  )
  // The other's form is public and contains its own texts. It must not show the client of the link.
  const foreign = address(other.slug)
  expectStatus(
    pair,
    'a form link of another organisation',
    foreign,
    await pair.sendChecked('a form link', foreign, other, own),
    [403, 404, 410],
  )
  const submission = post(`/f/${other.slug}/form-2/submissions`, undefined, {
    ...{ answers: { street: 'x' }, sending: `trial-${own.id}-form`, link: link.searchParams.get('for') },
  })
  expectStatus(
    pair,
    'answers by a link of another organisation',
    submission,
    await pair.sendChecked('a form link', submission, other, own),
    [403, 404, 410, 409, 422],
  )
}

function expectStatus(
  pair: Pair,
  what: string,
  request: HttpRequest,
  { status, text }: HttpResponse,
  allowed: number[],
) {
  if (!allowed.includes(status))
    pair.findings.add(what, `returned ${status}, not ${allowed.join(' or ')}: ${text.slice(0, 200)}`, request)
}
