import { basePath } from '../../src/app.ts'
import type { Tenant } from '../lib/service.ts'
import { type HttpRequest, type HttpResponse, type Interceptor, jsonOf, type Transport } from '../lib/transport.ts'

export interface PlantedFault {
  /** The operations that are tried: those around the fault, since a whole run takes minutes. */
  only: string
  intercept: (a: Tenant, b: Tenant) => Interceptor
}

const isFor = ({ method, url }: HttpRequest, wanted: string, pattern: string) =>
  method === wanted && new RegExp(`^${basePath}${pattern.replaceAll('*', '[^/?]+')}([?]|$)`).test(url)
/** The same request by somebody else. */
const asTenant = (request: HttpRequest, tenant: Tenant): HttpRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${tenant.token}` },
})
const isOf = ({ headers }: HttpRequest, tenant: Tenant) => headers.authorization === `Bearer ${tenant.token}`

/** Stands in the way of one operation's requests by the first organisation. */
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
/** Lets in whom it should not. */
const acceptBadToken =
  (method: string, pattern: string, status: number, whom: (levels: Levels) => boolean = () => true) =>
  (a: Tenant): Interceptor =>
  (next) =>
  async (request) => {
    const response = await next(request)
    const isRejected = isFor(request, method, pattern) && response.status === status
    return isRejected && whom(await levelsOf(request, next)) ? next(asTenant(request, a)) : response
  }

/** What the token of a request may do, by area; nothing where it does not work. */
type Levels = Record<string, string>
async function levelsOf({ headers }: HttpRequest, next: Transport): Promise<Levels> {
  const response = await next({ method: 'GET', url: `${basePath}/me`, headers })
  return response.status === 200 ? jsonOf(response).access : {}
}

export const plantedFaults: Record<string, PlantedFault> = {
  'a client is looked up without the organisation': {
    only: '/clients/{id}',
    intercept: forA('GET', '/clients/*', async (request, next, _, b) => {
      const response = await next(request)
      return response.status === 404 ? next(asTenant(request, b)) : response
    }),
  },
  'a list of sites is of everybody': {
    only: '/sites',
    intercept: forA('GET', '/sites', async (request, next, _, b) => {
      const [own, other] = [await next(request), await next(asTenant(request, b))]
      return { ...own, text: JSON.stringify({ data: [...jsonOf(own).data, ...jsonOf(other).data] }) }
    }),
  },
  'a staff member of somebody else is 403 and not 404': {
    only: '/staff',
    intercept: forA('GET', '/staff/*', async (request, next, _, b) => {
      const response = await next(request)
      if (response.status !== 404 || (await next(asTenant(request, b))).status === 404) return response
      return { ...response, status: 403, text: '{"message":"Access token does not permit this action."}' }
    }),
  },
  'a change of a prospect reaches the one of the same number': {
    only: '/prospects',
    intercept: forA('PATCH', '/prospects/*', async (request, next, _, b) => {
      await next(asTenant(request, b))
      return next(request)
    }),
  },
  'a shift tells that a client is somebody else’s': {
    only: '/shifts',
    intercept: forA('POST', '/shifts', async (request, next) => {
      const response = await next(request)
      return /"client_ids":\[70\d\d/.test(String(request.payload))
        ? { ...response, text: response.text.replace('"message":"', '"message":"It is another’s. ') }
        : response
    }),
  },
  'a filter of tasks counts those of others': {
    only: 'GET /tasks',
    intercept: forA('GET', '/tasks', async (request, next, _, b) => {
      const [own, other] = [await next(request), await next(asTenant(request, b))]
      const [mine, theirs] = [jsonOf(own), jsonOf(other)]
      return request.url.includes('client_id=') ? { ...own, text: JSON.stringify({ ...mine, meta: theirs.meta }) } : own
    }),
  },
  'a cursor is taken from whoever brings it': {
    only: '/clients/{client_id}/notes',
    intercept: (a, b) => (next) => async (request) => {
      const response = await next(request)
      if (response.status !== 422 || !request.url.includes('cursor=')) return response
      return next(asTenant(request, isOf(request, a) ? b : a))
    },
  },
  'a key of a safe retry is everybody’s': {
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
  'a link of a report opens the same number elsewhere': {
    only: 'GET /reports',
    intercept: (a, b) => (next) => async (request) => {
      const response = await next(request)
      const [from, to] = request.url.startsWith(`/r/${a.slug}/`) ? [a, b] : [b, a]
      return request.url.startsWith('/r/') && response.status === 404
        ? next({ ...request, url: request.url.replace(from.slug, to.slug) })
        : response
    },
  },
  'a link of a form opens the form of somebody else': {
    only: '/forms/{id}/links',
    intercept: () => (next) => async (request) => {
      const response = await next(request)
      return request.url.startsWith('/f/') && response.status >= 400 && request.method === 'GET'
        ? next({ ...request, url: request.url.split('?')[0]! })
        : response
    },
  },
  'writing a site needs no permission': { only: '/sites', intercept: acceptBadToken('PATCH', '/sites/*', 403) },
  'reading is enough to make a task': {
    only: '/tasks',
    intercept: acceptBadToken('POST', '/tasks', 403, ({ tasks }) => tasks === 'read'),
  },
  'a refused prospect is made all the same': {
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
  'an ended token still reads billables': {
    only: '/billables',
    // It is of the right shape; one that never was a token is still refused.
    intercept: (a) => (next) => async (request) => {
      const response = await next(request)
      const isToken = (request.headers.authorization ?? '').length === `Bearer ${a.token}`.length
      return isFor(request, 'GET', '/billables') && response.status === 401 && isToken
        ? next(asTenant(request, a))
        : response
    },
  },
  'forms are served with integrations off': { only: '/forms', intercept: acceptBadToken('GET', '/forms', 503) },
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
