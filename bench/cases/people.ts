import type { Data, Organisation } from '../data/data.ts'
import { againstBaseline, type Case, largeAgainstSmall, request, targets } from './case.ts'

const { reads, lists, writes } = targets

export function peopleCases(data: Data): Case[] {
  const { small, staffIds, clientIds } = data
  const get = (path: string) => request('GET', path, small.token)
  const page = (which: string, share: number) =>
    largeAgainstSmall(`GET /staff, ${which} page, 1,000,000 against 3,000`, data, ({ listed }: Organisation) => {
      const number = Math.max(1, Math.round((listed / 50) * share))
      return { path: `/staff?page=${number}`, expected: { page: number, rows: 50, total: listed } }
    })

  const half = clientIds.length / 2
  return [
    againstBaseline('GET /me', reads, [get('/me')]),
    againstBaseline(
      'GET /staff/{id}',
      reads,
      staffIds.map((id) => get(`/staff/${id}`)),
    ),
    againstBaseline('GET /staff', lists, [get('/staff')]),
    againstBaseline(
      'POST /clients',
      writes,
      Array.from({ length: 500 }, (_, n) => request('POST', '/clients', small.token, newClient(n, small.businessId))),
      'client.created',
    ),
    {
      ...againstBaseline('PATCH /clients/{id}', writes, [], 'client.updated'),
      // Each side changes its own clients, so that neither affects the other.
      reference: { program: 'baseline', requests: patches(clientIds.slice(0, half), small.token) },
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

/** Every client once, then again with other values, so that each request is a change. */
function patches(ids: number[], token: string): string[] {
  const values = ['12 Acacia Ave, Newtown', '7 Grevillea Ct, Dubbo', '3 Waratah Way, Orange', '90 Boronia St, Bathurst']
  return values.flatMap((address, n) =>
    ids.map((id) =>
      request('PATCH', `/clients/${id}`, token, { address, primary_contact_number: `0491 570 ${n + 100}` }),
    ),
  )
}
