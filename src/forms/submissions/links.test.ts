import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, formsOf, oneStep, storedSubmissions } from '../../../test/factories/forms/forms.ts'
import { rosterOf, setClock } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { linkFor, readLink, writeLink } from './links.ts'
import { submitForm } from './submit.ts'

const { db, clock, organisation } = await harness()
const day = 86_400_000

async function world() {
  const org = await organisation()
  return { ...formsOf(db, org), ...rosterOf(db, org) }
}
const parts = {
  ...oneStep(field('client', 'who', { required: true }), field('text', 'street')),
  client_prefill: { enabled: true, client_field: 'who', map: { street: 'address' } },
}
const tokenOf = (url: string) => new URL(url).searchParams.get('for')!

describe('POST /forms/{id}/links', () => {
  test('returns the URL of the form’s page with a token for the client until it expires', async () => {
    const { org, publishedForm, found, client } = await world()
    setClock(clock, Date.parse('2026-11-15T01:00:00.900Z'))
    const [id, joan] = [await publishedForm(parts), await client()]
    const { status, body } = await org.post(`/forms/${id}/links`, { client_id: joan })
    assert.deepEqual([status, body.expires_at], [201, '2026-11-29T01:00:00.000000Z'])
    const { key } = (await db.query('select key from form where org_id = $1 and id = $2', [org.orgId, id])).rows[0]
    const urlAt = (address: string) => new RegExp(`^http://[^/]+/f/${org.slug}/${address}\\?for=[\\w-]+$`)
    assert.match(body.url, urlAt(key))

    const form = await found(id)
    const expires = Date.parse('2026-11-29T01:00:00Z')
    const read = (now: number) => readLink(form, tokenOf(body.url), now)
    assert.deepEqual([read(clock.now()), read(expires - 1), read(expires)], [joan, joan, 'expired'])
    const longer = await org.post(`/forms/${id}/links`, { client_id: joan, expires_in_days: 90 })
    assert.equal(longer.body.expires_at, '2027-02-13T01:00:00.000000Z')
    assert.deepEqual(await storedSubmissions(db, org.orgId).then((rows) => rows.length), 1) // that Joan was created
    await org.patch(`/forms/${id}`, { operations: [{ op: 'set_address', address: 'for-joan' }] })
    assert.match((await org.post(`/forms/${id}/links`, { client_id: joan })).body.url, urlAt('for-joan'))
  })

  test('is rejected for a form without prefill, off or closed, and for an unknown client', async () => {
    const [{ org, publishedForm, draft, unpublish, client }, other] = [await world(), await world()]
    const [joan, theirs] = [await client(), await other.client()]
    const rejected = async (id: number, body: object) => {
      const answer = await org.post(`/forms/${id}/links`, body)
      assert.equal(answer.status, 422)
      return answer.body.errors ?? answer.body.message
    }
    const off = await publishedForm(parts)
    await unpublish(off)
    const closed = await publishedForm({ ...parts, settings: { closes_at: '2020-01-01 00:00:00' } })
    const without = 'This form fills nothing in from the record of a client: it has no client_prefill.'
    const switchedOff = { ...parts, client_prefill: { ...parts.client_prefill, enabled: false } }
    assert.equal(await rejected(await draft(), { client_id: joan }), 'This form is not published.')
    assert.equal(await rejected(off, { client_id: joan }), 'This form is not published.')
    assert.equal(await rejected(closed, { client_id: joan }), 'This form is closed.')
    assert.equal(await rejected(await publishedForm(), { client_id: joan }), without)
    assert.equal(await rejected(await publishedForm(switchedOff), { client_id: joan }), without)
    const id = await publishedForm(parts)
    assert.deepEqual(await rejected(id, { client_id: theirs }), {
      client_id: ['client_id must be the id of a client of this organisation.'],
    })
    assert.deepEqual(await rejected(id, { expires_in_days: 91 }), {
      client_id: ['client_id is required.'],
      expires_in_days: ['expires_in_days must be from 1 to 90.'],
    })
  })

  test('for a form of another organisation is a 404', async () => {
    const [acme, other] = [await world(), await world()]
    const id = await acme.publishedForm(parts)
    assert.equal((await other.org.post(`/forms/${id}/links`, { client_id: await other.client() })).status, 404)
  })
})

describe('a link', () => {
  test('is worth nothing when it is forged, cut, or taken to another form or organisation', async () => {
    const [acme, other] = [await world(), await world()]
    const form = await acme.found(await acme.publishedForm(parts))
    const second = await acme.found(await acme.publishedForm(parts))
    const theirs = await other.found(await other.publishedForm(parts))
    const link = linkFor(7, clock.now(), 14)
    const token = writeLink(form, link)
    assert.equal(readLink(form, token, clock.now()), 7)
    // Another organisation has another signing key; even with the same key its id differs.
    const sameKey = { ...form, orgId: theirs.orgId }
    for (const elsewhere of [second, theirs, sameKey]) assert.equal(readLink(elsewhere, token, clock.now()), undefined)

    const bytes = Buffer.from(token, 'base64url')
    const other8 = Buffer.concat([bytes.subarray(0, 16), Buffer.from(JSON.stringify([8, link.expires]))])
    const longer = Buffer.concat([bytes.subarray(0, 16), Buffer.from(JSON.stringify([7, link.expires + 1]))])
    const made = Buffer.from(JSON.stringify([7, link.expires]))
    const texts = [other8, longer, made, bytes.subarray(1), bytes.subarray(0, 16), Buffer.alloc(0)]
    for (const text of [...texts.map((each) => each.toString('base64url')), `${token}=`, ` ${token}`, '💥', '%00'])
      assert.equal(readLink(form, text, clock.now()), undefined, text)
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes)
      changed[place]! ^= 1
      assert.equal(readLink(form, changed.toString('base64url'), clock.now()), undefined)
    }
  })

  test('ends to the second', async () => {
    const acme = await world()
    const form = await acme.found(await acme.publishedForm(parts))
    const token = writeLink(form, linkFor(7, 1000, 1))
    assert.deepEqual([readLink(form, token, day + 999), readLink(form, token, day + 1000)], [7, 'expired'])
  })

  test('decides who the page’s answers are about, and fills in from the record', async () => {
    const { publishedForm, found, read, client } = await world()
    const joan = await client('Joan', { address: '1 High St' })
    await client('Max')
    const form = await found(await publishedForm(parts))
    const page = { connectionId: null, name: null, source: 'page' } as const
    const { id, ignored } = await submitForm(db, clock.now(), form, page, {
      answers: { who: 'Max Hart' },
      clientId: joan,
    })
    const { client: about, answers } = await read(id)
    assert.deepEqual([about, ignored], [{ id: joan, name: 'Joan Hart' }, []])
    assert.deepEqual(
      answers.map(({ value }: any) => value),
      [{ id: joan, name: 'Joan Hart' }, '1 High St'],
    )
  })
})
