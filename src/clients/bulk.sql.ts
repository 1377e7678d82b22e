import { statement } from '../db/statement.ts'
import type { BulkResponse } from './bulk.schema.ts'
import { writable } from './clients.sql.ts'

export const knownBusinesses = statement<[orgId: number, ids: number[]], { id: number }>(
  'clients.bulk_businesses',
  'select id from business_location where org_id = $1 and id = any ($2::bigint[])',
)

/** For each row of $2 that has the name of an existing client (case-insensitive): its index and that client's lowest id. */
export const sameNames = statement<[orgId: number, rows: string], { index: number; client_id: number }>(
  'clients.bulk_same_names',
  `select (row.position - 1)::int as index, same.client_id
   from jsonb_array_elements($2::jsonb) with ordinality row (client, position)
   cross join lateral (
     select id as client_id from client
     where org_id = $1 and lower(last_name) = lower(row.client ->> 'last_name') and lower(first_name) = lower(row.client ->> 'first_name')
     order by id limit 1) same`,
)

/** Creates clients, a JSON array of bodies with their new ids. */
export const insertMany = statement<[orgId: number, clients: string], object>(
  'clients.insert_many',
  `insert into client (org_id, id, ${writable.join(', ')})
   select $1, ${['id', ...writable].map((column) => `r.${column}`).join(', ')}
   from jsonb_populate_recordset(null::client, $2::jsonb) r`,
)

/** The events of `insertMany`: each body has fields of its own. */
export const recordCreated = statement<[orgId: number, connectionId: number, clients: string], object>(
  'clients.record_created',
  `insert into event (org_id, type, subject_id, fields, connection_id)
   select $1, 'client.created', (client ->> 'id')::bigint, array(select jsonb_object_keys(client - 'id')), $2
   from jsonb_array_elements($3::jsonb) with ordinality row (client, position) order by position`,
)

export const insertBatch = statement<[orgId: number, batch: string, answer: BulkResponse], object>(
  'clients.insert_batch',
  'insert into import_batch (org_id, id, answer) values ($1, $2, $3)',
)
export const findBatch = statement<[orgId: number, batch: string], { answer: BulkResponse }>(
  'clients.find_batch',
  'select answer from import_batch where org_id = $1 and id = $2',
)
