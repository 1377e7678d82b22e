import type pg from 'pg'
import { Type } from 'typebox'
import { defaultTimezone } from '../access/organisations.ts'
import { knownTimezone } from '../access/timezone.ts'
import { closed, id, nullable, visibleText } from '../http/contract/schema.ts'
import { type Problems, validate } from './problems.ts'
import type { Parameters } from './section.ts'

const fields = {
  name: visibleText(255),
  timezone: Type.Optional(Type.String({ default: defaultTimezone })),
  owner_id: Type.Optional(nullable(id())),
}
const Organisation = Type.Object(fields, closed)

export interface Organisation {
  name: string
  timezone: string
  owner_id?: number | null
}

export function checkOrganisation(value: unknown, problems: Problems): Organisation {
  validate(Organisation, value, ['organisation'], problems)
  const { timezone } = (value ?? {}) as Partial<Organisation>
  if (typeof timezone === 'string' && !knownTimezone(timezone)) {
    problems.add('organisation.timezone', 'must be an IANA time zone such as Australia/Sydney.')
  }
  return value as Organisation
}

/** The owner, whether from the bundle or the current one, must be a staff member after the import. */
export async function checkOwner(
  tx: pg.ClientBase,
  orgId: number,
  organisation: Organisation | undefined,
  problems: Problems,
) {
  const { rows } = await tx.query(
    `/* bundle.owner */
     with owner as (select case when $2 then $3 else o.owner_id end as id from organisation o where o.id = $1)
     select o.id, coalesce((b.row ->> 'supplier')::boolean, s.supplier) as supplier, coalesce(b.index::bigint, s.id) is not null as known
     from owner o
     left join bundle_row b on b.org_id = $1 and b.list = 'staff' and b.id = o.id
     left join staff s on s.org_id = $1 and s.id = o.id
     where o.id is not null`,
    [orgId, organisation !== undefined, organisation?.owner_id ?? null],
  )
  if (rows[0] && !rows[0].known) problems.add('organisation.owner_id', `there is no staff member ${rows[0].id}.`)
  else if (rows[0]?.supplier)
    problems.add('organisation.owner_id', `must be a staff member; ${rows[0].id} is a supplier.`)
}

/** Returns whether anything changed. */
export async function updateOrganisation(
  tx: pg.ClientBase,
  orgId: number,
  organisation: Organisation,
): Promise<boolean> {
  const values = [orgId, organisation.name, organisation.timezone, organisation.owner_id ?? null]
  const differs = 'id = $1 and (name, timezone, owner_id) is distinct from ($2, $3, $4::bigint)'
  // On Citus an update locks the copied table for all organisations, even if it changes nothing.
  const { rowCount } = await tx.query(
    `/* bundle.organisation_differs */ select 1 from organisation where ${differs}`,
    values,
  )
  if (rowCount === 0) return false
  await tx.query(
    `/* bundle.organisation */ update organisation set name = $2, timezone = $3, owner_id = $4, updated_at = now() where ${differs}`,
    values,
  )
  return true
}

/** The parameters of the SQL of sections: the time zone and the owner that the organisation has after the import. */
export async function parametersAfter(
  tx: pg.ClientBase,
  orgId: number,
  organisation: Organisation | undefined,
): Promise<{ parameters: Parameters; zoneChanged: boolean }> {
  const { rows } = await tx.query('/* bundle.zone */ select timezone, owner_id from organisation where id = $1', [
    orgId,
  ])
  const stored: { timezone: string; owner_id: number | null } = rows[0]
  const zone = organisation?.timezone ?? stored.timezone
  const ownerId = organisation ? (organisation.owner_id ?? null) : stored.owner_id
  return { parameters: { orgId, zone, ownerId }, zoneChanged: zone !== stored.timezone }
}
