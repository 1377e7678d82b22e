import { type Command, InvalidArgumentError } from 'commander'
import type pg from 'pg'
import { formatAccess, parseAccessList } from '../access/access-list.ts'
import { accessOf, areas, levels } from '../access/areas.ts'
import { deprecatedUses } from '../access/deprecations/uses.ts'
import { withOffset } from '../access/expiry.ts'
import { parseDuration } from '../access/lifetime.ts'
import { type Organisation, organisationBySlug } from '../access/organisations.ts'
import * as admin from '../access/token-administration.ts'
import { systemClock } from '../process/clock.ts'
import { Failure, UsageFailure } from '../process/failure.ts'
import { jsonOption, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  org: string
  json?: boolean
}

/** Any of those that are needed may be missing. */
interface CreateOptions {
  org?: string
  name?: string
  access?: string[]
  json?: boolean
  expires?: string
  allowExpired?: boolean
}

const needed = ['org', 'name', 'access'] as const

const help = {
  token: `
Examples:
  wattle token create --org acme-care --name "Payroll sync" --access clients=read,staff=read
  wattle token list --org acme-care
  wattle token rotate --org acme-care 5 --overlap 24h
  wattle token revoke --org acme-care 5`,
  create: `
Areas: all, ${areas.join(', ')}
Levels: ${levels.join(', ')}

Examples:
  wattle token create --org acme-care --name "Payroll sync" --access clients=read-write,staff=read
  wattle token create --org acme-care --name Reports --access all=read --access clients=none --expires 2027-02-01
  wattle token create --org acme-care --name CI --access all=read-write --expires 12h --json

A day begins at midnight in the organisation's time zone.`,
  list: `
Examples:
  wattle token list --org acme-care
  wattle token list --org acme-care --json`,
  disable: `
Example:
  wattle token disable --org acme-care 5

It takes effect within a second on every running node.`,
  enable: `
Example:
  wattle token enable --org acme-care 5`,
  revoke: `
Example:
  wattle token revoke --org acme-care 5

A revoked token cannot be enabled again. It takes effect within a second on every running node.`,
  rotate: `
Examples:
  wattle token rotate --org acme-care 5
  wattle token rotate --org acme-care 5 --overlap 1h --json

The new token has the same connection and access, and expires after 90 days.`,
  deprecations: `
Examples:
  wattle token deprecations --org acme-care
  wattle token deprecations --org acme-care --json

The latest first, without tokens that are revoked or expired. A running service stores uses after a minute. What to use in their
place is at /docs/changelog of the service.`,
}

export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('create, list, disable, revoke and rotate access tokens')
    .addHelpText('after', help.token)

  withHelp(token, 'create')
    .description('create a token, which is shown once')
    .option('--org <slug>', 'the organisation')
    .option('--name <connection>', 'the connection that will use it, such as "Payroll sync"')
    .option('--access <list>', 'levels by area, such as clients=read-write,staff=read; may be repeated', collect)
    .option('--expires <when>', 'a time from now, a day, or an instant (default 90d, at most 400d)')
    .option('--allow-expired', 'allow an expiry that has passed, for tests')
    .action(create)
  ofOrganisation(token, 'list').description('list the tokens of an organisation').action(list)
  ofOrganisation(token, 'deprecations')
    .description('list tokens that use deprecated parts of the API')
    .action(deprecations)
  ofOrganisation(token, 'disable')
    .description('disable a token')
    .argument(...idArgument)
    .action(disable)
  ofOrganisation(token, 'enable')
    .description('enable a disabled token')
    .argument(...idArgument)
    .action(enable)
  ofOrganisation(token, 'revoke')
    .description('revoke a token permanently')
    .argument(...idArgument)
    .action(revoke)
  ofOrganisation(token, 'rotate')
    .description('create a new token for the same connection; the old one stays valid for a while')
    .argument(...idArgument)
    .option('--overlap <time>', 'how long the old token stays valid', '24h')
    .action(rotate)
}

type Name = Exclude<keyof typeof help, 'token'>

const ofOrganisation = (token: Command, name: Name): Command =>
  withHelp(token, name).requiredOption('--org <slug>', 'the organisation')

const withHelp = (token: Command, name: Name): Command =>
  token
    .command(name)
    .option(...jsonOption)
    .addHelpText('after', help[name])

const idArgument = ['<id>', 'the id of the token', parseId] as const

function parseId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new InvalidArgumentError('Use the id that wattle token list shows.')
  }
  return Number(text)
}

const collect = (value: string, previous: string[] = []): string[] => [...previous, value]

/** Reports all that is wrong with the options at once. */
async function create({ json, ...options }: CreateOptions): Promise<void> {
  const { org, name, access: lists, expires, allowExpired } = options
  const missing = needed.filter((option) => options[option] === undefined)
  const failures: Failure[] = missing.map(
    (option) => new UsageFailure(`--${option} is missing: add --help for examples.`),
  )
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
      return undefined
    }
  }
  const access = lists && (await attempt(() => parseAccessList(lists)))
  if (org === undefined || name === undefined || lists === undefined) throw together(failures)
  const created = await withDatabase('token create', async (pool) => {
    const organisation = await attempt(() => organisationBySlug(pool, org))
    const expiresAt =
      organisation && (await attempt(() => admin.expiryOf(organisation, systemClock, expires, allowExpired)))
    if (!organisation || !access || !expiresAt || failures.length > 0) throw together(failures)
    return admin.createToken(pool, organisation, { connection: name, access, expiresAt })
  })
  print(json, created, () => describeToken(created))
}

/** One failure with the messages of all, a line each. Wrong usage if one of them is. */
function together(failures: Failure[]): Failure {
  const Kind = failures.some((failure) => failure instanceof UsageFailure) ? UsageFailure : Failure
  return new Kind(failures.map(({ message }) => message).join('\n'))
}

async function rotate(id: number, { org, json, overlap }: Options & { overlap: string }): Promise<void> {
  const overlapMs = parseDuration(overlap)
  if (overlapMs === undefined) throw new UsageFailure(`"${overlap}" is not a valid overlap: use 24h, 30m or 0s.`)
  const created = await forOrganisation('rotate', org, (pool, organisation) =>
    admin.rotateToken(pool, organisation, id, overlapMs, systemClock),
  )
  print(json, created, () => `${describeToken(created)}\nToken ${id} stays valid for ${overlap} at most.`)
}

async function list({ org, json }: Options): Promise<void> {
  const tokens = await forOrganisation('list', org, async (pool, organisation) => {
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
  const rows = tokens.map((t) => [
    String(t.id),
    t.connection,
    t.token,
    t.state,
    t.expires_at!,
    t.last_used_at ?? 'never',
    formatAccess(t.access),
  ])
  print(json, tokens, () =>
    rows.length === 0
      ? `${org} has no token yet: create one with wattle token create.`
      : table(['id', 'connection', 'token', 'state', 'expires at', 'last used at', 'access'], rows),
  )
}

async function deprecations({ org, json }: Options): Promise<void> {
  const uses = await forOrganisation('deprecations', org, async (pool, { id, timezone }) =>
    (await deprecatedUses(pool, id, systemClock)).map((use) => ({
      ...use,
      last_at: withOffset(use.last_at, timezone),
    })),
  )
  const rows = uses.map((use) => [String(use.token_id), use.connection, use.part, String(use.requests), use.last_at])
  print(json, uses, () =>
    rows.length === 0
      ? `No token of ${org} uses a deprecated part of the API.`
      : table(['token', 'connection', 'deprecated', 'requests', 'last used at'], rows),
  )
}

const disable = (id: number, options: Options): Promise<void> =>
  change('disable', id, options, (pool, organisation) => admin.setTokenDisabled(pool, organisation, id, true))

const enable = (id: number, options: Options): Promise<void> =>
  change('enable', id, options, (pool, organisation) => admin.setTokenDisabled(pool, organisation, id, false))

const revoke = (id: number, options: Options): Promise<void> =>
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

const describeToken = ({ token, id, connection, access, expires_at }: admin.NewToken): string =>
  `Token ${id} for ${connection}: ${formatAccess(access)}, until ${expires_at}.\n\n${token}\n\nSave it now: it is not shown again.`
