import { statement } from '../db/statement.ts'
import { changing } from '../events/outbox.ts'
import { firstStage } from './options.ts'
import type { ProspectPatch } from './prospects.bodies.ts'
import { type Shown, shown, writable } from './prospects.sql.ts'
import { historySql } from './prospects.write.sql.ts'

/**
 * Writes that judge in the same statement what most bodies send: a stage and a consultant that the options have. They hold the
 * options, then the prospect, as whoever judges by them does, and write exactly what `judge` would let pass, or nothing and
 * give no row. Then the caller looks, judges and tells what is wrong, which costs a second round trip and only such a body.
 */
const options = '(select stages, consultants, attributes from prospect_options where org_id = $1 for share) o'

/** A list in the options that has this name. */
const lists = (list: string, name: string) => `o.${list} @> jsonb_build_array(${name})`

/** A converted prospect keeps its stage, and what a null consultant stands for is in no list. */
const isAllowed = (stage: string | undefined, consultant: string | undefined): string => {
  const named = [
    stage && `(${stage}::text = '${firstStage}' or ${lists('stages', `jsonb_build_object('name', ${stage}::text)`)})`,
    consultant && `(${consultant}::text is null or ${lists('consultants', `${consultant}::text`)})`,
  ].filter((condition) => condition !== undefined)
  const judged = named.length > 0 ? `exists (select from ${options} where ${named.join(' and ')})` : 'true'
  return stage ? `old.conversion is null and ${judged}` : judged
}

const isMoved = (stage: string | undefined) => (stage ? `old.stage is distinct from ${stage}` : 'false')

/** Lays fields over a prospect, all but its attributes, of which a patch names only some. The note is who changes it. */
export const changeAtOnce = changing<Omit<ProspectPatch, 'attributes'>, Shown>({
  name: 'prospects.change',
  table: 'prospect',
  writable: writable.filter((column) => column !== 'attributes'),
  returned: shown,
  only: (next) => isAllowed(next('stage'), next('consultant')),
  type: (next) => `case when ${isMoved(next('stage'))} then 'prospect.stage_changed' else 'prospect.updated' end`,
  detail: (next) => {
    const stage = next('stage')
    return stage
      ? `case when ${isMoved(stage)} then jsonb_build_object('from', old.stage, 'to', ${stage}::text) end`
      : 'null::jsonb'
  },
  also: (next) =>
    next('stage') ? historySql('$4', 'updated_at', `'stage' = any ((select fields from compared)::text[])`) : '',
})

type Insert = [
  ...[orgId: number, connectionId: number, fields: string[], by: string],
  ...[stages: string, consultants: string, attributes: string, ...values: unknown[]],
]

/** Creates a prospect where the options have all of the stages, consultants and attributes that the three lists name. */
export const insertAtOnce = statement<Insert, Shown>(
  'prospects.insert_at_once',
  `with changed as (
     insert into prospect (org_id, ${writable.join(', ')}) select $1, ${writable.map((_, i) => `$${8 + i}`).join(', ')}
     from ${options} where o.stages @> $5::jsonb and o.consultants @> $6::jsonb and o.attributes @> $7::jsonb returning *),
   ${historySql('$4', 'created_at')}
   recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'prospect.created', id, $3::text[], $2 from changed)
   select ${shown} from changed`,
)
