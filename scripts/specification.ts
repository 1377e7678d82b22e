import pg from 'pg'
import { buildApp } from '../src/app.ts'
import { systemClock } from '../src/process/clock.ts'

/** The OpenAPI document of the app as it is assembled; no database is asked. */
export async function specification(): Promise<object> {
  const db = new pg.Pool()
  const app = await buildApp({
    db,
    clock: systemClock,
    config: { rateLimit: 600, formLimit: 0, metricsToken: undefined, trustProxy: false },
  })
  await app.ready()
  const document = app.openapiDocument()
  await app.close()
  await db.end()
  return document
}
