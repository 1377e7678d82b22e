import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FormParts, field, oneStep } from '../factories/forms/forms.ts'
import { focused, formFixture, heading } from './form-fixture.ts'

const { skip, publish, open, sentTo, forms, db, acme } = await formFixture()

const short: FormParts = {
  name: 'Feedback',
  steps: [
    { key: 'you', title: 'You', fields: [field('text', 'name', { label: 'Name', required: true })], routing: [] },
    { key: 'said', title: 'Words', fields: [field('textarea', 'words', { label: 'Your words' })], routing: [] },
  ],
}
const fill = async (page: Awaited<ReturnType<typeof open>>['page']) => {
  await page.getByLabel('Name').fill('Zoë')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Your words').fill('All is well')
}
const send = (page: Awaited<ReturnType<typeof open>>['page']) => page.getByRole('button', { name: 'Submit' }).click()
/** The request arrives, and its response is lost. */
async function sendAndLoseTheAnswer(page: Awaited<ReturnType<typeof open>>['page']) {
  await page.route('**/submissions', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send(page)
  await page.getByText('Check that you are online').waitFor()
  await page.unroute('**/submissions')
}
const valuesOf = async (id: number) => (await sentTo(id)).map(({ answers }) => answers.map(({ value }: any) => value))

describe('sending a form', { skip }, () => {
  test('twice in a hurry sends it once, and the thanks of a form without a message name the organisation', async () => {
    const { id, address } = await publish(short)
    const { page } = await open(address)
    let calls = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') calls += 1
    })
    await fill(page)
    await page.getByRole('button', { name: 'Submit' }).dblclick()
    await page.getByText('Your answers were sent to Acme Care.').waitFor()
    assert.equal(calls, 1)
    assert.deepEqual(await valuesOf(id), [['Zoë', 'All is well']])

    await page.getByRole('button', { name: 'Fill it in again' }).click()
    assert.equal(await focused(page), 'You')
    assert.equal(await page.getByLabel('Name').inputValue(), '')
    await fill(page)
    await send(page)
    await heading(page, 'Sent').waitFor()
    assert.equal((await valuesOf(id)).length, 2)
  })

  test('offline keeps all answers, and a retry stores them once even if the first try arrived', async () => {
    const { id, address } = await publish(short)
    const { page } = await open(address)
    await fill(page)
    await page.context().setOffline(true)
    await send(page)
    await page.getByText('Check that you are online').waitFor()
    assert.equal(await page.getByLabel('Your words').inputValue(), 'All is well')
    await page.context().setOffline(false)
    await sendAndLoseTheAnswer(page)
    // The same after a reload in between.
    await page.reload()
    await send(page)
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(await valuesOf(id), [['Zoë', 'All is well']])
  })

  test('answers changed after a try that may have arrived are sent with a new id and not lost', async () => {
    const { id, address } = await publish(short)
    const { page } = await open(address)
    await fill(page)
    await sendAndLoseTheAnswer(page)
    await page.reload()
    await page.getByLabel('Your words').fill('All is not well')
    await send(page)
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(await valuesOf(id), [
      ['Zoë', 'All is well'],
      ['Zoë', 'All is not well'],
    ])
  })

  test('changed answers are not lost when a later try is rejected and the first may have arrived', async () => {
    const { id, address } = await publish(short)
    const { page } = await open(address)
    await fill(page)
    await sendAndLoseTheAnswer(page)
    await page.route('**/submissions', (route) => route.fulfill({ status: 429, json: { message: 'Wait a minute.' } }))
    await send(page)
    await page.getByText('Wait a minute.').waitFor()
    await page.unroute('**/submissions')
    await page.getByLabel('Your words').fill('All is not well')
    await send(page)
    await heading(page, 'Sent').waitFor()
    assert.deepEqual((await valuesOf(id)).at(-1), ['Zoë', 'All is not well'])
  })

  test('a number with its thousands parted is that number, and other commas are not guessed at', async () => {
    const { id, address } = await publish(oneStep(field('number', 'hours', { label: 'Hours' })))
    const { page } = await open(address)
    await page.getByLabel('Hours').fill('1,5000')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.locator('#error-hours').waitFor()
    await page.getByLabel('Hours').fill('1,000.5')
    await page.getByRole('button', { name: 'Submit' }).click()
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(await valuesOf(id), [[1000.5]])
  })

  test('an error that only the service finds is displayed at its field, on the first step that has one', async () => {
    const { id, address } = await publish(short)
    const { page } = await open(address)
    await fill(page)
    await page.route('**/submissions', (route) =>
      route.fulfill({
        status: 422,
        json: { message: 'Wrong.', errors: { 'answers.name': ['Nobody is called that.'] } },
      }),
    )
    await send(page)
    await heading(page, 'You').waitFor()
    assert.equal(await focused(page), 'field-name')
    assert.equal(
      await page.locator('#error-name').textContent(),
      'One answer needs another look. Nobody is called that.',
    )
    await page.unroute('**/submissions')
    await page.getByLabel('Name').fill('Zoë Hart')
    await page.getByRole('button', { name: 'Next' }).click()
    await send(page)
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(await valuesOf(id), [['Zoë Hart', 'All is well']])
  })

  test('a form that was published anew meanwhile is loaded again, with the answers that still fit', async () => {
    const { id, address } = await publish(short)
    const { page } = await open(address)
    await fill(page)
    const name = field('text', 'name', { label: 'Name', validation: { min_length: 5 } })
    const place = field('radio', 'words', { label: 'Place', options: ['Here', 'There'] })
    await publish({ ...short, ...oneStep(name, place) }, id)
    await send(page)
    await page.getByText('This form was changed while you were filling it in.').waitFor()
    assert.deepEqual(await valuesOf(id), [])
    const [load, submit] = await Promise.all(
      ['Load the page again', 'Submit'].map((name) =>
        page.getByRole('button', { name }).evaluate((one) => (globalThis as any).getComputedStyle(one).backgroundColor),
      ),
    )
    assert.equal(load, 'rgb(28, 107, 60)', 'what helps is what stands out')
    assert.notEqual(submit, load)
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page
      .getByText('This form has changed since you filled it in. What you answered to “Your words” no longer fits')
      .waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Zoë')
    await send(page)
    assert.equal(await focused(page), 'field-name')
    await page.getByLabel('Name').fill('Zoë Hart')
    await send(page)
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(await valuesOf(id), [['Zoë Hart']])
  })

  test('a draft that fits a new version keeps all answers, and the page says that the form has changed', async () => {
    const { id, address } = await publish(short)
    const { page } = await open(address)
    await fill(page)
    await publish({ ...short, name: 'Feedback 2' }, id)
    await page.reload()
    await page.getByText('This form has changed since you filled it in. Your answers are still here').waitFor()
    await heading(page, 'You').waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Zoë')
  })

  test('a form that is closed, withdrawn or over its limit shows a readable message', async () => {
    const { id, address } = await publish(short)
    const { page } = await open(address)
    await fill(page)
    await page.route('**/submissions', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many answers came from your network.' } }),
    )
    await send(page)
    await page.getByText('Too many answers came from your network. Your answers are kept on this device.').waitFor()
    await page.unroute('**/submissions')
    await page.route('**/submissions', (route) => route.fulfill({ status: 500, json: { message: 'Server error.' } }))
    await send(page)
    await page.getByText('Something went wrong on our side.').waitFor()
    await page.unroute('**/submissions')
    await page.route('**/submissions', (route) =>
      route.fulfill({ status: 422, json: { message: 'Wrong.', errors: { 'answers.nowhere': ['Wrong.'] } } }),
    )
    await send(page)
    await page.getByText('Something went wrong on our side.').waitFor()
    await page.unroute('**/submissions')
    await forms.unpublish(id)
    await send(page)
    await page.getByText('This form is not open. If you have a question, get in touch with Acme Care').waitFor()
    const closing = JSON.stringify({ closes_at: '2020-01-01 00:00:00' })
    await db.query(`update form set published = 'on' where org_id = $1 and id = $2`, [acme.orgId, id])
    await db.query(`update form_version set settings = settings || $3 where org_id = $1 and form_id = $2`, [
      ...[acme.orgId, id, closing],
    ])
    await send(page)
    await page.getByText('This form is closed.').waitFor()
    assert.equal(await page.getByLabel('Your words').inputValue(), 'All is well')
    assert.deepEqual(await valuesOf(id), [])
  })

  test('leads on to the form’s own address: by a link where there is something to read first, otherwise at once', async () => {
    const redirect_url = 'http://127.0.0.1:9/next'
    const told = await publish({ ...short, settings: { redirect_url, success_message: 'Read this' } })
    const { page } = await open(told.address)
    await fill(page)
    await send(page)
    const link = page.getByRole('link', { name: 'Continue to 127.0.0.1:9' })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), redirect_url)

    const silent = await publish({ ...short, settings: { redirect_url } })
    const other = (await open(silent.address)).page
    await other.route(redirect_url, (route) => route.fulfill({ body: 'There' }))
    await fill(other)
    await send(other)
    await other.waitForURL(redirect_url)
  })
})
