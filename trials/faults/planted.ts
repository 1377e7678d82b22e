import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Harness } from '../../bench/harness.ts'
import { temporaryFolder } from './data-folder.ts'
import { checkout } from './service.ts'

/** A fault that a scenario must find: a change to one file of a copy of the built service. */
export interface PlantedFault {
  name: string
  description: string
  scenario: string
  rounds: number
  file: string
  from: string
  to: string
}

const idempotency = 'http/contract/idempotency.js'

export const planted: PlantedFault[] = [
  {
    name: 'late-commit',
    description: 'an answer leaves before its transaction is committed',
    ...{ scenario: 'kill-service', rounds: 6, file: 'db/transaction.js' },
    from: `await tx.query('commit');`,
    // The connection is given back when it is committed: another request on it would be found, and not what is looked for.
    to: `const late = tx.release; tx.release = () => {}; setTimeout(() => tx.query('commit').then(() => late(), () => late(true)), 100);`,
  },
  {
    name: 'key-apart',
    description: 'a key and its answer are kept after the transaction of the write',
    ...{ scenario: 'kill-service', rounds: 8, file: idempotency },
    from: 'await keep.rows(tx, orgId, tokenId, digest, status, text);',
    to: 'setTimeout(() => keep.rows(app.pool, orgId, tokenId, digest, status, text).catch(() => {}), 100);',
  },
  {
    name: 'event-apart',
    description: 'the event of a new record is written by a statement of its own, a moment later',
    ...{ scenario: 'kill-service', rounds: 6, file: 'events/outbox.js' },
    from: `from changed)
     select \${returned} from changed\`);`,
    to: `from changed where false)
     select \${returned} from changed\`);
    const later = statement(name + ':later', \`insert into event (org_id, type, subject_id, connection_id) values ($1, '\${type}', $3, $2)\`);
    const plain = insert.one; insert.one = async (db, ...values) => { const row = await plain(db, ...values); await new Promise((go) => setTimeout(go, 60)); await later.rows(db, values[0], values[1], row.id ?? JSON.parse(row.json).id); return row; };`,
  },
  {
    name: 'lazy-disk',
    description: 'PostgreSQL answers a commit before it is on the disk (synchronous_commit = off)',
    ...{ scenario: 'kill-postgres', rounds: 6, file: 'db/embedded/settings.js' },
    from: `synchronous_commit: 'on'`,
    to: `synchronous_commit: 'off', wal_writer_delay: '10s'`,
  },
  {
    name: 'no-restart',
    description: 'a PostgreSQL that was killed is not started again',
    ...{ scenario: 'kill-postgres', rounds: 4, file: 'db/embedded/supervise.js' },
    from: 'restarting = startServer(options).then(',
    to: 'restarting = new Promise(() => {}).then(',
  },
  {
    name: 'endless-patience',
    description: 'a half-open connection to PostgreSQL is waited for without end',
    ...{ scenario: 'proxy', rounds: 1, file: 'db/connect/silence.js' },
    from: 'socket.setTimeout(milliseconds);',
    to: 'socket.setTimeout(0);',
  },
  {
    name: 'full-disk-500',
    description: 'a full disk is an error of the service and not a 503',
    ...{ scenario: 'disk', rounds: 1, file: 'db/connect/unavailable.js' },
    from: `'53',`,
    to: '',
  },
  {
    name: 'fatal-log',
    description: 'a log that cannot be written ends the service',
    ...{ scenario: 'disk', rounds: 2, file: 'process/log.js' },
    from: 'reason = code;',
    to: 'throw new Error(code);',
  },
  {
    name: 'locked-out',
    description: 'a minute that began by a clock ahead does not end until it is reached again',
    ...{ scenario: 'clock', rounds: 1, file: 'http/rate-limit/rate-limit.js' },
    from: ' || now < startedAt',
    to: '',
  },
  {
    name: 'token-from-the-future',
    description: 'a token that was looked up by a clock ahead is remembered until then',
    ...{ scenario: 'clock', rounds: 1, file: 'access/tokens.js' },
    from: 'now >= loadedAt && ',
    to: '',
  },
  {
    name: 'series-twice',
    description: 'two jobs at once work on the same series',
    ...{ scenario: 'clock', rounds: 2, file: 'recurrence/job.js' },
    from: ' for no key update of r skip locked',
    to: '',
  },
  {
    name: 'long-memory',
    description: 'a node remembers tokens for three seconds',
    ...{ scenario: 'nodes', rounds: 1, file: 'access/tokens.js' },
    from: 'const cacheMilliseconds = 900',
    to: 'const cacheMilliseconds = 3000',
  },
  {
    name: 'abrupt-stop',
    description: 'a node that is told to stop does not finish what is under way',
    ...{ scenario: 'nodes', rounds: 3, file: 'process/shutdown.js' },
    from: 'const receive = (name) => {',
    to: 'const receive = (name) => { process.exit(0);',
  },
]

/** A copy of the built service with the fault in it. */
export function buildFaultyCopy(harness: Harness, { file, from, to, name }: PlantedFault): string {
  const root = temporaryFolder(harness)
  for (const part of ['bin', 'db', 'dist', 'web', 'package.json', 'openapi.json']) {
    mkdirSync(root, { recursive: true })
    cpSync(join(checkout, part), join(root, part), { recursive: true })
  }
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  const path = join(root, 'dist/src', file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`The fault ${name} no longer fits dist/src/${file}: write it anew.`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  return root
}
