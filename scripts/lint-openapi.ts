import { fileURLToPath } from 'node:url'
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core'

/** Redocly's recommended rules over openapi.json; a warning fails as an error does. */
const config = await createConfig({ extends: ['recommended'] })
const problems = await lint({ ref: fileURLToPath(new URL('../openapi.json', import.meta.url)), config })
formatProblems(problems, { totals: getTotals(problems), version: '', format: 'stylish' })
if (problems.length > 0) process.exit(1)
console.log('openapi.json is clean')
