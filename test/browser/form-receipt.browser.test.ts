import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { readableTime } from '../../src/time/readable.ts'
import { field, oneStep, step } from '../factories/forms/forms.ts'
import { axeProblems, drawOn, fillAbout, formFixture, heading, next, phone } from './form-fixture.ts'
import { everything } from './form-sample.ts'

const { skip, publish, open, sentTo, db, acme } = await formFixture()

/** The questions and answers of the receipt, in order. */
const answersOn = (page: Page): Promise<[string, ...string[]][]> =>
  page.evaluate(
    "[...document.querySelectorAll('.answers dl > div')].map((row) => [...row.children].map((one) => one.innerText))",
  )
const referenceOn = (page: Page) => page.locator('.reference').textContent()
const isVisible = (page: Page, selector: string) => page.locator(selector).first().isVisible()

describe('the receipt of a form', { skip }, () => {
  test('has the number of the submission and every answer that was sent, as people read it', async () => {
    const { id, address } = await publish(everything)
    const { page, consoleErrors } = await open(address)
    await fillAbout(page)
    // Answered while it was visible, and hidden again: it is not sent.
    await page.getByRole('radio', { name: 'Post' }).check()
    await page.getByLabel('Postal address').fill('1 Secret St')
    await page.getByRole('radio', { name: 'Phone' }).check()
    await next(page)
    await heading(page, 'What would help?').waitFor()
    for (const box of ['Meals', 'Transport']) await page.getByRole('checkbox', { name: box }).check()
    await page.getByLabel('Hours a week').fill('7,5')
    await page.getByLabel('When should it start?').fill('2026-12-01')
    await page.getByLabel('A first visit could be').fill('2026-11-30T09:00')
    await page.getByLabel('Anything else?').fill('First line\nSecond line')
    await next(page)
    await heading(page, 'Almost done').waitFor()
    await page.getByRole('radio', { name: 'No' }).check()
    await page.getByRole('radio', { name: '4 of 5' }).check({ force: true })
    await page.getByRole('radio', { name: 'Draw it' }).check()
    await drawOn(page)
    await page.getByRole('button', { name: 'Send to Acme Care' }).press('Enter')
    await heading(page, 'Sent').waitFor()

    const [sent] = await sentTo(id)
    assert.equal(await referenceOn(page), String(sent.id))
    assert.equal(await page.locator('.receipt dd').nth(1).textContent(), readableTime(sent.submitted_at.slice(0, 16)))
    assert.deepEqual(await answersOn(page), [
      ['Your name', 'Zoë Hart'],
      ['Email', 'zoe@example.com'],
      ['How may we reach you?', 'Phone'],
      ['Who is the support for?', 'Myself'],
      ['Supports', 'Meals', 'Transport'],
      ['Hours a week', '7.5'],
      ['When should it start?', '1 Dec 2026'],
      ['A first visit could be', '30 Nov 2026, 9:00 am'],
      ['Anything else?', 'First line\nSecond line'],
      ['Is it urgent?', 'No'],
      ['How easy was this form?', '4 of 5'],
      ['Signature', ''],
    ])
    const drawing = await page.getByRole('img', { name: 'Your drawing' }).getAttribute('src')
    assert.equal(drawing, sent.answers.at(-1).value)
    assert.doesNotMatch(await page.innerText('body'), /Secret/)
    assert.deepEqual(await axeProblems(page), [])
    assert.deepEqual(consoleErrors, [])
    // Nothing of it stays on the device or in the URL.
    assert.equal(await page.evaluate('localStorage.length'), 0)
    assert.equal(new URL(page.url()).search, '')
  })

  test('is printed with its number and answers, without buttons, on white', async () => {
    const { address } = await publish({ ...oneStep(field('text', 'name', { label: 'Name' })), name: 'Short' })
    const { page } = await open(address, { colorScheme: 'dark' })
    await page.getByLabel('Name').fill('Zoë')
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    await heading(page, 'Sent').waitFor()
    await page.evaluate('window.print = () => { document.title = "printed" }')
    await page.getByRole('button', { name: 'Print' }).press('Enter')
    assert.equal(await page.title(), 'printed')
    await page.emulateMedia({ media: 'print' })
    assert.ok(!(await isVisible(page, '.buttons')))
    for (const shown of ['h1', '.masthead', '.reference', '.answers dd']) assert.ok(await isVisible(page, shown), shown)
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')
  })

  test('has the number of the first attempt after a response was lost', async () => {
    const { id, address } = await publish(oneStep(field('text', 'name', { label: 'Name' })))
    const { page } = await open(address)
    await page.getByLabel('Name').fill('Zoë')
    const submit = page.getByRole('button', { name: 'Submit' })
    await page.route('**/submissions', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit.press('Enter')
    await page.getByText('Check that you are online').waitFor()
    await page.unroute('**/submissions')
    await submit.press('Enter')
    await heading(page, 'Sent').waitFor()
    const sent = await sentTo(id)
    assert.equal(sent.length, 1)
    assert.equal(await referenceOn(page), String(sent[0].id))
  })

  test('groups the digits of a long number without changing its text', async () => {
    const { address } = await publish(oneStep(field('text', 'name')))
    await db.query(`select setval('form_submission_id_seq', 1234566)`)
    const { page } = await open(address)
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(await page.locator('.reference span').allTextContents(), ['1', '234', '567'])
    assert.equal(await referenceOn(page), '1234567')
    assert.equal(await isVisible(page, '.answers'), false)
    assert.equal((await acme.get('/form-submissions/1234567')).status, 200)
  })
})

describe('a form before Next', { skip }, () => {
  test('says how many choices it takes, and counts them', async () => {
    const options = ['Meals', 'Transport', 'Garden', 'Company']
    const { address } = await publish(
      oneStep(
        field('multiselect', 'supports', {
          label: 'Supports',
          options,
          validation: { max: 2 },
          help: 'The main ones.',
        }),
        field('checklist', 'days', { label: 'Days', options }),
      ),
    )
    const { page } = await open(address)
    const group = page.getByRole('group', { name: 'Supports' })
    const described = async () => {
      const ids = (await group.getAttribute('aria-describedby'))!.split(' ')
      return (await Promise.all(ids.map((one) => page.locator(`#${one}`).textContent()))).map((text) => text!.trim())
    }
    assert.deepEqual(await described(), ['The main ones.', 'Choose at most 2.'])
    for (const box of ['Meals', 'Transport']) await group.getByRole('checkbox', { name: box }).check()
    assert.deepEqual(await described(), ['The main ones.', 'Choose at most 2. Chosen: 2.'])
    const limit = page.locator('.limit')
    assert.equal(await limit.getAttribute('data-over'), 'false')
    await group.getByRole('checkbox', { name: 'Garden' }).check()
    assert.equal(await limit.getAttribute('data-over'), 'true')
    assert.deepEqual(await axeProblems(page), [])
    // The error replaces the limit, which it repeats.
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    assert.deepEqual(await described(), ['The main ones.', 'One answer needs another look. Choose at most 2.'])
    assert.equal(await limit.count(), 0)
  })

  test('says what the ends of a rating mean', async () => {
    const words = { low_label: 'Never', high_label: 'Always' }
    const { address } = await publish(
      oneStep(field('rating', 'often', { label: 'Often', ...words }), field('rating', 'ease', { label: 'Ease' })),
    )
    const { page } = await open(address)
    const names = (name: string) =>
      page
        .getByRole('radiogroup', { name })
        .getByRole('radio')
        .evaluateAll((all: any[]) => all.map((one) => one.ariaLabel))
    assert.deepEqual(await names('Often'), ['1 of 5: Never', '2 of 5', '3 of 5', '4 of 5', '5 of 5: Always'])
    assert.deepEqual(
      (await names('Ease')).filter((one) => one.includes(':')),
      ['1 of 5: Lowest', '5 of 5: Highest'],
    )
    assert.deepEqual(await page.locator('.ends span').allInnerTexts(), [
      '1: Never',
      '5: Always',
      '1: Lowest',
      '5: Highest',
    ])
  })

  test('lists its steps on a phone below each other, in lines of one height', async () => {
    const titles = ['You and us', 'A longer title', 'Last']
    const steps = titles.map((title, i) => step(`s${i}`, [field('text', `f${i}`)], { title }))
    const { address } = await publish({ steps, settings: { allow_step_navigation: true } })
    const { page } = await open(address, { viewport: phone, hasTouch: true, isMobile: true })
    const boxes = (await page.evaluate(
      "[...document.querySelectorAll('.step-list li > *')].map((one) => one.getBoundingClientRect()).map(({ left, top, height }) => [left, top, height])",
    )) as [left: number, top: number, height: number][]
    assert.equal(boxes.length, 3)
    assert.equal(new Set(boxes.map(([left]) => left)).size, 1)
    for (const [, , height] of boxes) assert.ok(height >= 44, String(height))
    const [first, second, third] = boxes.map(([, top]) => top) as [number, number, number]
    assert.equal(second - first, third - second)
  })

  test('has one draft at all of its addresses', async () => {
    const { id, address } = await publish(oneStep(field('text', 'name', { label: 'Name' })))
    const operations = [{ op: 'set_address', address: 'ask-for-support' }]
    assert.equal((await acme.patch(`/forms/${id}`, { operations })).status, 200)
    const { page } = await open(address)
    await page.getByLabel('Name').fill('Zoë')
    await page.goto(address.replace(/[^/]*$/, 'ask-for-support'))
    assert.equal(await page.getByLabel('Name').inputValue(), 'Zoë')
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    await heading(page, 'Sent').waitFor()
    assert.equal((await sentTo(id)).length, 1)
    await page.goto(address)
    assert.equal(await page.getByLabel('Name').inputValue(), '')
  })
})
