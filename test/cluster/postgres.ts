import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { superuser } from '../../src/db/embedded/cluster.ts'
import { deployFile, folderFor, freePort, programOf, type RunningProgram, runToEnd, start } from './programs.ts'

const bin = '/usr/lib/postgresql/15/bin'
const programs = (name: string) => programOf(`${bin}/${name}`, 'postgresql-15')

/** The data does not outlive the run, so it need not be durable. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  'shared_buffers=128MB',
  'fsync=off',
  'full_page_writes=off',
  'jit=off',
  'timezone=Australia/Sydney', // so that a session setting lost in the pooler is noticed
  'log_timezone=UTC',
  'log_min_messages=log',
]
/** The settings of the replica in deploy/. */
const standbySettings = [...deployFile('postgres/replica.sh', []).matchAll(/-c (\S+=\S+)/g)].map(
  ([, setting]) => setting!,
)

export interface Postgres {
  port: number
  server: RunningProgram
  folder: string
}

export const withAdminClient = async <T>(port: number, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

/** A primary and a standby with synchronous replication (remote_apply). */
export async function startPair(parent: string): Promise<{ primary: Postgres; standby: Postgres }> {
  const primary = await startPrimary(parent)
  const standby = await startStandby(parent, primary)
  await withAdminClient(primary.port, async (client) => {
    const [, names] = /synchronous_standby_names = ('.*?')/.exec(deployFile('postgres/primary.sh', []))!
    await client.query(`alter system set synchronous_standby_names = ${names}`)
    await client.query('select pg_reload_conf()')
    await client.query(deployFile('postgres/role.sql', []))
  })
  return { primary, standby }
}

async function startPrimary(parent: string): Promise<Postgres> {
  const folder = folderFor(parent, 'primary')
  const flags = [
    '-U',
    superuser,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--auth=trust',
    '--no-sync',
    '--no-instructions',
  ]
  await runToEnd(programs('initdb'), [...flags, '-D', join(folder, 'data')], folder)
  appendFileSync(join(folder, 'data/pg_hba.conf'), '\nhost replication all 127.0.0.1/32 trust\n')
  return launch(folder, settings)
}

async function startStandby(parent: string, { port }: Postgres): Promise<Postgres> {
  const folder = folderFor(parent, 'standby')
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', superuser]
  const how = ['--checkpoint=fast', '--no-sync', '--write-recovery-conf', '-D', join(folder, 'data')]
  await runToEnd(programs('pg_basebackup'), [...from, ...how], folder)
  return launch(folder, [...settings, ...standbySettings])
}

/** Restarts a stopped server on the same port. */
export const restart = ({ folder, port }: Postgres, more: string[] = []): Promise<Postgres> =>
  launch(folder, [...settings, ...(folder.endsWith('standby') ? standbySettings : []), ...more], port)

async function launch(folder: string, all: string[], onPort?: number): Promise<Postgres> {
  const port = onPort ?? (await freePort())
  const options = [...all, `port=${port}`].flatMap((setting) => ['-c', setting])
  const server = start(programs('postgres'), ['-D', join(folder, 'data'), ...options], folder)
  for (;;) {
    if (server.ended()) throw new Error(`PostgreSQL did not start: ${server.output()}`)
    const isReady = await withAdminClient(port, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
    if (isReady) return { port, server, folder }
    await sleep(50)
  }
}
