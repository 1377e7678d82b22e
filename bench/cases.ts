import { basePath } from '../src/app.ts'
import type { Data, Organisation } from './data.ts'

export interface Side {
  program: 'floor' | 'service'
  requests: string[]
}

/** Two sides measured in turn: what counts is how fast `tested` is when `reference` is 1. */
export interface Case {
  name: string
  kind: 'floor' | 'growth'
  target: number
  reference: Side
  tested: Side
  /** The event that each request to the tested side must leave behind. */
  event?: string
}

const reads = 0.75
const writes = 0.7
const growth = 0.7

export function makeCases({ small, large, staffIds, clientIds }: Data): Case[] {
  const get = (path: string, { token } = small) => request('GET', path, token)
  const againstFloor = (name: string, target: number, requests: string[], event?: string): Case => ({
    name,
    kind: 'floor',
    target,
    reference: { program: 'floor', requests },
    tested: { program: 'service', requests },
    ...(event !== undefined && { event }),
  })
  const page = (which: string, share: number): Case => {
    const of = ({ token, listed }: Organisation): Side => {
      const number = Math.max(1, Math.round((listed / 50) * share))
      return { program: 'service', requests: [request('GET', `/staff?page=${number}`, token)] }
    }
    const name = `GET /staff, ${which} page, 300,000 against 5,000`
    return { name, kind: 'growth', target: growth, reference: of(small), tested: of(large) }
  }

  const half = clientIds.length / 2
  return [
    againstFloor('GET /me', reads, [get('/me')]),
    againstFloor(
      'GET /staff/{id}',
      reads,
      staffIds.map((id) => get(`/staff/${id}`)),
    ),
    againstFloor('GET /staff', reads, [get('/staff')]),
    againstFloor(
      'POST /clients',
      writes,
      Array.from({ length: 500 }, (_, n) => request('POST', '/clients', small.token, newClient(n, small.businessId))),
      'client.created',
    ),
    {
      ...againstFloor('PATCH /clients/{id}', writes, [], 'client.updated'),
      // Each side has clients of its own, so that it alone decides what a change finds.
      reference: { program: 'floor', requests: patches(clientIds.slice(0, half), small.token) },
      tested: { program: 'service', requests: patches(clientIds.slice(half), small.token) },
    },
    page('first', 0),
    page('middle', 0.5),
    page('last', 1),
  ]
}

const newClient = (n: number, business_id: number) => ({
  first_name: 'Joan',
  last_name: `Hart ${n}`,
  client_type: 'NDIS',
  business_id,
  language: 'English',
  address: `${n} Banksia Rd, Ashfield NSW 2131`,
  primary_contact_email: `joan.hart${n}@example.com`,
  primary_contact_number: '0491 570 156',
  status: 'Active',
})

/** All clients in turn, then all again with other values: a client never gets what it has already. */
function patches(ids: number[], token: string): string[] {
  const values = ['12 Acacia Ave, Newtown', '7 Grevillea Ct, Dubbo', '3 Waratah Way, Orange', '90 Boronia St, Bathurst']
  return values.flatMap((address, n) =>
    ids.map((id) =>
      request('PATCH', `/clients/${id}`, token, { address, primary_contact_number: `0491 570 ${n + 100}` }),
    ),
  )
}

function request(method: string, path: string, token: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const entity = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
  return `${method} ${basePath}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n${entity}\r\n${text}`
}
