import type pg from 'pg'
import { demoBundle } from '../../demo/bundle.ts'
import { accessOf, areas } from '../access/areas.ts'
import { createOrganisation, listOrganisations } from '../access/organisations.ts'
import { createToken, expiryOf } from '../access/token-administration.ts'
import { transaction } from '../db/transaction.ts'
import type { Clock } from '../process/clock.ts'
import { Failure } from '../process/failure.ts'
import { importInto } from './import.ts'

export const demoSlug = 'demo'
export const demoConnection = 'Demo'
const lifetime = '400d'
const hint = `wattle token create --org ${demoSlug} --name NAME --access all=read-write`

export interface Demo {
  orgId: number
  slug: string
  token: string
}

/**
 * Creates the demo organisation and a token with all access in one transaction, so that an interrupted start leaves nothing behind.
 * Takes 4 to 5 s on two cores, nearly all of it for the roster.
 */
export function createDemo(pool: pg.Pool, clock: Clock): Promise<Demo> {
  const bundle = demoBundle(clock.now())
  return transaction(pool, async (tx) => {
    const taken = (await listOrganisations(tx)).some(({ slug }) => slug === demoSlug)
    if (taken) throw new Failure(`There is an organisation ${demoSlug} already: use it with a new token (${hint}).`)
    const organisation = await createOrganisation(tx, { ...bundle.organisation, slug: demoSlug })
    await importInto(tx, pool, organisation.id, source(bundle))
    const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read-write'])))
    const { token } = await createToken(tx, organisation, {
      connection: demoConnection,
      access,
      expiresAt: expiryOf(organisation, clock, lifetime),
    })
    return { orgId: organisation.id, slug: demoSlug, token }
  })
}

async function* source(bundle: object) {
  yield JSON.stringify(bundle)
}
