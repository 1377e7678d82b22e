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

/** Creates the clients of $3 (a JSON array) with one event each, and returns the new ids in the same order. */
export const insertMany = statement<[orgId: number, connectionId: number, clients: string], { id: number }>(
  'clients.insert_many',
  `with numbered as materialized (
     select nextval('client_id_seq') as new_id, position, client as body
     from jsonb_array_elements($3::jsonb) with ordinality row (client, position) order by position),
   changed as (
     insert into client (org_id, id, ${writable.join(', ')})
     select $1, new_id, ${writable.map((column) => `r.${column}`).join(', ')}
     from numbered, jsonb_populate_record(null::client, body) r
     returning id),
   recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'client.created', new_id, array(select jsonb_object_keys(body)), $2 from numbered)
   select new_id as id from numbered where exists (select from changed) order by position`,
)

export const insertBatch = statement<[orgId: number, batch: string, answer: BulkResponse], object>(
  'clients.insert_batch',
  'insert into import_batch (org_id, id, answer) values ($1, $2, $3)',
)
export const findBatch = statement<[orgId: number, batch: string], { answer: BulkResponse }>(
  'clients.find_batch',
  'select answer from import_batch where org_id = $1 and id = $2',
)
