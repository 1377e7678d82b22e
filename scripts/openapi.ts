import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { buildApp } from '../src/app.ts'
import { systemClock } from '../src/process/clock.ts'
import { refuseArguments } from './no-arguments.ts'

/** Writes openapi.json from the routes; CI fails when that changes the committed file. */
refuseArguments('openapi.json')
writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(await specification(), null, 2)}\n`)

/** The OpenAPI document of the app as it is assembled; it needs no database. */
async function specification(): Promise<object> {
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
