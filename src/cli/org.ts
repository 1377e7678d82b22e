import { readFileSync, statSync } from 'node:fs'
import { Argument, type Command } from 'commander'
import { checkLogo, colourPattern, logoText, maxLogoBytes, tooLarge } from '../access/branding.ts'
import { deleteOrganisation } from '../access/delete-organisation.ts'
import {
  checkedName,
  checkedTimezone,
  createOrganisation,
  defaultTimezone,
  listOrganisations,
  type Organisation,
  organisationBySlug,
  setIntegrations,
} from '../access/organisations.ts'
import { createInitialBusiness } from '../clients/administration.ts'
import { transaction } from '../db/transaction.ts'
import { basePath, curl, urlOf } from '../http/server/listen.ts'
import { readConfig } from '../process/config.ts'
import { Failure, UsageFailure } from '../process/failure.ts'
import { count, jsonOption, print, showProgress, table } from './output.ts'
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
  wattle org set acme-care --timezone Australia/Perth
  wattle org integrations acme-care off
  wattle org delete acme-care --confirm acme-care`,
  create: `
Examples:
  wattle org create "Acme Care"
  wattle org create "Acme Care" --slug acme --timezone Australia/Perth
  wattle org create "Acme Care" --json

The slug identifies the organisation in other commands; without --slug it is derived from the name. The organisation has
one business location of the same name, which an import of business locations replaces.`,
  set: `
Examples:
  wattle org set acme-care --name "Acme Care and Support"
  wattle org set acme-care --timezone Australia/Perth
  wattle org set acme-care --colour '#1f6f54' --logo logo.svg
  wattle org set acme-care --logo none

With another time zone, shifts keep their local times and move in time. Colour and logo are those of the pages of its
forms and reports; a logo is a PNG, JPEG, WebP or SVG of at most 200 KB.`,
  delete: `
Example:
  wattle export --org acme-care acme.json && wattle org delete acme-care --confirm acme-care

Deletes the organisation with all its records, tokens and events. Only a backup or an export brings them back.`,
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
    .description('create, list, change and delete organisations, switch their integrations on or off')
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
    .command('set')
    .description('change the name, time zone, colour or logo of an organisation')
    .argument('<slug>', 'the organisation')
    .option('--name <name>', 'its name')
    .option('--timezone <zone>', 'its IANA time zone')
    .option('--colour <colour>', 'colour of its pages, such as #1f6f54, or none')
    .option('--logo <file>', 'image file of its logo, or none')
    .option(...jsonOption)
    .addHelpText('after', help.set)
    .action(set)
  org
    .command('delete')
    .description('delete an organisation with everything in it')
    .argument('<slug>', 'the organisation')
    .requiredOption('--confirm <slug>', 'the same slug again')
    .option(...jsonOption)
    .addHelpText('after', help.delete)
    .action(remove)
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
  const settings = { name, ...(slug !== undefined && { slug }), ...(timezone !== undefined && { timezone }) }
  const { created, business } = await withDatabase('org create', (pool) =>
    transaction(pool, async (tx) => {
      const created = await createOrganisation(tx, settings)
      return { created, business: await createInitialBusiness(tx, created.id, created.name) }
    }),
  )
  print(json, { ...outputOf(created), business_id: business.id }, () => firstSteps(created, business.id))
}

/** The commands up to a first client, as they can be pasted. */
function firstSteps({ name, slug, timezone }: Organisation, business_id: number): string {
  const { host, port } = readConfig()
  const client = { first_name: 'Joan', last_name: 'Hart', client_type: 'Private', business_id }
  return [
    `Created ${name} as ${slug} (${timezone}), with the business location ${business_id}.`,
    '',
    'Next, a token for it:',
    '',
    `npx wattle token create --org ${slug} --name "First connection" --access all=read-write`,
    '',
    'and its first client, with that token in place of TOKEN while the service runs:',
    '',
    `${curl} -X POST ${urlOf(host, port)}${basePath}/clients -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' -d '${JSON.stringify(client)}'`,
  ].join('\n')
}

interface SetOptions {
  name?: string
  timezone?: string
  colour?: string
  logo?: string
  json?: boolean
}

async function set(slug: string, { json, ...options }: SetOptions): Promise<void> {
  const change = changeOf(options)
  if (Object.keys(options).length === 0)
    throw new UsageFailure('Nothing to set: give --name, --timezone, --colour or --logo.')
  const { setOrganisation } = await import('../bundle/settings.ts')
  const changed = await withDatabase('org set', async (pool) => {
    const { id } = await organisationBySlug(pool, slug)
    const timezone = options.timezone && (await checkedTimezone(pool, options.timezone))
    await setOrganisation(pool, id, { ...change, ...(timezone && { timezone }) })
    return organisationBySlug(pool, slug)
  })
  const { colour, logo } = change
  const also = [
    ...(colour === undefined ? [] : [`colour ${colour ?? 'none'}`]),
    ...(logo === undefined ? [] : [`logo ${logo ? options.logo : 'none'}`]),
  ]
  const text = [`${changed.slug} is ${changed.name} (${changed.timezone})`, ...also].join(', ')
  print(json, outputOf(changed), () => `${text}.`)
}

function changeOf({ name, colour, logo }: SetOptions) {
  if (colour !== undefined && colour !== 'none' && !new RegExp(colourPattern).test(colour.toLowerCase()))
    throw new UsageFailure(`"${colour}" is no colour: use six hexadecimal digits such as #1f6f54, or none.`)
  return {
    ...(name !== undefined && { name: checkedName(name) }),
    ...(colour !== undefined && { colour: colour === 'none' ? null : colour.toLowerCase() }),
    ...(logo !== undefined && { logo: logo === 'none' ? null : readLogo(logo) }),
  }
}

function readLogo(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new Failure(`There is no file ${file}: give the path of an image, or none.`)
  const { logo, error } = stats.size > maxLogoBytes ? { error: tooLarge } : checkLogo(readFileSync(file))
  if (!logo) throw new Failure(`The logo ${file} ${error}`)
  return logoText(logo)
}

async function remove(slug: string, { confirm, json }: { confirm: string; json?: boolean }): Promise<void> {
  if (confirm !== slug) throw new UsageFailure(`--confirm ${confirm} is not ${slug}: repeat the slug to confirm.`)
  const progress = showProgress(`Deleting ${slug}:`)
  const { rows } = await withDatabase('org delete', async (pool) => {
    const { id } = await organisationBySlug(pool, slug)
    const onTable = (done: number, of: number) => progress.update('', done / of)
    return transaction(pool, (tx) => deleteOrganisation(tx, id, onTable))
  }).finally(progress.end)
  print(json, { deleted: slug, rows }, () => `Deleted ${slug}: ${count(rows, 'rows')}.`)
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
