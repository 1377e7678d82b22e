import type { BrowserContextOptions } from 'playwright-core'
import { reportPagesOf } from '../factories/reports/pages.ts'
import { fillRecords, fillReports, type Sample } from '../factories/reports/sample.ts'
import { harness } from '../harness/harness.ts'
import { chromiumMissing, openChromium, openPage } from './chromium.ts'
import { desktop } from './form-fixture.ts'

/** A listening service, an organisation with a year of records and reports of every appearance, and a browser. */
export async function reportFixture() {
  const skip = chromiumMissing()
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
  /** A page in a browser context of its own; an empty one without an address. */
  const open = async (address?: string, options: BrowserContextOptions = {}) => {
    const monitored = await openPage(browser!, origin, { viewport: desktop, ...options })
    if (address) await monitored.page.goto(address)
    return monitored
  }
  return { ...service, ...reports, acme, skip, origin, ids, board, insightAt, boardAt, open }
}

/** Nothing is loading, and every chart has content. */
export const isLoaded =
  "!document.querySelector('.waiting') && [...document.querySelectorAll('.chart')].every((chart) => chart.querySelector('svg path'))"
