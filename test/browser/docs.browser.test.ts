import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { harness } from '../harness/harness.ts'
import { chromiumMissing, openChromium, openPage } from './chromium.ts'

const skip = chromiumMissing()
const browser = skip ? undefined : await openChromium()
const { app, organisation } = await harness({ rateLimit: 600 })
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const acme = await organisation()
const open = (options?: BrowserContextOptions) => openPage(browser!, origin, options)

describe('the API reference in a browser', { skip }, () => {
  test('Try it sends requests with the token, which stays in session storage and never in an address', async () => {
    const { page, consoleErrors, externalRequests } = await open()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto('/docs#getMe')
    const me = page.locator('#getMe')
    await me.locator('.to-try').click()
    await me.getByRole('button', { name: 'Send GET' }).click()
    assert.match(
      (await me.locator('.response [role=status]').textContent())!,
      /^Nothing was sent, since there is no token/,
    )

    await page.getByLabel('Access token for Try it').fill(`Bearer ${acme.token} `)
    await me.getByRole('button', { name: 'Send GET' }).click()
    await me.locator('.response[data-kind=good]').waitFor()
    assert.match(
      (await me.locator('.response [role=status]').textContent())!,
      /200 OK\s+\d+ ms\s+GET \/api\/integrations\/v1\/me/,
    )
    assert.equal(JSON.parse((await me.locator('.response pre').textContent())!).organisation, 'Acme Care')
    assert.match((await me.locator('.headers').textContent())!, /x-request-id[\s\S]*ratelimit/)

    const create = page.locator('#createClient')
    await create.locator('.to-try').click()
    assert.ok(await create.getByText('This changes real data.').isVisible())
    const body = create.getByLabel('Body JSON')
    const example = JSON.parse(await body.inputValue())
    await body.fill(JSON.stringify({ ...example, business_id: acme.businessId, first_name: '<b>Zoë</b>' }))
    await create.getByRole('button', { name: 'Send POST' }).click()
    await create.locator('.response[data-kind=good]').waitFor()
    assert.match((await create.locator('.response [role=status]').textContent())!, /^201 Created/)
    const { data } = JSON.parse((await create.locator('.response pre').textContent())!)
    assert.deepEqual((await acme.get(`/clients/${data.id}`)).body.data, data)
    assert.equal(data.first_name, '<b>Zoë</b>')

    await page.reload()
    assert.equal(await page.getByLabel('Access token for Try it').inputValue(), acme.token)
    assert.ok(addresses.every((address) => !address.includes(acme.token)))
    assert.deepEqual(await page.evaluate('[localStorage.length, document.cookie]'), [0, ''])
    await page.getByRole('button', { name: 'Forget' }).click()
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
    assert.deepEqual({ consoleErrors, externalRequests }, { consoleErrors: [], externalRequests: [] })
  })

  test('parameters are sent in path and query, and an unsendable request shows a message', async () => {
    const { page } = await open()
    await page.goto('/docs')
    await page.getByLabel('Access token for Try it').fill(acme.token)
    const list = page.locator('#listClients')
    await list.locator('.to-try').click()
    await list.getByLabel('per_page').fill('7')
    await list.getByLabel('status').selectOption('Archived')
    await list.getByRole('button', { name: 'Send GET' }).click()
    await list.getByText('/clients?per_page=7&status=Archived').waitFor()

    const notes = page.locator('#listClientNotes')
    await notes.locator('.to-try').click()
    await notes.getByLabel('client_id').fill('999999')
    const filters = notes.getByLabel('filters')
    const [, example] = (await filters.getAttribute('placeholder'))!.split('JSON text, such as ')
    await filters.fill(example!)
    await notes.getByRole('button', { name: 'Send GET' }).click()
    await notes.getByText(`/clients/999999/notes?${new URLSearchParams({ filters: example! })}`).waitFor()
    assert.match((await notes.locator('.response').textContent())!, /404 Not Found/)

    const one = page.locator('#getClient')
    await one.locator('.to-try').click()
    await one.getByLabel('id').fill('999999')
    await one.getByRole('button', { name: 'Send GET' }).click()
    await one.locator('.response[data-kind=bad]').waitFor()
    assert.match((await one.locator('.response').textContent())!, /404 Not Found[\s\S]*Client not found\./)
    await one.getByLabel('id').fill('..')
    await one.getByRole('button', { name: 'Send GET' }).click()
    await one.getByText('Nothing was sent: id cannot be ..').waitFor()

    const create = page.locator('#createClient')
    await create.locator('.to-try').click()
    await create.getByLabel('Body JSON').fill('{"first_name": }')
    await create.getByRole('button', { name: 'Send POST' }).click()
    assert.match(
      (await create.locator('.response [role=status]').textContent())!,
      /^Nothing was sent, since the body is not JSON/,
    )
  })

  test('the contents can be filtered, and nothing is wider than a small phone', async () => {
    const { page } = await open({ viewport: { width: 360, height: 740 } })
    await page.goto('/docs#createClientsInBulk')
    assert.ok(await page.locator('#createClientsInBulk h3').isVisible())
    await page.getByText('Contents', { exact: true }).click()
    await page.getByLabel('Filter operations').fill('post staff')
    assert.deepEqual(await page.locator('.groups [data-search]:visible a span:first-child').allInnerTexts(), [
      'Create a staff member',
      'Change the status of a staff member',
      'Clock staff in',
      'Clock staff out',
    ])
    await page.getByRole('link', { name: 'Create a staff member POST' }).click()
    assert.ok(await page.locator('#createStaff h3').isVisible())
    await page.evaluate("for (const details of document.querySelectorAll('main details')) details.open = true")
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  })

  test('the page is readable without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto('/docs')
    assert.ok(await page.getByRole('heading', { name: 'Create a client' }).isVisible())
    assert.equal(await page.locator('.try:visible, .to-try:visible, .token:visible, .filter:visible').count(), 0)
  })

  test('an unreachable service shows a message', async () => {
    const { page } = await open()
    await page.goto('/docs')
    await page.getByLabel('Access token for Try it').fill(acme.token)
    const me = page.locator('#getMe')
    await me.locator('.to-try').click()
    await page.context().setOffline(true)
    await me.getByRole('button', { name: 'Send GET' }).click()
    await me.getByText('The service could not be reached').waitFor()
  })
})
