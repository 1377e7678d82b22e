import { statement } from '../../db/statement.ts'
import type { ProspectNote, ProspectStageChange } from './prospects.schema.ts'

const columns = 'id, note_type, notes, by_name as by, created_at'

/** Locks a prospect, and updates it at the time of the lock. */
export const touch = statement<[orgId: number, prospectId: number], object>(
  'prospects.touch',
  `with locked as materialized (
     select id, clock_timestamp() as at from prospect where org_id = $1 and id = $2 for no key update)
   update prospect r set updated_at = locked.at from locked where r.org_id = $1 and r.id = $2`,
)

type Add = [orgId: number, connectionId: number, prospectId: number, noteType: string, notes: string, by: string]

/** Adds a note at the time of the prospect's update, and its event. Neither for an unknown prospect. */
export const addNote = statement<Add, object>(
  'prospects.add_note',
  `with added as (
     insert into prospect_note (org_id, prospect_id, note_type, notes, by_name, created_at)
     select $1, id, $4, $5, $6, updated_at from prospect where org_id = $1 and id = $3 returning id, prospect_id)
   insert into event (org_id, type, subject_id, detail, connection_id)
   select $1, 'prospect.note_added', prospect_id, jsonb_build_object('note_id', id), $2 from added`,
)

/** The last note of a prospect: under its lock, the one that was just added. No row for an unknown prospect. */
export const findLastNote = statement<[orgId: number, prospectId: number], ProspectNote>(
  'prospects.last_note',
  `select ${columns} from prospect_note where org_id = $1 and prospect_id = $2 order by id desc limit 1`,
)

type Page = [orgId: number, prospectId: number, take: number, skip: number]
type Nothing<T> = { [K in keyof T]: null }

/** A page of a prospect's notes; an empty page has one row without a note, and an unknown prospect has none. */
export const listNotes = statement<Page, { total: number } & (ProspectNote | Nothing<ProspectNote>)>(
  'prospects.list_notes',
  `select page.*, counted.total from prospect p
   cross join lateral (
     select count(*) as total from prospect_note n where n.org_id = $1 and n.prospect_id = p.id) counted
   left join lateral (
     select ${columns} from prospect_note n where n.org_id = $1 and n.prospect_id = p.id
     order by id limit $3 offset $4) page on true
   where p.org_id = $1 and p.id = $2 order by page.id`,
)

/** The ids of the stage changes of a prospect; likewise no row for an unknown one. The history has no limit. */
export const stageHistory = statement<[orgId: number, prospectId: number], { id: number | null }>(
  'prospects.stage_history',
  `select h.id from prospect p left join prospect_stage_change h on h.org_id = $1 and h.prospect_id = p.id
   where p.org_id = $1 and p.id = $2 order by h.id`,
)
export const findStageChanges = statement<[orgId: number, ids: number[]], { id: number } & ProspectStageChange>(
  'prospects.stage_changes',
  `select id, stage, by_name as by, created_at as at from prospect_stage_change
   where org_id = $1 and id = any ($2::bigint[]) order by id`,
)
