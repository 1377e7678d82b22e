import type pg from 'pg'
import { parseAccessList, showAccess } from '../access/access-list.ts'
import * as admin from '../access/administration.ts'
import { accessOf } from '../access/areas.ts'
import { withOffset } from '../access/expiry.ts'
import { parseDuration } from '../access/lifetime.ts'
import { type Organisation, organisationBySlug } from '../access/organisations.ts'
import { systemClock } from '../process/clock.ts'
import { UsageFailure } from '../process/failure.ts'
import { print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  org: string
  json?: boolean
}

interface CreateOptions extends Options {
  name: string
  access: string[]
  expires?: string
  allowExpired?: boolean
}

export async function create({ org, json, name, access: lists, expires, allowExpired }: CreateOptions): Promise<void> {
  const access = parseAccessList(lists)
  const made = await forOrganisation('create', org, (pool, organisation) => {
    const expiresAt = admin.expiryOf(organisation, systemClock, expires, allowExpired)
    return admin.createToken(pool, organisation, { connection: name, access, expiresAt })
  })
  print(json, made, () => announce(made))
}

export async function rotate(id: number, { org, json, overlap }: Options & { overlap: string }): Promise<void> {
  const overlapMs = parseDuration(overlap)
  if (overlapMs === undefined) throw new UsageFailure(`"${overlap}" is no overlap: use 24h, 30m or 0s.`)
  const made = await forOrganisation('rotate', org, (pool, organisation) =>
    admin.rotateToken(pool, organisation, id, overlapMs, systemClock),
  )
  print(json, made, () => `${announce(made)}\nToken ${id} works for another ${overlap} at most.`)
}

export async function list({ org, json }: Options): Promise<void> {
  const found = await forOrganisation('list', org, async (pool, organisation) => {
    const local = (instant: string | null) => instant && withOffset(instant, organisation.timezone)
    return (await admin.listTokens(pool, organisation)).map((token) => ({
      id: token.id,
      connection: token.connection,
      token: `****${token.last_four}`,
      access: accessOf(token.access),
      state: admin.stateOf(token, systemClock),
      expires_at: local(token.expires_at),
      last_used_at: local(token.last_used_at),
    }))
  })
  const rows = found.map((t) => [
    String(t.id),
    t.connection,
    t.token,
    t.state,
    t.expires_at!,
    t.last_used_at ?? 'never',
    showAccess(t.access),
  ])
  print(json, found, () =>
    rows.length === 0
      ? `${org} has no token yet: wattle token create makes one.`
      : table(['id', 'connection', 'token', 'state', 'expires at', 'last used at', 'access'], rows),
  )
}

export const disable = (id: number, options: Options): Promise<void> =>
  change('disable', id, options, (pool, organisation) => admin.setTokenDisabled(pool, organisation, id, true))

export const enable = (id: number, options: Options): Promise<void> =>
  change('enable', id, options, (pool, organisation) => admin.setTokenDisabled(pool, organisation, id, false))

export const revoke = (id: number, options: Options): Promise<void> =>
  change('revoke', id, options, (pool, organisation) => admin.revokeToken(pool, organisation, id, systemClock))

type Work<T> = (pool: pg.Pool, organisation: Organisation) => Promise<T>

async function change(name: string, id: number, { org, json }: Options, work: Work<void>): Promise<void> {
  const state = await forOrganisation(name, org, async (pool, organisation) => {
    await work(pool, organisation)
    return admin.stateOf(await admin.tokenById(pool, organisation, id), systemClock)
  })
  print(json, { id, state }, () => `Token ${id} is ${state}.`)
}

const forOrganisation = <T>(name: string, slug: string, work: Work<T>): Promise<T> =>
  withDatabase(`token ${name}`, async (pool) => work(pool, await organisationBySlug(pool, slug)))

const announce = ({ token, id, connection, access, expires_at }: admin.NewToken): string =>
  `Token ${id} for ${connection}: ${showAccess(access)}, until ${expires_at}.\n\n${token}\n\nKeep it now: it is not shown again.`
