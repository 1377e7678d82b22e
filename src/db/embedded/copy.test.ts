import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../../test/harness/processes.ts'
import { linkLibraries } from './binaries.ts'
import { copyBinaries } from './copy.ts'

/** A package of a checkout under umask 077. */
function closedPackage(t: TestContext): string {
  const native = join(temporaryFolder(t), 'native')
  for (const folder of ['bin', 'lib']) mkdirSync(join(native, folder), { recursive: true, mode: 0o700 })
  writeFileSync(join(native, 'bin/postgres'), 'program', { mode: 0o700 })
  writeFileSync(join(native, 'lib/libpq.so.5.18'), 'library', { mode: 0o600 })
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  return native
}

test('a copy can be read and run by all users, written by none, and is created once', (t) => {
  const native = closedPackage(t)
  symlinkSync('libpq.so.5.18', join(native, 'lib/libpq.so'))
  const folder = temporaryFolder(t)
  const works = (place: string) => existsSync(join(place, 'bin/postgres'))
  const copy = copyBinaries(native, '18', folder, works)!
  assert.equal(copy, join(folder, 'postgresql-18'))
  const mode = (path: string) => statSync(join(copy, path)).mode & 0o777
  assert.deepEqual(
    [mode('.'), mode('bin'), mode('bin/postgres'), mode('lib/libpq.so.5.18')],
    [0o755, 0o755, 0o755, 0o644],
  )
  assert.equal(readlinkSync(join(copy, 'lib/libpq.so')), 'libpq.so.5.18')

  const { ino } = statSync(copy)
  assert.equal(copyBinaries(native, '18', folder, works), copy)
  assert.equal(statSync(copy).ino, ino)
  assert.deepEqual(readdirSync(folder), ['postgresql-18'])
})

test('no copy is created in a folder that others can write to, nor used when it does not run', (t) => {
  const native = closedPackage(t)
  const folder = temporaryFolder(t)
  assert.equal(
    copyBinaries(native, '18', folder, () => false),
    undefined,
  )
  const open = temporaryFolder(t)
  chmodSync(open, 0o777)
  assert.equal(
    copyBinaries(native, '18', open, () => true),
    undefined,
  )
  assert.deepEqual(readdirSync(open), [])
})

test('links that the package’s install script did not create are created, also in a folder of another name', (t) => {
  const native = closedPackage(t)
  assert.equal(linkLibraries(native), true)
  assert.equal(readlinkSync(join(native, 'lib/libpq.so.5')), 'libpq.so.5.18')
  const copy = copyBinaries(closedPackage(t), '18', temporaryFolder(t), linkLibraries)!
  assert.equal(readlinkSync(join(copy, 'lib/libpq.so.5')), 'libpq.so.5.18')
})
