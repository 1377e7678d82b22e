import type pg from 'pg'
import type { Problems } from '../../bundle/problems.ts'
import type { Written } from '../../bundle/section.ts'

const field = (name: string) => `(b.row ->> '${name}')::bigint`

/** A note of a task is of the task's client, if it says of whom it is. The task is the bundle's, or else the organisation's. */
export async function verifyTaskNotes(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify task_notes */
     select * from (
       select b.index, ${field('task_id')} as task, ${field('client_id')} as client,
         case when t.id is null then s.client_id else (t.row ->> 'client_id')::bigint end as expected
       from bundle_row b
         left join bundle_row t on t.list = 'tasks' and t.id = ${field('task_id')}
         left join task s on s.org_id = $1 and s.id = ${field('task_id')}
       where b.list = 'task_notes' and b.row ->> 'client_id' is not null) given
     where client is distinct from expected order by index`,
    [orgId],
  )
  for (const { index, task, expected } of rows) {
    const allowed =
      expected === null
        ? `null or left out: task ${task} has no client`
        : `${expected}, the client of task ${task}, or left out`
    problems.add(`notes[${index}].client_id`, `must be ${allowed}.`)
  }
}

/** A note of a shift alone of one client is of a client of the shift, and one of a segment is of a segment of it. */
export async function verifyShiftNotes(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify appointment_notes */
     with given as (
       select b.index, ${field('shift_id')} as shift, ${field('client_id')} as client, ${field('segment_id')} as segment,
         coalesce((b.row ->> 'client_left')::boolean, false) as has_left, s.row as shift_row
       from bundle_row b left join bundle_row s on s.list = 'shifts' and s.id = ${field('shift_id')}
       where b.list = 'appointment_notes' and coalesce(b.row ->> 'client_id', b.row ->> 'segment_id') is not null)
     select index, 'client_id' as field, format('must be a client of shift %s, or left out: the note is then of all of them.', shift) as message
     from given
     where client is not null and not has_left and not case when shift_row is null
       then exists (select from shift_client c where c.org_id = $1 and c.shift_id = shift and c.client_id = client)
       else shift_row -> 'client_ids' @> to_jsonb(client) end
     union all
     select index, 'segment_id', format('must be the id of a segment of shift %s.', shift)
     from given
     where segment is not null and not case when shift_row is null
       then exists (select from shift_segment c where c.org_id = $1 and c.shift_id = shift and c.id = segment)
       else shift_row -> 'segments' @> jsonb_build_array(jsonb_build_object('id', segment)) end
     order by index, field`,
    [orgId],
  )
  for (const { index, field, message } of rows) problems.add(`notes[${index}].${field}`, message)
}

/**
 * Holds the tasks or shifts whose notes are about to change, since whoever edits a note holds what it is of. What the bundle does
 * not have itself has changed too: its record shows its notes.
 */
export async function touchOwners(tx: pg.ClientBase, orgId: number, of: 'task' | 'shift', list: string): Promise<void> {
  const owners = `
    select ${of}_id from changed_${of}_note
    union select n.${of}_id from ${of}_note n join changed_${of}_note c on n.org_id = $1 and n.id = c.id`
  await tx.query(
    `/* bundle.hold ${of}_notes */ select from ${of} where org_id = $1 and id in (${owners}) order by id for no key update`,
    [orgId],
  )
  await tx.query(
    `/* bundle.touch ${of}_notes */
     update ${of} o set updated_at = now()
     where org_id = $1 and id in (${owners}) and not exists (select from bundle_row b where b.list = '${list}' and b.id = o.id)`,
    [orgId],
  )
}

/** What clients' streams need once all notes are written: days that follow the zone, and sealed blocks, so that searches are fast at once. */
export async function followNotes(tx: pg.ClientBase, orgId: number, { zoneChanged }: Written): Promise<void> {
  if (zoneChanged) {
    for (const of of ['task', 'shift']) {
      await tx.query(
        `/* bundle.zone ${of}_notes */ update ${of}_note set ${of}_id = ${of}_id where org_id = $1 and date is null`,
        [orgId],
      )
    }
  }
  const { rows } = await tx.query(
    `/* bundle.to_seal */ select client_id from client_note_state
     where org_id = $1 and next_ordinal >= (sealed + 1) * 256 order by client_id`,
    [orgId],
  )
  for (const { client_id } of rows) {
    await tx.query('/* bundle.seal */ select seal_client_notes($1, $2, 1000000)', [orgId, client_id])
  }
  if (rows.length > 0) await tx.query('analyze client_note, client_note_word, client_note_bits')
}
