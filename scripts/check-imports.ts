import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The direction of imports: what the files of each room may import besides their own room. A room is a path below `src`, or
 * `demo`; the longest one that matches a file is its room, so a sub-room or a single file can have rules of its own.
 * Fails on an import that the table does not allow, on one of another feature's SQL, and on any circle, types included.
 */
const base = ['process/clock.ts', 'process/failure.ts', 'process/version.ts', 'time']
const platform = [...base, 'db', 'http', 'events', 'access']
const feature = [...platform, 'recurrence']

const mayImport: Record<string, readonly string[]> = {
  'main.ts': ['cli'],
  'app.ts': ['*'],
  'process/config.ts': [...base, 'webhooks/outbound/addresses.ts', 'access/audit/modes.ts', 'mcp/modes.ts'],

  // What runs the service.
  process: ['*'],
  'process/clock.ts': [],
  'process/failure.ts': [],
  'process/version.ts': [],
  'process/housekeeping.ts': [],
  cli: [
    'app.ts',
    'process/config.ts',
    'process',
    'bundle',
    'access',
    'clients',
    'events',
    'webhooks',
    'db',
    'demo',
    'time',
    'http/server/listen.ts',
    'http/contract/errors.ts',
    'http/contract/dates.ts',
  ],
  docs: [...base, 'http'],
  // The tools use the API by its requests, never by the code of a feature.
  mcp: [...base, 'http', 'access', 'events/catalogue.ts'],
  'mcp/modes.ts': [],
  demo: ['*'],

  // What every feature uses.
  time: [],
  db: base,
  'db/connect': base,
  'db/connect/database.ts': [...base, 'db', 'process/config.ts'],
  'db/embedded': [...base, 'db/connect'],
  'db/replica': ['db'],
  events: [...base, 'db', 'http', 'access'],
  access: [...base, 'db', 'http'],
  'access/areas.ts': [],
  'access/audit': [...base, 'db', 'http', 'access'],
  'access/audit/modes.ts': [],
  http: [...base, 'db', 'access/areas.ts'],
  'http/contract': [...base, 'db', 'access/areas.ts', 'process/housekeeping.ts'],
  'http/rate-limit': [...base, 'db'],
  'http/responses': ['db', 'http/contract'],
  'http/lists': ['db', 'http/contract', 'http/responses'],
  'http/pages': [...base, 'http/contract', 'http/responses'],
  'http/openapi': [...base, 'http/contract', 'http/responses', 'http/lists', 'access/areas.ts'],
  'http/server': [...base, 'db', 'http', 'process/config.ts'],
  recurrence: [...base, 'db', 'http'],

  // Features. Sections of the bundle import what declares one; the bundle's list of sections imports them.
  clients: [...feature, 'bundle'],
  staff: [...feature, 'bundle'],
  sites: [...feature, 'bundle'],
  roster: [...feature, 'clients'],
  'roster/import': [...feature, 'roster', 'clients', 'bundle'],
  tasks: [...feature, 'clients'],
  'tasks/price-codes': [...feature, 'clients'],
  'tasks/import': [...feature, 'tasks', 'clients', 'bundle'],
  notes: feature,
  'notes/import': [...feature, 'notes', 'bundle'],
  prospects: [...feature, 'clients'],
  'prospects/options': feature,
  'prospects/import': [...feature, 'prospects', 'bundle'],
  'forms/logic': ['http/contract', 'time/readable.ts'],
  'forms/definition': [...feature, 'forms/logic'],
  'forms/edit': [...feature, 'forms/definition', 'forms/logic'],
  'forms/forms': [...feature, 'forms/edit', 'forms/definition', 'forms/logic', 'prospects/options'],
  'forms/answers': [...feature, 'forms/forms', 'forms/definition', 'forms/logic', 'prospects'],
  'forms/submissions': [...feature, 'forms', 'prospects'],
  'forms/page': [...feature, 'forms'],
  'forms/import': [...feature, 'forms', 'bundle'],
  reports: [...feature, 'clients', 'staff', 'roster', 'tasks', 'prospects', 'forms', 'notes'],
  'reports/spaces': feature,
  'reports/logic': ['reports/spec/spec.schema.ts', 'http/contract', 'time/readable.ts'],
  'reports/engine': [...feature, 'reports/catalogue', 'reports/logic', 'reports/spec'],
  'reports/import': [...feature, 'reports', 'bundle'],
  webhooks: feature,
  'webhooks/outbound/addresses.ts': [],
  'external-ids': [...feature, 'roster', 'bundle'],
  bundle: [...platform, 'recurrence', 'process/config.ts'],
  'bundle/sections.ts': ['*'],
  'bundle/demo.ts': ['bundle', 'demo', ...platform],
  'bundle/example-webhooks.ts': ['bundle', 'demo', ...platform],
  'bundle/example-reads.ts': ['bundle', 'demo', ...platform],
}

const root = fileURLToPath(new URL('..', import.meta.url))
const pathOf = (file: string) => relative(root, file).split(sep).join('/')
/** Below `src` a path begins with its room. */
const inService = (path: string) => path.replace(/^src\//, '')
const isService = (path: string) => /^(src|demo)\//.test(path)
const isBelow = (path: string, room: string) => room === '*' || path === room || path.startsWith(`${room}/`)
const rooms = Object.keys(mayImport).sort((a, b) => b.length - a.length)
const featureOf = (path: string) => path.split('/')[0]

const imports = new Map<string, string[]>()
for (const folder of [
  'src',
  'demo',
  'test',
  'bench',
  'trials',
  'scripts',
  'web',
  'sdk/generate',
  'sdk/src',
  'sdk/test',
]) {
  for (const name of readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue
    const file = resolve(root, folder, name)
    const source = readFileSync(file, 'utf8')
    const targets = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
      resolve(file, '..', path!),
    )
    imports.set(pathOf(file), targets.map(pathOf))
  }
}

const errors = [...wrongDirections(), ...circles()]
if (errors.length > 0) {
  console.error(errors.join('\n\n'))
  process.exit(1)
}
console.log(`${imports.size} files: every import has the right direction, and there is no circle`)

function* wrongDirections(): Generator<string> {
  for (const [importer, targets] of imports) {
    if (!isService(importer) || importer.endsWith('.test.ts')) continue
    const from = inService(importer)
    const room = rooms.find((room) => isBelow(from, room))
    if (!room) {
      yield `${importer} is in no room: add its folder to the table in scripts/check-imports.ts.`
      continue
    }
    for (const target of targets) {
      if (!isService(target)) {
        yield `${importer} imports ${target}, which is no part of the service: move what it needs below src.`
        continue
      }
      const to = inService(target)
      if (!isBelow(to, room) && !mayImport[room]!.some((allowed) => isBelow(to, allowed))) {
        yield `${importer} imports ${target}, but ${room} may import only: ${mayImport[room]!.join(', ') || 'nothing'}.
  Pass the value as an argument, move the shared part down into a room that both may import, or, if the direction is
  right, allow it in the table in scripts/check-imports.ts.`
      }
      if (target.endsWith('.sql.ts') && featureOf(from) !== featureOf(to)) {
        yield `${importer} imports the SQL of ${featureOf(to)}: export a function of that feature that runs the statement, and import it.`
      }
    }
  }
}

/** Each group of files that import each other, directly or through others (Tarjan's strongly connected components). */
function circles(): string[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const open = new Set<string>()
  const messages: string[] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    path.push(file)
    open.add(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!order.has(target)) visit(target)
      if (open.has(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = path.splice(path.indexOf(file))
    for (const member of group) open.delete(member)
    if (group.length > 1 || imports.get(file)!.includes(file)) {
      messages.push(`These files import each other in a circle: ${group.join(', ')}.
  Move what they share (often only a type) into a file that imports none of them, or merge files that change together.`)
    }
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return messages
}
