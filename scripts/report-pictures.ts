import { startTestServer } from '../test/harness/postgres.ts'
import { buildWeb } from './web.ts'

/**
 * Makes docs/images/dashboard.png and docs/images/insight.png from the demo: its first dashboard, and an insight on a computer
 * beside the same on a phone in dark colours.
 */
await buildWeb()
const server = await startTestServer()
process.env.WATTLE_TEST_DATABASE = JSON.stringify(server.address)
const { createDemo } = await import('../src/bundle/demo.ts')
const { basePath } = await import('../src/app.ts')
const { harness } = await import('../test/harness/harness.ts')
const { openChromium, watchedPage } = await import('../test/browser/chromium.ts')
const { isShown } = await import('../test/browser/report-world.ts')
const { until } = await import('../test/browser/form-world.ts')

const { app, db, clock } = await harness()
const { token } = await createDemo(db, clock)
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const browser = await openChromium()

/** The page of a record, filled. */
async function shown(path: string, width: number, height: number, colorScheme: 'light' | 'dark') {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}${basePath}${path}`, { headers })
  const { link } = ((await answer.json()) as { data: { link: string } }).data
  const { page } = await watchedPage(browser, origin, { colorScheme, viewport: { width, height } })
  await page.goto(link)
  await until(page, isShown)
  return page
}

const wanted = process.argv.slice(2)
if (wanted.length === 0) {
  const board = await shown('/reports/dashboards/1', 1280, 900, 'light')
  await board.screenshot({ path: 'docs/images/dashboard.png', fullPage: true })
  const pictures: string[] = []
  for (const [width, scheme] of [
    [900, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await shown('/reports/insights/6?results=false', width, 760, scheme)
    const png = (await page.screenshot()).toString('base64')
    pictures.push(`<img src="data:image/png;base64,${png}" width="${width}" height="760">`)
  }
  const page = await browser.newPage({ viewport: { width: 1314, height: 760 } })
  await page.setContent(`<body style="margin:0;display:flex;justify-content:space-between">${pictures.join('')}`)
  await page.screenshot({ path: 'docs/images/insight.png', omitBackground: true })
}
// Named: any page of the demo, to be looked at, such as /reports/dashboards/2.
for (const [place, path] of wanted.entries()) {
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await shown(path, width, 900, scheme)
    await page.screenshot({ path: `dist/picture-${place + 1}-${width}.png`, fullPage: true })
  }
}
await browser.close()
await app.close()
await db.end()
await server.stop()
process.exit()
