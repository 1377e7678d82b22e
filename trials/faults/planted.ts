import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Harness } from '../../bench/harness.ts'
import { temporaryFolder } from './data-folder.ts'
import { checkout } from './service.ts'

/** A text replacement in one file of the built service, below dist/src. */
export interface Change {
  file: string
  from: string
  to: string
}

/** A fault that a scenario must find: a change in a copy of the built service. */
export interface PlantedFault extends Change {
  name: string
  description: string
  scenario: string
  rounds: number
}

const idempotency = 'http/contract/idempotency.js'

export const planted: PlantedFault[] = [
  {
    name: 'late-commit',
    description: 'a response is sent before its transaction is committed',
    ...{ scenario: 'kill-service', rounds: 6, file: 'db/transaction.js' },
    from: `await tx.query('commit');`,
    // The connection is released after the commit. Otherwise the trial would find its reuse, and not the late commit.
    to: `const late = tx.release; tx.release = () => {}; setTimeout(() => tx.query('commit').then(() => late(), () => late(true)), 100);`,
  },
  {
    name: 'key-apart',
    description: 'an idempotency key and its response are stored after the transaction of the write',
    ...{ scenario: 'kill-service', rounds: 8, file: idempotency },
    from: 'await storeResponse.rows(tx, orgId, tokenId, digest, status, text);',
    to: 'setTimeout(() => storeResponse.rows(app.pool, orgId, tokenId, digest, status, text).catch(() => {}), 100);',
  },
  {
    name: 'event-apart',
    description: 'the event of a new record is inserted by a later, separate statement',
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
    description: 'PostgreSQL confirms a commit before it is on the disk (synchronous_commit = off)',
    ...{ scenario: 'kill-postgres', rounds: 6, file: 'db/embedded/server.js' },
    from: `synchronous_commit: 'on'`,
    to: `synchronous_commit: 'off', wal_writer_delay: '10s'`,
  },
  {
    name: 'no-restart',
    description: 'a killed PostgreSQL is not restarted',
    ...{ scenario: 'kill-postgres', rounds: 4, file: 'db/embedded/server.js' },
    from: 'restarting = startServer(options).then(',
    to: 'restarting = new Promise(() => {}).then(',
  },
  {
    name: 'endless-patience',
    description: 'requests wait forever on a half-open connection to PostgreSQL',
    ...{ scenario: 'proxy', rounds: 1, file: 'db/connect/response-timeout.js' },
    from: 'socket.setTimeout(milliseconds);',
    to: 'socket.setTimeout(0);',
  },
  {
    name: 'full-disk-500',
    description: 'a full disk leads to 500 and not to 503',
    ...{ scenario: 'disk', rounds: 1, file: 'db/connect/unavailable.js' },
    from: `'53',`,
    to: '',
  },
  {
    name: 'fatal-log',
    description: 'the service exits when it cannot write its log',
    ...{ scenario: 'disk', rounds: 2, file: 'process/log.js' },
    from: 'reason = code;',
    to: 'throw new Error(code);',
  },
  {
    name: 'locked-out',
    description: 'a rate limit window from a future clock blocks until that time',
    ...{ scenario: 'clock', rounds: 1, file: 'http/rate-limit/rate-limit.js' },
    from: ' || now < startedAt',
    to: '',
  },
  {
    name: 'token-from-the-future',
    description: 'a token cached with a future clock stays cached until that time',
    ...{ scenario: 'clock', rounds: 1, file: 'access/tokens.js' },
    from: 'now >= loadedAt && ',
    to: '',
  },
  {
    name: 'series-twice',
    description: 'two jobs extend the same series at the same time',
    ...{ scenario: 'clock', rounds: 2, file: 'recurrence/job.js' },
    from: ' for no key update of r skip locked',
    to: '',
  },
  {
    name: 'long-memory',
    description: 'a node caches tokens for three seconds',
    ...{ scenario: 'nodes', rounds: 1, file: 'access/tokens.js' },
    from: 'const cacheMilliseconds = 900',
    to: 'const cacheMilliseconds = 3000',
  },
  {
    name: 'abrupt-stop',
    description: 'a node does not finish its requests on SIGTERM',
    ...{ scenario: 'nodes', rounds: 3, file: 'process/shutdown.js' },
    from: 'const receive = (name) => {',
    to: 'const receive = (name) => { process.exit(0);',
  },
]

/** Copies the built service and applies the changes of a fault. */
export function buildFaultyCopy(harness: Harness, name: string, changes: Change[]): string {
  const root = temporaryFolder(harness)
  for (const part of ['bin', 'db', 'dist', 'web', 'package.json', 'openapi.json']) {
    mkdirSync(root, { recursive: true })
    cpSync(join(checkout, part), join(root, part), { recursive: true })
  }
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  for (const { file, from, to } of changes) {
    const path = join(root, 'dist/src', file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(from)) throw new Error(`The fault ${name} does not match dist/src/${file}: update its text.`)
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
  }
  return root
}
