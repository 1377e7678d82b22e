import { readFileSync } from 'node:fs'

/** Both src/ and dist/ stand one folder below the package. */
export const packageRoot = new URL('../../', import.meta.url)
export const version = (JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string })
  .version
