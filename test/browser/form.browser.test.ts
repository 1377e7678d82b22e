import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, step, when } from '../factories/forms/forms.ts'
import { drawOn, fillAbout, focused, formFixture, heading, next } from './form-fixture.ts'
import { everything } from './form-sample.ts'

const { skip, publish, open, sentTo } = await formFixture()
const { id, address } = await publish(everything)
const latest = async () => (await sentTo(id)).at(-1)

describe('a form in a browser', { skip }, () => {
  test('is filled in on a phone with every type of field, and the API returns the answers', async () => {
    const { page, consoleErrors, externalRequests } = await open(address)
    const number = (text: string) => page.getByText(text, { exact: true }).waitFor()
    await number('Step 1 of 3 to 4')
    await fillAbout(page, 'Somebody else')
    await number('Step 1 of 3 to 4')
    await page.getByLabel('Phone', { exact: true }).first().fill('0400 123 456')
    await page.getByRole('radio', { name: 'Post' }).check()
    await page.getByLabel('Postal address').fill('1 Wattle St\nHobart')
    await next(page)

    await number('Step 2 of 4')
    await page.getByLabel('Their name').fill('Joan Hart')
    await page.getByLabel('somebody who works here').fill('Ana Li')
    await next(page)

    await heading(page, 'What would help?').waitFor()
    await page.getByRole('checkbox', { name: 'Transport' }).check()
    await page.getByRole('checkbox', { name: 'Meals' }).check()
    await page.getByRole('checkbox', { name: 'Sundays' }).check()
    await page.getByLabel('Hours a week').fill('7,5')
    await page.getByLabel('When should it start?').fill('2026-12-01')
    await page.getByLabel('Best time to call').fill('14:30')
    await page.getByLabel('A first visit could be').fill('2026-11-30T09:00')
    await next(page)

    await heading(page, 'Almost done').waitFor()
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByLabel('What makes it urgent?').fill('Home alone')
    await page.getByRole('radio', { name: '4 of 5' }).check({ force: true })
    await page.getByRole('radio', { name: 'Draw it' }).check()
    await drawOn(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    await page.getByRole('button', { name: 'Send to Acme Care' }).click()
    await page.getByText('We will call you.').waitFor()
    assert.equal(await focused(page), 'Sent')

    const { answers, submitter, email, source, form_version } = await latest()
    assert.deepEqual([submitter, email, source, form_version], ['Zoë Hart', 'zoe@example.com', 'page', 1])
    const values = Object.fromEntries(answers.map(({ key, value }: any) => [key, value]))
    const { signature, ...others } = values
    assert.match(signature, /^data:image\/png;base64,/)
    assert.ok(signature.length > 500)
    assert.deepEqual(others, {
      name: 'Zoë Hart',
      email: 'zoe@example.com',
      phone: '0400 123 456',
      contact: 'Post',
      address: '1 Wattle St\nHobart',
      whom: 'Somebody else',
      client: { name: 'Joan Hart' },
      worker: { name: 'Ana Li' },
      supports: ['Meals', 'Transport'],
      days: ['Sundays'],
      hours: 7.5,
      start: '2026-12-01',
      call_at: '14:30',
      visit: '2026-11-30 09:00:00',
      more: 'Nothing else',
      urgent: true,
      urgency: 'Home alone',
      ease: 4,
    })
    assert.deepEqual({ consoleErrors, externalRequests }, { consoleErrors: [], externalRequests: [] })
  })

  test('can be done by keyboard alone', async () => {
    const { page } = await open(address)
    const { keyboard } = page
    const press = async (...keys: string[]) => {
      for (const key of keys) await keyboard.press(key)
    }
    await page.getByLabel('Your name').focus()
    await keyboard.type('Max Li')
    await press('Tab')
    await keyboard.type('max@example.com')
    await press('Tab', 'Tab', 'Space', 'Tab')
    assert.equal(await focused(page), 'field-whom')
    await keyboard.type('Myself')
    await press('Tab', 'Enter')
    await heading(page, 'What would help?').waitFor()
    assert.equal(await focused(page), 'What would help?')
    await press('Tab', 'Space')
    // Enter in a field goes to the next step.
    await page.getByLabel('Hours a week').focus()
    await press('Enter')
    await heading(page, 'Almost done').waitFor()
    await press('Tab', 'ArrowDown', 'Tab', 'Space', 'ArrowRight', 'ArrowRight')
    assert.ok(await page.getByRole('radio', { name: '3 of 5' }).isChecked())
    await press('Tab')
    assert.equal(await focused(page), 'Clear my choice')
    await press('Tab', 'Tab')
    await keyboard.type('Max Li')
    await press('Tab', 'Enter')
    await heading(page, 'Sent').waitFor()
    const { answers } = await latest()
    const values = Object.fromEntries(answers.map(({ key, value }: any) => [key, value]))
    assert.deepEqual(
      [values.contact, values.supports, values.urgent, values.ease, values.signature],
      ['Email', ['Personal care'], false, 3, 'Max Li'],
    )
    assert.ok(!('client' in values), 'the step about somebody else was left out')
  })

  test('shows errors, links to them, and removes them when they are corrected', async () => {
    const { page } = await open(address)
    await page.getByLabel('Email').first().fill('no address')
    await next(page)
    const summary = page.locator('.summary')
    assert.match((await summary.textContent())!, /^4 answers need another look/)
    assert.equal(await focused(page), 'field-name')
    assert.match(await page.title(), /^Error · About you/)
    const name = page.getByLabel('Your name')
    assert.equal(await name.getAttribute('aria-invalid'), 'true')
    const described = async (input: typeof name) => {
      const ids = (await input.getAttribute('aria-describedby'))!.split(' ')
      return Promise.all(ids.map((id) => page.locator(`#${id}`).textContent()))
    }
    assert.equal((await described(name)).length, 1)
    const [help, error] = await described(page.getByLabel('Email').first())
    assert.equal(help, 'We write to this address within two days.')
    assert.match(error!, /email address/)
    await summary.getByRole('link', { name: 'How may we reach you?' }).click()
    assert.equal(await focused(page), 'field-contact')
    assert.ok(!page.url().includes('#'))
    const group = page.getByRole('radiogroup', { name: 'How may we reach you?' })
    assert.equal(await group.getAttribute('aria-invalid'), 'true')

    await name.fill('Zoë')
    assert.equal(await name.getAttribute('aria-invalid'), 'false')
    assert.match((await summary.textContent())!, /^3 answers/)
    await fillAbout(page)
    assert.equal(await summary.count(), 0)
    await next(page)
    await heading(page, 'What would help?').waitFor()

    for (const name of ['Meals', 'Garden', 'Nursing', 'Company']) await page.getByRole('checkbox', { name }).check()
    await page.getByLabel('Hours a week').fill('lots')
    await page.getByLabel('When should it start?').fill('2020-01-01')
    await next(page)
    assert.equal(await focused(page), 'field-supports')
    assert.equal(await page.locator('.error').count(), 3)
    // A partly typed date is not a missing one.
    await page.getByLabel('When should it start?').fill('')
    await page.getByLabel('When should it start?').focus()
    await page.keyboard.type('12')
    await page.getByRole('checkbox', { name: 'Garden' }).uncheck()
    await page.getByLabel('Hours a week').fill('3')
    await next(page)
    assert.equal(await focused(page), 'field-start')
  })

  test('shows what a condition asks for at once, and the keyboard stays where it is', async () => {
    const { page } = await open(address)
    const post = page.getByRole('radio', { name: 'Post' })
    await post.focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Postal address').waitFor()
    assert.equal(await page.evaluate('document.activeElement.parentElement.textContent'), 'Post')
    await page.getByLabel('Postal address').fill('1 Wattle St')
    await page.getByRole('radio', { name: 'Email' }).check()
    assert.equal(await page.getByLabel('Postal address').count(), 0)
    await post.check()
    assert.equal(await page.getByLabel('Postal address').inputValue(), '1 Wattle St')
  })

  test('takes another way when people go back and change their mind', async () => {
    const { page } = await open(address)
    await fillAbout(page, 'Somebody else')
    await next(page)
    await heading(page, 'The person').waitFor()
    await page.getByLabel('Their name').fill('Joan Hart')
    await page.getByRole('button', { name: 'Back' }).click()
    await heading(page, 'About you').waitFor()
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Zoë Hart')
    await page.getByLabel('Who is the support for?').selectOption('Myself')
    await next(page)
    await heading(page, 'What would help?').waitFor()
    await page.getByText('Step 2 of 3', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await heading(page, 'About you').waitFor()
  })

  test('says a range of steps only beside Next; on the last step the bar is full, and a single step has none', async () => {
    const asks = (key: string, go_to: string) =>
      step(key, [field('yes_no', `more_${key}`)], {
        ...{ routing: [{ when: when(`more_${key}`, 'is', true), go_to }], otherwise: 'submit' },
      })
    const { address: forked } = await publish({
      settings: { show_step_numbers: true, submit_button_text: 'Send' },
      steps: [asks('a', 'b'), asks('b', 'c'), step('c', [field('text', 'last')])],
    })
    const { page } = await open(forked)
    const number = page.locator('.step-number')
    const bar = () => number.locator('progress').evaluate((element: any) => element.value / element.max)
    await page.getByRole('button', { name: 'Send' }).waitFor()
    assert.equal(await number.count(), 0)
    await page.getByRole('radio', { name: 'Yes' }).check()
    await number.getByText('Step 1 of 2 to 3').waitFor()
    assert.equal(await bar(), 1 / 3)
    await next(page)
    await number.getByText('Step 2 of 2', { exact: true }).waitFor()
    assert.ok(await page.getByRole('button', { name: 'Send' }).isVisible())
    assert.equal(await bar(), 1)
  })

  test('offers its steps to go to where that is allowed', async () => {
    const navigable = await publish({
      ...everything,
      settings: { allow_step_navigation: true, show_step_numbers: false },
    })
    const { page } = await open(navigable.address)
    const steps = page.getByRole('navigation', { name: 'Steps' })
    assert.deepEqual(await steps.getByRole('listitem').allInnerTexts(), [
      'About you',
      'What would help?',
      'Almost done',
    ])
    assert.equal(await steps.getByRole('button').count(), 0)
    await fillAbout(page)
    await steps.getByRole('button', { name: 'What would help?' }).click()
    await heading(page, 'What would help?').waitFor()
    assert.equal(await page.getByText(/^Step \d/).count(), 0)
    assert.equal(await steps.locator('[aria-current=step]').textContent(), 'What would help?')
    await steps.getByRole('button', { name: 'About you' }).click()
    await heading(page, 'About you').waitFor()
  })
})
