import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { field, formsOf, oneStep } from '../../../test/factories/forms/forms.ts'
import { dataOf, formPages, sending } from '../../../test/factories/forms/pages.ts'
import { harness } from '../../../test/harness/harness.ts'
import { assetsPath, readAssets } from '../../http/pages/assets.ts'
import { encodingFor } from '../../http/responses/documents.ts'

const { app, db, clock, organisation } = await harness()
const acme = await organisation()
const { forms, get, post, addressOf, publish } = formPages(app, db, acme)

test('the page has the form’s texts, the form as data, and a policy that allows no other origin', async () => {
  const hostile = '</script><script>alert(1)</script>'
  const address = await publish({
    name: `Enquiry ${hostile}`,
    description: `<b>Now</b>`,
    settings: { assignee_id: 5, success_message: 'Told later', closes_at: '2099-01-01 00:00:00' },
    ...oneStep(field('text', 'name', { label: hostile })),
    prospect: { enabled: true, map: { name: 'last_name' } },
  })
  const { statusCode, headers, body } = await get(address)
  assert.equal(statusCode, 200)
  const expected = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name)
  assert.ok(!body.includes('<script>alert'))
  assert.ok(body.includes('&lt;b&gt;Now&lt;/b&gt;'))
  assert.match(body, /<noscript>[\s\S]*Acme Care[\s\S]*<\/noscript>/)
  assert.deepEqual(dataOf(body), {
    organisation: 'Acme Care',
    key: address.split('/').at(-1),
    name: `Enquiry ${hostile}`,
    version: 1,
    settings: { allow_step_navigation: false, show_step_numbers: true, submit_button_text: 'Submit' },
    steps: oneStep(field('text', 'name', { label: hostile })).steps,
  })
})

test('answers are stored once for each sending id, also of two at once, and each response has the same reference', async () => {
  const settings = { success_message: 'Thanks', redirect_url: 'https://example.com/' }
  const id = await forms.publishedForm({ settings, ...oneStep(field('text', 'name', { required: true })) })
  const address = await addressOf(id)
  const sent = { answers: { name: 'Zoë' }, sending: sending() }
  const responses = await Promise.all([post(address, sent), post(address, sent)])
  responses.push(await post(address, { ...sent, answers: { name: 'Changed' } }))
  const { rows } = await db.query('select id, source from form_submission where form_id = $1', [id])
  assert.equal(rows.length, 1)
  const { answers, source, submitted_at } = await forms.read(rows[0].id)
  for (const { statusCode, body } of responses) {
    assert.equal(statusCode, 201)
    assert.deepEqual(JSON.parse(body), { reference: String(rows[0].id), submitted_at, ...settings })
  }
  assert.deepEqual([source, answers[0].value], ['page', 'Zoë'])
  const [event] = await forms.eventsOf('form_submission.created')
  assert.equal(event!.connection_id, null)
})

test('errors are reported by field, and an unreadable body is rejected', async () => {
  const address = await publish(oneStep(field('text', 'name', { required: true })))
  const rejected = await post(address, { answers: {}, sending: sending() })
  assert.equal(rejected.statusCode, 422)
  assert.deepEqual(Object.keys(JSON.parse(rejected.body).errors), ['answers.name'])
  assert.deepEqual(
    Object.keys(
      JSON.parse((await post(address, { answers: { name: 'Z' }, note_ref: 'general:1' })).body).errors,
    ).sort(),
    ['note_ref', 'sending'],
  )
  const outdated = await post(address, { answers: { name: 'Z' }, sending: sending(), version: 2 })
  assert.equal(outdated.statusCode, 409)
  assert.equal((await post(address, { answers: [], sending: sending() })).statusCode, 422)
  const json = { 'content-type': 'application/json' }
  assert.equal((await post(address, '{"answers"', json)).statusCode, 400)
  assert.equal((await post(address, 'answers=1', { 'content-type': 'text/plain' })).statusCode, 400)
  const long = JSON.stringify({ answers: { name: 'x'.repeat(70_000) }, sending: sending() })
  assert.equal((await post(address, long, json)).statusCode, 413)
})

test('what has arrived is thanked for again, though the form has changed or closed since', async () => {
  const id = await forms.publishedForm(oneStep(field('text', 'name')))
  const address = await addressOf(id)
  const sent = { answers: { name: 'Zoë' }, sending: sending(), version: 1 }
  const first = await post(address, sent)
  assert.equal(first.statusCode, 201)
  await forms.publishedForm(oneStep(field('text', 'other')), id)
  const again = await post(address, sent)
  assert.deepEqual([again.statusCode, again.body], [201, first.body])
  assert.equal((await post(address, { ...sent, sending: sending() })).statusCode, 409)
  await forms.unpublish(id)
  assert.equal((await post(address, sent)).body, first.body)
  assert.equal((await post(address, { ...sent, sending: sending() })).statusCode, 410)
  const { rows } = await db.query('select id from form_submission where form_id = $1', [id])
  assert.equal(rows.length, 1)
})

test('no form, never published: 404; switched off or past its end: 410; each as a page and as JSON', async () => {
  const draft = await addressOf(await forms.draft())
  const off = await forms.publishedForm()
  await forms.unpublish(off)
  const closed = await publish({ settings: { closes_at: '2020-01-01 00:00:00' } })
  const cases: [string, number, RegExp][] = [
    [draft, 404, /There is no form here/],
    [`/f/${acme.slug}/0123456789abcdef`, 404, /There is no form here/],
    [`/f/nobody/0123456789abcdef`, 404, /There is no form here/],
    [`/f/${acme.slug}/%00`, 404, /There is no form here/],
    [`/f/assets/0123456789abcdef`, 404, /There is no form here/],
    [await addressOf(off), 410, /This form is not open[\s\S]*Acme Care/],
    [closed, 410, /This form is closed[\s\S]*Acme Care/],
  ]
  for (const [address, status, words] of cases) {
    const page = await get(address)
    assert.equal(page.statusCode, status, address)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(page.body, words)
    const sent = await post(address, { answers: {}, sending: sending() })
    assert.equal(sent.statusCode, status, address)
    assert.match(
      JSON.parse(sent.body).message,
      status === 410 ? /^This form .* get in touch with Acme Care/ : /^There .*\.$/,
    )
  }
  assert.equal((await get('/f/x')).statusCode, 404)
  assert.equal((await get(`${draft}/`)).headers.location, draft)
})

test('an end is a local time of the organisation', async () => {
  // Sydney is ten hours ahead of UTC in July.
  const address = await publish({ settings: { closes_at: '2030-07-01 10:00:00' } })
  const before = clock.now()
  clock.advance(Date.parse('2030-06-30T23:59:59Z') - before)
  assert.equal((await get(address)).statusCode, 200)
  clock.advance(1000)
  assert.equal((await get(address)).statusCode, 410)
  clock.advance(before - clock.now())
})

test('script and style are compressed as the browser accepts, and cached for ever', async () => {
  const { files, form, report } = readAssets()
  const named = [form, report].flatMap(({ script, style, lazyScripts: later }) => [script, style, ...later])
  const addresses = files.map(({ address }) => address)
  const overview = (await get('/docs')).body
  const ofReference = [...overview.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, address]) => address!)
  assert.equal(ofReference.length, 2)
  assert.deepEqual(addresses.sort(), [...named, ...ofReference].sort())
  assert.deepEqual(form.lazyScripts, [])
  const { script } = form
  const plain = await get(script)
  const packed = await get(script, { 'accept-encoding': 'gzip, deflate, br' })
  assert.equal(packed.headers['content-encoding'], 'br')
  assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(packed.headers.vary, 'accept-encoding')
  assert.deepEqual(brotliDecompressSync(packed.rawPayload), plain.rawPayload)
  const zipped = await get(script, { 'accept-encoding': 'gzip' })
  assert.deepEqual(gunzipSync(zipped.rawPayload), plain.rawPayload)
  for (const name of ['manifest.json', 'pages-made-of', `${script.slice(assetsPath.length)}.br`]) {
    assert.equal((await get(assetsPath + name)).statusCode, 404, name)
  }
})

test('HEAD is answered as GET', async () => {
  const address = await publish({})
  for (const url of [address, `${address}/`, `/f/${acme.slug}/nothing`, '/f/x', readAssets().form.script]) {
    const [asked, got] = [await app.inject({ method: 'HEAD', url }), await get(url)]
    assert.equal(asked.statusCode, got.statusCode, url)
    for (const name of ['content-type', 'content-length', 'location', 'content-security-policy', 'x-robots-tag'])
      assert.equal(asked.headers[name], got.headers[name], `${url} ${name}`)
    assert.equal(asked.body, '')
  }
  assert.equal((await app.inject({ method: 'PUT', url: address })).statusCode, 404)
})

test('an encoding is one that is accepted', () => {
  const cases = { br: ['br', 'gzip;q=0.5, br;q=1'], gzip: ['gzip', 'GZIP', 'br;q=0, gzip', 'brx,gzip'] }
  for (const [encoding, headers] of Object.entries(cases)) {
    for (const header of headers) assert.equal(encodingFor(header), encoding, header)
  }
  for (const header of [undefined, '', 'identity', 'gzip;q=0', 'deflate']) {
    assert.equal(encodingFor(header), 'identity', header)
  }
})

test('an address over its limit of submissions or views gets a 429 with a readable message', async () => {
  const { app, db, clock, organisation } = await harness({ formLimit: 2 })
  const other = await organisation()
  const id = await formsOf(db, other).publishedForm()
  const { rows } = await db.query('select key from form where org_id = $1 and id = $2', [other.orgId, id])
  const url = `/f/${other.slug}/${rows[0].key}`
  const send = (remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: `${url}/submissions`,
      payload: { answers: {}, sending: sending() },
      remoteAddress,
    })
  const look = (remoteAddress: string) => app.inject({ url, remoteAddress })
  for (const status of [201, 201, 429]) assert.equal((await send('10.0.0.1')).statusCode, status)
  const rejected = await send('10.0.0.1')
  assert.equal(rejected.headers['retry-after'], '60')
  assert.match(JSON.parse(rejected.body).message, /Wait a minute, then send yours again\.$/)
  assert.equal((await send('10.0.0.2')).statusCode, 201)
  for (let n = 0; n < 20; n++) assert.equal((await look('10.0.0.1')).statusCode, 200)
  const page = await look('10.0.0.1')
  assert.equal(page.statusCode, 429)
  assert.equal(page.headers['retry-after'], '60')
  assert.match(page.body, /Please wait a moment/)
  clock.advance(60_000)
  assert.deepEqual([(await send('10.0.0.1')).statusCode, (await look('10.0.0.1')).statusCode], [201, 200])
})
