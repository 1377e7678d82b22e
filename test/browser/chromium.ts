import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const found = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...places].find((path) => path !== undefined && existsSync(path))

/** The reason to skip a browser test, or false. In CI a missing browser is a failure: there a skip would go unseen. */
export function withoutChromium(): string | false {
  if (found()) return false
  const cure = `No Chromium in CHROMIUM_PATH, ${places.join(', ')}. scripts/install-chromium.sh installs it.`
  if (process.env.CI) throw new Error(cure)
  return cure
}

/** A browser that is closed when the test file ends. Its own traffic is switched off, so that what is left is the page's. */
export async function openChromium() {
  const browser = await chromium.launch({
    executablePath: found()!,
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
  after(() => browser.close())
  return browser
}

export interface Watched {
  page: Page
  /** What a person with the developer tools open would see in red: console errors, uncaught errors, CSP violations. */
  complaints: string[]
  /** Addresses on other hosts that the page asked for. */
  outside: string[]
}

/** A page in a session of its own that keeps account of what a good page never does. */
export async function watchedPage(
  browser: Awaited<ReturnType<typeof openChromium>>,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ baseURL: origin, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  const outside: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) outside.push(request.url())
  })
  return { page, complaints, outside }
}
