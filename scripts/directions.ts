import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Who may import whom. A feature stands on the shared rooms and on itself; nothing reaches into another feature's
 * SQL; the shared rooms know no feature. Prints every import that goes the wrong way and fails.
 */
const src = fileURLToPath(new URL('../src', import.meta.url))
const shared = ['http', 'db', 'events', 'access', 'time', 'recurrence']
/** Rooms that put the others together, and so may look into all of them. */
const assemblies = ['.', 'cli', 'bundle', 'docs']
/** `http` needs the areas to say what a route needs; `access` answers through `http`. */
const allowed: Record<string, string[]> = {
  time: ['time'],
  recurrence: ['recurrence', 'time', 'http', 'db'],
  db: ['db', 'time'],
  events: ['events', 'db', 'time'],
  http: ['http', 'db', 'access', 'time'],
  access: ['access', 'db', 'http', 'time'],
}

/** Features whose rules another one shares, their SQL never: a form may make prospects, a report counts by everybody's statuses. */
const shares: Record<string, string[]> = {
  forms: ['prospects'],
  reports: ['clients', 'staff', 'roster', 'tasks', 'prospects', 'forms', 'notes'],
}

const roomOf = (file: string) => {
  const parts = relative(src, file).split(sep)
  return parts.length === 1 ? '.' : parts[0]!
}

const wrong: string[] = []
for (const name of (readdirSync(src, { recursive: true }) as string[]).filter((path) => path.endsWith('.ts'))) {
  const file = resolve(src, name)
  const room = roomOf(file)
  if (name.endsWith('.test.ts') || assemblies.includes(room)) continue
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
    const target = resolve(file, '..', path!)
    const to = roomOf(target)
    const ok =
      to === room || to === '.' || (allowed[room] ?? [...shared, 'bundle', ...(shares[room] ?? [])]).includes(to)
    const reachesIn = to !== room && target.endsWith('.sql.ts')
    if (!ok || reachesIn) wrong.push(`src/${name} imports ${path}`)
  }
}
if (wrong.length > 0) {
  console.error(`These imports go the wrong way (ARCHITECTURE.md, "Rooms"):\n${wrong.join('\n')}`)
  process.exit(1)
}
console.log('every import goes the right way')
