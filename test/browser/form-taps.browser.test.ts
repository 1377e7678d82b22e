import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FormParts, field, step } from '../factories/forms/forms.ts'
import { drawOn, focused, formFixture, heading } from './form-fixture.ts'

const { skip, publish, open, sentTo } = await formFixture()

/** Two steps with the same layout, so that the submit button of the second is where the next button of the first was. */
const alike: FormParts = {
  steps: [
    step('first', [field('text', 'a', { label: 'One' })], { title: 'First' }),
    step('second', [field('text', 'b', { label: 'Other' })], { title: 'Second' }),
  ],
}
type Page = Awaited<ReturnType<typeof open>>['page']
const middleOf = async (page: Page, name: string) => {
  const { x, y, width, height } = (await page.getByRole('button', { name }).boundingBox())!
  return [x + width / 2, y + height / 2] as const
}
/** Waits until the page has processed all events so far. */
const settled = (page: Page) => page.evaluate('new Promise(requestAnimationFrame)')

describe('taps on a form', { skip }, () => {
  test('that are double turn one step, and send nothing that was not seen', async () => {
    const { id, address } = await publish(alike)
    const { page } = await open(address)
    await page.getByRole('button', { name: 'Next' }).dblclick()
    await heading(page, 'Second').waitFor()
    await settled(page)
    assert.ok(await page.getByRole('button', { name: 'Submit' }).isVisible())
    await page.getByLabel('Other').fill('Seen')
    await page.getByRole('button', { name: 'Submit' }).click()
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(
      (await sentTo(id)).map(({ answers }) => answers.map(({ value }: any) => value)),
      [['Seen']],
    )
  })

  test('that follow each other in half a second are one, and after it two', async () => {
    const { address } = await publish(alike)
    const { page } = await open()
    await page.clock.install()
    await page.goto(address)
    await heading(page, 'First').waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const [x, y] = await middleOf(page, 'Next')
    await page.mouse.click(x, y)
    await heading(page, 'Second').waitFor()
    await page.clock.runFor(250)
    await page.mouse.click(x, y)
    assert.ok(await page.getByRole('button', { name: 'Submit' }).isVisible())
    await page.clock.runFor(300)
    await page.mouse.click(x, y)
    await heading(page, 'Sent').waitFor()
    // A second tap does not leave the final page either.
    const again = await middleOf(page, 'Fill it in again')
    if (Math.hypot(again[0] - x, again[1] - y) < 30) await page.mouse.click(x, y)
    assert.ok(await heading(page, 'Sent').isVisible())
    await page.clock.runFor(600)
    await page.mouse.click(...again)
    await heading(page, 'First').waitFor()
  })

  test('during sending change nothing, because the change would be lost', async () => {
    const { id, address } = await publish({
      steps: [
        step('only', [
          field('text', 'name', { label: 'Name' }),
          field('radio', 'place', { label: 'Place', options: ['Here', 'There'] }),
          field('signature', 'sign', { label: 'Sign' }),
        ]),
      ],
    })
    const { page } = await open(address)
    await page.getByLabel('Name', { exact: true }).fill('Zoë')
    await page.getByRole('radio', { name: 'Draw it' }).check()
    await drawOn(page)
    const drawn = await page.evaluate("document.querySelector('canvas').toDataURL()")
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/submissions', async (route) => {
      await held
      await route.abort()
    })
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Sending…' }).waitFor()
    assert.ok(await page.getByLabel('Name', { exact: true }).isDisabled())
    assert.ok(await page.getByRole('radio', { name: 'There' }).isDisabled())
    assert.equal(await page.getByRole('button', { name: 'Start over' }).count(), 0)
    // The focus is on the submit button.
    assert.equal(await focused(page), 'Sending…')
    await drawOn(page)
    assert.equal(await page.evaluate("document.querySelector('canvas').toDataURL()"), drawn)
    arrive()
    await page.getByText('Check that you are online').waitFor()
    assert.ok(await page.getByLabel('Name', { exact: true }).isEnabled())
    assert.ok(await page.getByRole('button', { name: 'Start over' }).isVisible())
    await page.unroute('**/submissions')
    await page.getByRole('button', { name: 'Submit' }).click()
    await heading(page, 'Sent').waitFor()
    assert.equal((await sentTo(id)).length, 1)
  })
})
