import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLine } from '../../test/harness/command-line.ts'
import { version } from '../process/version.ts'

const wattle = await commandLine()

const commands = [
  'serve',
  'migrate',
  'org',
  'org create',
  'token',
  'token create',
  'token rotate',
  'listen',
  'mcp',
  'import',
  'export',
  'demo',
  'doctor',
]

test('every command has help with an example, on stdout and with exit 0', async (t) => {
  const ended = await Promise.all(commands.map((command) => wattle.run(t, [...command.split(' '), '--help'])))
  for (const [i, { code, stdout, stderr }] of ended.entries()) {
    assert.equal(code, 0, commands[i])
    assert.match(
      stdout,
      new RegExp(`Usage: wattle ${commands[i]}[^]*Examples?:\n  .*wattle ${commands[i]}`),
      commands[i],
    )
    assert.match(stdout, /\nIn a clone of the repository.* npx wattle\.\n$/, commands[i])
    assert.equal(stderr, '')
  }
})

test('the version is printed; an unknown command, an unknown option and no command are wrong usage', async (t) => {
  assert.equal((await wattle.run(t, ['--version'])).stdout, `${version}\n`)
  for (const args of [['fly'], ['org', 'list', '--fast'], []]) {
    const { code, stdout, stderr } = await wattle.run(t, args)
    assert.equal(code, 2, args.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, /Usage|--help/)
  }
})

test('an invalid environment variable is named, with its allowed values', async (t) => {
  const { code, stderr } = await wattle.run(t, ['org', 'list'], { env: { WATTLE_POOL_SIZE: 'many' } })
  assert.equal(code, 1)
  assert.match(stderr, /^WATTLE_POOL_SIZE is "many": .*\n$/)
})
