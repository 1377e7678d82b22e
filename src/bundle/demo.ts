import { Readable } from 'node:stream'
import type pg from 'pg'
import { demoBundle } from '../../demo/bundle.ts'
import { exampleImport } from '../../demo/examples/examples.ts'
import { exampleReads } from '../../demo/examples/reads.ts'
import { exampleEvents, exampleWebhooks } from '../../demo/examples/webhooks.ts'
import { accessOf, areas } from '../access/areas.ts'
import { deleteOrganisation } from '../access/delete-organisation.ts'
import { createOrganisation, listOrganisations } from '../access/organisations.ts'
import { createToken, expiryOf } from '../access/token-administration.ts'
import { statement } from '../db/statement.ts'
import { transaction } from '../db/transaction.ts'
import type { Clock } from '../process/clock.ts'
import { Failure } from '../process/failure.ts'
import { insertExampleCalendars } from './example-calendars.ts'
import { findExampleOwner } from './example-owner.ts'
import { insertExampleReads } from './example-reads.ts'
import { insertExampleEvents, insertExampleWebhooks } from './example-webhooks.ts'
import { importInto } from './import.ts'
import type { ImportProgress } from './progress.ts'

const insertImport = statement<[orgId: number, batch: string, answer: object], object>(
  'demo.insert_import',
  'insert into import_batch (org_id, id, answer) values ($1, $2, $3)',
)

export const demoSlug = 'demo'
export const demoConnection = 'Demo'
const lifetime = '400d'
const hint = `wattle token create --org ${demoSlug} --name NAME --access all=read-write`

export interface Demo {
  orgId: number
  slug: string
  token: string
}

export interface DemoOptions {
  /** Deletes the demo organisation first, if there is one. */
  reset?: boolean
  onProgress?: (progress: ImportProgress) => void
}

/**
 * Creates the demo organisation and a token with all access in one transaction, so that an interrupted start leaves nothing behind.
 * Takes 4 to 5 s on two cores, nearly all of it for the roster.
 */
export function createDemo(
  pool: pg.Pool,
  clock: Clock,
  { reset = false, ...options }: DemoOptions = {},
): Promise<Demo> {
  const bundle = demoBundle(clock.now())
  return transaction(pool, async (tx) => {
    const existing = (await listOrganisations(tx)).find(({ slug }) => slug === demoSlug)
    if (existing && !reset) {
      throw new Failure(
        `There is an organisation ${demoSlug} already: use it with a new token (${hint}), or create it again with wattle demo --reset.`,
      )
    }
    if (existing) await deleteOrganisation(tx, existing.id)
    const organisation = await createOrganisation(tx, { ...bundle.organisation, slug: demoSlug })
    const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read-write'])))
    const { id, token } = await createToken(tx, organisation, {
      connection: demoConnection,
      access,
      expiresAt: expiryOf(organisation, clock, lifetime),
    })
    const owner = await findExampleOwner.one(tx, organisation.id, id)
    const now = clock.now()
    await insertExampleEvents(tx, owner, exampleEvents(now))
    const bytes = Buffer.from(JSON.stringify(bundle))
    await importInto(tx, pool, organisation.id, Readable.from([bytes]), {
      ...options,
      size: bytes.length,
      withSettings: true,
    })
    await insertImport.rows(tx, organisation.id, exampleImport.batch, exampleImport)
    await insertExampleWebhooks(tx, pool, owner, now, exampleWebhooks(now))
    await insertExampleCalendars(tx, owner)
    await insertExampleReads(tx, owner, exampleReads(now))
    return { orgId: organisation.id, slug: demoSlug, token }
  })
}
