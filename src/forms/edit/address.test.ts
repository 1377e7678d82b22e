import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtForms } from '../../../test/factories/forms/built-forms.ts'
import { dataOf, formPages, sending } from '../../../test/factories/forms/pages.ts'
import { harness } from '../../../test/harness/harness.ts'

const { app, db, organisation } = await harness()

/** An organisation with published forms, and the requests to their pages. */
async function fixture() {
  const org = await organisation()
  const { create, edit, edited, rejected, publish, read, stored, events } = builtForms(db, org)
  const { get, post } = formPages(app, db, org)
  const publishedForm = async () => {
    const { id } = await create()
    const { body } = await publish(id)
    return { id: id as number, key: new URL(body.url).pathname.split('/').at(-1)! }
  }
  const setAddress = (address: string | null) => ({ op: 'set_address', address })
  const path = (address: string) => `/f/${org.slug}/${address}`
  return {
    org,
    publishedForm,
    create,
    edit,
    edited,
    rejected,
    publish,
    read,
    stored,
    events,
    setAddress,
    path,
    get,
    post,
  }
}

describe('set_address', () => {
  test('changes the URL at once, and the page is at every address the form has had', async () => {
    const { publishedForm, edited, setAddress, path, get, post, read, events } = await fixture()
    const { id, key } = await publishedForm()
    const form = await edited(id, setAddress('incidents'))
    assert.equal(form.address, 'incidents')
    assert.ok(form.url.endsWith(path('incidents')), form.url)
    assert.equal(form.version, 1)
    await edited(id, setAddress('report-an-incident'))
    assert.ok((await read(id)).url.endsWith(path('report-an-incident')))
    for (const address of [key, 'incidents', 'report-an-incident', 'Report-An-Incident']) {
      const page = await get(path(address))
      assert.equal(page.statusCode, 200, address)
      assert.equal(dataOf(page.body).key, key)
      const sent = await post(path(address), { answers: { kind: 'Other' }, sending: sending(), version: 1 })
      assert.equal(sent.statusCode, 201, address)
    }
    assert.equal((await read(id)).submission_count, 4)
    assert.equal((await get(path('incident'))).statusCode, 404)
    assert.deepEqual((await events()).slice(2), [
      ['form.updated', id, ['address'], null],
      ['form.updated', id, ['address'], null],
    ])
  })

  test('null returns to the key, and an address that the form had can be used again', async () => {
    const { publishedForm, edited, setAddress, path, get, publish } = await fixture()
    const { id, key } = await publishedForm()
    await edited(id, setAddress('first'), setAddress('second'))
    assert.equal((await get(path('first'))).statusCode, 404)
    const without = await edited(id, setAddress(null))
    assert.equal(without.address, null)
    assert.ok(without.url.endsWith(path(key)))
    assert.equal((await get(path('second'))).statusCode, 200)
    const again = await edited(id, setAddress('second'))
    assert.ok(again.url.endsWith(path('second')))
    // An address belongs to all versions, so a change of it alone makes no new version.
    const { body } = await publish(id)
    assert.deepEqual([body.version, body.url], [1, again.url])
  })

  test('rejects what another form has or had, also as its key, and names the operation', async () => {
    const { publishedForm, create, edited, rejected, setAddress, path, get } = await fixture()
    const first = await publishedForm()
    await edited(first.id, setAddress('taken'))
    await edited(first.id, setAddress('moved'))
    const { id } = await create()
    const errors = await rejected(
      id,
      setAddress('taken'),
      { op: 'rename', name: 'Other' },
      setAddress('moved'),
      setAddress(first.key),
      setAddress('free'),
    )
    const told = (i: number) => {
      const at = `operations.${i}.address`
      return [at, [`${at} must be one that no other form has had; form ${first.id} has it.`]]
    }
    assert.deepEqual(errors, Object.fromEntries([told(0), told(2), told(3)]))
    assert.equal((await get(path('free'))).statusCode, 404)
  })

  test('rejects an address of other characters or of another length', async () => {
    const { create, rejected, setAddress, edited } = await fixture()
    const { id } = await create()
    for (const address of ['ab', 'a'.repeat(61), 'Incidents', 'an incident', 'a/b', 'é-é', '', 5]) {
      const errors = await rejected(id, { op: 'set_address', address })
      assert.deepEqual(Object.keys(errors), ['operations.0.address'], String(address))
    }
    assert.deepEqual(Object.keys(await rejected(id, { op: 'set_address' })), ['operations.0.address'])
    for (const address of ['a-1', 'a'.repeat(60)])
      assert.equal((await edited(id, setAddress(address))).address, address)
  })

  test('rejects one more than 100, also in a dry run, but not one that the form has had', async () => {
    const { create, edit, edited, rejected, setAddress, stored } = await fixture()
    const { id } = await create()
    for (let number = 1; number <= 100; number++) await edited(id, setAddress(`address-${number}`))
    const before = await stored()
    const at = 'operations.1.address'
    const told = { [at]: [`${at} must be one that the form has had: it has had 100, and all go on working.`] }
    assert.deepEqual(await rejected(id, setAddress('address-5'), setAddress('address-101')), told)
    const dry = await edit(id, [setAddress('address-5'), setAddress('address-101')], { dry_run: true })
    assert.deepEqual([dry.status, dry.body.errors], [422, told])
    assert.deepEqual(await stored(), before)
    assert.equal((await edited(id, setAddress('address-7'))).address, 'address-7')
    assert.equal((await edited(id, setAddress(null))).address, null)
  })

  test('in a dry run or without a change writes nothing', async () => {
    const { publishedForm, edit, edited, stored, setAddress, path, get } = await fixture()
    const { id } = await publishedForm()
    await edited(id, setAddress('stays'))
    const before = await stored()
    const { body } = await edit(id, [setAddress('elsewhere')], { dry_run: true })
    assert.ok(body.url.endsWith(path('elsewhere')))
    assert.equal((await edited(id, setAddress('stays'))).address, 'stays')
    assert.deepEqual(await stored(), before)
    assert.equal((await get(path('elsewhere'))).statusCode, 404)
    const other = await publishedForm()
    const rejected = await edit(other.id, [setAddress('stays')], { dry_run: true })
    assert.deepEqual([rejected.status, Object.keys(rejected.body.errors)], [422, ['operations.0.address']])
  })

  test('of two forms at once gives the address to one', async () => {
    const { publishedForm, edit, setAddress } = await fixture()
    const forms = await Promise.all([1, 2, 3, 4].map(publishedForm))
    const results = await Promise.all(
      forms.map(({ id }, i) => edit(id, [setAddress('wanted'), { op: 'rename', name: `Form ${i}` }])),
    )
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 422, 422, 422])
  })

  test('in two organisations can be the same', async () => {
    const [one, two] = [await fixture(), await fixture()]
    for (const { publishedForm, edited, setAddress, path, get } of [one, two]) {
      const { id, key } = await publishedForm()
      await edited(id, setAddress('incidents'))
      assert.equal(dataOf((await get(path('incidents'))).body).key, key)
    }
  })
})
