import type pg from 'pg'
import { Type } from 'typebox'
import { colourPattern, logoOf, logoText } from '../access/branding.ts'
import { defaultTimezone } from '../access/organisations.ts'
import { knownTimezone } from '../access/timezone.ts'
import { closed, id, nullable, visibleText } from '../http/contract/schema.ts'
import { type Problems, validate } from './problems.ts'

const fields = {
  name: visibleText(255),
  timezone: Type.Optional(Type.String()),
  owner_id: Type.Optional(nullable(id())),
  colour: Type.Optional(
    nullable(Type.String({ pattern: colourPattern, patternRule: 'must be a colour such as #1f6f54' })),
  ),
  logo: Type.Optional(nullable(Type.String())),
}
const Organisation = Type.Object(fields, closed)

/** The object `organisation` of a bundle. */
export interface Organisation {
  name: string
  timezone?: string
  owner_id?: number | null
  colour?: string | null
  /** A data URL. */
  logo?: string | null
}

export function checkOrganisation(value: unknown, problems: Problems): Organisation {
  validate(Organisation, value, ['organisation'], problems)
  const { timezone, logo } = (value ?? {}) as Partial<Organisation>
  if (typeof timezone === 'string' && !knownTimezone(timezone)) {
    problems.add('organisation.timezone', 'must be an IANA time zone such as Australia/Sydney.')
  }
  const logoError = typeof logo === 'string' && logoOf(logo).error
  if (logoError) problems.add('organisation.logo', logoError)
  return value as Organisation
}

/** The organisation's own row; the import reads it once. */
export interface StoredOrganisation {
  name: string
  timezone: string
  owner_id: number | null
  colour: string | null
  logo: string | null
}

/**
 * The organisation as a bundle has it. It is the first statement of an export: the snapshot is as of now. In a
 * distributed database each server has a snapshot of its own. The statement reads a table of the organisation too, so
 * that it runs on the server that all others will run on.
 */
export async function readOrganisation(tx: pg.ClientBase, orgId: number): Promise<StoredOrganisation> {
  const { rows } = await tx.query(
    `/* bundle.read */
     select o.name, o.timezone, o.owner_id, o.colour, o.logo, o.logo_type
     from organisation o left join lateral (select s.id from staff s where s.org_id = $1 limit 1) any_record on true
     where o.id = $1`,
    [orgId],
  )
  if (!rows[0]) throw new Error(`there is no organisation ${orgId}`)
  const { logo, logo_type, ...organisation } = rows[0]
  return { ...organisation, logo: logo && logoText({ type: logo_type, bytes: logo }) }
}

/** The organisation after an import. Without `withSettings` only a missing owner is taken from the bundle. */
export function organisationAfter(
  stored: StoredOrganisation,
  sent: Organisation | undefined,
  withSettings: boolean,
): StoredOrganisation {
  if (!sent) return stored
  if (!withSettings) return { ...stored, owner_id: stored.owner_id ?? sent.owner_id ?? null }
  const { name, timezone = defaultTimezone, owner_id = null, colour = null, logo = null } = sent
  return { name, timezone, owner_id, colour, logo }
}

/** The settings that an organisation has kept although the bundle has others. */
export interface KeptSettings {
  name?: string
  timezone?: string
  colour?: string | null
  /** Whether it has one. */
  logo?: boolean
}

export function keptSettings(stored: StoredOrganisation, sent: Organisation | undefined): KeptSettings | undefined {
  if (!sent) return undefined
  const kept = {
    ...(sent.name !== stored.name && { name: stored.name }),
    ...(sent.timezone && sent.timezone !== stored.timezone && { timezone: stored.timezone }),
    ...(sent.colour && sent.colour !== stored.colour && { colour: stored.colour }),
    ...(sent.logo && sent.logo !== stored.logo && { logo: stored.logo !== null }),
  }
  return Object.keys(kept).length > 0 ? kept : undefined
}

/** The owner must be a staff member after the import. */
export async function checkOwner(tx: pg.ClientBase, orgId: number, ownerId: number | null, problems: Problems) {
  if (ownerId === null) return
  const { rows } = await tx.query(
    `/* bundle.owner */
     select coalesce((b.row ->> 'supplier')::boolean, s.supplier) as supplier, coalesce(b.index::bigint, s.id) is not null as known
     from (select $2::bigint as id) o
     left join bundle_row b on b.org_id = $1 and b.list = 'staff' and b.id = o.id
     left join staff s on s.org_id = $1 and s.id = o.id`,
    [orgId, ownerId],
  )
  if (!rows[0].known) problems.add('organisation.owner_id', `there is no staff member ${ownerId}.`)
  else if (rows[0].supplier) problems.add('organisation.owner_id', `must be a staff member; ${ownerId} is a supplier.`)
}

/** Stores what differs and records it. On Citus an update locks the copied table for all organisations. */
export async function updateOrganisation(
  tx: pg.ClientBase,
  orgId: number,
  stored: StoredOrganisation,
  after: StoredOrganisation,
): Promise<boolean> {
  const changed = (Object.keys(after) as (keyof StoredOrganisation)[]).filter((field) => stored[field] !== after[field])
  if (changed.length === 0) return false
  const logo = after.logo === null ? undefined : logoOf(after.logo).logo
  await tx.query(
    `/* bundle.organisation */
     update organisation set name = $2, timezone = $3, owner_id = $4, colour = $5, logo = $6, logo_type = $7, updated_at = now()
     where id = $1`,
    [orgId, after.name, after.timezone, after.owner_id, after.colour, logo?.bytes ?? null, logo?.type ?? null],
  )
  await tx.query(
    `/* bundle.organisation_event */
     insert into event (org_id, type, subject_id, fields) values ($1, 'organisation.updated', $1, $2)`,
    [orgId, changed],
  )
  return true
}
