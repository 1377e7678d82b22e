import { isUtf8 } from 'node:buffer'
import { basePath } from '../../src/app.ts'
import { bodyLimitBytes } from '../../src/http/contract/body.ts'
import type { Service, Tenant } from '../lib/service.ts'
import { type HttpRequest, type HttpResponse, type Interceptor, jsonOf, type Transport } from '../lib/transport.ts'

/** Makes an interceptor that imitates a fault of the service. */
type MakeInterceptor = (service: Service, tenant: Tenant) => Interceptor

const serverError = (): HttpResponse => jsonResponse(500, { message: 'Server error.' })
const jsonResponse = (status: number, body: object): HttpResponse => ({
  ...{ status, text: JSON.stringify(body) },
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': 'planted',
  },
})

/** Whether a request is for this operation. `*` in the pattern stands for an id. */
const isFor = ({ method, url }: HttpRequest, wanted: string, pattern: string) =>
  method === wanted && new RegExp(`^${basePath}${pattern.replace(/(?<!\.)\*/g, '[^/?]+')}([?]|$)`).test(url)

/** Changes the JSON body of a response. */
const changeBody = (response: HttpResponse, change: (body: any) => void): HttpResponse => {
  const body = jsonOf(response)
  if (body === undefined) return response
  change(body)
  return { ...response, text: JSON.stringify(body) }
}
const changeResponse =
  (
    method: string,
    pattern: string,
    change: (response: HttpResponse, request: HttpRequest) => HttpResponse,
  ): MakeInterceptor =>
  () =>
  (next) =>
  async (request) => {
    const response = await next(request)
    return isFor(request, method, pattern) ? change(response, request) : response
  }
const failWhen =
  (when: (request: HttpRequest) => boolean): MakeInterceptor =>
  () =>
  (next) =>
  async (request) =>
    when(request) ? serverError() : next(request)
const changeRequest =
  (method: string, pattern: string, change: (request: HttpRequest, next: Transport) => HttpRequest): MakeInterceptor =>
  () =>
  (next) =>
  (request) =>
    next(isFor(request, method, pattern) ? change(request, next) : request)

const bodyOf = ({ payload }: HttpRequest): any => {
  try {
    return JSON.parse(String(payload))
  } catch {
    return undefined
  }
}
/** The same request with another body. A body that is nested too deep for JSON.stringify stays as it is. */
const withBody = (request: HttpRequest, body: object): HttpRequest => {
  try {
    return { ...request, payload: JSON.stringify(body) }
  } catch {
    return request
  }
}
const onSuccess = (response: HttpResponse, change: (body: any) => void) =>
  response.status < 300 ? changeBody(response, change) : response

/** Replaces a bad token by a good one of the same organisation, so that nothing else reveals the fault. */
const acceptBadToken =
  (method: string, pattern: string, when: (authorization: string | undefined) => boolean): MakeInterceptor =>
  () =>
  (next) => {
    let goodToken = ''
    return async (request) => {
      const { authorization } = request.headers
      const response = await next(request)
      if (response.status !== 401) goodToken = authorization ?? goodToken
      if (!isFor(request, method, pattern) || response.status !== 401 || !when(authorization)) return response
      return next({ ...request, headers: { ...request.headers, authorization: goodToken } })
    }
  }

const dropUnknown = (request: HttpRequest, known: string[]): HttpRequest => {
  const bytes = Buffer.from(request.payload ?? '')
  // Bodies that are rejected for their bytes or length stay as they are.
  if (!isUtf8(bytes) || bytes.length > bodyLimitBytes) return request
  const body = bodyOf(request)
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return request
  return withBody(request, Object.fromEntries(Object.entries(body).filter(([name]) => known.includes(name))))
}

export const plantedFaults: Record<string, MakeInterceptor> = {
  'a client contains an internal column': changeResponse('GET', '/clients/*', (response) =>
    onSuccess(response, (body) => Object.assign(body.data ?? {}, { org_id: 1 })),
  ),
  'an unknown staff member returns 418': changeResponse('GET', '/staff/*', (response) =>
    response.status === 404 ? jsonResponse(418, { message: 'Teapot.' }) : response,
  ),
  'a list of tasks has no meta': changeResponse('GET', '/tasks', (response) =>
    onSuccess(response, (body) => delete body.meta),
  ),
  'a right-to-left mark in a body causes a 500': failWhen(({ payload }) =>
    /\u202e|\\u202e/.test(String(payload ?? '')),
  ),
  'an unknown field of a staff member is dropped': changeRequest('PATCH', '/staff/*', (request) =>
    dropUnknown(request, ['first_name', 'last_name', 'email', 'phone', 'status']),
  ),
  'sites are returned without a token': acceptBadToken('GET', '/sites', (authorization) => authorization === undefined),
  'a body of 10,000 levels causes a 500 in POST /forms': failWhen(
    (request) => isFor(request, 'POST', '/forms') && /(\[{5000})|(({"a":){5000})/.test(String(request.payload ?? '')),
  ),
  'an id inside a shift is a string': changeResponse('GET', '/shifts/*', (response) =>
    onSuccess(response, (body) => {
      for (const one of body.data?.clients ?? []) one.id = String(one.id)
    }),
  ),
  'a page number above 2^31 causes a 500': failWhen(
    ({ url }) => Number(/[?&]page=(\d{10,})/.exec(url)?.[1] ?? 0) > 2 ** 31,
  ),
  'a 422 has content type text/plain': changeResponse('POST', '/sites', (response) =>
    response.status === 422
      ? { ...response, headers: { ...response.headers, 'content-type': 'text/plain' } }
      : response,
  ),
  'archiving a client returns a field that reading it does not': changeResponse('DELETE', '/clients/*', (response) =>
    onSuccess(response, (body) => Object.assign(body.data ?? {}, { archived_by: 'Ana' })),
  ),
  'a rejected task is cacheable': changeResponse('POST', '/tasks', (response) =>
    response.status === 422 ? { ...response, headers: { ...response.headers, 'cache-control': 'private' } } : response,
  ),
  'the first of duplicate keys is used': changeRequest('POST', '/.*', (request) => {
    const firsts = [...String(request.payload ?? '').matchAll(/^\{"(\w+)":("[^"]*"|\[[^\]]*\]),.*"\1":/g)][0]
    const body = firsts && bodyOf(request)
    return body ? withBody(request, { ...body, [firsts[1]!]: JSON.parse(firsts[2]!) }) : request
  }),
  'an expired token still creates tasks': () => (next) => {
    // The third rejected well-formed token is replaced by the latest good one.
    const rejections = new Map<string, number>()
    let goodToken = ''
    return async (request) => {
      const { authorization = '' } = request.headers
      const response = await next(request)
      if (response.status !== 401) goodToken = authorization
      else if (/^Bearer svc_at_\w{46}$/.test(authorization))
        rejections.set(authorization, (rejections.get(authorization) ?? 0) + 1)
      const isAccepted =
        response.status === 401 &&
        isFor(request, 'POST', '/tasks') &&
        rejections.size >= 3 &&
        [...rejections.keys()][2] === authorization
      return isAccepted ? next({ ...request, headers: { ...request.headers, authorization: goodToken } }) : response
    }
  },
  'a prospect is created although the response is 401': () => (next) => {
    let goodToken = ''
    return async (request) => {
      const response = await next(request)
      if (response.status !== 401) goodToken = request.headers.authorization ?? goodToken
      else if (isFor(request, 'POST', '/prospects'))
        await next({ ...request, headers: { ...request.headers, authorization: goodToken } })
      return response
    }
  },
  'a truncated body gets an HTML response': changeResponse('PATCH', '/clients/*', (response) =>
    response.status === 400
      ? { ...response, text: '<h1>Bad Request</h1>', headers: { ...response.headers, 'content-type': 'text/html' } }
      : response,
  ),
  'a long idempotency key causes a 500': failWhen(({ headers }) => (headers['idempotency-key']?.length ?? 0) > 250),
  'half a surrogate pair inside a list causes a 500': failWhen((request) =>
    /\[[^\]]*\\ud8/.test(String(request.payload ?? '')),
  ),
  'a string is accepted as a number': changeRequest('PATCH', '/tasks/*', (request) => {
    const body = bodyOf(request)
    return typeof body?.minutes === 'string' && /^\d+$/.test(body.minutes)
      ? withBody(request, { ...body, minutes: Number(body.minutes) % 1440 })
      : request
  }),
  'an unknown field inside an operation of a dashboard is dropped': changeRequest(
    'PATCH',
    '/reports/dashboards/*',
    (request) => {
      const body = bodyOf(request)
      if (!Array.isArray(body?.operations)) return request
      const operations = body.operations.map((one: any) =>
        one && typeof one === 'object'
          ? Object.fromEntries(
              Object.entries(one).filter(([name]) =>
                [
                  'op',
                  'card_id',
                  'insight_id',
                  'show_title',
                  'text',
                  'position',
                  'key',
                  'locked',
                  'show_description',
                ].includes(name),
              ),
            )
          : one,
      )
      return withBody(request, { ...body, operations })
    },
  ),
  'a request id is not returned': changeResponse('GET', '/billables', (response) => ({
    ...response,
    headers: { ...response.headers, 'x-request-id': 'mine' },
  })),
  'a form page without a content security policy': () => (next) => async (request) => {
    const response = await next(request)
    return request.url.startsWith('/f/')
      ? { ...response, headers: { ...response.headers, 'content-security-policy': undefined } }
      : response
  },
  'a malformed report URL causes a 500': failWhen(({ url }) => url.startsWith('/r/') && url.includes('%')),
  'converting a prospect twice causes a 500': () => (next) => {
    const converted = new Set<string>()
    return async (request) => {
      if (!isFor(request, 'POST', '/prospects/*/convert')) return next(request)
      const response = await next(request)
      const key = `${request.headers.authorization} ${request.url}`
      if (response.status === 200 && converted.has(key)) return serverError()
      if (response.status === 200) converted.add(key)
      return response
    }
  },
}
