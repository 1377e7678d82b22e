import { Argument, type Command } from 'commander'
import {
  createOrganisation,
  defaultTimezone,
  listOrganisations,
  type Organisation,
  setIntegrations,
} from '../access/organisations.ts'
import { jsonOption, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  slug?: string
  timezone?: string
  json?: boolean
}

const help = {
  org: `
Examples:
  wattle org create "Acme Care"
  wattle org list
  wattle org integrations acme-care off`,
  create: `
Examples:
  wattle org create "Acme Care"
  wattle org create "Acme Care" --slug acme --timezone Australia/Perth
  wattle org create "Acme Care" --json

The slug identifies the organisation in other commands; without --slug it is derived from the name.`,
  list: `
Examples:
  wattle org list
  wattle org list --json`,
  integrations: `
Examples:
  wattle org integrations acme-care off
  wattle org integrations acme-care on

While integrations are off, every call with the organisation's tokens gets a 503. It takes effect within a second.`,
}

export function addOrg(program: Command): void {
  const org = program
    .command('org')
    .description('create and list organisations, switch their integrations on or off')
    .addHelpText('after', help.org)
  org
    .command('create')
    .description('create an organisation')
    .argument('<name>', 'its name')
    .option('--slug <slug>', 'short name of lower-case letters, digits and hyphens')
    .option('--timezone <zone>', `IANA time zone (default ${defaultTimezone})`)
    .option(...jsonOption)
    .addHelpText('after', help.create)
    .action(create)
  org
    .command('list')
    .description('list the organisations')
    .option(...jsonOption)
    .addHelpText('after', help.list)
    .action(list)
  org
    .command('integrations')
    .description('switch the integrations of an organisation on or off')
    .argument('<slug>', 'the organisation')
    .addArgument(new Argument('<state>', 'on or off').choices(['on', 'off']))
    .option(...jsonOption)
    .addHelpText('after', help.integrations)
    .action(integrations)
}

async function create(name: string, { json, slug, timezone }: Options): Promise<void> {
  const created = await withDatabase('org create', (pool) =>
    createOrganisation(pool, {
      name,
      ...(slug !== undefined && { slug }),
      ...(timezone !== undefined && { timezone }),
    }),
  )
  const next = `wattle token create --org ${created.slug} --name "First connection" --access all=read-write`
  print(
    json,
    outputOf(created),
    () => `Created ${created.name} as ${created.slug} (${created.timezone}).\nNext: ${next}`,
  )
}

async function list({ json }: Options): Promise<void> {
  const organisations = (await withDatabase('org list', listOrganisations)).map(outputOf)
  print(json, organisations, () =>
    organisations.length === 0
      ? 'There is no organisation yet: create one with wattle org create NAME.'
      : table(
          ['slug', 'name', 'timezone', 'integrations'],
          organisations.map((o) => [o.slug, o.name, o.timezone, o.integrations]),
        ),
  )
}

async function integrations(slug: string, state: string, { json }: Options): Promise<void> {
  const changed = await withDatabase('org integrations', (pool) => setIntegrations(pool, slug, state === 'on'))
  print(json, outputOf(changed), () => `Integrations of ${changed.slug} are ${state}.`)
}

const outputOf = ({ integrations_enabled, ...rest }: Organisation) => ({
  ...rest,
  integrations: integrations_enabled ? 'on' : 'off',
})
