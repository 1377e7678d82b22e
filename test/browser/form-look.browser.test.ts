import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeProblems, desktop, drawOn, fillAbout, formFixture, heading, next, phone } from './form-fixture.ts'
import { everything } from './form-sample.ts'

const { skip, publish, open, forms } = await formFixture()
const { address } = await publish({
  ...everything,
  settings: { ...everything.settings, allow_step_navigation: true, redirect_url: 'https://example.com/' },
})
const closed = await publish({ ...everything, settings: { closes_at: '2020-01-01 00:00:00' } })

/** All views of the page, one after the other. */
async function* looks(page: Page): AsyncGenerator<string> {
  await heading(page, 'About you').waitFor()
  yield 'first step'
  await next(page)
  await page.locator('.summary').waitFor()
  yield 'errors'
  await fillAbout(page, 'Somebody else')
  await page.getByRole('radio', { name: 'Post' }).check()
  yield 'condition'
  await page.getByLabel('Postal address').fill('1 Wattle St')
  await next(page)
  await heading(page, 'The person').waitFor()
  yield 'second step'
  await page.getByLabel('Their name').fill('Joan Hart')
  await next(page)
  await heading(page, 'What would help?').waitFor()
  await next(page)
  yield 'errors of choices'
  await page.getByRole('checkbox', { name: 'Meals' }).check()
  await page.reload()
  await page.getByText('You have answers here').waitFor()
  yield 'restored'
  await next(page)
  await heading(page, 'Almost done').waitFor()
  await page.getByRole('button', { name: 'Send to Acme Care' }).click()
  yield 'errors of the last step'
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await page.getByRole('radio', { name: '2 of 5' }).check({ force: true })
  await page.getByRole('radio', { name: 'Draw it' }).check()
  yield 'sheet'
  await drawOn(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send to Acme Care' }).click()
  await page.getByText('Check that you are online').waitFor()
  yield 'offline'
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send to Acme Care' }).click()
  await heading(page, 'Sent').waitFor()
  yield 'thanks'
  await page.goto(closed.address)
  yield 'closed'
}

describe('the page of a form', { skip }, () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, viewport] of Object.entries({ phone, desktop })) {
      test(`is accessible on a ${device} in ${colorScheme} colours, and no wider than the screen`, async () => {
        const { page, consoleErrors, externalRequests } = await open(address, { colorScheme, viewport })
        for await (const look of looks(page)) {
          assert.deepEqual(await axeProblems(page), [], look)
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width, look)
        }
        const unexpected = consoleErrors.filter((text) => !/ERR_INTERNET_DISCONNECTED|status of 410/.test(text))
        assert.deepEqual({ unexpected, externalRequests }, { unexpected: [], externalRequests: [] })
      })
    }
  }

  test('without scripts says what is needed and whom to contact', async () => {
    const { page } = await open(address, { javaScriptEnabled: false })
    assert.ok(await page.getByRole('heading', { name: 'Ask for support' }).isVisible())
    assert.ok(await page.getByText('Tell us a little about what you need.').isVisible())
    assert.ok(await page.getByRole('heading', { name: 'This form needs JavaScript' }).isVisible())
    assert.match((await page.locator('.notice').textContent())!, /get in touch with Acme Care/)
  })

  test('for a form that is unknown, closed or withdrawn explains why', async () => {
    const gone = await publish(everything)
    await forms.unpublish(gone.id)
    for (const [at, title] of [
      [gone.address, 'This form is not open'],
      [closed.address, 'This form is closed'],
      [gone.address.slice(0, -1), 'There is no form here'],
      [`${address}?for=nobody`, 'This link no longer works'],
    ] as const) {
      const { page } = await open(at)
      assert.ok(await page.getByRole('heading', { name: title }).isVisible())
      assert.deepEqual(await axeProblems(page), [])
    }
  })

  test('takes less than 100 KB at the first visit, and only the HTML after it', async () => {
    const { page } = await open()
    const bytes = async () => {
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Network.enable')
      let [all, files] = [0, 0]
      cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
        all += encodedDataLength
        if (encodedDataLength > 0) files += 1
      })
      await page.goto(address)
      await heading(page, 'About you').waitFor()
      await cdp.detach()
      return { all, files }
    }
    const first = await bytes()
    assert.ok(first.files >= 3 && first.all < 100 * 1024, JSON.stringify(first))
    await page.goto('about:blank')
    const second = await bytes()
    assert.ok(second.all < 10 * 1024, JSON.stringify(second))
  })
})
