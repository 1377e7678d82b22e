import { type Queryable, statement } from '../db/statement.ts'
import { clientsAt, type Reads } from '../http/responses/reads.ts'
import type { EventRecord, SubjectType } from './catalogue.ts'

type Ids = number[]
type OfRecords = [
  ...[orgId: number, shifts: Ids, tasks: Ids, notes: Ids, taskNotes: Ids],
  ...[billables: Ids, submissions: Ids, prospects: Ids],
]

/**
 * The clients of records as they are now. One that was removed has none. Not a join, and nulls are left to the caller: a plan that was
 * made while the tables were small would read all tasks for each note, or all records that have a client.
 */
const clientsOfRecords = statement<OfRecords, { id: number | null }>(
  'events.clients_of_records',
  `select client_id as id from shift_client where org_id = $1 and shift_id = any ($2::bigint[])
   union select client_id from task where org_id = $1 and id = any ($3::bigint[])
   union select client_id from note where org_id = $1 and id = any ($4::bigint[])
   union select client_id from task where org_id = $1
     and id = any (array(select task_id from task_note where org_id = $1 and id = any ($5::bigint[])))
   union select client_id from billable where org_id = $1 and id = any ($6::bigint[])
   union select client_id from form_submission where org_id = $1 and id = any ($7::bigint[])
   union select client_id from prospect where org_id = $1 and id = any ($8::bigint[])`,
)

/**
 * The clients of events at a path of the response: those that they name, and those of their records. A reader knows whose shift it
 * is that was cancelled because of a stay in hospital.
 */
export function clientsOfEvents(db: Queryable, path: string): Reads {
  const detail = `${path}.detail`
  const named = clientsAt(
    `${path}.subject[type=client].id`,
    ...[`${detail}.client_id`, `${detail}.overridden[].client_id`, `${detail}.left_out[].client_id`],
  )
  return {
    paths: named.paths,
    async find(response, { caller }) {
      const { data } = response as { data: EventRecord | EventRecord[] }
      const records = recordsOf([data].flat())
      const ids = named.find(response)
      if (records.every(({ length }) => length === 0)) return ids
      const rows = await clientsOfRecords.rows(db, caller.orgId, ...records)
      return [...ids, ...rows.flatMap(({ id }) => id ?? [])]
    },
  }
}

/** The records of events by kind, each once. */
function recordsOf(events: readonly EventRecord[]) {
  const of = (type: SubjectType, idOf = ({ subject }: EventRecord) => subject.id) => [
    ...new Set(events.filter(({ subject }) => subject.type === type).flatMap((event) => idOf(event) ?? [])),
  ]
  const noteOf = (kind: string) => of('note', ({ subject }) => (subject.ref?.startsWith(kind) ? subject.id : null))
  const chargedTasks = of('task_charge', ({ detail }) => (detail?.task_id as number | undefined) ?? null)
  return [
    ...[of('shift'), [...of('task'), ...chargedTasks], noteOf('general:'), noteOf('task:')],
    ...[of('billable'), of('form_submission'), of('prospect')],
  ] as [Ids, Ids, Ids, Ids, Ids, Ids, Ids]
}
