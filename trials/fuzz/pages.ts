import fc from 'fast-check'
import { basePath } from '../../src/app.ts'
import { type HttpRequest, type HttpResponse, jsonOf } from '../lib/transport.ts'
import type { Campaign } from './campaign.ts'
import { ensure } from './checker.ts'
import { hostileText, hostileValue } from './hostile.ts'

/** Hostile URLs and submissions for the pages without a token: forms, reports, the API reference and assets. */
export async function fuzzPages(campaign: Campaign, count: number): Promise<void> {
  const { tenant, plan, results, inject } = campaign
  const [form, report] = [`/f/${tenant.slug}/form-2`, `/r/${tenant.slug}`]
  const addresses = [
    ...[
      form,
      `${form}/`,
      `/f/${tenant.slug}`,
      '/f/',
      `${report}/insights/1`,
      `${report}/insights/1/results.csv`,
      `${report}/dashboards/1`,
    ],
    ...[
      `${report}/dashboards/1/cards`,
      '/r/',
      `/c/${tenant.slug}/x.ics`,
      '/c/',
      '/docs',
      '/docs/',
      '/',
      '/assets/',
      '/healthz',
      '/readyz',
      '/metrics',
      `${basePath}/openapi.json`,
      basePath,
    ],
  ]
  const text = fc.oneof(
    hostileText.map((one) => encodeURIComponent(one.toWellFormed()).slice(0, 2_000)),
    fc.constantFrom('%', '%zz', '%c0%af', '..', '.', '%2e%2e%2f', '%00', 'constructor', '__proto__'),
  )
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom('for', 'link', 'for[]', 'x'), text), text), { maxLength: 3 })
  const pageRequest = fc
    .tuple(
      fc.constantFrom(...addresses),
      fc.option(text, { freq: 1 }),
      query,
      fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE', 'PUT'),
      fc.constantFrom('', 'br', 'gzip', 'gzip;q=0', '*', '\u00ff'),
    )
    .map(([address, part, pairs, method, encoding]): HttpRequest => {
      const search = pairs.map(([name, value]) => `${name}=${value}`).join('&')
      const url = `${address}${part === null ? '' : `/${part}`}${search && `?${search}`}`
      return { method, url, headers: { ...(encoding && { 'accept-encoding': encoding }) } }
    })
  const body = fc.record(
    {
      answers: fc.oneof(fc.dictionary(fc.constantFrom('client', 'staff', 'street', 'zz'), hostileValue), hostileValue),
      sending: fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/), hostileValue),
      version: hostileValue,
      link: hostileValue,
    },
    { requiredKeys: [] },
  )
  const submission = body.map(
    (value): HttpRequest => ({
      ...{
        method: 'POST',
        url: `${form}/submissions`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(value),
      },
    }),
  )
  plan.progress(`pages, ${results.total} requests`)
  let latest: HttpRequest | undefined
  const property = fc.asyncProperty(
    fc.oneof({ weight: 3, arbitrary: pageRequest }, { weight: 1, arbitrary: submission }),
    async (request) => {
      latest = request
      const response = await inject(request)
      results.count('pages', 'a hostile page', response.status)
      checkPage(request, response)
    },
  )
  const run = await fc.check(property, { seed: plan.seed, numRuns: count })
  if (run.failed)
    results.addBug(
      'pages',
      'a hostile page',
      String(run.errorInstance),
      (run.counterexample?.[0] as HttpRequest) ?? latest!,
      campaign.reproduceCommand(''),
    )
}

function checkPage({ url, headers: requestHeaders }: HttpRequest, response: HttpResponse): void {
  const { status, headers, text } = response
  ensure(status < 500, `returned ${status}: ${text.slice(0, 200)}`)
  ensure(headers['x-request-id'], 'has no request id')
  const isAsset = url.startsWith('/assets/') && status === 200
  // The docs are public: a browser may store them and revalidate with their ETag.
  const isDocument = url.startsWith('/docs') || new URL(url, 'http://x').pathname.endsWith('/openapi.json')
  const isCacheable = isDocument && headers['cache-control'] === 'no-cache' && headers.etag !== undefined
  ensure(isAsset || isCacheable || headers['cache-control'] === 'no-store', `is cacheable: ${headers['cache-control']}`)
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/json') && status >= 400 && text !== '')
    ensure(typeof jsonOf(response)?.message === 'string', `has no message: ${text.slice(0, 200)}`)
  if (!type.startsWith('text/html')) return
  ensure(/default-src 'none'/.test(headers['content-security-policy'] ?? ''), 'has no content security policy')
  ensure(headers['x-content-type-options'] === 'nosniff', 'may be sniffed')
  if (!headers['content-encoding'] && !requestHeaders['accept-encoding'])
    ensure(!/<script>alert|onerror=alert\(1\)>|<svg\/onload/.test(text), 'echoes markup from the request')
}
