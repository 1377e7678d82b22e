import type {
  Client,
  Event,
  Invalid,
  Position,
  Shift,
  verifyWebhook,
  Wattle,
  WebhookEvent,
  WithResponse,
} from '../src/index.ts'

/** What the types allow and what they refuse. `npm run types` compiles it; nothing runs it. */
export async function types(wattle: Wattle, verify: typeof verifyWebhook, invalid: Invalid) {
  const create = wattle.clients.create

  // Requests are strict: required fields, known fields, their types, and the values of enums.
  create({ first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: 1 })
  // @ts-expect-error last_name is missing
  create({ first_name: 'Joan', client_type: 'NDIS', business_id: 1 })
  // @ts-expect-error shoe_size is no field
  create({ first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: 1, shoe_size: 38 })
  // @ts-expect-error a number is no name
  create({ first_name: 7, last_name: 'Hart', client_type: 'NDIS', business_id: 1 })
  // @ts-expect-error Gold is no type of client
  create({ first_name: 'Joan', last_name: 'Hart', client_type: 'Gold', business_id: 1 })
  // @ts-expect-error it needs an input
  create()
  // @ts-expect-error a status of a filter is strict too
  wattle.clients.list({ status: 'Gone' })
  // @ts-expect-error per_page is a number
  wattle.clients.list({ per_page: '100' })
  // @ts-expect-error colour is no filter
  wattle.clients.list({ colour: 'red' })
  // @ts-expect-error an id is a number
  wattle.clients.get('7')
  // @ts-expect-error a ref is text
  wattle.shifts.get(4411)
  // @ts-expect-error there is no such operation
  wattle.clients.remove(7)
  // @ts-expect-error there is no such resource
  wattle.customers.list()
  // @ts-expect-error external_ids needs a system
  wattle.externalIds.list({ type: 'client' })
  // @ts-expect-error options are the last argument, after the input
  wattle.me.get({ timeout: 5 })
  // @ts-expect-error limit belongs to lists
  wattle.clients.get(7, undefined, { limit: 5 })
  wattle.me.get(undefined, { timeout: 5, deadline: 9, signal: AbortSignal.timeout(5), idempotencyKey: 'a' })
  wattle.shifts.cancel('a:4411', { cancelled_by: 'client', reason: 'Ill' })
  wattle.shifts.delete({ refs: ['a:1'], scope: 'this', dry_run: true })
  wattle.tasks.delete(7, { scope: 'this_and_following', dry_run: true })
  wattle.forms.publish(7)
  wattle.clients.listNotes(7, { filters: [{ field: 'keyword', operator: 'contains', value: 'Tea' }] })

  // Answers are as the contract has them, and their enums are open.
  const { data } = await wattle.clients.get(7)
  const client: Client = data
  const status: string = client.status
  if (client.status === 'Active' || client.status === 'On leave') return status
  // @ts-expect-error nickname is no field of a client
  client.nickname
  // @ts-expect-error it may be null
  const address: string = client.address
  // @ts-expect-error data has the client
  client.data
  const shift: Shift = (await wattle.shifts.get('a:1')).data
  const minutes: (number | null)[] = shift.attendance.map((entry) => entry.worked_minutes)
  const fields: string[] = (await wattle.tasks.update(7, { title: 'Call' })).updated

  // Lists: a page when awaited, items when iterated over, text with a format.
  const page = await wattle.clients.list({ page: 2 })
  const first: Client | undefined = page.data[0]
  for await (const one of wattle.clients.list({ ids: [1, 2] }, { limit: 5 })) one.last_name.trim()
  for await (const { data } of wattle.clients.list().pages()) data.length.toFixed()
  for await (const note of wattle.clients.listNotes(7)) note.ref.trim()
  const csv: string = await wattle.clients.list({ format: 'csv', status: 'Active' })
  const answer: WithResponse<{ organisation: string }> = await wattle.me.get().withResponse()
  // @ts-expect-error text has no items
  for await (const one of wattle.clients.list({ format: 'csv' })) one.id
  // @ts-expect-error xml is no format
  wattle.clients.list({ format: 'xml' })

  // The feed and webhooks.
  for await (const event of wattle.events.follow({ types: ['shift.*', 'client.created'] })) {
    const one: Event = event
    one.subject.path?.trim()
  }
  // @ts-expect-error a position has a feed
  const position: Position = { after: 7 }
  const event: WebhookEvent = await verify('', {}, 'whsec_')
  if (event.type === 'shift.cancelled') event.data.detail?.cancelled_by.trim()
  // @ts-expect-error this type has no detail
  if (event.type === 'client.created') event.data.detail.cancelled_by
  // @ts-expect-error a parsed body is refused
  verify({ type: 'shift.cancelled' }, {}, 'whsec_')

  const codes: string[] | undefined = invalid.conflicts?.map(({ code }) => code)
  return { address, minutes, fields, first, csv, answer, position, codes }
}
