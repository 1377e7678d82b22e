import { Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import { section } from '../../bundle/section.ts'
import { closed, id, nullable, oneOfOrNull, text, visibleText } from '../../http/contract/schema.ts'
import { firstStage, fundingTypes, longestText } from '../options/options.ts'
import { children, shownChildren } from './children.ts'
import { prospectOptions } from './options.bundle.ts'
import { verifyProspects } from './verify.ts'

const textOrNull = (maxLength: number) => Type.Optional(nullable(text(maxLength)))
const dateOrNull = () => Type.Optional(nullable(Type.String({ format: 'date' })))
const nested = (fields: Record<string, object>) =>
  Type.Optional(Type.Array(Type.Object(fields as never, closed), { maxItems: 40_000 }))
const by = textOrNull(longestText)

/** A prospect with its notes and the stages it came to. What a bundle says of these is taken as what happened. */
export const prospects = section({
  list: 'prospects',
  table: 'prospect',
  settings: prospectOptions,
  fields: {
    first_name: visibleText(100),
    last_name: visibleText(100),
    email: Type.Optional(nullable(text(255, { format: 'email' }))),
    phone: textOrNull(40),
    suburb: textOrNull(100),
    date_of_lead: dateOrNull(),
    stage: Type.Optional(visibleText(100, { default: firstStage })),
    tags: Type.Optional(Type.Array(visibleText(50), { uniqueItems: true, maxItems: 20, default: [] })),
    source: textOrNull(100),
    consultant: textOrNull(100),
    funding_type: Type.Optional(oneOfOrNull(fundingTypes)),
    followup_date: dateOrNull(),
    initial_comments: textOrNull(longestText),
    attributes: Type.Optional(Type.Object({}, { default: {} })),
    client_id: Type.Optional(nullable(id())),
  },
  extras: {
    fields: { conversion: Type.Optional(oneOfOrNull(['created', 'linked'])) },
    nested: {
      stage_history: nested({
        id: Type.Optional(id()),
        stage: visibleText(100),
        by,
        at: Type.Optional(instant()),
      }),
      notes: nested({
        id: Type.Optional(id()),
        note_type: Type.Optional(visibleText(100, { default: 'General' })),
        notes: visibleText(longestText),
        by,
        created_at: Type.Optional(instant()),
      }),
    },
    shown: shownChildren,
  },
  links: { client_id: 'clients' },
  ids: { 'stage_history[].id': 'prospect_stage_change', 'notes[].id': 'prospect_note' },
  // What a row leaves out of its children stays, so nobody may add to them from here on: the rows are held.
  lookup: {
    table: 'bundle_prospect',
    columns: 'id bigint primary key, stage text not null, created_at timestamptz not null',
    rows: `
     select id, stage, created_at from prospect
     where org_id = $1 and id in (select id from bundle_row where list = 'prospects')
     order by id for no key update`,
  },
  values: {
    attributes: 'jsonb_strip_nulls(sent.attributes)',
    conversion: `case when sent.client_id is not null then coalesce(sent.conversion, 'linked') end`,
  },
  check({ client_id, conversion }: ProspectRow, problem) {
    if (conversion && !client_id) problem(['conversion'], 'is only supported with a client_id.')
  },
  verify: verifyProspects,
  children,
})

interface ProspectRow {
  client_id?: number | null
  conversion?: string | null
}
