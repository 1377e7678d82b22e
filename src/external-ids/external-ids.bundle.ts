import type pg from 'pg'
import { Type } from 'typebox'
import type { Problems } from '../bundle/problems.ts'
import { type AddProblem, section } from '../bundle/section.ts'
import { id } from '../http/contract/schema.ts'
import { externalId, type RecordType, recordTypes, system } from './external-ids.schema.ts'

const columnOf = (type: RecordType) => `${type}_id`
const columns = recordTypes.map(columnOf)
const listOf: Record<RecordType, string> = {
  client: 'clients',
  staff: 'staff',
  site: 'sites',
  shift: 'shifts',
  task: 'tasks',
  prospect: 'prospects',
}

/** The id of the record, of whichever type. */
const recordId = (row: string) => `coalesce(${columns.map((column) => `${row}.${column}`).join(', ')})`
const typeOf = (row: string) =>
  `case ${recordTypes.map((type) => `when ${row}.${columnOf(type)} is not null then '${type}'`).join(' ')} end`

export const externalIds = section({
  list: 'external_ids',
  table: 'external_id',
  fields: { system, external_id: externalId },
  extras: {
    fields: Object.fromEntries(columns.map((column) => [column, Type.Optional(id())])),
    exportSql: `jsonb_strip_nulls(jsonb_build_object(${columns.map((column) => `'${column}', r.${column}`).join(', ')}))`,
  },
  links: Object.fromEntries(recordTypes.map((type) => [columnOf(type), listOf[type]])),
  check: (row: object, problem: AddProblem) => {
    if (columns.filter((column) => column in row).length !== 1)
      problem([], `must have exactly one of ${columns.join(', ')}.`)
  },
  verify,
  before: replaceStored,
})

/** Two rows of the bundle for one external id, or for one record in a system. */
async function verify(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify external_ids */
     with sent as (
       select b.index, r.system, ${typeOf('r')} as type, r.external_id, ${recordId('r')} as record_id
       from bundle_row b cross join lateral jsonb_populate_record(null::external_id, b.row) r
       where b.org_id = $1 and b.list = 'external_ids'),
     numbered as (
       select index, type, record_id,
         first_value(index) over same_id as first_of_id, first_value(index) over same_record as first_of_record
       from sent
       window same_id as (partition by system, type, external_id order by index),
         same_record as (partition by system, type, record_id order by index))
     select format('external_ids[%s].external_id', index) as path,
       format('is already that of external_ids[%s].', first_of_id) as message, index
     from numbered where first_of_id < index
     union all
     select format('external_ids[%s].%s_id', index, type),
       format('%s has another external id of the system in external_ids[%s].', record_id, first_of_record), index
     from numbered where first_of_record < index and first_of_id = index
     order by index`,
    [orgId],
  )
  for (const { path, message } of rows) problems.add(path, message)
}

/** As PUT does: locks the records, and removes what either side has in the system. */
async function replaceStored(tx: pg.ClientBase, orgId: number): Promise<void> {
  for (const type of recordTypes) {
    await tx.query(
      `/* bundle.lock ${type} */
       select r.id from ${type} r
       where r.org_id = $1 and r.id in (select c.${columnOf(type)} from changed_external_id c where c.org_id = $1)
       order by r.id for no key update`,
      [orgId],
    )
  }
  await tx.query(
    `/* bundle.replace external_ids */
     delete from external_id e using changed_external_id c
     where e.org_id = $1 and c.org_id = $1 and e.system = c.system and e.type = ${typeOf('c')} and e.id <> c.id
       and e.external_id = c.external_id`,
    [orgId],
  )
  for (const column of columns) {
    await tx.query(
      `/* bundle.replace external_ids ${column} */
       delete from external_id e using changed_external_id c
       where e.org_id = $1 and c.org_id = $1 and e.system = c.system and e.id <> c.id and e.${column} = c.${column}`,
      [orgId],
    )
  }
}
