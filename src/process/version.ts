import { existsSync, readFileSync } from 'node:fs'

/** The folder of package.json. Its distance from src/ and from dist/src/ differs. */
export const packageRoot = findPackage(new URL('./', import.meta.url))
export const version = (JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string })
  .version

function findPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findPackage(new URL('../', folder))
}
