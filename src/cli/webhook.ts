import { type Command, InvalidArgumentError, Option } from 'commander'
import { organisationBySlug } from '../access/organisations.ts'
import { eventTypes } from '../events/catalogue.ts'
import { systemClock } from '../process/clock.ts'
import { readConfig } from '../process/config.ts'
import { type Webhook, WebhookAdministration, type WebhookDelivery } from '../webhooks/administration.ts'
import { testType } from '../webhooks/bodies.ts'
import { deliveryStatuses } from '../webhooks/deliveries/deliveries.schema.ts'
import { addressCheck } from '../webhooks/outbound/addresses.ts'
import { Outbound } from '../webhooks/outbound/outbound.ts'
import { jsonOption, localTime, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  org: string
  json?: boolean
}

const help = {
  webhook: `
Examples:
  wattle webhook list --org acme-care
  wattle webhook deliveries --org acme-care 5 --status failed
  wattle webhook enable --org acme-care 5

Webhooks are created by API, with a token of the connection that they belong to.`,
  list: `
Examples:
  wattle webhook list --org acme-care
  wattle webhook list --org acme-care --json

FAILING SINCE is the first failure after the last success; wattle webhook deliveries has the reasons. BEHIND is the number of
events after the position of the webhook, of all types. The address is printed without its query.

  active              sends events
  resting             pauses after failures, then tries one event
  waiting             its connection has no valid token, or integrations are off
  disabled (request)  by the API or wattle webhook disable
  disabled (failing)  five days without a success
  disabled (gone)     the receiver answered 410

When the receiver works again, wattle webhook enable continues where a disabled one stopped.`,
  enable: `
Examples:
  wattle webhook enable --org acme-care 5
  wattle webhook enable --org acme-care 5 --resume latest

It continues where it stopped, or with --resume latest with the next event.`,
  disable: `
Example:
  wattle webhook disable --org acme-care 5

Its position stays. The connection sees an event webhook.disabled.`,
  deliveries: `
Examples:
  wattle webhook deliveries --org acme-care 5
  wattle webhook deliveries --org acme-care 5 --status failed --types "shift.*" --json

A delivery is pending until its next attempt, delivered, or failed after the last one. One without an attempt waits for an
earlier event of the same record.`,
  resend: `
Example:
  wattle webhook resend --org acme-care 5 10234

A running service sends it, next in line. A disabled webhook gets it when it is enabled.`,
  test: `
Examples:
  wattle webhook test --org acme-care 5
  wattle webhook test --org acme-care 5 --type shift.cancelled

It is sent from this machine, whose way to the receiver may differ from that of the service.`,
}
type Name = Exclude<keyof typeof help, 'webhook'>

export function addWebhook(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('list, enable, disable and test webhooks, and their deliveries')
    .addHelpText('after', help.webhook)
  const command = (name: Name, description: string) =>
    webhook
      .command(name)
      .description(description)
      .requiredOption('--org <slug>', 'the organisation')
      .option(...jsonOption)
      .addHelpText('after', help[name])
  const ofWebhook = (name: Name, description: string) =>
    command(name, description).argument('<id>', 'the id of the webhook', parseNumber)

  command('list', 'list the webhooks of all connections').action(async ({ org, json }: Options) => {
    const [all, timezone] = await inOrganisation('list', org, async (webhooks, zone) => {
      return [await webhooks.list(), zone] as const
    })
    print(json, all, () => (all.length === 0 ? 'There is no webhook yet.' : tableOf(all, timezone)))
  })
  ofWebhook('enable', 'enable a disabled webhook')
    .addOption(new Option('--resume <where>', 'where it continues').choices(['continue', 'latest']))
    .action(async (id: number, { org, json, resume }: Options & { resume?: 'continue' | 'latest' }) => {
      const patch = { enabled: true, ...(resume && { resume }) }
      const { data } = await inOrganisation('enable', org, (webhooks) => webhooks.edit(id, patch))
      print(json, data, () => `Webhook ${id} is ${data.status}: it continues after event ${data.position}.`)
    })
  ofWebhook('disable', 'disable a webhook').action(async (id: number, { org, json }: Options) => {
    const { data } = await inOrganisation('disable', org, (webhooks) => webhooks.edit(id, { enabled: false }))
    print(json, data, () => `Webhook ${id} is disabled. Its position stays at event ${data.position}.`)
  })
  ofWebhook('deliveries', 'list the last deliveries of a webhook')
    .addOption(new Option('--status <status>', 'only these').choices([...deliveryStatuses]))
    .option('--types <types>', 'only these types, such as "shift.*,client.created"')
    .option('--lines <number>', 'how many, up to 100', parseLines, 25)
    .action(deliveries)
  ofWebhook('resend', 'send an event to a webhook again')
    .argument('<event>', 'the number of the event', parseNumber)
    .action(async (id: number, event: number, { org, json }: Options) => {
      const resent = await inOrganisation('resend', org, (webhooks) => webhooks.resend(id, event))
      print(
        json,
        resent,
        () => `Event ${event} is pending: a running service sends it to webhook ${id} next, if that is enabled.`,
      )
    })
  ofWebhook('test', 'send an example to a webhook now')
    .addOption(
      new Option('--type <type>', 'the type of the example').choices([testType, ...eventTypes]).default(testType),
    )
    .action(test)
}

interface DeliveriesOptions extends Options {
  status?: WebhookDelivery['status']
  types?: string
  lines: number
}

async function deliveries(id: number, { org, json, status, types, lines }: DeliveriesOptions): Promise<void> {
  const patterns = types?.split(',').map((text) => text.trim())
  const query = { limit: lines, ...(status && { status }), ...(patterns && { types: patterns }) }
  const [all, timezone] = await inOrganisation('deliveries', org, async (webhooks, zone) => {
    return [await webhooks.deliveries(id, query), zone] as const
  })
  print(json, all, () => (all.length === 0 ? 'There is no such delivery.' : deliveryTable(all, timezone)))
}

async function test(
  id: number,
  { org, json, type }: Options & { type: Parameters<WebhookAdministration['test']>[1] },
): Promise<void> {
  const outbound = new Outbound({ addresses: addressCheck(readConfig().webhookNetworks), clock: systemClock })
  try {
    const result = await inOrganisation('test', org, (webhooks) => webhooks.test(id, type, outbound))
    const { ok, status_code, duration_ms, error, response } = result
    print(json, { ok, status_code, duration_ms, error, response }, () =>
      ok
        ? `The receiver answered ${status_code} after ${duration_ms} ms.`
        : `${error}${response ? ` ${response}` : ''}`,
    )
    if (!ok) process.exitCode = 1
  } finally {
    outbound.close()
  }
}

const tableOf = (all: (Webhook & { connection: string })[], timezone: string): string =>
  table(
    ['id', 'connection', 'status', 'failing since', 'behind', 'types', 'url'],
    all.map(({ id, connection, status, disabled_reason, failing_since, behind, types, url }) => [
      ...[String(id), connection, disabled_reason ? `${status} (${disabled_reason})` : status],
      ...[localTime(failing_since, timezone), String(behind), types.join(', '), url.split('?', 1)[0]!],
    ]),
  )

const deliveryTable = (all: WebhookDelivery[], timezone: string): string =>
  table(
    ['event', 'type', 'status', 'attempts', 'last attempt', 'next attempt', 'result'],
    all.map(({ event_id, type, status, attempts, last_attempt, next_attempt_at }) => [
      ...[String(event_id), type, status, String(attempts), localTime(last_attempt?.at, timezone)],
      ...[localTime(next_attempt_at, timezone)],
      last_attempt?.error ?? String(last_attempt?.status_code ?? ''),
    ]),
  )

function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

function parseLines(text: string): number {
  const lines = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (lines < 1 || lines > 100) throw new InvalidArgumentError('It must be a whole number from 1 to 100.')
  return lines
}

const inOrganisation = <T>(
  command: Name,
  slug: string,
  work: (webhooks: WebhookAdministration, timezone: string) => Promise<T>,
): Promise<T> =>
  withDatabase(`webhook ${command}`, async (pool) => {
    const organisation = await organisationBySlug(pool, slug)
    return work(new WebhookAdministration(pool, organisation, systemClock.now()), organisation.timezone)
  })
