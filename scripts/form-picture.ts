import { startTestServer } from '../test/harness/postgres.ts'
import { build } from './build.ts'

/** Writes docs/images/form.png: a form on a phone, beside the same form in dark colours. */
await build({ names: ['pages', 'reference'] })
const server = await startTestServer()
process.env.WATTLE_TEST_DATABASE = JSON.stringify(server.address)
const { everything } = await import('../test/browser/form-sample.ts')
const { drawOn, fillAbout, formFixture: formWorld, heading, next } = await import('../test/browser/form-fixture.ts')

const { app, db, publish, open } = await formWorld()
const { address } = await publish(everything)
const pictures: string[] = []
for (const colorScheme of ['light', 'dark'] as const) {
  const { page } = await open(address, { colorScheme, viewport: { width: 390, height: 790 } })
  await fillAbout(page)
  if (colorScheme === 'dark') {
    await next(page)
    await page.getByRole('checkbox', { name: 'Garden' }).check()
    await next(page)
    await heading(page, 'Almost done').waitFor()
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    await page.getByRole('radio', { name: '4 of 5' }).check({ force: true })
    await page.getByRole('radio', { name: 'Draw it' }).check()
    await drawOn(page)
  }
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
  pictures.push((await page.screenshot()).toString('base64'))
}
const { page } = await open('about:blank', { viewport: { width: 840, height: 790 } })
const images = pictures.map((png) => `<img src="data:image/png;base64,${png}" width="390" height="790">`)
await page.setContent(`<body style="margin:0;display:flex;justify-content:space-between">${images.join('')}`)
await page.screenshot({ path: 'docs/images/form.png', omitBackground: true })
await page.context().browser()!.close()
await app.close()
await db.end()
await server.stop()
process.exit()
