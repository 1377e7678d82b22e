import { chosenIds, keysetList } from '../db/list.ts'
import type { ListJson } from '../db/list-json.ts'
import { asJson, type JsonRow } from '../db/shape.ts'
import { statement } from '../db/statement.ts'
import { insertWithEvent, updateWithEvent } from '../events/outbox.ts'
import { Client, type ClientCreate, type ClientPatch } from './clients.schema.ts'

const table = 'client'
export const writable = [
  ...['first_name', 'last_name', 'client_type', 'business_id', 'language', 'address'],
  ...['primary_contact_email', 'primary_contact_number', 'status'],
] as const
/** The record as JSON text, which PostgreSQL stores in a generated column. */
export const clientJson: ListJson<typeof Client> = { table, schema: Client }
const returned = 'json'

export const insert = insertWithEvent<ClientCreate, JsonRow<Client>>({
  name: 'clients.insert',
  table,
  writable,
  returned,
  type: 'client.created',
})

export const update = updateWithEvent<ClientPatch, JsonRow<Client>>({
  name: 'clients.update',
  table,
  writable,
  returned,
  type: (next) => {
    const status = next('status')
    if (!status) return `'client.updated'`
    return `case when old.status = ${status} then 'client.updated'
                 when ${status} = 'Archived' then 'client.archived' else 'client.restored' end`
  },
})

export const find = statement<[orgId: number, id: number], JsonRow<Client>>(
  'clients.find',
  `select ${returned} from client where org_id = $1 and id = $2`,
)

export const list = keysetList({
  name: 'clients.list',
  table,
  counters: 'clients',
  filters: {
    ids: chosenIds,
    status: { sql: 'status = ?', counts: 'status = ?' },
    client_type: { sql: 'client_type = ?', counts: 'kind = ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
    query: { sql: `lower(first_name || ' ' || last_name) like lower(?)` },
  },
  shape: asJson<Client>({ client: 'r.id' }),
})
