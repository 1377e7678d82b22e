import { readFileSync } from 'node:fs'

/** Node's own options, as the service is started with them. */
export function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (scripts.start as string).split(' ').filter((word) => word.startsWith('--'))
}
