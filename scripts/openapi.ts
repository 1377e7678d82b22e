import { writeFileSync } from 'node:fs'
import { specification } from './specification.ts'

/** Writes openapi.json from the routes; CI fails when that changes the committed file. */
writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(await specification(), null, 2)}\n`)
