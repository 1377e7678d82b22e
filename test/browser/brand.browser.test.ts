import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { formsOf } from '../factories/forms/forms.ts'
import { axeProblems, desktop, phone, until } from './form-fixture.ts'
import { isLoaded, reportFixture } from './report-fixture.ts'

const { skip, open, db, acme, insightAt, ids, linkTo } = await reportFixture()
const forms = formsOf(db, acme)

/** Its script would be an error of the policy, and would change the title, if it ran. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><style>rect{fill:#005}</style>
  <rect width="80" height="20"/><script>document.documentElement.setAttribute('data-ran', 'yes')</script></svg>`

describe('pages of an organisation with a logo and a colour', { skip }, () => {
  let form: string
  before(async () => {
    const id = await forms.publishedForm({})
    const { rows } = await db.query('select key from form where org_id = $1 and id = $2', [acme.orgId, id])
    form = `/f/${acme.slug}/${rows[0].key}`
    await brand('#ffd400')
  })
  const brand = (colour: string) =>
    db.query(`update organisation set colour = $2, logo = $3, logo_type = 'image/svg+xml' where id = $1`, [
      ...[acme.orgId, colour, Buffer.from(logo)],
    ])

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, viewport] of Object.entries({ phone, desktop })) {
      test(`are accessible and not too wide on a ${device} in ${colorScheme} colours`, async () => {
        // The least readable as it is.
        await brand(colorScheme === 'light' ? '#ffd400' : '#0b0b60')
        const expired = await linkTo('insight', ids.bar, { seconds: -1 })
        for (const address of [form, `${form}?for=broken`, await insightAt('bar'), expired]) {
          const { page, consoleErrors, externalRequests } = await open(address, { colorScheme, viewport })
          await until(page, isLoaded)
          assert.ok(await page.evaluate("document.querySelector('.logo').naturalWidth > 0"), address)
          assert.deepEqual(await axeProblems(page), [], address)
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width, address)
          // The browser reports the status of an error page.
          const errors = consoleErrors.filter((text) => !text.includes('the server responded with a status of 410'))
          assert.deepEqual({ errors, externalRequests }, { errors: [], externalRequests: [] })
          await page.context().close()
        }
      })
    }
  }

  test('a logo that is opened alone runs no script', async () => {
    const { page } = await open(form)
    const address = await page.locator('.logo').getAttribute('src')
    await page.goto(address!)
    assert.equal(await page.evaluate('document.documentElement.nodeName'), 'svg')
    assert.equal(await page.evaluate("document.documentElement.getAttribute('data-ran')"), null)
  })

  test('an unknown address is a message in the middle of the window, accessible in both schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [phone, desktop])
        for (const address of ['/nope', '/f/nobody/nothing', '/r/nobody/insights/1']) {
          const { page } = await open(address, { colorScheme, viewport })
          assert.deepEqual(await axeProblems(page), [], address)
          const { x, y, width, height } = (await page.locator('.notice').boundingBox())!
          assert.ok(Math.abs(x + width / 2 - viewport.width / 2) < 2, `${address} ${x} ${width}`)
          assert.ok(
            Math.abs(y + height / 2 - viewport.height / 2) < viewport.height * 0.15,
            `${address} ${y} ${height}`,
          )
          await page.context().close()
        }
  })
})
