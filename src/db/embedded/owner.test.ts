import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { temporaryFolder } from '../../../test/harness/processes.ts'
import { acquireOwnership } from './owner.ts'
import { startTimeOf } from './process.ts'

const dead = {
  id: 'dead',
  pid: process.pid,
  started: 'before the pid was given to this process',
  role: 'service',
  name: 'wattle serve',
}

const leave = (folder: string, owner: object, file = 'owner.json') =>
  writeFileSync(join(folder, file), JSON.stringify(owner))

test('the first process owns a folder, the second gets the owner, and a release frees it', (t) => {
  const folder = temporaryFolder(t)
  const first = acquireOwnership(folder, 'service', 'wattle serve')
  assert.ok(first.acquired)
  const second = acquireOwnership(folder, 'command', 'wattle import')
  assert.ok(!second.acquired)
  assert.deepEqual([second.owner.pid, second.owner.role, second.owner.name], [process.pid, 'service', 'wattle serve'])
  first.release()
  assert.deepEqual(readdirSync(folder), [])
  assert.ok(acquireOwnership(folder, 'command', 'wattle import').acquired)
})

test('an owner whose pid belongs to another process is succeeded', (t) => {
  const folder = temporaryFolder(t)
  leave(folder, dead)
  assert.ok(acquireOwnership(folder, 'service', 'wattle serve').acquired)
  assert.deepEqual(readdirSync(folder), ['owner.json'])
})

test('a successor that died before it finished is succeeded as well', (t) => {
  const folder = temporaryFolder(t)
  leave(folder, dead)
  leave(folder, { ...dead, id: 'heir' }, 'owner-after-dead')
  assert.ok(acquireOwnership(folder, 'service', 'wattle serve').acquired)
  assert.deepEqual(readdirSync(folder), ['owner.json'])
})

test('a running successor that has not finished is the owner', (t) => {
  const folder = temporaryFolder(t)
  leave(folder, dead)
  leave(folder, { ...dead, id: 'heir', started: startTimeOf(process.pid) }, 'owner-after-dead')
  const claimed = acquireOwnership(folder, 'service', 'wattle serve')
  assert.ok(!claimed.acquired && claimed.owner.id === 'heir')
})

test('an owner file that a power cut left empty does not lock the folder forever', (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'owner.json'), '')
  assert.ok(acquireOwnership(folder, 'service', 'wattle serve').acquired)
})

test('of four concurrent processes exactly one succeeds a dead owner, 200 times', async (t) => {
  const folder = temporaryFolder(t)
  const rounds = 200
  for (let round = 0; round < rounds; round++) {
    mkdirSync(join(folder, String(round)))
    leave(join(folder, String(round)), dead)
  }
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const program = `
    const { parentPort, workerData: { folder, rounds, gate, claimants, owner, tsx } } = require('node:worker_threads')
    import(tsx).then(({ tsImport }) => tsImport(owner, owner)).then(({ acquireOwnership }) => {
      let won = []
      for (let round = 0; round < rounds; round++) {
        Atomics.add(gate, 0, 1)
        while (Atomics.load(gate, 0) < claimants * (round + 1));
        if (acquireOwnership(folder + '/' + round, 'service', 'wattle serve').acquired) won.push(round)
      }
      parentPort.postMessage(won)
    })`
  const claimants = 4
  const workers = Array.from({ length: claimants }, () => {
    const workerData = {
      folder,
      rounds,
      gate,
      claimants,
      owner: new URL('./owner.ts', import.meta.url).href,
      tsx: import.meta.resolve('tsx/esm/api'),
    }
    return new Worker(program, { eval: true, workerData })
  })
  const won = await Promise.all(
    workers.map(
      (worker) => new Promise<number[]>((resolve, reject) => worker.once('message', resolve).once('error', reject)),
    ),
  )
  assert.deepEqual(
    won.flat().sort((a, b) => a - b),
    Array.from({ length: rounds }, (_, round) => round),
  )
})
