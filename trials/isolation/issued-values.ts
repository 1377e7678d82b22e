import { basePath } from '../../src/app.ts'
import type { Tenant } from '../lib/service.ts'
import { jsonOf, type Received, type Sent } from '../lib/transport.ts'
import type { Pair } from './pair.ts'

/** What one organisation was handed, brought to the other: cursors, keys of safe retries, links of reports and of forms. */
export async function handedOut(pair: Pair): Promise<void> {
  for (const [own, other] of [
    [pair.a, pair.b],
    [pair.b, pair.a],
  ] as [Tenant, Tenant][]) {
    await cursors(pair, own, other)
    await retries(pair, own, other)
    await reportLinks(pair, own, other)
    await formLinks(pair, own, other)
  }
}

const get = (url: string, token?: string): Sent => ({
  method: 'GET',
  url,
  headers: token ? { authorization: `Bearer ${token}` } : {},
})
const post = (url: string, token: string | undefined, body: object, more: Record<string, string> = {}): Sent => ({
  ...{ method: 'POST', url, payload: JSON.stringify(body) },
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...more },
})

async function cursors(pair: Pair, own: Tenant, other: Tenant) {
  const url = `${basePath}/clients/2001/notes?limit=1`
  const cursor = jsonOf(await pair.send('a cursor', get(url, own.token), other))?.next_cursor as string
  if (!cursor) return pair.findings.harness('a cursor', 'there was none')
  const next = `${url}&cursor=${encodeURIComponent(cursor)}`
  expect(pair, 'a cursor', get(next, own.token), await pair.send('a cursor', get(next, own.token), other), [200])
  // Whoever brings it sees their own notes or none, so their answer is looked at for the words of the one that it was made for.
  const foreign = get(next, other.token)
  expect(pair, 'a cursor of another organisation', foreign, await pair.watched('a cursor', foreign, other, own), [422])
}

async function retries(pair: Pair, own: Tenant, other: Tenant) {
  const key = { 'idempotency-key': `same-${own.id}` }
  const make = (tenant: Tenant) => post(`${basePath}/tasks/50/notes`, tenant.token, { notes: 'Call first.' }, key)
  const [first, theirs, again] = [
    await pair.watched('a key', make(own), own, other),
    await pair.watched('a key', make(other), other, own),
    await pair.watched('a key', make(own), own, other),
  ]
  if (theirs.headers['idempotency-replayed'] || theirs.text === first.text)
    pair.findings.add('a key of another organisation', 'was answered with what it was first used for', make(other))
  if (again.text !== first.text || !again.headers['idempotency-replayed'])
    pair.findings.harness('a key', 'was not replayed to its own')
}

async function reportLinks(pair: Pair, own: Tenant, other: Tenant) {
  for (const [record, parts] of [
    ['insights/1', ['', '/results.csv']],
    ['dashboards/1', ['', '/cards']],
  ] as const) {
    const { data } = jsonOf(await pair.send(record, get(`${basePath}/reports/${record}`, own.token), other)) ?? {}
    const link = URL.parse(data?.link)
    if (!link) {
      pair.findings.harness(record, 'has no link')
      continue
    }
    for (const part of parts) {
      const address = (slug: string, id: string) => get(`/r/${slug}/${id}${part}${link.search}`)
      expect(
        pair,
        `the page of ${record}${part}`,
        address(own.slug, record),
        await pair.watched(record, address(own.slug, record), own, other),
        [200],
      )
      // The other organisation has a record of the same number, which this link is not for.
      const stolen = address(other.slug, record)
      expect(
        pair,
        `a link of another organisation to ${record}${part}`,
        stolen,
        await pair.watched(record, stolen, own, other),
        [403, 404, 410],
      )
      const elsewhere = address(
        own.slug,
        record.replace(/\d+$/, (n) => String(Number(n) + 1)),
      )
      expect(
        pair,
        `a link of ${record} to another record`,
        elsewhere,
        await pair.watched(record, elsewhere, own, other),
        [403, 404, 410],
      )
    }
  }
}

async function formLinks(pair: Pair, own: Tenant, other: Tenant) {
  const made = await pair.send('a form link', post(`${basePath}/forms/2/links`, own.token, { client_id: 2001 }), other)
  const text = made.text.match(/https?:[^"]+/)?.[0]
  const link = text && URL.parse(text)
  if (!link) return pair.findings.harness('a form link', `was not made: ${made.text.slice(0, 200)}`)
  const address = (slug: string) => get(`/f/${slug}/form-2${link.search}`)
  expect(
    pair,
    'a form link',
    address(own.slug),
    await pair.watched('a form link', address(own.slug), own, other),
    [200],
  )
  // The form of the other is public and shows its own words; it must not show whom the link was made for.
  const stolen = address(other.slug)
  expect(
    pair,
    'a form link of another organisation',
    stolen,
    await pair.watched('a form link', stolen, other, own),
    [403, 404, 410],
  )
  const sending = post(`/f/${other.slug}/form-2/submissions`, undefined, {
    ...{ answers: { street: 'x' }, sending: `trial-${own.id}-form`, link: link.searchParams.get('for') },
  })
  expect(
    pair,
    'answers by a link of another organisation',
    sending,
    await pair.watched('a form link', sending, other, own),
    [403, 404, 410, 409, 422],
  )
}

function expect(pair: Pair, what: string, sent: Sent, { status, text }: Received, allowed: number[]) {
  if (!allowed.includes(status))
    pair.findings.add(what, `was answered ${status}, not ${allowed.join(' or ')}: ${text.slice(0, 200)}`, sent)
}
