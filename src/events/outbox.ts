import type { EventType } from './catalogue.ts'

/**
 * Writes that record their event in the same statement: one round trip, and the event exists if and only if the
 * change does. $1 is the organisation, $2 the connection.
 */
interface Created {
  table: string
  writable: string
  returned: string
  type: EventType
}

/** Inserts $3 (a JSON object of writable fields). */
export const creating = ({ table, writable, returned, type }: Created) => `
  with changed as (
    insert into ${table} (org_id, ${writable})
    select $1::bigint, ${writable} from jsonb_populate_record(null::${table}, $3)
    returning *),
  recorded as (
    insert into event (org_id, type, subject_id, fields, connection_id)
    select org_id, '${type}', id, array(select jsonb_object_keys($3)), $2 from changed)
  select ${returned} from changed`

interface Changed {
  table: string
  writable: string
  returned: string
  /** Rows that this write may touch at all. */
  only?: string
  /** SQL for the event's type, over `fields` (names that changed), `old` and `new` (the row before and after). */
  type: string
  /** SQL for the event's detail. */
  detail?: string
}

/**
 * Lays $4 (a JSON object of writable fields) over record $3: an absent key keeps its value, a null clears it.
 * When nothing differs, nothing is written or recorded and the row comes back as it is; no row means no record.
 * The row is locked first, so of two changes at once the second is laid over the outcome of the first.
 */
export const changing = ({ table, writable, returned, only = 'true', type, detail = 'null::jsonb' }: Changed) => `
  with locked as materialized (
    select r as old from ${table} r where org_id = $1 and id = $3 and ${only} for no key update),
  compared as materialized (
    select old, new, array_remove(array[${differing(writable)}], null) as fields
    from locked, jsonb_populate_record(old, $4::jsonb) new),
  changed as (
    update ${table} r set (${writable}, updated_at) =
      (select ${columns(writable, (column) => `(new).${column}`)}, clock_timestamp())
    from compared where r.org_id = $1 and r.id = $3 and fields <> '{}'
    returning r.*),
  recorded as (
    insert into event (org_id, type, subject_id, fields, detail, connection_id)
    select $1, ${type}, $3, fields, ${detail}, $2 from compared where fields <> '{}')
  select ${returned} from changed
  union all
  select ${returned} from (select (old).* from compared where fields = '{}') unchanged`

const columns = (list: string, each: (column: string) => string) => list.split(', ').map(each).join(', ')

/** The name of each column whose value differs, and null for the others. */
const differing = (list: string) =>
  columns(list, (column) => `case when (new).${column} is distinct from (old).${column} then '${column}' end`)
