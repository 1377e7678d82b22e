import { basePath } from '../../src/app.ts'
import type { Tenant } from '../lib/service.ts'
import { type HttpRequest, type HttpResponse, type Interceptor, jsonOf, type Transport } from '../lib/transport.ts'

export interface PlantedFault {
  /** The operations that are tested with this fault. A complete run would take minutes. */
  only: string
  intercept: (a: Tenant, b: Tenant) => Interceptor
}

const isFor = ({ method, url }: HttpRequest, wanted: string, pattern: string) =>
  method === wanted && new RegExp(`^${basePath}${pattern.replaceAll('*', '[^/?]+')}([?]|$)`).test(url)
/** The same request with the token of another organisation. */
const asTenant = (request: HttpRequest, tenant: Tenant): HttpRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${tenant.token}` },
})
const isOf = ({ headers }: HttpRequest, tenant: Tenant) => headers.authorization === `Bearer ${tenant.token}`

/** Intercepts the requests of the first organisation to one operation. */
const forA =
  (
    method: string,
    pattern: string,
    answer: (request: HttpRequest, next: Transport, a: Tenant, b: Tenant) => Promise<HttpResponse>,
  ) =>
  (a: Tenant, b: Tenant): Interceptor =>
  (next) =>
  (request) =>
    isFor(request, method, pattern) && isOf(request, a) ? answer(request, next, a, b) : next(request)
/** Accepts requests that should be rejected with a status. */
const acceptBadToken =
  (method: string, pattern: string, status: number, whom: (levels: Levels) => boolean = () => true) =>
  (a: Tenant): Interceptor =>
  (next) =>
  async (request) => {
    const response = await next(request)
    const isRejected = isFor(request, method, pattern) && response.status === status
    return isRejected && whom(await levelsOf(request, next)) ? next(asTenant(request, a)) : response
  }

/** The access levels of a request's token, by area; none for an invalid token. */
type Levels = Record<string, string>
async function levelsOf({ headers }: HttpRequest, next: Transport): Promise<Levels> {
  const response = await next({ method: 'GET', url: `${basePath}/me`, headers })
  return response.status === 200 ? jsonOf(response).access : {}
}

export const plantedFaults: Record<string, PlantedFault> = {
  'a client is read without its organisation': {
    only: '/clients/{id}',
    intercept: forA('GET', '/clients/*', async (request, next, _, b) => {
      const response = await next(request)
      return response.status === 404 ? next(asTenant(request, b)) : response
    }),
  },
  'a list contains the sites of all organisations': {
    only: '/sites',
    intercept: forA('GET', '/sites', async (request, next, _, b) => {
      const [own, other] = [await next(request), await next(asTenant(request, b))]
      return { ...own, text: JSON.stringify({ data: [...jsonOf(own).data, ...jsonOf(other).data] }) }
    }),
  },
  'a staff member of another organisation is 403 and not 404': {
    only: '/staff',
    intercept: forA('GET', '/staff/*', async (request, next, _, b) => {
      const response = await next(request)
      if (response.status !== 404 || (await next(asTenant(request, b))).status === 404) return response
      return { ...response, status: 403, text: '{"message":"Access token does not permit this action."}' }
    }),
  },
  'a change of a prospect also changes the other organisation’s': {
    only: '/prospects',
    intercept: forA('PATCH', '/prospects/*', async (request, next, _, b) => {
      await next(asTenant(request, b))
      return next(request)
    }),
  },
  'a shift reveals that a client belongs to another organisation': {
    only: '/shifts',
    intercept: forA('POST', '/shifts', async (request, next) => {
      const response = await next(request)
      return /"client_ids":\[70\d\d/.test(String(request.payload))
        ? { ...response, text: response.text.replace('"message":"', '"message":"It is another’s. ') }
        : response
    }),
  },
  'a task filter counts tasks of other organisations': {
    only: 'GET /tasks',
    intercept: forA('GET', '/tasks', async (request, next, _, b) => {
      const [own, other] = [await next(request), await next(asTenant(request, b))]
      const [mine, theirs] = [jsonOf(own), jsonOf(other)]
      return request.url.includes('client_id=') ? { ...own, text: JSON.stringify({ ...mine, meta: theirs.meta }) } : own
    }),
  },
  'a cursor is accepted from any organisation': {
    only: '/clients/{client_id}/notes',
    intercept: (a, b) => (next) => async (request) => {
      const response = await next(request)
      if (response.status !== 422 || !request.url.includes('cursor=')) return response
      return next(asTenant(request, isOf(request, a) ? b : a))
    },
  },
  'an idempotency key is shared between organisations': {
    only: '/tasks/{id}/notes',
    intercept: () => (next) => {
      const stored = new Map<string, HttpResponse>()
      return async (request) => {
        const key = request.headers['idempotency-key']
        if (key === undefined) return next(request)
        const requestKey = `${request.method} ${request.url} ${key}`
        const first = stored.get(requestKey)
        if (first) return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } }
        const response = await next(request)
        stored.set(requestKey, response)
        return response
      }
    },
  },
  'a report link opens the same id in another organisation': {
    only: 'GET /reports',
    intercept: (a, b) => (next) => async (request) => {
      const response = await next(request)
      const [from, to] = request.url.startsWith(`/r/${a.slug}/`) ? [a, b] : [b, a]
      return request.url.startsWith('/r/') && response.status === 404
        ? next({ ...request, url: request.url.replace(from.slug, to.slug) })
        : response
    },
  },
  'a form link opens a form of another organisation': {
    only: '/forms/{id}/links',
    intercept: () => (next) => async (request) => {
      const response = await next(request)
      return request.url.startsWith('/f/') && response.status >= 400 && request.method === 'GET'
        ? next({ ...request, url: request.url.split('?')[0]! })
        : response
    },
  },
  'writing a site needs no permission': { only: '/sites', intercept: acceptBadToken('PATCH', '/sites/*', 403) },
  'read access is enough to create a task': {
    only: '/tasks',
    intercept: acceptBadToken('POST', '/tasks', 403, ({ tasks }) => tasks === 'read'),
  },
  'a rejected prospect is created anyway': {
    only: '/prospects',
    intercept: () => (next) => {
      let allowedToken = ''
      return async (request) => {
        const response = await next(request)
        if (response.status < 300) allowedToken = request.headers.authorization ?? ''
        else if (response.status === 403 && isFor(request, 'POST', '/prospects'))
          await next({ ...request, headers: { ...request.headers, authorization: allowedToken } })
        return response
      }
    },
  },
  'an expired token still reads billables': {
    only: '/billables',
    // Only well-formed tokens are accepted.
    intercept: (a) => (next) => async (request) => {
      const response = await next(request)
      const isToken = (request.headers.authorization ?? '').length === `Bearer ${a.token}`.length
      return isFor(request, 'GET', '/billables') && response.status === 401 && isToken
        ? next(asTenant(request, a))
        : response
    },
  },
  'forms are returned with integrations off': { only: '/forms', intercept: acceptBadToken('GET', '/forms', 503) },
  'one of two needs is enough to convert a prospect': {
    only: '/prospects/{id}/convert',
    intercept: acceptBadToken(
      'POST',
      '/prospects/*/convert',
      403,
      ({ prospects, clients }) => prospects === 'read-write' && clients !== 'read-write',
    ),
  },
}
