import '../../src/app.ts'
import '../../src/bundle/demo.ts'
import '../../src/cli/program.ts'
import type pg from 'pg'
import { referenceTables } from '../../src/db/citus/plan.ts'
import { allStatements } from '../../src/db/statement.ts'
import type { CitusCluster } from '../../test/citus/cluster.ts'
import { overAllOrganisations } from '../../test/contract/one-organisation.ts'
import { cloneTemplate, distributedPool } from './environment.ts'
import { workerPortOf } from './tenants.ts'

/** A value of each type. Constraints may reject it, but Citus has planned the statement then. */
const samples: Record<string, unknown> = {
  bigint: 1,
  integer: 1,
  smallint: 1,
  numeric: 1,
  'double precision': 1,
  boolean: true,
  text: 'a',
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  'timestamp without time zone': '2026-01-01 00:00:00',
  bytea: Buffer.from('a'),
  regclass: 'client_id_seq',
}
/** Forms of JSON; a statement accepts at least one of them. */
const documents = ['[]', '{}', '["a"]', '[{}]']

const sampleOf = (type: string, document: string): unknown => {
  if (type.startsWith('json')) return document
  return type.endsWith('[]') ? [sampleOf(type.slice(0, -2), document)] : (samples[type] ?? 'a')
}

/** Tables that every server has a copy of are written on every server. */
const writesEveryServer = new RegExp(`\\b(?:into|update|delete from) (?:${[...referenceTables].join('|')})\\b`)
const isOfOneServer = ({ name, text }: { name: string; text: string }) =>
  !overAllOrganisations.has(name) && !writesEveryServer.test(text)

/** The values of these statements come from a record that was found, or from the clock. */
const neverNull = new Set(['idempotency.sweep', 'shifts.set_clients', 'shifts.set_segments', 'shifts.set_staff'])

/** Errors of the values: 22 is invalid data, 23 a violated constraint. */
const isAboutValues = ({ code = '', message }: { code?: string; message: string }) =>
  /^2[23]/.test(code) || /violates .* constraint/.test(message)

/** Runs every named statement of the service once, and returns those that Citus refuses or that need several servers. */
export async function refusedStatements(cluster: CitusCluster): Promise<{ run: number; refused: string[] }> {
  const pool = distributedPool(await cloneTemplate(cluster, 'wattle_statements'), 1)
  const db = await pool.connect()
  const refused: string[] = []
  try {
    const { rows } = await db.query(`insert into organisation (slug, name) values ('acme', 'Acme') returning id`)
    const orgId = rows[0].id as number
    // currval is known after the first id of a connection.
    await db.query(
      `select nextval(c.oid) from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`,
    )
    const workerPort = await workerPortOf(db, orgId)
    let copiedTo = ''
    // With these settings Citus says where it sends the rows of a part that another part reads.
    await db.query('set citus.log_intermediate_results = on')
    await db.query('set client_min_messages = debug1')
    db.on('notice', ({ message = '' }) => {
      const [, port] = /will be sent to .*:(\d+)$/.exec(message) ?? []
      if (port && Number(port) !== workerPort) copiedTo = port
    })
    for (const statement of allStatements.values()) {
      copiedTo = ''
      const error = await runOnce(db, statement, orgId)
      if (error) refused.push(`${statement.name}: ${error}`)
      else if (copiedTo && isOfOneServer(statement)) refused.push(`${statement.name}: copies rows to another worker`)
    }
    const other = cluster.workers.find(({ address }) => address.port !== workerPort)!
    await other.kill()
    for (const statement of [...allStatements.values()].filter(isOfOneServer)) {
      const error = await runOnce(db, statement, orgId)
      if (error) refused.push(`${statement.name}, while the other worker is down: ${error}`)
    }
    await other.restart()
  } finally {
    db.release()
    await pool.end()
  }
  return { run: allStatements.size, refused }
}

async function runOnce(
  db: pg.PoolClient,
  { name, text }: { name: string; text: string },
  orgId: number,
): Promise<string | undefined> {
  const types = await parameterTypes(db, text)
  let failure: string | undefined
  const valuesBy = (choose: (type: string) => unknown) =>
    types.map((type, i) => (i === 0 && type === 'bigint' ? orgId : choose(type)))
  // Citus prunes a condition with null or with an empty list, and may then no longer find the server.
  const pruned = [
    ...(neverNull.has(name) ? [] : [valuesBy(() => null)]),
    valuesBy((type) => (type.endsWith('[]') ? [] : sampleOf(type, '[]'))),
  ]
  const samples = documents.map((document) => valuesBy((type) => sampleOf(type, document)))
  for (const values of [...pruned, ...samples]) {
    await db.query('begin')
    // A statement that runs on several servers becomes an error.
    const level = overAllOrganisations.has(name) ? 'off' : 'error'
    await db.query(`set local citus.multi_task_query_log_level = '${level}'`)
    const error = await db.query(text, values).then(
      () => undefined,
      (reason) => reason as { code?: string; message: string; detail?: string },
    )
    await db.query('rollback')
    const isRefused = error !== undefined && !isAboutValues(error)
    if (pruned.includes(values)) {
      if (isRefused) return `with null or an empty list: ${error.message}`
      continue
    }
    if (!isRefused) return undefined
    failure = [error.message, error.detail].filter(Boolean).join(' ')
  }
  return failure
}

async function parameterTypes(db: pg.PoolClient, text: string): Promise<string[]> {
  await db.query(`prepare sample as ${text}`)
  const { rows } = await db.query(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'sample'`,
  )
  await db.query('deallocate sample')
  return rows[0].types
}
