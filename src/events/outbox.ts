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
  /** Rows that this write may touch at all, as a condition over `old`. */
  only?: string
  /** SQL for the event's type, over `fields` (names that changed), `old` and `new` (the row before and after). */
  type: string
  /** SQL for the event's detail. */
  detail?: string
}

/**
 * Lays $4 (a JSON object of writable fields) over record $3: an absent key keeps its value, a null clears it. Gives the
 * changed row. When nothing differs, nothing is written or recorded and no row comes back, as when there is no record:
 * the caller's `find` tells the two apart, and only such a change pays for it.
 * The row is locked first, so of two changes at once the second is laid over the outcome of the first.
 */
export const changing = ({ table, writable, returned, only = 'true', type, detail = 'null::jsonb' }: Changed) => `
  with compared as materialized (
    select old, new, array_remove(array[${differing(writable)}], null) as fields
    from ${table} old, jsonb_populate_record(old, $4::jsonb) new
    where old.org_id = $1 and old.id = $3 and ${only} for no key update of old),
  changed as (
    update ${table} r set ${columns(writable, (column) => `${column} = (new).${column}`)}, updated_at = clock_timestamp()
    from compared where r.org_id = $1 and r.id = $3 and fields <> '{}'
    returning r.*),
  recorded as (
    insert into event (org_id, type, subject_id, fields, detail, connection_id)
    select $1, ${type}, $3, fields, ${detail}, $2 from compared where fields <> '{}')
  select ${returned} from changed`

const columns = (list: string, each: (column: string) => string) => list.split(', ').map(each).join(', ')

/** The name of each column whose value differs, and null for the others. */
const differing = (list: string) =>
  columns(list, (column) => `case when new.${column} is distinct from old.${column} then '${column}' end`)
