import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { eventually, postgresProcessesIn, startProgram, temporaryFolder } from '../../../test/harness/processes.ts'
import { readConfig } from '../../process/config.ts'
import { Failure } from '../../process/failure.ts'
import { openDatabase } from '../connect/database.ts'
import { readPostmaster } from './postmaster.ts'

const holder = 'test/harness/programs/open-database.ts'
const hold = (t: TestContext, role: 'service' | 'command', dataDir: string) =>
  startProgram(t, holder, [role], { WATTLE_DATA_DIR: dataDir })
const open = (dataDir: string, role: 'service' | 'command', notice = (_: string) => {}) =>
  openDatabase(readConfig({ WATTLE_DATA_DIR: dataDir }), { role, name: `wattle ${role}`, notice })
const serverPid = (dataDir: string) => readPostmaster(join(dataDir, 'postgres/data'))?.pid

test('a second service is rejected, and a command works beside the first', async (t) => {
  const dataDir = temporaryFolder(t)
  const service = hold(t, 'service', dataDir)
  await service.waitForOutput('ready')
  await assert.rejects(open(dataDir, 'service'), (error: Error) => {
    assert.ok(error instanceof Failure)
    assert.equal(
      error.message,
      `Another Wattle service (pid ${service.child.pid}) already uses ${dataDir}: stop it, or set WATTLE_DATA_DIR to another folder and PORT to another port.`,
    )
    return true
  })
  const command = await open(dataDir, 'command')
  const before = serverPid(dataDir)
  assert.equal((await command.pool.query('select 1 as n')).rows[0].n, 1)
  await command.close()
  assert.equal(serverPid(dataDir), before)

  service.child.stdin.end()
  assert.equal((await service.ended).code, 0)
  assert.deepEqual(postgresProcessesIn(dataDir), [])
})

test('a service that starts while a command uses the folder waits for it and reports that', async (t) => {
  const dataDir = temporaryFolder(t)
  const command = await open(dataDir, 'command')
  const service = hold(t, 'service', dataDir)
  await service.waitForOutput(`Waiting for wattle command (pid ${process.pid})`, 'stderr')
  await command.close()
  await service.waitForOutput('ready')
  service.child.stdin.end()
  assert.equal((await service.ended).code, 0)
})

test('kill -9 of the service ends its PostgreSQL, and the next start has every committed row', async (t) => {
  const dataDir = temporaryFolder(t)
  const service = hold(t, 'service', dataDir)
  await service.waitForOutput('ready')
  const command = await open(dataDir, 'command')
  await command.pool.query('create table kept as select 7 as n')
  await command.close()
  service.child.kill('SIGKILL')
  await eventually(() => postgresProcessesIn(dataDir).length === 0)
  const next = await open(dataDir, 'service')
  assert.equal((await next.pool.query('select n from kept')).rows[0].n, 7)
  await next.close()
})

test('after kill -9 of PostgreSQL the service restarts it and has every committed row', async (t) => {
  const dataDir = temporaryFolder(t)
  const notices: string[] = []
  const service = await open(dataDir, 'service', (text) => notices.push(text))
  await service.pool.query('create table kept as select 7 as n')
  const killed = serverPid(dataDir)!
  process.kill(killed, 'SIGKILL')
  const row = await eventually(() =>
    service.pool.query('select n from kept').then(
      ({ rows }) => serverPid(dataDir) !== killed && rows[0],
      () => undefined,
    ),
  )
  assert.deepEqual(row, { n: 7 })
  // The pool may reconnect before the restart is reported.
  await eventually(() => notices.length === 2)
  assert.deepEqual(notices, ['PostgreSQL ended unexpectedly (137); starting it again.', 'PostgreSQL runs again.'])
  await service.close()
  assert.deepEqual(postgresProcessesIn(dataDir), [])
})
