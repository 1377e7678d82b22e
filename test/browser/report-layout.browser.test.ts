import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Sample, samples } from '../factories/reports/sample.ts'
import { axeProblems, desktop, phone, until } from './form-fixture.ts'
import { isLoaded, reportFixture } from './report-fixture.ts'

const { skip, open, insightAt, boardAt, insight, dashboard, ids, linkTo, db, acme } = await reportFixture()

describe('the layout of reports', { skip }, () => {
  const check = async (page: Page, label: string) => {
    await until(page, isLoaded)
    assert.deepEqual(await axeProblems(page), [], label)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), page.viewportSize()!.width, label)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, viewport] of Object.entries({ phone, desktop })) {
      test(`of a dashboard is accessible and not too wide on a ${device} in ${colorScheme} colours`, async () => {
        const { page, consoleErrors, externalRequests } = await open(await boardAt(), { colorScheme, viewport })
        await check(page, 'dashboard')
        for (const toggle of await page.locator('.toggle').all()) await toggle.press('Enter')
        await check(page, 'dashboard with its data')
        assert.deepEqual({ consoleErrors, externalRequests }, { consoleErrors: [], externalRequests: [] })
      })
    }
  }

  // A dashboard has them all in all four ways; alone, each width and each scheme once finds what depends on them.
  for (const [colorScheme, device, viewport] of [
    ['light', 'phone', phone],
    ['dark', 'desktop', desktop],
  ] as const) {
    test(`of every insight is accessible and not too wide on a ${device} in ${colorScheme} colours`, async () => {
      const { page, consoleErrors, externalRequests } = await open(undefined, { colorScheme, viewport })
      for (const sample of Object.keys(samples) as Sample[]) {
        await page.goto(await insightAt(sample))
        await check(page, sample)
      }
      assert.deepEqual({ consoleErrors, externalRequests }, { consoleErrors: [], externalRequests: [] })
    })
  }

  test('follows the colour scheme while a page is open, and is light in print', async () => {
    const { page } = await open(await insightAt('bar'), { colorScheme: 'light' })
    await until(page, isLoaded)
    const fills = () =>
      page.evaluate("[...document.querySelectorAll('svg path')].map((path) => path.getAttribute('fill')).join()")
    const light = await fills()
    await page.emulateMedia({ colorScheme: 'dark' })
    await until(page, `!document.querySelector('svg').innerHTML.includes('#1c7a44')`)
    assert.notEqual(await fills(), light)
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await until(page, `document.querySelector('svg').innerHTML.includes('#1c7a44')`)
    assert.equal(await fills(), light)
  })

  test('loses nothing in print: no card is smaller than its content, and no chart wider than the page', async () => {
    const { page } = await open(await boardAt(), { viewport: { width: 1000, height: 700 } })
    await until(page, isLoaded)
    const redrawn = await page.evaluate("document.querySelector('.chart svg').getAttribute('width')")
    await page.emulateMedia({ media: 'print' })
    await until(page, "document.documentElement.classList.contains('paper')")
    assert.notEqual(await page.evaluate("document.querySelector('.chart svg').getAttribute('width')"), redrawn)
    const clipped = await page.evaluate(`[...document.querySelectorAll('.card, .drawn, .scroll, .legend')]
      .filter((part) => part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2)
      .map((part) => part.className + ' ' + part.textContent.slice(0, 40))`)
    assert.deepEqual(clipped, [])
    const overlapping = await page.evaluate(`(() => {
      const boxes = [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect())
      return boxes.some((a, n) => boxes.slice(n + 1).some((b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1))
    })()`)
    assert.equal(overlapping, false)
  })

  test('prints an insight on one page, and a dashboard on no more pages than needed', async () => {
    const { page } = await open(await boardAt())
    const sheets = async () =>
      (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)!.length
    await until(page, isLoaded)
    assert.equal(await sheets(), 3)
    // Back to the screen layout afterwards.
    await until(page, "!document.documentElement.classList.contains('paper')")
    for (const sample of ['bar', 'lines', 'pie', 'metric'] as const) {
      await page.goto(await insightAt(sample))
      await until(page, isLoaded)
      assert.equal(await sheets(), 1, sample)
    }
  })

  test('keeps the number of the smallest card clear of its title and footer, and shows where there is more', async () => {
    const money = { source: 'tasks', metric: 'minutes::sum', value_format: { style: 'currency', decimals: 2 } } as const
    const rules = [{ operator: '>', value: 0, color: 'green' }] as const
    const number = await insight(
      { ...money, conditional_formatting: [...rules] },
      'Minutes as if they were money',
      'Described',
    )
    const small = await dashboard([
      { insight_id: number, at: [0, 0, 4, 3], show_description: true },
      { insight_id: number, at: [4, 0, 6, 4], show_description: true },
      { text: 'word '.repeat(60), at: [10, 0, 4, 2] },
      { insight_id: ids.table, at: [14, 0, 8, 4] },
      { insight_id: ids.table, at: [0, 4, 4, 3] },
    ])
    const { page } = await open(await linkTo('dashboard', small.id))
    for (const width of [1280, 760]) {
      await page.setViewportSize({ width, height: 900 })
      await until(page, isLoaded)
      const covered = await page.evaluate(`[...document.querySelectorAll('.metric')].flatMap((metric) => {
        const card = metric.closest('.card')
        const number = metric.querySelector('.number')
        const range = new Range()
        range.selectNodeContents(number)
        const box = range.getBoundingClientRect()
        const shown = (part) => part && part.offsetHeight > 0
        const foot = card.querySelector('.facts')
        const rule = card.querySelector('.rule').getBoundingClientRect()
        return [
          range.getClientRects().length > 1 && 'broken',
          box.right > card.getBoundingClientRect().right && 'too wide',
          box.top < card.querySelector('h2').getBoundingClientRect().bottom - 4 && 'over the title',
          rule.bottom > (shown(foot) ? foot.getBoundingClientRect().top : card.getBoundingClientRect().bottom) + 1 && 'over the foot',
        ].filter(Boolean)
      })`)
      assert.deepEqual(covered, [], String(width))
      for (const part of ['.text', '.scroll'])
        assert.equal(
          await page.locator(`${part}[data-more][tabindex="0"][role="group"][aria-label]`).count(),
          part === '.text' ? 1 : 2,
        )
    }
    await page.evaluate("document.querySelector('.text').scrollTo(0, 10000)")
    await until(page, "!document.querySelector('.text[data-more]')")
  })

  test('has the numbers of a row on one baseline, whatever their titles, descriptions, rules and digits', async () => {
    const count = { source: 'tasks', metric: 'records::count' } as const
    const rules = [{ operator: '>=', value: 0, color: 'green' }] as const
    const target = { value: 5, label: 'Planned' }
    const [filters, date_range] = [{ completed: true, billable: false }, { preset: 'this_month' } as const]
    const money = { source: 'tasks', metric: 'minutes::sum', value_format: { style: 'currency', decimals: 2 } } as const
    const described = 'A description that is long enough for two lines of a tile, though not more'
    const board = await dashboard([
      { insight_id: await insight({ ...count, filters, date_range }, 'Filtered'), at: [0, 0, 6, 4] },
      { insight_id: await insight(count, 'A title that needs two lines of its tile'), at: [6, 0, 6, 4] },
      {
        insight_id: await insight({ ...count, conditional_formatting: [...rules] }, 'Ruled', described),
        ...{ at: [12, 0, 6, 4], show_description: true },
      },
      { insight_id: await insight(money, 'Money', described), at: [18, 0, 3, 4] },
      { insight_id: await insight({ ...count, target, visualization: 'bar' }, 'Aimed'), at: [21, 0, 3, 4] },
    ])
    for (const width of [1280, 1000]) {
      const { page } = await open(await linkTo('dashboard', board.id), { viewport: { width, height: 900 } })
      await until(page, isLoaded)
      // An empty inline block stands on the baseline.
      const baselines = await page.evaluate(`[...document.querySelectorAll('.metric .number')].map((number) => {
        const mark = document.createElement('span')
        mark.style.display = 'inline-block'
        number.append(mark)
        return Math.round(mark.getBoundingClientRect().bottom)
      })`)
      assert.equal((baselines as number[]).length, 5)
      assert.equal(new Set(baselines as number[]).size, 1, `${width}: ${baselines}`)
      if (width < 1280) continue
      const facts = page.getByRole('figure', { name: 'Filtered' }).locator('.facts')
      const { isCut, lines } = await facts.evaluate((element: any) => ({
        isCut: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1,
        lines:
          element.clientHeight /
          Number.parseFloat(element.ownerDocument.defaultView.getComputedStyle(element).lineHeight),
      }))
      assert.deepEqual([isCut, Math.round(lines)], [false, 2], (await facts.textContent())!)
    }
  })

  test('of a missing report is an error page', async () => {
    const dead = await linkTo('insight', await insight({ source: 'clients' }), { seconds: -1 })
    for (const [address, title] of [
      [dead, 'This link has ended'],
      [`/r/${acme.slug}/insights/1`, 'There is no report here'],
    ] as const) {
      const { page } = await open(address)
      assert.ok(await page.getByRole('heading', { name: title }).isVisible())
      assert.deepEqual(await axeProblems(page), [])
    }
  })

  test('without JavaScript says what is needed and still leads to the results', async () => {
    const { page } = await open(await boardAt(), { javaScriptEnabled: false })
    assert.ok(await page.locator('noscript .notice').isVisible())
    assert.ok(await page.getByText('What we planned and what we did.').isVisible())
    assert.equal(await page.locator('figure:visible').count(), 0)
    await page.getByRole('link', { name: 'Hours by month and type' }).click()
    assert.ok(await page.getByRole('heading', { name: 'Hours by month and type' }).isVisible())
    assert.ok((await page.locator('noscript tbody tr').count()) > 12)
    assert.ok(await page.getByRole('link', { name: 'Download the figures as CSV' }).isVisible())
  })

  test('of many groups has horizontal bars, which a card scrolls', async () => {
    const { page } = await open(await boardAt())
    await until(page, isLoaded)
    const card = page.getByRole('figure', { name: 'Prospects by suburb' })
    const { rows } = await db.query('select count(distinct suburb)::int as suburbs from prospect where org_id = $1', [
      acme.orgId,
    ])
    const names = await card.locator('svg text').allTextContents()
    assert.equal(names.filter((text) => text.startsWith('Suburb')).length, rows[0].suburbs)
    const drawn = card.locator('.drawn')
    assert.equal(await drawn.getAttribute('tabindex'), '0')
  })
})
