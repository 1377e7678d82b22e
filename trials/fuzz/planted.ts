import { isUtf8 } from 'node:buffer'
import { basePath } from '../../src/app.ts'
import { bodyLimitBytes } from '../../src/http/contract/body.ts'
import type { Service, Tenant } from '../lib/service.ts'
import { type Door, jsonOf, type Plant, type Received, type Sent } from '../lib/transport.ts'

/** A fault of the service as it would look from outside, put in the way of requests and answers. */
type PlantIn = (service: Service, tenant: Tenant) => Plant

const broken = (): Received => answer(500, { message: 'Server error.' })
const answer = (status: number, body: object): Received => ({
  ...{ status, text: JSON.stringify(body) },
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': 'planted',
  },
})

/** Whether a request is for this operation, whose path ids are written `*`. */
const isFor = ({ method, url }: Sent, wanted: string, pattern: string) =>
  method === wanted && new RegExp(`^${basePath}${pattern.replace(/(?<!\.)\*/g, '[^/?]+')}([?]|$)`).test(url)

/** Changes what an answer says, where it says something of that shape. */
const saying = (received: Received, change: (body: any) => void): Received => {
  const body = jsonOf(received)
  if (body === undefined) return received
  change(body)
  return { ...received, text: JSON.stringify(body) }
}
const after =
  (method: string, pattern: string, change: (received: Received, sent: Sent) => Received): PlantIn =>
  () =>
  (through) =>
  async (sent) => {
    const received = await through(sent)
    return isFor(sent, method, pattern) ? change(received, sent) : received
  }
const failing =
  (when: (sent: Sent) => boolean): PlantIn =>
  () =>
  (through) =>
  async (sent) =>
    when(sent) ? broken() : through(sent)
const before =
  (method: string, pattern: string, change: (sent: Sent, through: Door) => Sent): PlantIn =>
  () =>
  (through) =>
  (sent) =>
    through(isFor(sent, method, pattern) ? change(sent, through) : sent)

const bodyOf = ({ payload }: Sent): any => {
  try {
    return JSON.parse(String(payload))
  } catch {
    return undefined
  }
}
/** The same request with another body. One nested too deep to be written again goes as it is: the fault must be found, and not its planting. */
const withBody = (sent: Sent, body: object): Sent => {
  try {
    return { ...sent, payload: JSON.stringify(body) }
  } catch {
    return sent
  }
}
const taken = (received: Received, change: (body: any) => void) =>
  received.status < 300 ? saying(received, change) : received

/** A good token in place of one that is no good. The token it takes is of whoever asked, so nothing else gives it away. */
const lettingIn =
  (method: string, pattern: string, when: (authorization: string | undefined) => boolean): PlantIn =>
  () =>
  (through) => {
    let good = ''
    return async (sent) => {
      const { authorization } = sent.headers
      const received = await through(sent)
      if (received.status !== 401) good = authorization ?? good
      if (!isFor(sent, method, pattern) || received.status !== 401 || !when(authorization)) return received
      return through({ ...sent, headers: { ...sent.headers, authorization: good } })
    }
  }

const withoutUnknown = (sent: Sent, known: string[]): Sent => {
  const bytes = Buffer.from(sent.payload ?? '')
  // What is refused for its bytes or its length stays as it is: the fault must be found, and not its planting.
  if (!isUtf8(bytes) || bytes.length > bodyLimitBytes) return sent
  const body = bodyOf(sent)
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return sent
  return withBody(sent, Object.fromEntries(Object.entries(body).filter(([name]) => known.includes(name))))
}

export const plantedFaults: Record<string, PlantIn> = {
  'a client shows a column that is nobody’s business': after('GET', '/clients/*', (received) =>
    taken(received, (body) => Object.assign(body.data ?? {}, { org_id: 1 })),
  ),
  'an unknown staff member is a teapot': after('GET', '/staff/*', (received) =>
    received.status === 404 ? answer(418, { message: 'Teapot.' }) : received,
  ),
  'a list of tasks has no meta': after('GET', '/tasks', (received) => taken(received, (body) => delete body.meta)),
  'a right-to-left mark in a body breaks the service': failing(({ payload }) =>
    /\u202e|\\u202e/.test(String(payload ?? '')),
  ),
  'an unknown field of a staff member is dropped': before('PATCH', '/staff/*', (sent) =>
    withoutUnknown(sent, ['first_name', 'last_name', 'email', 'phone', 'status']),
  ),
  'sites are shown without a token': lettingIn('GET', '/sites', (authorization) => authorization === undefined),
  'a body of 10,000 levels breaks POST /forms': failing(
    (sent) => isFor(sent, 'POST', '/forms') && /(\[{5000})|(({"a":){5000})/.test(String(sent.payload ?? '')),
  ),
  'an id inside a shift is a text': after('GET', '/shifts/*', (received) =>
    taken(received, (body) => {
      for (const one of body.data?.clients ?? []) one.id = String(one.id)
    }),
  ),
  'a page number beyond 2^31 breaks a list': failing(
    ({ url }) => Number(/[?&]page=(\d{10,})/.exec(url)?.[1] ?? 0) > 2 ** 31,
  ),
  'one refusal is sent as text': after('POST', '/sites', (received) =>
    received.status === 422
      ? { ...received, headers: { ...received.headers, 'content-type': 'text/plain' } }
      : received,
  ),
  'archiving a client tells who did it, reading it does not': after('DELETE', '/clients/*', (received) =>
    taken(received, (body) => Object.assign(body.data ?? {}, { archived_by: 'Ana' })),
  ),
  'a refused task may be stored by a proxy': after('POST', '/tasks', (received) =>
    received.status === 422 ? { ...received, headers: { ...received.headers, 'cache-control': 'private' } } : received,
  ),
  'the first of two equal keys counts': before('POST', '/.*', (sent) => {
    const firsts = [...String(sent.payload ?? '').matchAll(/^\{"(\w+)":("[^"]*"|\[[^\]]*\]),.*"\1":/g)][0]
    const body = firsts && bodyOf(sent)
    return body ? withBody(sent, { ...body, [firsts[1]!]: JSON.parse(firsts[2]!) }) : sent
  }),
  'an expired token still makes tasks': () => (through) => {
    // What is not let in with a token of the right form is let in, in the end, with the latest good one.
    const seen = new Map<string, number>()
    let good = ''
    return async (sent) => {
      const { authorization = '' } = sent.headers
      const received = await through(sent)
      if (received.status !== 401) good = authorization
      else if (/^Bearer svc_at_\w{46}$/.test(authorization)) seen.set(authorization, (seen.get(authorization) ?? 0) + 1)
      const letIn =
        received.status === 401 &&
        isFor(sent, 'POST', '/tasks') &&
        seen.size >= 3 &&
        [...seen.keys()][2] === authorization
      return letIn ? through({ ...sent, headers: { ...sent.headers, authorization: good } }) : received
    }
  },
  'a prospect is made although the answer is 401': () => (through) => {
    let good = ''
    return async (sent) => {
      const received = await through(sent)
      if (received.status !== 401) good = sent.headers.authorization ?? good
      else if (isFor(sent, 'POST', '/prospects'))
        await through({ ...sent, headers: { ...sent.headers, authorization: good } })
      return received
    }
  },
  'a cut-off body gets a page of HTML': after('PATCH', '/clients/*', (received) =>
    received.status === 400
      ? { ...received, text: '<h1>Bad Request</h1>', headers: { ...received.headers, 'content-type': 'text/html' } }
      : received,
  ),
  'a long idempotency key breaks the service': failing(
    ({ headers }) => (headers['idempotency-key']?.length ?? 0) > 250,
  ),
  'half a surrogate pair inside a list breaks the service': failing((sent) =>
    /\[[^\]]*\\ud8/.test(String(sent.payload ?? '')),
  ),
  'a text is taken for a number': before('PATCH', '/tasks/*', (sent) => {
    const body = bodyOf(sent)
    return typeof body?.minutes === 'string' && /^\d+$/.test(body.minutes)
      ? withBody(sent, { ...body, minutes: Number(body.minutes) % 1440 })
      : sent
  }),
  'an unknown field inside an operation of a dashboard is dropped': before('PATCH', '/reports/dashboards/*', (sent) => {
    const body = bodyOf(sent)
    if (!Array.isArray(body?.operations)) return sent
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
    return withBody(sent, { ...body, operations })
  }),
  'a request id is not given back': after('GET', '/billables', (received) => ({
    ...received,
    headers: { ...received.headers, 'x-request-id': 'mine' },
  })),
  'a form’s page without a policy': () => (through) => async (sent) => {
    const received = await through(sent)
    return sent.url.startsWith('/f/')
      ? { ...received, headers: { ...received.headers, 'content-security-policy': undefined } }
      : received
  },
  'a broken address of a report breaks the service': failing(({ url }) => url.startsWith('/r/') && url.includes('%')),
  'converting a prospect twice breaks the service': () => (through) => {
    const converted = new Set<string>()
    return async (sent) => {
      if (!isFor(sent, 'POST', '/prospects/*/convert')) return through(sent)
      const received = await through(sent)
      const place = `${sent.headers.authorization} ${sent.url}`
      if (received.status === 200 && converted.has(place)) return broken()
      if (received.status === 200) converted.add(place)
      return received
    }
  },
}
