import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { AppOptions } from '../../src/app.ts'
import { type FormParts, formsOf } from '../factories/forms/forms.ts'
import { harness } from '../harness/harness.ts'
import { chromiumMissing, openChromium, openPage } from './chromium.ts'

export const phone = { width: 360, height: 740 }
export const desktop = { width: 1280, height: 900 }

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A service that listens, an organisation with forms, and a browser to open their pages in. */
export async function formFixture(config: Partial<AppOptions['config']> = {}) {
  const skip = chromiumMissing()
  const browser = skip ? undefined : await openChromium()
  const { app, db, clock, organisation } = await harness(config)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const acme = await organisation()
  const forms = formsOf(db, acme)

  const addressOf = async (id: number): Promise<string> => {
    const { rows } = await db.query('select key from form where org_id = $1 and id = $2', [acme.orgId, id])
    return `/f/${acme.slug}/${rows[0].key}`
  }
  /** Publishes a form; returns its id and path. */
  async function publish(parts: FormParts, again?: number) {
    const id = await forms.publishedForm(parts, again)
    return { id, address: await addressOf(id) }
  }
  /** A page in a browser context of its own; an empty one without an address. */
  const open = async (address?: string, options: BrowserContextOptions = {}) => {
    const monitored = await openPage(browser!, origin, { viewport: phone, ...options })
    if (address) await monitored.page.goto(address)
    return monitored
  }
  /** The submissions of a form, oldest first, as the API returns them. */
  async function sentTo(id: number): Promise<any[]> {
    const sql = 'select id from form_submission where org_id = $1 and form_id = $2 order by id'
    const { rows } = await db.query(sql, [acme.orgId, id])
    return Promise.all(rows.map((row) => forms.read(Number(row.id))))
  }
  return { app, db, clock, acme, forms, skip, origin, publish, open, sentTo }
}

/** The accessibility violations that axe finds on a page. */
export async function axeProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** By keyboard: a click at the same position within half a second would count as a double tap. */
export const next = (page: Page) => page.getByRole('button', { name: 'Next' }).press('Enter')
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
/** The id of the focused element, or its text if it has no id. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.id || document.activeElement.textContent')

/** Fills in the first step so that it leads to the step about another person, or skips it. */
export async function fillAbout(page: Page, whom: 'Myself' | 'Somebody else' = 'Myself') {
  await page.getByLabel('Your name').fill('Zoë Hart')
  await page.getByLabel('Email', { exact: false }).first().fill('zoe@example.com')
  await page.getByRole('radio', { name: 'Phone' }).check()
  await page.getByLabel('Who is the support for?').selectOption(whom)
}

/** Draws a line on the canvas. */
export async function drawOn(page: Page) {
  const sheet = page.locator('canvas')
  await sheet.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await sheet.boundingBox())!
  await page.mouse.move(x + 20, y + height / 2)
  await page.mouse.down()
  for (let n = 1; n <= 20; n++) {
    await page.mouse.move(x + 20 + (n * (width - 40)) / 20, y + height / 2 + 20 * Math.sin(n))
  }
  await page.mouse.up()
}

/** Evaluates the expression once for each frame until it is true. The page's policy prevents playwright's own polling. */
export async function until(page: Page, expression: string) {
  const deadline = Date.now() + 60_000
  while (!(await page.evaluate(expression))) {
    if (Date.now() > deadline)
      throw new Error(`Not true within a minute: ${expression}\n${await page.innerText('body')}`)
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
}
