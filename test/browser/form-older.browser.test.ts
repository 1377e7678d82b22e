import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, oneStep } from '../factories/forms/forms.ts'
import { formFixture, heading } from './form-fixture.ts'

const { skip, publish, open, sentTo } = await formFixture()
const parts = oneStep(
  field('text', 'name', { label: 'Name', required: true, validation: { pattern: '[A-Z][a-z]{2}' } }),
)

describe('a form on a device that is not at its best', { skip }, () => {
  test('works in a browser without the features of recent years', async () => {
    const { id, address } = await publish(parts)
    const { page, consoleErrors } = await open()
    await page.addInitScript(
      'delete Object.hasOwn; delete AbortSignal.timeout; delete Array.prototype.at; delete String.prototype.at; delete window.structuredClone; delete Array.prototype.findLast',
    )
    await page.goto(address)
    await page.getByLabel('Name').fill('Ana')
    await page.getByRole('button', { name: 'Submit' }).click()
    await heading(page, 'Sent').waitFor()
    assert.equal((await sentTo(id))[0].answers[0].value, 'Ana')
    assert.deepEqual(consoleErrors, [])
  })

  test('says that it is loading, and whom to contact, until its script runs', async () => {
    const { address } = await publish(parts)
    const { page } = await open()
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(address, { waitUntil: 'commit' })
    const loading = page.getByText(
      'The form is loading. If nothing appears, reload the page, or get in touch with Acme Care',
    )
    await loading.waitFor()
    arrive()
    await page.getByLabel('Name').waitFor()
    assert.equal(await loading.count(), 0)

    await page.unroute('**/assets/*.js')
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(`${address}?again`)
    await loading.waitFor()
  })

  test('does not say that it is loading where scripts are switched off', async () => {
    const { address } = await publish(parts)
    const { page } = await open(address, { javaScriptEnabled: false })
    await heading(page, 'This form needs JavaScript').waitFor()
    assert.ok(!(await page.getByText('The form is loading').isVisible()))
  })
})
