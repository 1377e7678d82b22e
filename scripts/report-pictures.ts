import { startTestServer } from '../test/postgres.ts'
import { buildWeb } from './web.ts'

/** Makes docs/images/dashboard.png, and docs/images/insight.png: an insight on a computer beside the same on a phone in dark colours. */
await buildWeb()
const server = await startTestServer()
process.env.WATTLE_TEST_DATABASE = JSON.stringify(server.address)
const { isShown, reportWorld } = await import('../test/browser/report-world.ts')
const { until } = await import('../test/browser/form-world.ts')

const { app, db, boardAt, insightAt, open } = await reportWorld()
const board = await open(await boardAt(), { viewport: { width: 1280, height: 900 } })
await until(board.page, isShown)
await board.page.screenshot({ path: 'docs/images/dashboard.png', fullPage: true })

const pictures: string[] = []
for (const [width, colorScheme] of [
  [900, 'light'],
  [390, 'dark'],
] as const) {
  const { page } = await open(await insightAt('bar'), { colorScheme, viewport: { width, height: 720 } })
  await until(page, isShown)
  const png = (await page.screenshot()).toString('base64')
  pictures.push(`<img src="data:image/png;base64,${png}" width="${width}" height="720">`)
}
const { page } = await open('about:blank', { viewport: { width: 1314, height: 720 } })
await page.setContent(`<body style="margin:0;display:flex;justify-content:space-between">${pictures.join('')}`)
await page.screenshot({ path: 'docs/images/insight.png', omitBackground: true })
await page.context().browser()!.close()
await app.close()
await db.end()
await server.stop()
process.exit()
