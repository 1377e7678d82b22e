import {
  deployFile,
  folderFor,
  freePort,
  programOf,
  type RunningProgram,
  start,
  waitForPort,
  writeConfig,
} from './programs.ts'

export interface Pooler {
  port: number
  pgbouncer: RunningProgram
}

/** PgBouncer in front of a local PostgreSQL, configured by deploy/pgbouncer.ini. */
export async function startPooler(
  parent: string,
  name: string,
  postgres: number,
  changes: [RegExp, string][] = [],
): Promise<Pooler> {
  const program = programOf('/usr/sbin/pgbouncer', 'pgbouncer')
  const port = await freePort()
  const folder = folderFor(parent, `pgbouncer-${name}`)
  writeConfig(folder, 'userlist.txt', '"wattle" ""\n')
  const text = deployFile('pgbouncer.ini', [
    [/^\* = .*$/m, `* = host=127.0.0.1 port=${postgres}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^auth_type = .*$/m, 'auth_type = trust'],
    [/^auth_file = .*$/m, `auth_file = ${folder}/userlist.txt`],
    // Every test file has its own database, so idle connections are not reused.
    [/^server_idle_timeout = .*$/m, 'server_idle_timeout = 5'],
    ...changes,
  ])
  const pgbouncer = start(program, ['-q', writeConfig(folder, 'pgbouncer.ini', text)], folder)
  await waitForPort(port, pgbouncer)
  return { port, pgbouncer }
}
