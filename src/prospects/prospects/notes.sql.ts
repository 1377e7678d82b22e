import { statement } from '../../db/statement.ts'
import type { ProspectNote, ProspectStageChange } from './prospects.schema.ts'

const columns = 'id, note_type, notes, by_name as by, created_at'

/** Locks a prospect, and updates it at the time of the lock. */
export const touch = statement<[orgId: number, prospectId: number], { id: number }>(
  'prospects.touch',
  `with locked as materialized (
     select id, clock_timestamp() as at from prospect where org_id = $1 and id = $2 for no key update)
   update prospect r set updated_at = locked.at from locked where r.org_id = $1 and r.id = $2 returning r.id`,
)

type Add = [orgId: number, id: number, prospectId: number, noteType: string, notes: string, by: string]

/** Adds a note at the time of the prospect's update. */
export const addNote = statement<Add, ProspectNote>(
  'prospects.add_note',
  `insert into prospect_note (org_id, id, prospect_id, note_type, notes, by_name, created_at)
   select $1, $2, p.id, $4, $5, $6, p.updated_at from prospect p where p.org_id = $1 and p.id = $3
   returning ${columns}`,
)

/** The client that a prospect has become. */
export const findClient = statement<[orgId: number, prospectId: number], { id: number }>(
  'prospects.find_client_of',
  'select client_id as id from prospect where org_id = $1 and id = $2 and client_id is not null',
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
