import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, oneStep } from '../factories/forms/forms.ts'
import { drawOn, fillAbout, formFixture, heading, next, until } from './form-fixture.ts'
import { everything } from './form-sample.ts'

const { skip, publish, open, acme, sentTo } = await formFixture()
const kept = 'Object.keys(localStorage).length'
const note = 'You have answers here that were not sent yet.'

describe('answers that were not sent yet', { skip }, () => {
  test('survive a reload with the step, the choices and the drawing, and are gone once sent', async () => {
    const { id, address } = await publish(everything)
    const { page, consoleErrors } = await open(address)
    assert.equal(await page.evaluate(kept), 0)
    await fillAbout(page)
    await next(page)
    await page.getByRole('checkbox', { name: 'Garden' }).check()
    await page.getByLabel('Hours a week').fill('2.5')
    await page.getByLabel('A first visit could be').fill('2026-11-30T09:00')
    await next(page)
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    await page.getByRole('radio', { name: 'Draw it' }).check()
    await drawOn(page)
    // Immediately: the last change must be saved too.
    await page.reload()
    await heading(page, 'Almost done').waitFor()
    await page.getByText(note).waitFor()
    // The drawing is restored: not all pixels are white.
    await until(
      page,
      "(({ width, height }, pen) => pen.getImageData(0, 0, width, height).data.filter((value) => value < 100).length > 1000)(...[document.querySelector('canvas')].flatMap((sheet) => [sheet, sheet.getContext('2d')]))",
    )
    const drawn = await page.evaluate('JSON.parse(Object.values(localStorage)[0]).answers.signature')
    assert.ok(await page.getByRole('radio', { name: 'No', exact: true }).isChecked())
    await page.getByRole('button', { name: 'Back' }).click()
    assert.equal(await page.getByLabel('Hours a week').inputValue(), '2.5')
    assert.equal(await page.getByLabel('A first visit could be').inputValue(), '2026-11-30T09:00')
    assert.equal(await page.getByText(note).count(), 0)
    await next(page)
    await page.getByRole('button', { name: 'Send to Acme Care' }).click()
    await heading(page, 'Sent').waitFor()
    assert.equal(await page.evaluate(kept), 0)
    await page.reload()
    await heading(page, 'About you').waitFor()
    assert.equal(await page.getByLabel('Your name').inputValue(), '')
    const [{ answers }] = await sentTo(id)
    assert.equal(answers.find(({ key }: any) => key === 'signature').value, drawn)
    assert.deepEqual(consoleErrors, [])
  })

  test('do not stay on a device for ever, whichever form is opened there', async () => {
    const { address } = await publish(everything)
    const { page } = await open(address)
    const old = { version: 1, sending: 'x', answers: { name: 'Secret' }, at: 0, reached: 0 }
    const day = 86_400_000
    await page.evaluate(`
      const put = (name, age) => localStorage.setItem(name, JSON.stringify({ ...${JSON.stringify(old)}, savedAt: Date.now() - age }))
      put('wattle:/f/a/old', ${31 * day}), put('wattle:/f/a/new', ${29 * day}), put('wattle:/f/a/new?link', ${2 * day}), localStorage.setItem('others', '1')`)
    await page.reload()
    await heading(page, 'About you').waitFor()
    assert.deepEqual(await page.evaluate('Object.keys(localStorage).sort()'), ['others', 'wattle:/f/a/new'])
  })

  test('are removed when people begin anew, and stay when they do not mean it', async () => {
    const { address } = await publish(everything)
    const { page } = await open(address)
    await fillAbout(page)
    await page.reload()
    await page.getByText(note).waitFor()
    let mean = false
    page.on('dialog', (dialog) => (mean ? dialog.accept() : dialog.dismiss()))
    await page.getByRole('button', { name: 'Start over' }).click()
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Zoë Hart')
    mean = true
    await page.getByRole('button', { name: 'Start over' }).click()
    assert.equal(await page.getByLabel('Your name').inputValue(), '')
    assert.equal(await page.evaluate(kept), 0)
    await page.reload()
    assert.equal(await page.getByText(note).count(), 0)
  })

  test('of a link are about one client: another link and the plain form do not show them', async () => {
    const person = { business_id: acme.businessId, last_name: 'Hart', client_type: 'NDIS', address: '1 Wattle St' }
    const { id, address } = await publish({
      ...oneStep(
        field('client', 'who', { label: 'Who', required: true }),
        field('address', 'home', { label: 'Home' }),
        field('textarea', 'words', { label: 'Words' }),
      ),
      client_prefill: { enabled: true, client_field: 'who', map: { home: 'address' } },
    })
    const [joan, max] = await Promise.all(
      ['Joan', 'Max'].map(async (first_name) => {
        const client = (await acme.post('/clients', { ...person, first_name })).body.data
        const { url } = (await acme.post(`/forms/${id}/links`, { client_id: client.id })).body
        return { id: client.id, address: `${address}${new URL(url).search}` }
      }),
    )
    const { page } = await open(joan!.address)
    assert.equal(await page.getByLabel('Who').inputValue(), 'Joan Hart')
    assert.ok(!(await page.getByLabel('Who').isEditable()))
    assert.equal(await page.getByLabel('Home').inputValue(), '1 Wattle St')
    await page.getByLabel('Words').fill('Private')
    for (const other of [max!.address, address]) {
      await page.goto(other)
      await page.getByLabel('Words').waitFor()
      assert.equal(await page.getByLabel('Words').inputValue(), '')
    }
    assert.equal(await page.getByLabel('Who').inputValue(), '')
    await page.goto(joan!.address)
    assert.equal(await page.getByLabel('Words').inputValue(), 'Private')
    await page.getByLabel('Home').fill('')
    assert.ok(!((await page.evaluate('JSON.stringify(localStorage)')) as string).includes(joan!.address.split('=')[1]!))
    await page.getByRole('button', { name: 'Submit' }).click()
    await heading(page, 'Sent').waitFor()
    const [{ client, answers }] = await sentTo(id)
    assert.deepEqual(client, { id: joan!.id, name: 'Joan Hart' })
    // A removed prefilled answer is not prefilled again.
    assert.deepEqual(
      answers.map(({ key }: any) => key),
      ['who', 'words'],
    )
  })

  test('in two windows become two drafts: sending one does not send the changes of the other', async () => {
    const { id, address } = await publish(oneStep(field('text', 'name', { label: 'Name' })))
    const { page } = await open(address)
    await page.getByLabel('Name').fill('Zoë')
    await until(page, `${kept} === 1`)
    const other = await page.context().newPage()
    await other.goto(address)
    await other.getByText(note).waitFor()
    const send = async (from: typeof page) => {
      await from.getByRole('button', { name: 'Submit' }).click()
      await heading(from, 'Sent').waitFor()
    }
    const told = page.getByText('These answers were sent already, from another window.')
    assert.equal(await told.count(), 0)
    await send(other)
    await told.waitFor()
    await page.getByLabel('Name').fill('Zoë Hart')
    assert.equal(await told.count(), 0)
    await send(page)
    await page.goto(address)
    await page.getByLabel('Name').fill('Max')
    await until(page, `${kept} === 1`)
    await other.goto(address)
    await other.getByLabel('Name').fill('Max Li')
    await send(page)
    await send(other)
    const names = (await sentTo(id)).map(({ answers }) => answers[0].value)
    assert.deepEqual(names, ['Zoë', 'Zoë Hart', 'Max', 'Max Li'])
  })

  test('that make no sense to the page are left alone', async () => {
    const { address } = await publish(oneStep(field('text', 'name', { label: 'Name' })))
    const { page, consoleErrors } = await open(address)
    for (const left of ['nonsense', '7', '{"version":2,"savedAt":9e15}', '[]']) {
      await page.evaluate(`localStorage.setItem('wattle:${address}', '${left}')`)
      await page.reload()
      await page.getByLabel('Name').waitFor()
    }
    assert.deepEqual(consoleErrors, [])
  })

  test('are optional: the form works in a browser without storage', async () => {
    const { address } = await publish(oneStep(field('text', 'name', { label: 'Name' })))
    const { page, consoleErrors } = await open()
    await page.addInitScript("Object.defineProperty(window, 'localStorage', { get() { throw new Error('off') } })")
    await page.goto(address)
    await page.getByLabel('Name').fill('Zoë')
    await page.getByRole('button', { name: 'Submit' }).click()
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(consoleErrors, [])
  })
})
