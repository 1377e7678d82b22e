import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { harness } from '../harness/harness.ts'
import { chromiumMissing, openChromium, openPage } from './chromium.ts'
import { axeProblems, desktop, phone } from './form-fixture.ts'

const skip = chromiumMissing()
const browser = skip ? undefined : await openChromium()
const { app, organisation } = await harness({ rateLimit: 600 })
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const acme = await organisation()
const reader = await organisation({ clients: 'read' })
const open = (options?: BrowserContextOptions) => openPage(browser!, origin, options)

const isPhone = (page: Page) => page.viewportSize()!.width < 900
async function openConnect(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: 'Contents' }).click()
  await page.locator('.open-connect').click()
}
async function connect(page: Page, token: string) {
  await openConnect(page)
  await page.getByLabel('Access token').fill(token)
  await page.getByLabel('Access token').press('Enter')
}
const connection = (page: Page) => page.locator('.connection')
const current = (page: Page) => page.locator('.contents [aria-current=location] span').first().textContent()

describe('the API reference in a browser', { skip }, () => {
  test('Try it sends requests with the token, which stays in session storage and never in an address', async () => {
    const { page, consoleErrors, externalRequests } = await open()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto('/docs/access#getMe')
    const me = page.locator('#getMe')
    await me.locator('.to-try').click()
    await me.getByText('No token yet: connect').waitFor()
    await me.getByRole('button', { name: 'Send GET' }).click()
    await page.getByRole('heading', { name: 'Connect' }).waitFor()
    assert.equal(await me.locator('.response [role=status]').textContent(), '', 'one message is enough')
    await page.getByLabel('Access token').fill(`Bearer ${acme.token} `)
    await page.getByLabel('Access token').press('Enter')
    await connection(page).getByText('Acme Care').waitFor()
    await page.keyboard.press('Escape')
    await me.getByRole('button', { name: 'Send GET' }).click()
    await me.locator('.response[data-kind=good]').waitFor()
    assert.match(
      (await me.locator('.response [role=status]').textContent())!,
      /200 OK\s+\d+ ms\s+GET \/api\/integrations\/v1\/me/,
    )
    assert.equal(JSON.parse((await me.locator('.response pre').textContent())!).organisation, 'Acme Care')
    assert.match((await me.locator('.headers').textContent())!, /x-request-id[\s\S]*ratelimit/)

    await page.goto('/docs/clients')
    const create = page.locator('#createClient')
    await create.locator('.to-try').click()
    assert.ok(await create.getByText('This changes real data.').isVisible())
    await create.getByText('Uses the token of Payroll sync at Acme Care.').waitFor()
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
    await page.getByRole('button', { name: 'Connected: Acme Care' }).click()
    assert.equal(await page.getByLabel('Access token').inputValue(), acme.token)
    assert.ok(addresses.every((address) => !address.includes(acme.token)))
    assert.deepEqual(await page.evaluate('[localStorage.length, document.cookie]'), [0, ''])
    await page.getByRole('button', { name: 'Forget the token' }).click()
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
    assert.equal(await page.locator('.open-connect').textContent(), 'Connect')
    assert.deepEqual({ consoleErrors, externalRequests }, { consoleErrors: [], externalRequests: [] })
  })

  test('Connect shows the organisation and levels of a valid token, and in words why another is not accepted', async () => {
    const { page } = await open()
    await page.goto('/docs/clients')
    await openConnect(page)
    assert.ok(await page.getByText('npx wattle token create').isVisible())
    for (const [text, problem] of [
      ['', 'Enter a token first.'],
      ['svc_at_nonsense', 'The service does not accept this token. It is misspelt, disabled, revoked or expired.'],
      ['svc_at_żółw', 'This is not a token: it has a character that is not allowed in a header.'],
    ] as const) {
      await page.getByLabel('Access token').fill(text)
      await page.getByLabel('Access token').press('Enter')
      await connection(page).getByText(problem).waitFor()
      assert.equal(await connection(page).getAttribute('data-kind'), 'bad')
      assert.equal(await page.evaluate('sessionStorage.length'), 0, 'only a valid token is stored')
    }
    await page.getByLabel('Access token').fill(reader.token)
    await page.locator('#connect').getByRole('button', { name: 'Connect' }).click()
    await connection(page).getByText('Acme Care').waitFor()
    const text = (await connection(page).textContent())!
    assert.match(
      text,
      /Connected to Acme Care as Payroll sync, until \d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [ap]m \(UTC[+-]\d\d:\d\d\)\./,
    )
    assert.match(text, /clients read.*staff none/)
    await page.context().setOffline(true)
    await page.locator('#connect').getByRole('button', { name: 'Connect', exact: true }).click()
    await connection(page).getByText('the service did not respond').waitFor()
  })

  test('the overview offers to enter a token, and once connected shows the organisation and offers to change it', async () => {
    const { page } = await open()
    await page.goto('/docs')
    const change = page.locator('.change-token')
    assert.equal(await change.textContent(), 'Enter a token')
    await connect(page, acme.token)
    await connection(page).getByText('Acme Care').waitFor()
    assert.equal(await change.textContent(), 'Change tokenConnected to Acme Care')
    await page.getByRole('button', { name: 'Forget the token' }).click()
    assert.equal(await change.textContent(), 'Enter a token')
  })

  test('an operation that the token may not call has no Send, and the reason; one that it may call has', async () => {
    const { page } = await open()
    await page.goto('/docs/clients')
    await connect(page, reader.token)
    await connection(page).getByText('Acme Care').waitFor()
    await page.keyboard.press('Escape')
    const create = page.locator('#createClient')
    await create.locator('.to-try').click()
    await create.getByText('Needs clients read-write; your token has clients read.').waitFor()
    assert.ok(await create.getByRole('button', { name: 'Send POST' }).isDisabled())
    const list = page.locator('#listClients')
    await list.locator('.to-try').click()
    assert.ok(await list.getByRole('button', { name: 'Send GET' }).isEnabled())
    await connect(page, acme.token)
    await connection(page).getByText('Acme Care').waitFor()
    assert.ok(await create.getByRole('button', { name: 'Send POST' }).isEnabled())
  })

  test('parameters are sent in path and query, and an unsendable request shows a message', async () => {
    const { page } = await open()
    await page.goto('/docs/clients')
    await connect(page, acme.token)
    await connection(page).getByText('Acme Care').waitFor()
    await page.keyboard.press('Escape')
    const list = page.locator('#listClients')
    await list.locator('.to-try').click()
    await list.getByLabel('per_page').fill('7')
    await list.getByLabel('status').selectOption('Archived')
    await list.getByRole('button', { name: 'Send GET' }).click()
    await list.getByText('/clients?per_page=7&status=Archived').waitFor()

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

    await page.goto('/docs/client-notes')
    const notes = page.locator('#listClientNotes')
    await notes.locator('.to-try').click()
    await notes.getByLabel('client_id').fill('999999')
    const filters = notes.getByLabel('filters')
    const [, example] = (await filters.getAttribute('placeholder'))!.split('JSON text, such as ')
    await filters.fill(example!)
    await notes.getByText('Uses the token').waitFor()
    await notes.getByRole('button', { name: 'Send GET' }).click()
    await notes.getByText(`/clients/999999/notes?${new URLSearchParams({ filters: example! })}`).waitFor()
    assert.match((await notes.locator('.response').textContent())!, /404 Not Found/)
  })

  test('the search opens by /, finds operations, paths, fields and guides, and works by keyboard', async () => {
    const { page } = await open()
    await page.goto('/docs')
    await page.keyboard.press('/')
    const results = page.locator('.results a')
    const search = async (words: string) => {
      await page.getByRole('searchbox').fill(words)
      await page.locator('.search-status', { hasText: /result|Nothing/ }).waitFor()
      return (await results.allInnerTexts()).map((text) => text.replace(/\s*\n\s*/g, ' '))
    }
    assert.match((await search('create client'))[0]!, /^POST Create a client \/clients$/)
    assert.match((await search('get /clients'))[0]!, /^GET List clients \/clients$/)
    assert.match((await search('/shifts/publish'))[0]!, /^POST .* \/shifts\/publish$/)
    assert.match((await search('first call'))[0]!, /^Guide /)
    assert.deepEqual(await search('zzzz'), [])
    const [field] = await search('primary_contact_email')
    assert.match(field!, /^Field primary_contact_email Clients: /)
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate('document.activeElement === document.querySelector(".results a")'), true)
    await page.keyboard.press('ArrowUp')
    assert.equal(await page.evaluate('document.activeElement.id'), 'search-field')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/clients#\w+\.primary_contact_email$/)
    assert.ok(await page.locator('tr.found').getByText('primary_contact_email').isVisible())

    await page.keyboard.press('/')
    await search('archive a client')
    await page.keyboard.press('Enter')
    await page.waitForURL('/docs/clients#archiveClient')
    assert.equal(await page.locator('#search').isVisible(), false)
    assert.equal(await current(page), 'Archive a client')
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('#search').isVisible(), false)
    await page.locator('#archiveClient .to-try').click()
    await page.locator('#archiveClient-path-id').press('/')
    assert.equal(await page.locator('#search').isVisible(), false, 'in a field / is a character')
  })

  test('the example is displayed in the chosen language, which is remembered, with the origin of the page', async () => {
    const { page } = await open()
    await page.goto('/docs/clients#createClient')
    const request = page.locator('#createClient .request')
    assert.match(
      await request.innerText(),
      new RegExp(`curl -sS .* -X POST \\\\\\n {2}'${origin}/api/integrations/v1/clients'`),
    )
    await request.getByRole('button', { name: 'Python' }).click()
    assert.match(await request.innerText(), /import json, os, urllib\.request/)
    assert.doesNotMatch(await request.innerText(), /curl -sS|await fetch/)
    await page.goto('/docs/staff')
    const other = page.locator('#createStaff .request')
    await other.getByText('urllib.request').first().waitFor()
    assert.equal(await other.getByRole('button', { pressed: true }).textContent(), 'Python')
    await other.getByRole('button', { name: 'TypeScript' }).click()
    assert.match(await other.innerText(), new RegExp(`await fetch\\('${origin}/api/integrations/v1/staff'`))
  })

  test('the contents mark the operation that is open, also while its form is used', async () => {
    // In a tall window the heading of the next operation is near the top.
    const { page } = await open({ viewport: { width: 1280, height: 2000 } })
    await page.goto('/docs/clients#getClient')
    assert.equal(await current(page), 'Get a client')
    for (const [id, summary] of [
      ['listClients', 'List clients'],
      ['createClient', 'Create a client'],
      ['getClient', 'Get a client'],
      ['archiveClient', 'Archive a client'],
    ] as const) {
      await page.locator(`#${id} .to-try`).click()
      await page.locator(`#${id} form`).waitFor()
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      assert.equal(await current(page), summary)
    }
    await page.evaluate("document.getElementById('createClient').scrollIntoView()")
    await page.locator('.contents [aria-current=location]', { hasText: 'Create a client' }).waitFor()
  })

  test('an address of the former single page leads to the operation on the page of its area', async () => {
    const { page } = await open()
    await page.goto('/docs#createStaff')
    await page.waitForURL('/docs/staff#createStaff')
    assert.equal(await current(page), 'Create a staff member')
    await page.goto('/docs#getMe-try')
    await page.waitForURL('/docs/access#getMe-try')
    assert.ok(await page.locator('#getMe form').isVisible())
    await page.goto('/docs#error-422')
    assert.ok(await page.locator('#error-422').isVisible())
    assert.equal(new URL(page.url()).pathname, '/docs')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, viewport] of Object.entries({ phone, desktop })) {
      test(`every view is accessible on a ${device} in ${colorScheme} colours, and no wider than the screen`, async () => {
        const { page, consoleErrors } = await open({ colorScheme, viewport })
        const check = async (view: string) => {
          assert.deepEqual(await axeProblems(page), [], view)
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width, view)
        }
        await page.goto('/docs')
        await check('overview')
        await page.goto('/docs/guides/first-call')
        await check('guide')
        await page.goto('/docs/changelog')
        await page.locator('summary').first().click()
        await check('changelog')
        await page.goto('/docs/clients#createClient-try')
        await page.locator('#createClient form').waitFor()
        await page.evaluate("for (const details of document.querySelectorAll('main details')) details.open = true")
        // axe would compare the colours of operations that overlap, because those out of sight have an estimated height.
        await page.evaluate(
          "for (const { style } of document.querySelectorAll('.operation')) style.contentVisibility = 'visible'",
        )
        await check('operations')
        await connect(page, reader.token)
        await connection(page).getByText('Acme Care').waitFor()
        await check('connected')
        await page.keyboard.press('Escape')
        await page.locator('.open-search').click()
        await page.getByRole('searchbox').fill('email')
        await page.locator('.results a').first().waitFor()
        await check('search')
        assert.deepEqual(consoleErrors, [])
      })
    }
  }

  test('the Errors table has a narrow status, and names of headers in one line', async () => {
    const { page } = await open({ viewport: desktop })
    await page.goto('/docs')
    const table = page.getByRole('table', { name: 'Errors' })
    const widths = await table
      .getByRole('columnheader')
      .evaluateAll((heads: any[]) => heads.map((head) => head.offsetWidth))
    assert.ok(widths[0]! < 80 && widths[2]! > 250, widths.join())
    const lines = await table
      .locator('td:last-child code')
      .evaluateAll((names: any[]) => names.map((name) => name.getClientRects().length))
    assert.ok(lines.length > 0 && lines.every((count) => count === 1), lines.join())
  })

  test('Copy is level with the languages of a request, and with the title of a response', async () => {
    const { page } = await open({ viewport: desktop })
    await page.goto('/docs/clients#createClient')
    const middle = async (selector: string) => {
      const { y, height } = (await page.locator(`#createClient ${selector}`).first().boundingBox())!
      return y + height / 2
    }
    for (const figure of ['.request', '.copying figure:not(.request)']) {
      const off = (await middle(`${figure} .copy`)) - (await middle(`${figure} figcaption`))
      assert.ok(Math.abs(off) <= 1, `${figure}: ${off}`)
    }
    assert.ok(Math.abs((await middle('.request .copy')) - (await middle('.languages'))) <= 1)
  })

  test('on a phone the header is one row, and the open contents have its edges, which are those of the text', async () => {
    const { page } = await open({ viewport: phone })
    await page.goto('/docs')
    await page.getByRole('button', { name: 'Contents' }).click()
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
    const middle = async (selector: string) => {
      const { y, height } = await boxOf(selector)
      return Math.round(y + height / 2)
    }
    const edges = async (selector: string) => {
      const { x, width } = await boxOf(selector)
      return [x, x + width]
    }
    assert.equal(await middle('.brand img'), await middle('.tools'))
    const text = await edges('main .hero')
    assert.deepEqual([(await edges('.brand'))[0], (await edges('.tools'))[1]], text)
    assert.deepEqual(await edges('.open-connect'), text)
  })

  test('on a phone the contents open and close, and each cell of a table has its heading', async () => {
    const { page } = await open({ viewport: { width: 360, height: 740 } })
    await page.goto('/docs/clients#createClientsInBulk')
    assert.ok(await page.locator('#createClientsInBulk h2').isVisible())
    const link = page.getByRole('link', { name: 'Create a client POST' })
    assert.equal(await link.isVisible(), false)
    await page.getByRole('button', { name: 'Contents' }).click()
    await link.click()
    assert.ok(await page.locator('#createClient h2').isVisible())
    assert.equal(await link.isVisible(), false)
    const headings =
      await page.evaluate(`[...document.querySelectorAll('#createClient td:nth-child(n+2)')].map((cell) =>
      [cell.textContent !== '', getComputedStyle(cell, '::before').content])`)
    const filled = (headings as [boolean, string][]).filter(([hasText]) => hasText).map(([, content]) => content)
    assert.deepEqual([...new Set(filled.map((content) => content.split('"')[1]))], ['Type and rules', 'Description'])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  })

  test('the pages are readable without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false, viewport: phone })
    await page.goto('/docs')
    assert.ok(await page.getByText('npx wattle token create').first().isVisible())
    await page.getByRole('link', { name: 'Clients', exact: true }).first().click()
    assert.ok(await page.getByRole('heading', { name: 'Create a client' }).isVisible())
    assert.ok(await page.locator('#createClient').getByText('urllib.request.urlopen').isVisible())
    assert.equal(await page.locator('.scripted:visible, dialog:visible').count(), 0)
  })

  test('an unreachable service shows a message', async () => {
    const { page } = await open()
    await page.goto('/docs/access')
    await connect(page, acme.token)
    await connection(page).getByText('Acme Care').waitFor()
    await page.keyboard.press('Escape')
    const me = page.locator('#getMe')
    await me.locator('.to-try').click()
    await page.context().setOffline(true)
    await me.getByRole('button', { name: 'Send GET' }).click()
    await me.getByText('The service could not be reached').waitFor()
  })
})
