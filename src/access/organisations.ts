import { violatedConstraint } from '../db/constraint.ts'
import type { Queryable } from '../db/statement.ts'
import { nfcOf } from '../http/contract/nfc.ts'
import { Failure, UsageFailure } from '../process/failure.ts'
import * as sql from './organisations.sql.ts'
import { knownTimezone } from './timezone.ts'

export type { Organisation } from './organisations.sql.ts'

const maxNameLength = 255
export const defaultTimezone = 'Australia/Sydney'

export async function createOrganisation(
  db: Queryable,
  { name, slug = slugOf(name), timezone = defaultTimezone }: { name: string; slug?: string; timezone?: string },
): Promise<sql.Organisation> {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(slug)) {
    throw new UsageFailure(
      `"${slug}" cannot be a slug: give one with --slug, of 1 to 63 lower-case letters, digits and hyphens, such as acme-care.`,
    )
  }
  const zone = await checkedTimezone(db, timezone)
  return sql.create.one(db, slug, checkedName(name), zone).catch((error: { constraint?: string }) => {
    if (violatedConstraint(error) !== 'organisation_slug_key') throw error
    throw new Failure(`There is already an organisation with the slug "${slug}": choose another with --slug.`)
  })
}

export async function organisationBySlug(db: Queryable, slug: string): Promise<sql.Organisation> {
  const organisation = await sql.bySlug.first(db, slug)
  if (!organisation) throw new Failure(`There is no organisation "${slug}": wattle org list shows those there are.`)
  return organisation
}

export const setIntegrations = async (db: Queryable, slug: string, enabled: boolean): Promise<sql.Organisation> =>
  sql.setIntegrations.one(db, (await organisationBySlug(db, slug)).id, enabled)

export const listOrganisations = (db: Queryable): Promise<sql.Organisation[]> => sql.list.rows(db)

/** `Acme Care Pty. Ltd.` becomes `acme-care-pty-ltd`, `Café Ñandú` becomes `cafe-nandu`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-|-$/g, '')
}

export function checkedName(name: string): string {
  const trimmed = nfcOf(name).trim()
  if (trimmed === '' || trimmed.includes('\0'))
    throw new UsageFailure('The name of an organisation must have at least one letter.')
  if (trimmed.length > maxNameLength)
    throw new UsageFailure(`The name of an organisation has at most ${maxNameLength} characters.`)
  return trimmed
}

/** The zone must also be in PostgreSQL's list, which may be older than Node's. */
export async function checkedTimezone(db: Queryable, timezone: string): Promise<string> {
  const unknown = new UsageFailure(
    `"${timezone}" is no time zone: use an IANA name such as Australia/Sydney or Pacific/Auckland.`,
  )
  const zone = knownTimezone(timezone)
  if (!zone) throw unknown
  await db.query('select now() at time zone $1', [zone]).catch((error: { code?: string }) => {
    throw error.code === '22023' ? unknown : error
  })
  return zone
}
