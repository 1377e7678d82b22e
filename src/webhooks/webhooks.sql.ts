import { statement } from '../db/statement.ts'
import type { DisabledReason } from './webhooks.schema.ts'

export interface WebhookRow {
  id: number
  connection_id: number
  url: string
  types: string[]
  description: string | null
  ordered: boolean
  disabled_reason: DisabledReason | null
  disabled_at: string | null
  position: number
  failing_since: string | null
  rest_until: string | null
  next_at: string | null
  generation: number
  old_generation: number | null
  old_until: string | null
  created_at: string
  updated_at: string
}
/** With the number of the last event. */
export type FoundWebhook = WebhookRow & { head: number; connection: string }

const columns = `id, connection_id, url, types, description, ordered, disabled_reason, disabled_at, position, failing_since,
  rest_until, next_at, generation, old_generation, old_until, created_at, updated_at`
/** Without a connection, as on the command line, those of all. */
const ofConnection = (parameter: string) => `(${parameter}::bigint is null or connection_id = ${parameter})`
const found = (condition: string) => `
  select w.*, coalesce(f.head, 0) as head, c.name as connection
  from (select ${columns} from webhook where org_id = $1 and ${condition}) w
  left join feed f on f.org_id = $1
  join connection c on c.org_id = $1 and c.id = w.connection_id
  order by w.id`

export const list = statement<[orgId: number, connectionId: number | null], FoundWebhook>(
  'webhooks.list',
  found(ofConnection('$2')),
)

export const find = statement<[orgId: number, connectionId: number | null, id: number], FoundWebhook>(
  'webhooks.find',
  found(`id = $3 and ${ofConnection('$2')}`),
)

/** Writers of a webhook wait for each other here; so do the results of its deliveries. */
export const lock = statement<[orgId: number, connectionId: number | null, id: number], WebhookRow>(
  'webhooks.lock',
  `select ${columns} from webhook where org_id = $1 and id = $3 and ${ofConnection('$2')} for no key update`,
)

export const count = statement<[orgId: number, connectionId: number], { own: number; all: number }>(
  'webhooks.count',
  `select count(*) filter (where connection_id = $2) as own, count(*) as all from webhook where org_id = $1`,
)

type Fields = [url: string, types: string[], description: string | null, ordered: boolean]

export const insert = statement<[orgId: number, connectionId: number, ...Fields, position: number], WebhookRow>(
  'webhooks.insert',
  `insert into webhook (org_id, connection_id, url, types, description, ordered, position)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
)

/** After this the process that sends stops, and the next one begins with what is stored here. */
const release = 'lease_by = null, lease_until = null'
const healthy = 'failing_since = null, failures = 0, rest_until = null, rest_step = 0'

export const update = statement<[orgId: number, id: number, ...Fields], object>(
  'webhooks.update',
  `update webhook set url = $3, types = $4, description = $5, ordered = $6, ${release}, updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)

/** For another url, which has not failed yet. */
export const resetHealth = statement<[orgId: number, id: number], object>(
  'webhooks.reset_health',
  `update webhook set ${healthy} where org_id = $1 and id = $2`,
)

/** What is pending is due at `dueAt`. Null: nothing is pending any more. */
export const enable = statement<[orgId: number, id: number, position: number, dueAt: string | null], object>(
  'webhooks.enable',
  `update webhook set disabled_reason = null, disabled_at = null, position = $3,
     next_at = case when next_at is not null then $4::timestamptz end, ${healthy}, ${release}, updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)

/** Disables a webhook that is not, and records that. */
export const disable = statement<[orgId: number, id: number, reason: DisabledReason, at: string], object>(
  'webhooks.disable',
  `with disabled as (
     update webhook set disabled_reason = $3, disabled_at = $4, ${release}, updated_at = statement_timestamp()
     where org_id = $1 and id = $2 and disabled_at is null returning id, connection_id)
   insert into event (org_id, type, subject_id, fields, detail, connection_id)
   select $1, 'webhook.disabled', id, array['status'], jsonb_build_object('webhook_id', id, 'reason', $3::text), connection_id
   from disabled`,
)

export const rotate = statement<[orgId: number, id: number, oldUntil: string | null], object>(
  'webhooks.rotate',
  `update webhook set old_generation = case when $3::timestamptz is null then null else generation end, old_until = $3,
     generation = generation + 1, ${release}, updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)

export const remove = statement<[orgId: number, id: number], object>(
  'webhooks.remove',
  'delete from webhook where org_id = $1 and id = $2',
)

/** A delivery is due at this time, before others that are due later. A webhook that rests tries it then. */
export const bringForward = statement<[orgId: number, id: number, at: string], object>(
  'webhooks.bring_forward',
  `update webhook set next_at = least(next_at, $3), rest_until = case when rest_until > $3 then $3 else rest_until end
   where org_id = $1 and id = $2`,
)

/** What requests to receivers say about their organisation, and the key of its secrets. */
export const source = statement<[orgId: number], { organisation: string; feed: string; signing_key: Buffer }>(
  'webhooks.source',
  'select slug as organisation, feed, signing_key from organisation where id = $1',
)
