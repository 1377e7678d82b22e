import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { formatValue } from '../../src/reports/logic/format.ts'
import { formatCell, valueIn } from '../../src/reports/logic/series.ts'
import type { InsightPageData } from '../../src/reports/page/page-data.ts'
import { readableDay } from '../../src/time/readable.ts'
import { type Sample, samples } from '../factories/reports/sample.ts'
import { desktop, phone, until } from './form-fixture.ts'
import { isLoaded, reportFixture } from './report-fixture.ts'

const { skip, open, db, insightAt, boardAt, board, insight, dashboard, linkTo, acme } = await reportFixture()

const dataOn = async (page: Page): Promise<InsightPageData> =>
  JSON.parse((await page.locator('#report-data').textContent())!)
const cellsOf = (page: Page): Promise<string[][]> =>
  page.evaluate(
    "[...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))",
  )

describe('reports in a browser', { skip }, () => {
  test('each chart has a table with all its results', async () => {
    const { page } = await open(await insightAt('bar'))
    for (const sample of Object.keys(samples) as Sample[]) {
      await page.goto(await insightAt(sample))
      await until(page, isLoaded)
      const { view, outcome } = await dataOn(page)
      assert.ok('results' in outcome)
      const { columns, rows } = outcome.results
      if (view.visualization === 'metric' || rows.length === 0) continue
      if (view.visualization !== 'table') await page.getByText('Show data').press('Enter')
      await page.locator('table').waitFor()
      const expected = rows.map((row) =>
        columns.map((column) =>
          column.key === 'value' ? formatValue(valueIn(row), view.format) : formatCell(row[column.key], column, view),
        ),
      )
      assert.deepEqual(await cellsOf(page), expected, sample)
    }
  })

  test('a table can be sorted by any column, and marks which', async () => {
    const { page } = await open(await insightAt('table'))
    const head = page.getByRole('columnheader', { name: 'Minutes' })
    const column = async (index: number) => (await cellsOf(page)).map((cells) => cells[index]!)
    const numbers = async () => (await column(2)).map((text) => Number(text.replaceAll(',', '')))
    await head.getByRole('button').press('Enter')
    assert.equal(await head.getAttribute('aria-sort'), 'descending')
    assert.deepEqual(
      await numbers(),
      (await numbers()).sort((a, b) => b - a),
    )
    await head.getByRole('button').press('Enter')
    assert.equal(await head.getAttribute('aria-sort'), 'ascending')
    assert.deepEqual(
      await numbers(),
      (await numbers()).sort((a, b) => a - b),
    )
    await page.getByRole('button', { name: 'Assignee' }).press('Enter')
    assert.equal(await head.getAttribute('aria-sort'), null)
    // An empty assignee comes last.
    assert.equal((await column(0)).at(-1), 'No assignee')
  })

  test('a metric is large, and its colour is described in words', async () => {
    const { page } = await open(await insightAt('good'))
    assert.match((await page.locator('.metric').textContent())!, /^80\.0%At least 75\.0%/)
    await page.goto(await linkTo('insight', await insight({ source: 'tasks' }, 'Tasks')))
    assert.match((await page.locator('.metric').textContent())!, /^\d+$/, 'a measure with the name of the insight')
    await page.goto(await insightAt('none'))
    assert.match((await page.locator('.metric').textContent())!, /^–No value/)
  })

  test('the days, the time and the time zone are shown', async () => {
    const { page } = await open(await insightAt('bar'))
    const text = (await page.locator('.foot .facts').textContent())!
    const { outcome } = await dataOn(page)
    assert.ok('results' in outcome)
    const { from, to } = outcome.results.date_range
    assert.ok(text.includes(`${readableDay(from!)} to ${readableDay(to!)}`), text)
    assert.match(text, /As of \d+ \w+ \d{4}, \d+:\d\d [ap]m \(Australia\/Sydney\)/)
  })

  test('a card shows its days, its metric, what is left out, and which periods are partial', async () => {
    const { page } = await open(await boardAt())
    await until(page, isLoaded)
    const footOf = (name: string) => page.getByRole('figure', { name }).locator('.foot').innerText()
    assert.match(await footOf('Hours by month and type'), /Not counted in full: /)
    assert.match(await footOf('Hours by month and type'), /\d{4} · Hours of appointments by month and type/)
    assert.match(await footOf('Hours delivered'), /\d{4} · Status is completed$/)
    assert.match(await footOf('Tasks completed'), /^All time · done ÷ all × 100$/)
    const { rows } = await db.query(
      'select count(*)::int as count from (select 1 from task where org_id = $1 group by assignee_id, completed) rows',
      [acme.orgId],
    )
    assert.ok((await footOf('Tasks by assignee')).includes(`${rows[0].count} rows · Minutes of tasks`))
  })

  test('a chart that cannot be drawn has a table and a message, and other cards are not affected', async () => {
    const { page } = await open()
    await page.route('**/charts-*', (route) => route.abort())
    await page.goto(await boardAt())
    const pie = page.getByRole('figure', { name: 'Clients by type' })
    await pie.getByText('This could not be drawn in this browser.').waitFor()
    assert.ok((await pie.locator('tbody tr').count()) > 3)
    await page.unroute('**/charts-*')
    await page.route('**/cards?*', async (route) => {
      const lines = (await (await route.fetch()).text()).trim().split('\n')
      const card = board.cards[4]
      const others = lines.filter((line) => JSON.parse(line).card !== card)
      const body = [JSON.stringify({ card, results: { rows: 3 } }), ...others, ''].join('\n')
      await route.fulfill({ body, contentType: 'application/x-ndjson' })
    })
    await page.goto(await boardAt())
    await until(page, isLoaded)
    assert.match((await pie.textContent())!, /This could not be drawn in this browser\./)
    assert.equal(await page.getByText('Some figures did not arrive.').count(), 0)
    assert.match((await page.locator('#facts').textContent())!, /As of /)
    await page.getByRole('figure', { name: 'Visits by staff member' }).locator('svg').waitFor()
  })

  /** The lines of the tooltip at a part of the chart's width and height. */
  const tooltipAt = async (page: Page, x: number, y: number): Promise<string[][]> => {
    const box = (await page.locator('.chart').boundingBox())!
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
    await until(page, "document.querySelector('.tip tr')")
    return page.evaluate(
      "[...document.querySelectorAll('.tip tr')].map((row) => [...row.cells].map((cell) => cell.textContent))",
    )
  }

  test('a tooltip has the font of the page and lies within the window, also on a phone', async () => {
    for (const viewport of [desktop, phone]) {
      const { page, consoleErrors } = await open(await insightAt('categories'), { viewport })
      await until(page, isLoaded)
      for (const [x, y] of [
        [0.5, 0.5],
        [0.98, 0.95],
      ] as const) {
        const [[name, value] = []] = await tooltipAt(page, x, y)
        assert.equal(name, 'Prospects')
        assert.match(value!, /^\d+$/)
        const { font, pageFont, box } = (await page.evaluate(`(() => {
          const tip = document.querySelector('.tip > div')
          const { left, right, top, bottom } = tip.getBoundingClientRect()
          const fontOf = (element) => getComputedStyle(element).fontFamily
          return { font: fontOf(tip.querySelector('td')), pageFont: fontOf(document.body), box: [left, right, top, bottom] }
        })()`)) as { font: string; pageFont: string; box: number[] }
        assert.equal(font, pageFont)
        const [left, right, top, bottom] = box as [number, number, number, number]
        assert.ok(left >= 0 && top >= 0 && right <= viewport.width && bottom <= viewport.height, box.join())
      }
      assert.deepEqual(consoleErrors, [])
    }
  })

  test('a tooltip has the total of its values, where they add up', async () => {
    const { page } = await open(await insightAt('bar'))
    await until(page, isLoaded)
    const lines = await tooltipAt(page, 0.5, 0.5)
    assert.deepEqual(
      lines.map(([name]) => name),
      ['Single', 'Group', 'Site', 'Total'].filter((name) => lines.some(([one]) => one === name)),
    )
    const numbers = lines.map(([, value]) => Number.parseFloat(value!.replace(',', '')))
    const sum = numbers.slice(0, -1).reduce((whole, one) => whole + one, 0)
    assert.ok(lines.at(-1)![0] === 'Total' && Math.abs(numbers.at(-1)! - sum) < 0.5, JSON.stringify(lines))
    await page.goto(await insightAt('pie'))
    await until(page, isLoaded)
    const [slice, total] = await tooltipAt(page, 0.55, 0.4)
    assert.match(slice!.join(), /^Clients,\d+ \([\d.]+%\)$/)
    assert.deepEqual(total, ['Total', '40'])
    // The average of averages is no average.
    const spec = { source: 'tasks', metric: 'minutes::avg', visualization: 'bar', group_by: 'date:month' } as const
    await page.goto(await linkTo('insight', await insight({ ...spec, breakdown_by: 'completed' })))
    await until(page, isLoaded)
    const averages = await tooltipAt(page, 0.5, 0.5)
    assert.deepEqual(averages.map(([name]) => name).sort(), ['Completed', 'Not completed'])
  })

  test('a period that is not over is named apart from one that the range cuts; it may be both', async () => {
    const spec = { source: 'tasks', visualization: 'bar', date_range: { preset: 'last_30_days' } } as const
    for (const [group_by, isCut] of [
      ['date:day', false],
      ['date:year', true],
    ] as const) {
      const { page } = await open(await linkTo('insight', await insight({ ...spec, group_by })))
      await until(page, isLoaded)
      await tooltipAt(page, 0.95, 0.5)
      const title = (await page.locator('.tip p').textContent())!
      assert.ok(title.endsWith(isCut ? ' (not all of it, not over yet)' : ' (not over yet)'), title)
      const period = title.split(' (')[0]
      // In January the range begins in another year, which it cuts too.
      const cut = isCut ? `Not counted in full: (\\d+, )?${period}\\. ` : ''
      assert.match((await page.locator('.note').textContent())!, new RegExp(`^${cut}Not over yet: ${period}\\.$`))
    }
  })

  test('cards have their positions; on a phone they are in one column in reading order', async () => {
    const { page } = await open(await boardAt(), { viewport: desktop })
    await until(page, isLoaded)
    const boxes = (): Promise<{ x: number; y: number; width: number; height: number }[]> =>
      page.evaluate(`[...document.querySelectorAll('.card')].map((card) => {
        const { x, y, width, height } = card.getBoundingClientRect()
        return { x, y, width, height }
      })`)
    const [text, first, second, , pie] = await boxes()
    assert.ok(text!.width > 1100 && first!.y > text!.y)
    assert.equal(first!.y, second!.y)
    assert.ok(Math.abs(second!.x - (first!.x + first!.width) - 12) < 2)
    assert.ok(pie!.height > first!.height * 2)
    await page.setViewportSize(phone)
    const below = await boxes()
    assert.deepEqual(
      below.map(({ y }) => y),
      below.map(({ y }) => y).sort((a, b) => a - b),
    )
    assert.equal(new Set(below.map(({ x }) => x)).size, 1)
  })

  test('computed cards are shown while a slower one is loading', async () => {
    const holder = await db.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table prospect in access exclusive mode')
      const { page } = await open(await boardAt())
      const figure = (name: string) => page.getByRole('figure', { name })
      await figure('Clients by type').locator('svg').waitFor()
      await figure('Tasks by assignee').locator('table').waitFor()
      assert.equal(await figure('Prospects by stage').locator('[aria-busy=true] .waiting').count(), 1)
      await holder.query('commit')
      await figure('Prospects by stage').locator('svg').waitFor()
      await until(page, isLoaded)
    } finally {
      holder.release()
    }
  })

  test('results that did not arrive can be loaded again', async () => {
    const { page } = await open()
    await page.route('**/cards?*', (route) => route.abort())
    await page.goto(await boardAt())
    await page.getByText('Some figures did not arrive.').waitFor()
    await page.unroute('**/cards?*')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await until(page, isLoaded)
    assert.equal(await page.getByText('Some figures did not arrive.').count(), 0)
  })

  test('the title of a card links to its insight', async () => {
    const { page } = await open(await boardAt())
    await page.getByRole('link', { name: 'Tasks a week' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tasks a week' }).waitFor()
    await until(page, isLoaded)
  })

  test('user texts are never HTML: in names, groups, labels and tooltips', async () => {
    const hostile = '<img src=x onerror=alert(1)>{a|b}'
    await db.query(`insert into prospect (org_id, first_name, last_name, stage) values ($1, 'A', 'B', $2)`, [
      acme.orgId,
      hostile,
    ])
    const spec = { source: 'prospects', group_by: 'stage', breakdown_by: 'stage', visualization: 'bar' } as const
    const id = await insight({ ...spec, target: { value: 3, label: hostile } }, hostile, hostile)
    const { page, consoleErrors } = await open(await linkTo('insight', id))
    await until(page, isLoaded)
    await tooltipAt(page, 0.5, 0.5)
    await page.getByText('Show data').click()
    assert.equal(await page.locator('main img, .tip img').count(), 0)
    assert.ok((await page.locator('main table').textContent())!.includes(hostile))
    assert.deepEqual(consoleErrors, [])
    await db.query('delete from prospect where org_id = $1 and stage = $2', [acme.orgId, hostile])
  })

  test('a card far down leaves no empty page above it', async () => {
    const id = await insight({ source: 'clients' }, 'Far down')
    const far = await dashboard([
      { insight_id: id, at: [0, 0, 6, 4] },
      { insight_id: id, at: [0, 9000, 6, 4] },
    ])
    const { page } = await open(await linkTo('dashboard', far.id))
    await until(page, isLoaded)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollHeight')) < 1000)
  })

  test('the chart library is loaded only by pages with charts, and the first visit is below 250 KB', async () => {
    const { page } = await open()
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto(await insightAt('metric'))
    await page.locator('.metric').waitFor()
    assert.ok(!scripts.some((url) => url.includes('/charts-')))
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.enable')
    let bytes = 0
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(await boardAt())
    await until(page, isLoaded)
    assert.ok(scripts.some((url) => url.includes('/charts-')))
    assert.ok(bytes < 250 * 1024, String(bytes))
    assert.ok(board.cards.length === 12)
  })
})
