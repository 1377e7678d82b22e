import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { InsightPageData } from '../../src/reports/page/page-data.ts'
import type { Spec } from '../../src/reports/spec/spec.schema.ts'
import { desktop, phone, until } from './form-fixture.ts'
import { isLoaded, reportFixture } from './report-fixture.ts'

const { skip, open, insight, dashboard, linkTo, insightAt } = await reportFixture()

type Box = { text: string; left: number; right: number; top: number; bottom: number }
/** The texts of a chart and their boxes. */
const textsOn = (page: Page): Promise<Box[]> =>
  page.evaluate(`[...document.querySelectorAll('.chart svg text')].map((word) => {
    const { left, right, top, bottom } = word.getBoundingClientRect()
    return { text: word.textContent, left, right, top, bottom }
  })`)
const overlapping = (texts: Box[]): string[] =>
  texts.flatMap((a, index) =>
    texts
      .slice(index + 1)
      .filter((b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
      .map((b) => `${a.text} / ${b.text}`),
  )
const swatches = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(`Object.fromEntries([...document.querySelectorAll('.legend li')].map((item) =>
    [item.querySelector('.name').textContent, item.querySelector('.swatch').style.backgroundColor]))`)

const byMonth = { source: 'appointments', metric: 'hours::sum', group_by: 'start:month' } as const
const byStatus = { source: 'appointments', group_by: 'status' } as const
const opened = async (spec: Partial<Spec> & { source: string }, options: Parameters<typeof open>[1] = {}) => {
  const { page, consoleErrors } = await open(await linkTo('insight', await insight(spec)), options)
  await until(page, isLoaded)
  return { page, consoleErrors }
}

describe('charts', { skip }, () => {
  test('have labels that do not overlap, on a computer and on a phone', async () => {
    const target = { value: 300, label: 'Planned' }
    const specs: (Partial<Spec> & { source: string })[] = [
      { ...byMonth, visualization: 'line', target, options: { show_values: true } },
      { ...byMonth, visualization: 'area', breakdown_by: 'type', target, options: { show_values: true } },
      { ...byMonth, visualization: 'bar', breakdown_by: 'type', options: { show_values: true, stacked: true }, target },
      { ...byMonth, group_by: 'start:day', visualization: 'line', options: { show_values: true } },
      { ...byStatus, visualization: 'bar', target: { value: 400 } },
      { ...byStatus, visualization: 'donut', options: { show_legend: false } },
    ]
    for (const spec of specs) {
      const { page, consoleErrors } = await opened(spec)
      assert.deepEqual(overlapping(await textsOn(page)), [], JSON.stringify(spec))
      await page.setViewportSize(phone)
      await until(page, `document.querySelector('svg').clientWidth < 390`)
      assert.deepEqual(overlapping(await textsOn(page)), [], `phone ${JSON.stringify(spec)}`)
      assert.deepEqual(consoleErrors, [])
      await page.close()
    }
  })

  test('have values that do not overlap the target and its label', async () => {
    const options = { show_values: true }
    const { page } = await opened({ ...byMonth, visualization: 'line', options })
    const { outcome }: InsightPageData = JSON.parse((await page.locator('#report-data').textContent())!)
    assert.ok('results' in outcome)
    const values = outcome.results.rows.slice(-4).map((row) => Number(row.value))
    // At a point and a little beside it, so that its value would overlap the line or its label.
    for (const value of values.flatMap((one) => [one - 8, one, one + 8, one + 20])) {
      const target = { value: Math.round(value), label: 'What the board would like to see' }
      await page.goto(await linkTo('insight', await insight({ ...byMonth, visualization: 'line', options, target })))
      await until(page, isLoaded)
      assert.deepEqual(overlapping(await textsOn(page)), [], String(target.value))
    }
  })

  test('have the label of the target above all bars and points, on a computer and on a phone', async () => {
    const many = { source: 'appointments', group_by: 'employee_id', visualization: 'bar' } as const
    for (const spec of [
      { ...byMonth, visualization: 'bar', target: { value: 200 }, options: { show_values: true } },
      { ...byMonth, visualization: 'bar', target: { value: 900 } },
      { ...byMonth, visualization: 'line', target: { value: 1 } },
      { ...many, target: { value: 90, label: 'What each should do' } },
    ] as const) {
      const { page } = await opened(spec)
      for (const viewport of [desktop, phone]) {
        await page.setViewportSize(viewport)
        await until(page, `document.querySelector('svg').clientWidth < ${viewport.width}`)
        const { label, highest } = (await page.evaluate(`(() => {
          const shapes = [...document.querySelectorAll('.chart svg path')].filter((path) =>
            ['#1c7a44', '#2f6db5'].includes(path.getAttribute('fill')) || path.getAttribute('stroke') === '#1c7a44')
          const text = [...document.querySelectorAll('.chart svg text')].find((one) => /^(Target|What)/.test(one.textContent))
          return {
            label: text.getBoundingClientRect().bottom,
            highest: Math.min(...shapes.map((shape) => shape.getBoundingClientRect().top)),
          }
        })()`)) as { label: number; highest: number }
        assert.ok(Number.isFinite(highest) && label <= highest, `${label} ${highest} ${JSON.stringify(spec)}`)
      }
      await page.close()
    }
  })

  test('show good in green and bad in red, in pies, stacked bars and bars of their own', async () => {
    const [green, red] = ['rgb(28, 122, 68)', 'rgb(192, 39, 45)']
    const pie = await opened({ ...byStatus, visualization: 'pie' })
    const { Completed, Cancelled } = await swatches(pie.page)
    assert.deepEqual([Completed, Cancelled], [green, red])
    const stages = { source: 'prospects', breakdown_by: 'stage', visualization: 'bar', group_by: 'source' } as const
    const stacked = await opened({ ...stages, options: { stacked: true } })
    const { Won, Lost, ...open } = await swatches(stacked.page)
    assert.deepEqual([Won, Lost], [green, red])
    assert.ok(!Object.values(open).includes(green) && !Object.values(open).includes(red))
    const bars = await opened({ source: 'prospects', visualization: 'bar', group_by: 'stage' })
    const fills = (await bars.page.evaluate(
      "[...document.querySelectorAll('.chart svg path')].map((path) => path.getAttribute('fill'))",
    )) as string[]
    assert.equal(fills.filter((fill) => fill === '#1c7a44').length, 1)
    assert.equal(fills.filter((fill) => fill === '#c0272d').length, 1)
  })

  test('write the values of many points where they fit', async () => {
    const { page } = await opened({
      ...byMonth,
      group_by: 'start:day',
      visualization: 'line',
      options: { show_values: true },
      date_range: { preset: 'last_90_days' },
    })
    const values = (await textsOn(page)).filter(({ text }) => text.endsWith(' h'))
    assert.ok(values.length > 20, String(values.length))
  })

  test('show a value in the same colour, whatever its size and the other values', async () => {
    const { page } = await opened({ ...byStatus, visualization: 'donut' })
    const all = await swatches(page)
    assert.equal(new Set(Object.values(all)).size, 3)
    for (const [status, name] of [
      ['completed', 'Completed'],
      ['cancelled', 'Cancelled'],
    ] as const)
      for (const more of [
        { filters: { status } },
        { breakdown_by: 'type', filters: { status: [status, 'scheduled'] } },
      ]) {
        const spec = { ...byStatus, ...more, visualization: 'breakdown_by' in more ? 'bar' : 'pie' } as const
        const turned = spec.visualization === 'bar' ? { ...spec, group_by: 'type', breakdown_by: 'status' } : spec
        const { page: other } = await opened(turned)
        assert.equal((await swatches(other))[name], all[name], JSON.stringify(turned))
      }
  })

  test('show the year where it changes, also for days', async () => {
    const range = { date_range: { from: '2025-12-10', to: '2026-02-10' } }
    for (const group_by of ['start:day', 'start:week', 'start:month']) {
      const { page } = await opened({ ...byMonth, group_by, ...range, visualization: 'bar' })
      const years = (await textsOn(page)).filter(({ text }) => /^20\d\d$/.test(text)).map(({ text }) => text)
      assert.deepEqual(years, ['2025', '2026'], group_by)
    }
  })

  test('are a metric without groups, and say that shares are of the limited groups', async () => {
    const target = { value: 2000, label: 'Planned' }
    const number = await open(
      await linkTo(
        'insight',
        await insight({ ...byStatus, group_by: undefined, visualization: 'bar', target } as never),
      ),
    )
    assert.match((await number.page.locator('.metric').textContent())!, /^1,\d{3}AppointmentsPlanned: 2,000$/)
    const { page } = await opened({ ...byStatus, visualization: 'pie', options: { limit: 2 } })
    assert.match((await page.locator('.note').textContent())!, /Shares of the 2 shown\./)
  })

  test('keep their plot area in the smallest card', async () => {
    const bar = await insight({ ...byMonth, visualization: 'bar', breakdown_by: 'type', options: { stacked: true } })
    const donut = await insight({ source: 'appointments', group_by: 'employee_id', visualization: 'donut' })
    const board = await dashboard([
      { insight_id: bar, at: [0, 0, 6, 4] },
      { insight_id: donut, at: [6, 0, 6, 4] },
    ])
    const { page } = await open(await linkTo('dashboard', board.id))
    await until(page, isLoaded)
    for (const chart of await page.locator('.chart').all()) {
      const { width, height } = (await chart.boundingBox())!
      assert.ok(width >= 90 && height >= 80, `${width} × ${height}`)
    }
    assert.deepEqual(await page.locator('.legend:visible').count(), 0)
  })

  test('give names beside bars the available width on a phone', async () => {
    const { page } = await opened(
      { source: 'appointments', group_by: 'employee_id', visualization: 'bar' },
      { viewport: phone },
    )
    const names = (await textsOn(page)).map(({ text }) => text)
    assert.ok(names.includes('Isla Okafor') && names.includes('Priya Sharma'), names.join())
    const { page: other } = await open(await insightAt('many'), { viewport: phone })
    await until(other, isLoaded)
    assert.ok(!(await textsOn(other)).some(({ text }) => text.includes('…') || text.includes('...')))
  })
})
