import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { field, oneStep, step } from '../factories/forms/forms.ts'
import { axeProblems, desktop, focused, formFixture, heading, next, phone } from './form-fixture.ts'

const { skip, publish, open, sentTo } = await formFixture()
const many = (count: number) => Array.from({ length: count }, (_, i) => `Choice ${i + 1}`)
const scrolls = "(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('.choices'))"
const inView = `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('h2').getBoundingClientRect())`

describe('long, large and foreign words on a form', { skip }, () => {
  test('are choices that scroll in a box only where they are many and the screen is wide', async () => {
    for (const [count, viewport, expected] of [
      [15, desktop, false],
      [40, desktop, true],
      [40, phone, false],
    ] as const) {
      const { address } = await publish(oneStep(field('multiselect', 'some', { options: many(count) })))
      const { page } = await open(address, { viewport })
      await page.getByRole('checkbox', { name: 'Choice 15' }).waitFor()
      assert.equal(await page.evaluate(scrolls), expected, `${count} on ${viewport.width}`)
    }
  })

  test('of many steps are folded away, and the heading is in view after each turn', async () => {
    const steps = many(12).map((title, i) => step(`s${i}`, [field('textarea', `f${i}`)], { title }))
    const { address } = await publish({ steps, settings: { allow_step_navigation: true } })
    const { page } = await open(address, { viewport: { width: 360, height: 500 }, hasTouch: true, isMobile: true })
    const list = page.getByRole('navigation', { name: 'Steps' })
    await list.getByText('Steps').waitFor()
    assert.ok(!(await list.getByRole('button', { name: 'Choice 9' }).isVisible()))
    await list.getByText('Steps').click()
    const ninth = list.getByRole('button', { name: 'Choice 9' })
    for (const one of [ninth, list.getByText('Steps')]) assert.ok((await one.boundingBox())!.height >= 44)
    await ninth.click()
    await heading(page, 'Choice 9').waitFor()
    assert.ok(await page.evaluate(inView))
    await next(page)
    await heading(page, 'Choice 10').waitFor()
    assert.ok(await page.evaluate(inView))
    assert.deepEqual(await axeProblems(page), [])
  })

  test('are read with the step’s number, which stays whole in large letters on a small phone', async () => {
    const steps = many(7).map((title, i) => step(`s${i}`, [], { title: `${title} ${'of many words '.repeat(3)}` }))
    const settings = { allow_step_navigation: true, show_step_numbers: true }
    const { address } = await publish({ steps: [...steps.slice(0, 6), step('last', [field('text', 'a')])], settings })
    const { page } = await open(address, { viewport: { width: 320, height: 740 } })
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    const number = await page.locator('h2').getAttribute('aria-describedby')
    assert.equal(await page.locator(`#${number}`).textContent(), 'Step 1 of 7')
    const heights = await page.evaluate(
      "[...document.querySelectorAll('.step-list li')].map((li) => [parseFloat(getComputedStyle(li, '::before').height), parseFloat(getComputedStyle(li).lineHeight)])",
    )
    for (const [height, line] of heights as [number, number][]) assert.ok(height <= line * 1.5, `${height} of ${line}`)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  })

  test('are written from right to left where their language is', async () => {
    const [label, help, option] = ['الاسم', 'اكتب اسمك الكامل', 'نعم']
    const { address } = await publish({
      ...{ name: 'نموذج', description: 'وصف', settings: { success_message: 'شكرا' } },
      steps: [
        step(
          'only',
          [
            field('text', 'name', { label, help, required: true, placeholder: label }),
            field('textarea', 'more', { label: 'تفاصيل' }),
            field('radio', 'one', { label: 'اختر', options: [option] }),
            field('select', 'pick', { label: 'قائمة', options: [option] }),
            field('paragraph', 'said', { label: 'فقرة' }),
            field('heading', 'head', { label: 'عنوان' }),
            field('signature', 'sign', { label: 'توقيع' }),
          ],
          { title: 'خطوة' },
        ),
      ],
    })
    const { page } = await open(address)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.locator('.summary').waitFor()
    const directions = (selector: string) =>
      page.evaluate(
        `[...document.querySelectorAll('${selector}')].map((one) => one.textContent + ' ' + getComputedStyle(one).direction)`,
      )
    for (const selector of [
      ...['h1', '.lead', 'h2', 'h3:not(.summary h3)', '.plain', '.help', '.field > label', 'legend'],
      ...['.choices .choice span[lang], .field:not(:has(.signed)) .choice span', '.summary li a'],
    ]) {
      const found = (await directions(selector)) as string[]
      assert.ok(found.length > 0, selector)
      for (const one of found) assert.ok(one.endsWith(' rtl'), `${selector}: ${one}`)
    }
    for (const name of [label, 'تفاصيل', 'توقيع']) {
      const input = page.getByLabel(name).last()
      await input.fill('سلام')
      assert.equal(await input.evaluate((one) => (globalThis as any).getComputedStyle(one).direction), 'rtl', name)
      await input.fill('Hello')
      assert.equal(await input.evaluate((one) => (globalThis as any).getComputedStyle(one).direction), 'ltr', name)
    }
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    await heading(page, 'Sent').waitFor()
    assert.deepEqual(await directions('.thanks .plain'), ['شكرا rtl'])
  })

  test('are read with the summary at the first field with an error', async () => {
    const { address } = await publish(
      oneStep(
        field('text', 'name', { label: 'Name', required: true }),
        field('yes_no', 'agree', { label: 'Agree?', required: true }),
      ),
    )
    const { page } = await open(address)
    const submit = page.getByRole('button', { name: 'Submit' })
    await submit.press('Enter')
    assert.equal(await focused(page), 'field-name')
    const spoken = async (key: string) => page.locator(`#error-${key}`).textContent()
    assert.equal(await spoken('name'), '2 answers need another look. An answer is required.')
    assert.equal(await spoken('agree'), 'Choose yes or no.')
    await page.getByLabel('Name').fill('Zoë')
    await submit.press('Enter')
    assert.equal(await spoken('agree'), 'One answer needs another look. Choose yes or no.')
  })

  test('are drawn, and the wildest of two signatures fit into what can be sent', async () => {
    const { id, address } = await publish(
      oneStep(field('signature', 'one', { label: 'One' }), field('signature', 'two', { label: 'Two' })),
    )
    const { page } = await open(address, { viewport: desktop })
    for (const n of [0, 1]) {
      await page.getByRole('radio', { name: 'Draw it' }).nth(n).check()
      const sheet = page.locator('canvas').nth(n)
      await sheet.scrollIntoViewIfNeeded()
      const { x, y } = (await sheet.boundingBox())!
      await page.mouse.move(x + 5, y + 5)
      await page.mouse.down()
      // A long line that never repeats a position. The browser gives a mouse one event for each frame, which takes long.
      await sheet.evaluate((canvas: any) => {
        const { left, top, width, height } = canvas.getBoundingClientRect()
        for (let i = 1; i <= 600; i++) {
          const [across, down] = [(i * 0.618034) % 1, (i * 0.754878) % 1]
          const [clientX, clientY] = [left + 5 + across * (width - 10), top + 5 + down * (height - 10)]
          const options = { bubbles: true, pointerId: 1, pointerType: 'mouse', clientX, clientY }
          canvas.dispatchEvent(new (globalThis as any).PointerEvent('pointermove', options))
        }
      })
      await page.mouse.up()
    }
    await page.getByRole('button', { name: 'Submit' }).press('Enter')
    await heading(page, 'Sent').waitFor()
    const lengths = (await sentTo(id))[0].answers.map(({ value }: any) => value.length)
    assert.equal(lengths.length, 2)
    for (const length of lengths) assert.ok(length > 2000 && length <= 20_000, String(lengths))
  })
})
