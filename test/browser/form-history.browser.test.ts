import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FormParts, field, step } from '../factories/forms/forms.ts'
import { formFixture, heading, next, until } from './form-fixture.ts'

const { skip, publish, open } = await formFixture()
const steps = ['One', 'Two', 'Three', 'Four'].map((title) =>
  step(title, [field('text', title, { label: `Say ${title}`, required: true })], { title }),
)
const parts: FormParts = { steps }
/** The page that a person comes from: another form. */
const { address: before } = await publish({ steps: [step('only', [field('text', 'before')])] })

type Page = Awaited<ReturnType<typeof open>>['page']
const fill = async (page: Page, ...titles: string[]) => {
  for (const title of titles) {
    await page.getByLabel(`Say ${title}`).fill(title)
    await next(page)
  }
}

describe('the back button of the browser', { skip }, () => {
  test('goes one step back with all answers, its counterpart on again, and from the first step away', async () => {
    const { address } = await publish(parts)
    const { page, consoleErrors } = await open(before)
    await page.goto(address)
    await fill(page, 'One', 'Two')
    await page.getByLabel('Say Three').fill('half')
    await page.goBack()
    await heading(page, 'Two').waitFor()
    assert.equal(await page.getByLabel('Say Two').inputValue(), 'Two')
    await page.goBack()
    await heading(page, 'One').waitFor()
    await page.goForward()
    await heading(page, 'Two').waitFor()
    await page.goForward()
    await heading(page, 'Three').waitFor()
    assert.equal(await page.getByLabel('Say Three').inputValue(), 'half')
    await page.goBack()
    await heading(page, 'Two').waitFor()
    await page.goBack()
    await heading(page, 'One').waitFor()
    assert.ok(page.url().endsWith(address))
    await page.goBack()
    await page.waitForURL(`**${before}`)
    assert.deepEqual(consoleErrors, [])
  })

  test('goes where the button of the page goes, and not on where an answer is wrong', async () => {
    const { address } = await publish(parts)
    const { page } = await open(before)
    await page.goto(address)
    await fill(page, 'One', 'Two')
    await page.getByRole('button', { name: 'Back' }).click()
    await heading(page, 'Two').waitFor()
    await until(page, 'history.state.step === 2')
    await page.getByLabel('Say Two').fill('')
    await page.goForward()
    await heading(page, 'One answer needs another look').waitFor()
    assert.ok(await heading(page, 'Two').isVisible())
    await until(page, 'history.state.step === 2')
    await page.goBack()
    await heading(page, 'One').waitFor()
    await page.goBack()
    await page.waitForURL(`**${before}`)
  })

  test('goes through the steps of a draft, after a reload and in a window of its own', async () => {
    const { address } = await publish(parts)
    const { page } = await open(before)
    await page.goto(address)
    await fill(page, 'One', 'Two')
    await page.reload()
    await heading(page, 'Three').waitFor()
    await page.goBack()
    await heading(page, 'Two').waitFor()
    await page.goBack()
    await heading(page, 'One').waitFor()
    await fill(page, 'One', 'Two')
    await heading(page, 'Three').waitFor()
    await until(page, 'Object.values(localStorage)[0].includes(\'"at":2\')')
    const other = await page.context().newPage()
    await other.goto(address)
    await heading(other, 'Three').waitFor()
    await other.goBack()
    await heading(other, 'Two').waitFor()
  })

  test('goes step by step after a jump, and leaves a form that was sent', async () => {
    const { id, address } = await publish({ ...parts, settings: { allow_step_navigation: true } })
    const { page } = await open(before)
    await page.goto(address)
    await fill(page, 'One', 'Two', 'Three')
    await page.getByRole('navigation').getByRole('button', { name: 'One' }).click()
    await heading(page, 'One').waitFor()
    await until(page, 'history.state.step === 1')
    await page.getByRole('navigation').getByRole('button', { name: 'Three' }).click()
    await heading(page, 'Three').waitFor()
    await page.goBack()
    await heading(page, 'Two').waitFor()
    await next(page)
    await heading(page, 'Three').waitFor()
    await next(page)
    await page.getByLabel('Say Four').fill('Four')
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    await heading(page, 'Sent').waitFor()
    await until(page, 'history.state.step === 1')
    assert.ok(await heading(page, 'Sent').isVisible())
    await page.goBack()
    await page.waitForURL(`**${before}`)
    assert.ok(id > 0)
  })
})
