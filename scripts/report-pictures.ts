import { startTestServer } from '../test/harness/postgres.ts'
import { build } from './build.ts'

/**
 * Writes docs/images/dashboard.png and docs/images/insight.png from the demo: its first dashboard, and an insight on a computer
 * and on a phone in dark colours.
 */
await build({ names: ['pages', 'reference'] })
const server = await startTestServer()
process.env.WATTLE_TEST_DATABASE = JSON.stringify(server.address)
const { createDemo } = await import('../src/bundle/demo.ts')
const { basePath } = await import('../src/app.ts')
const { harness } = await import('../test/harness/harness.ts')
const { openChromium, openPage: watchedPage } = await import('../test/browser/chromium.ts')
const { isLoaded: isShown } = await import('../test/browser/report-fixture.ts')
const { until } = await import('../test/browser/form-fixture.ts')

const { app, db, clock } = await harness()
const { token } = await createDemo(db, clock)
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const browser = await openChromium()

/** Opens the page of a record and waits until it is drawn. */
async function openRecord(path: string, width: number, height: number, colorScheme: 'light' | 'dark') {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${origin}${basePath}${path}`, { headers })
  const { link } = ((await response.json()) as { data: { link: string } }).data
  const { page } = await watchedPage(browser, origin, { colorScheme, viewport: { width, height } })
  await page.goto(link)
  await until(page, isShown)
  return page
}

const paths = process.argv.slice(2)
if (paths.length === 0) {
  const board = await openRecord('/reports/dashboards/1', 1280, 900, 'light')
  await board.screenshot({ path: 'docs/images/dashboard.png', fullPage: true })
  const pictures: string[] = []
  for (const [width, scheme] of [
    [900, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await openRecord('/reports/insights/6?results=false', width, 760, scheme)
    const png = (await page.screenshot({ fullPage: true })).toString('base64')
    pictures.push(`<img src="data:image/png;base64,${png}" width="${width}">`)
  }
  const page = await browser.newPage({ viewport: { width: 1314, height: 760 } })
  await page.setContent(
    `<body style="margin:0;display:flex;justify-content:space-between;align-items:start">${pictures.join('')}`,
  )
  await page.screenshot({ path: 'docs/images/insight.png', omitBackground: true, fullPage: true })
}
// With arguments: pictures of any pages of the demo, such as /reports/dashboards/2.
for (const [index, path] of paths.entries()) {
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await openRecord(path, width, 900, scheme)
    await page.screenshot({ path: `dist/picture-${index + 1}-${width}.png`, fullPage: true })
  }
}
await browser.close()
await app.close()
await db.end()
await server.stop()
process.exit()
