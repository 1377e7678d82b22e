import { request } from '../../bench/cases/case.ts'
import { makeOrganisation, type Organisation } from '../../bench/data/data.ts'
import type { Harness } from '../../bench/harness.ts'
import type { Program } from '../../bench/processes.ts'
import { databaseUrl } from '../../test/harness/database.ts'
import type { LoadPlan, LoadResult } from '../lib/load.ts'
import type { Options } from './options.ts'

/** One measured figure, its target and whether it was reached. */
export interface Finding {
  what: string
  measured: string
  target: string
  isMet: boolean
}

export interface Environment {
  harness: Harness
  options: Options
  url: string
  db: Awaited<ReturnType<Harness['database']>>['db']
  busy: Organisation
  quiet: Organisation
  load: Program
  /** A second generator, for the caller that should not be affected. */
  quietLoad: Program
  sendLoad(plan: LoadPlan, program?: Program): Promise<LoadResult>
}

export async function createEnvironment(harness: Harness, options: Options): Promise<Environment> {
  const { address, db } = await harness.database()
  const [busy, quiet] = [await makeOrganisation(db, 'busy', 2000, 0), await makeOrganisation(db, 'quiet', 2000, 0)]
  await db.query('vacuum analyze')
  const generator = () =>
    harness.program(new URL('../lib/load-generator.ts', import.meta.url), ['--import', import.meta.resolve('tsx')])
  const load = generator()
  const sendLoad = (plan: LoadPlan, program = load) => program.send<LoadResult>(plan)
  return { harness, options, url: databaseUrl(address), db, busy, quiet, load, quietLoad: generator(), sendLoad }
}

/** Four reads for each write: single records, pages, a search, /me, and a new client. */
export function mixed({ token, businessId }: Organisation, staff: number[]): string[] {
  const client = (n: number) => ({
    first_name: 'Joan',
    last_name: `Hart ${n}`,
    client_type: 'NDIS',
    business_id: businessId,
  })
  return Array.from({ length: 200 }, (_, n) => {
    if (n % 5 === 4) return request('POST', '/clients', token, client(n))
    if (n % 5 === 3) return request('GET', `/staff?page=${1 + (n % 30)}`, token)
    if (n % 5 === 2) return request('GET', '/staff?query=an&per_page=20', token)
    return request('GET', n % 10 === 0 ? '/me' : `/staff/${staff[n]}`, token)
  })
}

/** Ids of listed staff. */
export const staffOf = async ({ db }: Environment, { orgId }: Organisation): Promise<number[]> =>
  (await db.query('select id from staff where org_id = $1 and not supplier order by id limit 200', [orgId])).rows.map(
    ({ id }) => id,
  )
