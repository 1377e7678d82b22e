import type { BrowserContextOptions } from 'playwright-core'
import { reportPagesOf } from '../factories/reports/pages.ts'
import { fillRecords, fillReports, type Sample } from '../factories/reports/sample.ts'
import { harness } from '../harness/harness.ts'
import { openChromium, watchedPage, withoutChromium } from './chromium.ts'
import { desktop } from './form-world.ts'

/** A service that listens, an organisation with a year of records and reports of every look, and a browser to open them in. */
export async function reportFixture() {
  const skip = withoutChromium()
  // Before the service, so that it is closed before it: a service that stops waits for connections that a browser keeps for later.
  const browser = skip ? undefined : await openChromium()
  const service = await harness()
  const { app, db, clock, organisation } = service
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const acme = await organisation()
  const reports = reportPagesOf(service, acme)
  await fillRecords(db, acme, clock.now())
  const { ids, board } = await fillReports(reports)
  const insightAt = (sample: Sample) => reports.linkTo('insight', ids[sample])
  const boardAt = () => reports.linkTo('dashboard', board.id)
  const open = async (address: string, options: BrowserContextOptions = {}) => {
    const opened = await watchedPage(browser!, origin, { viewport: desktop, ...options })
    await opened.page.goto(address)
    return opened
  }
  return { ...service, ...reports, acme, skip, origin, ids, board, insightAt, boardAt, open }
}

/** Nothing is being waited for, and every drawing has something in it. */
export const isShown =
  "!document.querySelector('.waiting') && [...document.querySelectorAll('.chart')].every((chart) => chart.querySelector('svg path'))"
