import { type Command, InvalidArgumentError } from 'commander'
import type pg from 'pg'
import { type AccessLogEntry, lastReadsOfClient, lastReadsOfToken, type TokenRead } from '../access/audit/access-log.ts'
import { type Organisation, organisationBySlug } from '../access/organisations.ts'
import { tokenById } from '../access/token-administration.ts'
import { type Change, lastChanges } from '../events/read.ts'
import { endInstant, isDateOrInstant, isEmptyRange, startInstant } from '../http/contract/dates.ts'
import { systemClock } from '../process/clock.ts'
import { Failure, UsageFailure } from '../process/failure.ts'
import { jsonOption, localTime, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

const maxLimit = 1000
const defaultLimit = 25
/** Clients of a line for people. */
const namedClients = 5

const help = {
  audit: `
Examples:
  wattle audit reads --org acme-care --client 7
  wattle audit changes --org acme-care --subject client:7`,
  reads: `
Examples:
  wattle audit reads --org acme-care --client 7
  wattle audit reads --org acme-care --client 7 --from 2026-11-01 --to 2026-11-15 --limit 100
  wattle audit reads --org acme-care --token 3 --json

Newest first. A line has the requests of one operation by one token within two seconds; with --token also the clients that they
showed. Days and times are those of the organisation. A running service stores reads after two seconds, and they are kept for
400 days. What commands such as export show is not recorded.`,
  changes: `
Examples:
  wattle audit changes --org acme-care --subject client:7
  wattle audit changes --org acme-care --subject shift:a:4411 --from 2026-11-01
  wattle audit changes --org acme-care --subject token:3 --json

Newest first. The subject is a kind of record and its id or ref, as in GET /events, or a token. A line has the changed fields and the
connection that changed them. Tokens are changed by commands, and these events have no number. Events are kept for 400 days, or as
WATTLE_EVENT_DAYS says.`,
}

interface Options {
  org: string
  from?: string
  to?: string
  limit: number
  json?: boolean
}

export function addAudit(program: Command): void {
  const audit = program
    .command('audit')
    .description('show who has read a client, and what was changed')
    .addHelpText('after', help.audit)
  const command = (name: 'reads' | 'changes', description: string) =>
    audit
      .command(name)
      .description(description)
      .requiredOption('--org <slug>', 'the organisation')
      .option('--from <time>', 'on or after this day or ISO 8601 instant', parseTime)
      .option('--to <time>', 'on or before this day or instant', parseTime)
      .option('--limit <number>', `how many, up to ${maxLimit}`, parseLimit, defaultLimit)
      .option(...jsonOption)
      .addHelpText('after', help[name])
  command('reads', 'list who has read a client, or what a token has read')
    .option('--client <id>', 'the id of the client', parseId)
    .option('--token <id>', 'the id of the token', parseId)
    .action(reads)
  command('changes', 'list the changes of a record or a token')
    .requiredOption('--subject <subject>', 'such as client:7, shift:a:4411, note:general:5 or token:3')
    .action(changes)
}

async function reads(options: Options & { client?: number; token?: number }): Promise<void> {
  const { client, token, json } = options
  if ((client === undefined) === (token === undefined))
    throw new UsageFailure('Use either --client or --token: add --help for examples.')
  await inOrganisation('reads', options, async (pool, organisation) => {
    const { id: orgId, slug, timezone } = organisation
    const by = { orgId, timezone }
    if (token !== undefined) {
      await tokenById(pool, organisation, token)
      const all = newest(await lastReadsOfToken(pool, by, token, oneMore(options)), options)
      return print(json, all, () => (all.length === 0 ? noReads(`Token ${token}`) : tokenTable(all, timezone)))
    }
    const found = await lastReadsOfClient(pool, by, systemClock.now(), client!, oneMore(options))
    if (!found) throw new Failure(`${slug} has no client ${client}: use the id that GET /clients shows.`)
    const all = newest(found, options)
    const none = `No read of client ${client} is recorded${inTime(options)}.`
    print(json, all, () => (all.length === 0 ? none : clientTable(all, timezone)))
  })
}

const noReads = (reader: string) => `${reader} has read no client in this time.`
const inTime = ({ from, to }: Options) => (from === undefined && to === undefined ? '' : ' in this time')

/** One more than the limit shows that there are more. */
const oneMore = <T extends Options>(options: T): T => ({ ...options, limit: options.limit + 1 })
function newest<T extends { at: string }>(found: T[], { limit }: Options): T[] {
  const all = found.slice(0, limit)
  if (found.length > limit) {
    const { at } = all.at(-1)!
    process.stderr.write(
      `These are the newest ${limit}, and there are more: use --limit, or --to ${at} for those before.\n`,
    )
  }
  return all
}

async function changes(options: Options & { subject: string }): Promise<void> {
  const { subject, from, to, limit, json } = options
  await inOrganisation('changes', options, async (pool, organisation) => {
    const { id, timezone } = organisation
    const [, tokenId] = /^token:([1-9]\d{0,14})$/.exec(subject) ?? []
    if (tokenId) await tokenById(pool, organisation, Number(tokenId))
    const found = await lastChanges(pool, id, subject, {
      from: from === undefined ? '-infinity' : startInstant(from, timezone),
      to: to === undefined ? 'infinity' : endInstant(to, timezone),
      limit: limit + 1,
    })
    if (!found || /^shift:\d/.test(subject)) {
      throw new UsageFailure(
        `--subject is "${subject}": use a kind of record and its id or ref, such as client:7, shift:a:4411, note:general:5 or token:3.`,
      )
    }
    const all = newest(found, options)
    const none = `No change of ${subject} is recorded${inTime(options)}.`
    print(json, all, () => (all.length === 0 ? none : changeTable(all, timezone)))
  })
}

function inOrganisation(
  command: string,
  { org, from, to }: Options,
  work: (pool: pg.Pool, organisation: Organisation) => Promise<void>,
): Promise<void> {
  return withDatabase(`audit ${command}`, async (pool) => {
    const organisation = await organisationBySlug(pool, org)
    if (from !== undefined && to !== undefined && isEmptyRange(from, to, organisation.timezone))
      throw new UsageFailure(`--to is ${to}, before --from ${from}: use a later day or instant.`)
    await work(pool, organisation)
  })
}

const clientTable = (all: AccessLogEntry[], timezone: string): string =>
  table(
    ['at', 'connection', 'token', 'operation', 'via', 'requests'],
    all.map(({ at, connection, token_id, operation, via, requests }) => [
      ...[
        localTime(at, timezone),
        connection,
        token_id === null ? '' : String(token_id),
        operation,
        via,
        String(requests),
      ],
    ]),
  )

const tokenTable = (all: TokenRead[], timezone: string): string =>
  table(
    ['at', 'operation', 'via', 'requests', 'clients'],
    all.map(({ at, operation, via, requests, client_ids }) => {
      const more = client_ids.length - namedClients
      const clients = `${client_ids.slice(0, namedClients).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
      return [localTime(at, timezone), operation, via, String(requests), clients]
    }),
  )

const changeTable = (all: Change[], timezone: string): string =>
  all[0]!.subject.type === 'token'
    ? table(
        ['at', 'type', 'detail'],
        all.map(({ at, type, detail }) => [localTime(at, timezone), type, detail ? JSON.stringify(detail) : '']),
      )
    : table(
        ['event', 'at', 'type', 'fields', 'connection'],
        all.map(({ id, at, type, fields, connection }) => [
          ...[id === null ? '' : String(id), localTime(at, timezone), type, fields.join(', '), connection ?? ''],
        ]),
      )

function parseId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > maxLimit) throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxLimit}.`)
  return limit
}

function parseTime(text: string): string {
  if (!isDateOrInstant(text))
    throw new InvalidArgumentError('Use a day such as 2026-11-01, or an instant such as 2026-11-01T09:00:00Z.')
  return text
}
