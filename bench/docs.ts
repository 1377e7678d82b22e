import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { buildApp } from '../src/app.ts'
import { systemClock } from '../src/process/clock.ts'
import { launchChromium } from '../test/browser/chromium.ts'
import { Harness } from './harness.ts'

/**
 * The time until a page of the API reference is displayed and its script has run, without a cache, and the bytes it takes.
 * The floor is a page with one heading, loaded in the same run: the ratio is comparable between machines.
 */
const loads = 9
const paths = process.argv.slice(2)

interface Load {
  milliseconds: number
  kilobytes: number
  elements: number
}

await Harness.run(10, async (harness) => {
  const db = new pg.Pool()
  const app = await buildApp({
    db,
    clock: systemClock,
    config: { rateLimit: 0, formLimit: 0, metricsToken: undefined, trustProxy: false },
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  harness.defer(() => app.close())
  const floor = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>x</title><link rel="icon" href="data:,"><h1>x</h1>'),
  ).listen(0, '127.0.0.1')
  harness.defer(() => floor.close())
  const browser = await launchChromium()
  harness.defer(() => browser.close())

  const floorUrl = `http://127.0.0.1:${(floor.address() as AddressInfo).port}/`
  const pages = paths.length > 0 ? paths : await pagesOf(origin)
  // The first load also starts processes of the browser.
  await load(browser, floorUrl)
  const least = await medianOf(browser, floorUrl)
  console.log('| page | ms | times the floor | KB sent | elements |\n|---|---:|---:|---:|---:|')
  const line = (name: string, { milliseconds, kilobytes, elements }: Load) =>
    console.log(
      `| ${name} | ${milliseconds.toFixed(0)} | ${(milliseconds / least.milliseconds).toFixed(1)} | ${kilobytes.toFixed(1)} | ${elements} |`,
    )
  line('floor', least)
  for (const path of pages) line(path, await medianOf(browser, `${origin}${path}`))
})

/** The pages that the contents of the first one link to. */
async function pagesOf(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/docs`)).text()
  return [...new Set(['/docs', ...[...text.matchAll(/href="(\/docs\/[\w/-]+)["#]/g)].map(([, path]) => path!)])]
}

async function medianOf(browser: Browser, url: string): Promise<Load> {
  const results: Load[] = []
  for (let n = 0; n < loads; n++) results.push(await load(browser, url))
  return results.sort((a, b) => a.milliseconds - b.milliseconds)[Math.floor(loads / 2)]!
}

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'load' })
  // The second frame begins after the first was painted.
  const milliseconds = (await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))',
  )) as number
  const elements = (await page.evaluate("document.querySelectorAll('*').length")) as number
  await context.close()
  return { milliseconds, kilobytes: bytes / 1024, elements }
}
