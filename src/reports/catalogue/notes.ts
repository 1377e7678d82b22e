import { sources } from '../../notes/notes/notes.schema.ts'
import { kinds } from '../../notes/notes/record.ts'
import { clientName, distinct, records, type Source, staffName } from './source.ts'

/** A note without a date belongs to the local day of its creation. */
const day = (note: string) => `coalesce(${note}.date, (${note}.created_at at time zone :zone)::date)`

/**
 * Notes of all kinds, one row for each client of a note. A note of a group shift counts once in total and once for
 * each client.
 */
export const notes: Source = {
  label: 'Notes',
  area: 'clients',
  rows: `(
    select 'General' as kind, n.id * 4 + 1 as id, n.client_id, n.note_type, n.date, n.author_id, n.source
      from note n where n.org_id = $1
    union all
    select 'Task', n.id * 4 + 2, t.client_id, n.type, ${day('n')}, n.author_id, n.source
      from task_note n join task t on t.org_id = $1 and t.id = n.task_id where n.org_id = $1 and t.client_id is not null
    union all
    select 'Appointment', n.id * 4 + 3, c.client_id, n.note_type, ${day('n')}, n.staff_id, n.source
      from shift_note n join client_note c on c.org_id = $1 and c.key = n.id * 4 + 3 where n.org_id = $1) r`,
  where: 'true',
  dated: 'date',
  metrics: {
    records: records('Notes', { repeats: true }),
    clients: distinct('Clients', 'r.client_id'),
    authors: distinct('Authors', 'r.author_id'),
  },
  fields: {
    kind: { label: 'Kind', type: 'choice', sql: 'r.kind', values: Object.values(kinds) },
    note_type: { label: 'Note type', type: 'text', sql: 'r.note_type' },
    client: { label: 'Client', type: 'record', sql: 'r.client_id', name: clientName },
    author: { label: 'Author', type: 'record', sql: 'r.author_id', name: staffName, nullable: true },
    source: { label: 'Source', type: 'choice', sql: 'r.source', values: sources, names: { api: 'API' } },
    date: { label: 'Date', type: 'date', sql: 'r.date', kind: 'date' },
  },
}
