import type { Command } from 'commander'
import type pg from 'pg'
import { organisationBySlug } from '../access/organisations.ts'
import { addBusiness, type Business, listBusinesses, renameBusiness } from '../clients/administration.ts'
import { UsageFailure } from '../process/failure.ts'
import { jsonOption, print, table } from './output.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  org: string
  address?: string
  json?: boolean
}

const help = {
  business: `
Examples:
  wattle business add --org acme-care "Inner West" --address "10 Station St, Marrickville NSW 2204"
  wattle business list --org acme-care
  wattle business rename --org acme-care 5 "Inner West and City"

Every client belongs to a business location: its id is the client's business_id.`,
  add: `
Examples:
  wattle business add --org acme-care "Inner West"
  wattle business add --org acme-care "Inner West" --address "10 Station St, Marrickville NSW 2204" --json`,
  rename: `
Example:
  wattle business rename --org acme-care 5 "Inner West and City"`,
  list: `
Examples:
  wattle business list --org acme-care
  wattle business list --org acme-care --json`,
}

export function addBusinessCommands(program: Command): void {
  const business = program
    .command('business')
    .description('add, rename and list the business locations of an organisation')
    .addHelpText('after', help.business)
  const command = (name: 'add' | 'rename' | 'list', description: string) =>
    business
      .command(name)
      .description(description)
      .requiredOption('--org <slug>', 'the organisation')
      .option(...jsonOption)
      .addHelpText('after', help[name])

  command('add', 'add a business location')
    .argument('<name>', 'its name')
    .option('--address <address>', 'its address')
    .action(async (name: string, { org, address, json }: Options) => {
      const added = await inOrganisation('business add', org, (pool, orgId) => addBusiness(pool, orgId, name, address))
      print(json, added, () => `Added ${added.name} as business location ${added.id}.`)
    })
  command('rename', 'rename a business location')
    .argument('<id>', 'its id')
    .argument('<name>', 'its new name')
    .action(async (id: string, name: string, { org, json }: Options) => {
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new UsageFailure(`"${id}" is no id: use one of wattle business list.`)
      const work = (pool: pg.Pool, orgId: number) => renameBusiness(pool, orgId, Number(id), name)
      const renamed = await inOrganisation('business rename', org, work)
      print(json, renamed, () => `Business location ${renamed.id} is ${renamed.name}.`)
    })
  command('list', 'list the business locations').action(async ({ org, json }: Options) => {
    const all = await inOrganisation('business list', org, listBusinesses)
    print(json, all, () => tableOf(all, org))
  })
}

const tableOf = (all: Business[], org: string): string =>
  all.length === 0
    ? `There is no business location yet: add one with wattle business add --org ${org} NAME.`
    : table(
        ['id', 'name', 'address'],
        all.map(({ id, name, address }) => [String(id), name, address ?? '']),
      )

const inOrganisation = <T>(
  command: string,
  slug: string,
  work: (pool: pg.Pool, orgId: number) => Promise<T>,
): Promise<T> => withDatabase(command, async (pool) => work(pool, (await organisationBySlug(pool, slug)).id))
