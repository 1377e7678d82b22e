import { basePath } from '../../src/app.ts'
import type { Tenant } from '../lib/service.ts'
import { type Door, jsonOf, type Plant, type Received, type Sent } from '../lib/transport.ts'

export interface Planted {
  /** The operations that are tried: those around the fault, since a whole run takes minutes. */
  only: string
  plantIn: (a: Tenant, b: Tenant) => Plant
}

const isFor = ({ method, url }: Sent, wanted: string, pattern: string) =>
  method === wanted && new RegExp(`^${basePath}${pattern.replaceAll('*', '[^/?]+')}([?]|$)`).test(url)
/** The same request by somebody else. */
const as = (sent: Sent, tenant: Tenant): Sent => ({
  ...sent,
  headers: { ...sent.headers, authorization: `Bearer ${tenant.token}` },
})
const isOf = ({ headers }: Sent, tenant: Tenant) => headers.authorization === `Bearer ${tenant.token}`

/** Stands in the way of one operation's requests by the first organisation. */
const forA =
  (method: string, pattern: string, answer: (sent: Sent, through: Door, a: Tenant, b: Tenant) => Promise<Received>) =>
  (a: Tenant, b: Tenant): Plant =>
  (through) =>
  (sent) =>
    isFor(sent, method, pattern) && isOf(sent, a) ? answer(sent, through, a, b) : through(sent)
/** Lets in whom it should not. */
const lettingIn =
  (method: string, pattern: string, status: number, whom: (levels: Levels) => boolean = () => true) =>
  (a: Tenant): Plant =>
  (through) =>
  async (sent) => {
    const received = await through(sent)
    const isRefused = isFor(sent, method, pattern) && received.status === status
    return isRefused && whom(await levelsOf(sent, through)) ? through(as(sent, a)) : received
  }

/** What the token of a request may do, by area; nothing where it does not work. */
type Levels = Record<string, string>
async function levelsOf({ headers }: Sent, through: Door): Promise<Levels> {
  const received = await through({ method: 'GET', url: `${basePath}/me`, headers })
  return received.status === 200 ? jsonOf(received).access : {}
}

export const plantedFaults: Record<string, Planted> = {
  'a client is looked up without the organisation': {
    only: '/clients/{id}',
    plantIn: forA('GET', '/clients/*', async (sent, through, _, b) => {
      const received = await through(sent)
      return received.status === 404 ? through(as(sent, b)) : received
    }),
  },
  'a list of sites is of everybody': {
    only: '/sites',
    plantIn: forA('GET', '/sites', async (sent, through, _, b) => {
      const [own, other] = [await through(sent), await through(as(sent, b))]
      return { ...own, text: JSON.stringify({ data: [...jsonOf(own).data, ...jsonOf(other).data] }) }
    }),
  },
  'a staff member of somebody else is 403 and not 404': {
    only: '/staff',
    plantIn: forA('GET', '/staff/*', async (sent, through, _, b) => {
      const received = await through(sent)
      if (received.status !== 404 || (await through(as(sent, b))).status === 404) return received
      return { ...received, status: 403, text: '{"message":"Access token does not permit this action."}' }
    }),
  },
  'a change of a prospect reaches the one of the same number': {
    only: '/prospects',
    plantIn: forA('PATCH', '/prospects/*', async (sent, through, _, b) => {
      await through(as(sent, b))
      return through(sent)
    }),
  },
  'a shift tells that a client is somebody else’s': {
    only: '/shifts',
    plantIn: forA('POST', '/shifts', async (sent, through) => {
      const received = await through(sent)
      return /"client_ids":\[70\d\d/.test(String(sent.payload))
        ? { ...received, text: received.text.replace('"message":"', '"message":"It is another’s. ') }
        : received
    }),
  },
  'a filter of tasks counts those of others': {
    only: 'GET /tasks',
    plantIn: forA('GET', '/tasks', async (sent, through, _, b) => {
      const [own, other] = [await through(sent), await through(as(sent, b))]
      const [mine, theirs] = [jsonOf(own), jsonOf(other)]
      return sent.url.includes('client_id=') ? { ...own, text: JSON.stringify({ ...mine, meta: theirs.meta }) } : own
    }),
  },
  'a cursor is taken from whoever brings it': {
    only: '/clients/{client_id}/notes',
    plantIn: (a, b) => (through) => async (sent) => {
      const received = await through(sent)
      if (received.status !== 422 || !sent.url.includes('cursor=')) return received
      return through(as(sent, isOf(sent, a) ? b : a))
    },
  },
  'a key of a safe retry is everybody’s': {
    only: '/tasks/{id}/notes',
    plantIn: () => (through) => {
      const kept = new Map<string, Received>()
      return async (sent) => {
        const key = sent.headers['idempotency-key']
        if (key === undefined) return through(sent)
        const place = `${sent.method} ${sent.url} ${key}`
        const first = kept.get(place)
        if (first) return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } }
        const received = await through(sent)
        kept.set(place, received)
        return received
      }
    },
  },
  'a link of a report opens the same number elsewhere': {
    only: 'GET /reports',
    plantIn: (a, b) => (through) => async (sent) => {
      const received = await through(sent)
      const [from, to] = sent.url.startsWith(`/r/${a.slug}/`) ? [a, b] : [b, a]
      return sent.url.startsWith('/r/') && received.status === 404
        ? through({ ...sent, url: sent.url.replace(from.slug, to.slug) })
        : received
    },
  },
  'a link of a form opens the form of somebody else': {
    only: '/forms/{id}/links',
    plantIn: () => (through) => async (sent) => {
      const received = await through(sent)
      return sent.url.startsWith('/f/') && received.status >= 400 && sent.method === 'GET'
        ? through({ ...sent, url: sent.url.split('?')[0]! })
        : received
    },
  },
  'writing a site needs no permission': { only: '/sites', plantIn: lettingIn('PATCH', '/sites/*', 403) },
  'reading is enough to make a task': {
    only: '/tasks',
    plantIn: lettingIn('POST', '/tasks', 403, ({ tasks }) => tasks === 'read'),
  },
  'a refused prospect is made all the same': {
    only: '/prospects',
    plantIn: () => (through) => {
      let permitted = ''
      return async (sent) => {
        const received = await through(sent)
        if (received.status < 300) permitted = sent.headers.authorization ?? ''
        else if (received.status === 403 && isFor(sent, 'POST', '/prospects'))
          await through({ ...sent, headers: { ...sent.headers, authorization: permitted } })
        return received
      }
    },
  },
  'an ended token still reads billables': {
    only: '/billables',
    // It is of the right shape; one that never was a token is still refused.
    plantIn: (a) => (through) => async (sent) => {
      const received = await through(sent)
      const isToken = (sent.headers.authorization ?? '').length === `Bearer ${a.token}`.length
      return isFor(sent, 'GET', '/billables') && received.status === 401 && isToken ? through(as(sent, a)) : received
    },
  },
  'forms are served with integrations off': { only: '/forms', plantIn: lettingIn('GET', '/forms', 503) },
  'one of two needs is enough to convert a prospect': {
    only: '/prospects/{id}/convert',
    plantIn: lettingIn(
      'POST',
      '/prospects/*/convert',
      403,
      ({ prospects, clients }) => prospects === 'read-write' && clients !== 'read-write',
    ),
  },
}
