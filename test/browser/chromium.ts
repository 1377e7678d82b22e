import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const executablePath = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...paths].find((path) => path !== undefined && existsSync(path))

/** The reason to skip a browser test, or false. In CI a missing browser is an error, because nobody would notice the skip. */
export function chromiumMissing(): string | false {
  if (executablePath()) return false
  const message = `No Chromium in CHROMIUM_PATH, ${paths.join(', ')}. scripts/install-chromium.sh installs it.`
  if (process.env.CI) throw new Error(message)
  return message
}

/** A browser without background traffic of its own. */
export const launchChromium = () =>
  chromium.launch({
    executablePath: executablePath()!,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/**
 * A browser that is closed when the test file ends. Open it before the service, so that it is closed first: a stopping
 * service waits for the browser's connections.
 */
export async function openChromium() {
  const browser = await launchChromium()
  after(() => browser.close())
  return browser
}

export interface MonitoredPage {
  page: Page
  /** Console errors, uncaught errors and CSP violations. */
  consoleErrors: string[]
  /** URLs on other hosts that the page requested. */
  externalRequests: string[]
}

/** A page in its own browser context that records errors and external requests. */
export async function openPage(
  browser: Awaited<ReturnType<typeof openChromium>>,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<MonitoredPage> {
  const context = await browser.newContext({ baseURL: origin, ...options })
  const page = await context.newPage()
  const consoleErrors: string[] = []
  const externalRequests: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      externalRequests.push(request.url())
  })
  return { page, consoleErrors, externalRequests }
}
