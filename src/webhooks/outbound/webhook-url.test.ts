import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressCheck, everyAddress } from './addresses.ts'
import { maxUrlLength, notPublic, webhookUrl } from './webhook-url.ts'

const closed = addressCheck([])
const errorOf = (text: string, addresses = closed) => {
  const read = webhookUrl(text, addresses)
  return 'error' in read ? read.error : undefined
}

test('https with a full host name or a public address is allowed, and read in one form', () => {
  for (const [text, read] of [
    ['https://hooks.example.org/wattle?key=1', 'https://hooks.example.org/wattle?key=1'],
    ['https://hooks.example.org:443', 'https://hooks.example.org/'],
    ['https://hooks.example.org:8443/', 'https://hooks.example.org:8443/'],
    ['HTTPS://Hooks.Example.ORG/A', 'https://hooks.example.org/A'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
  ] as const) {
    const result = webhookUrl(text, closed)
    assert.equal('url' in result && result.url.href, read)
  }
})

test('what is not allowed is named', () => {
  const notAnAddress = 'The url must be an address such as https://hooks.example.org/wattle.'
  const noHost = 'The url must have a full host name, such as hooks.example.org, or a public IP address.'
  for (const [text, error] of [
    ['hooks.example.org', notAnAddress],
    ['https://', notAnAddress],
    ['https://hooks.example.org:70000/', notAnAddress],
    ['https://hooks.exa\nmple.org/', notAnAddress],
    ['https://hooks.example.org/a b', notAnAddress],
    ['https://[fe80::1%25eth0]/', notAnAddress],
    ['http://hooks.example.org/', 'The url must begin with https://.'],
    ['ftp://hooks.example.org/', 'The url must begin with https://.'],
    ['javascript:alert(1)', 'The url must begin with https://.'],
    ['https://me@hooks.example.org/', 'The url must not have a user name or password.'],
    ['https://:secret@hooks.example.org/', 'The url must not have a user name or password.'],
    ['https://hooks.example.org:22/', 'The url must not use port 22: it belongs to another protocol.'],
    ['https://hooks/', noHost],
    ['https://hooks.example.org./', noHost],
    ['https://a..example.org/', noHost],
    ['https://localhost/', notPublic],
    ['http://localhost:3000/hooks', notPublic],
    ['https://localhost./', notPublic],
    ['https://wattle.LOCALHOST/', notPublic],
    ['http://127.0.0.1:3000/hooks', notPublic],
    ['https://127.0.0.1/', notPublic],
    ['https://[::1]/', notPublic],
    [`https://hooks.example.org/${'a'.repeat(maxUrlLength)}`, 'The url may have at most 2000 characters.'],
  ] as const)
    assert.equal(errorOf(text), error, text)
})

test('with an open network http is allowed for names, short ones too, and for addresses in it', () => {
  const open = addressCheck(['10.0.0.0/8'])
  for (const text of [
    'http://hooks.internal/',
    'http://payroll:3000/',
    'http://localhost:3000/',
    'http://10.0.0.5:8080/',
    'https://10.0.0.5/',
  ])
    assert.equal(errorOf(text, open), undefined)
  assert.equal(errorOf('http://8.8.8.8/', open), notPublic)
  assert.equal(errorOf('http://192.168.0.1/', open), notPublic)
  assert.equal(errorOf('ws://10.0.0.5/', open), 'The url must begin with https:// or http://.')
})

test('for a command that sends from the machine of its user, every host is allowed', () => {
  for (const text of ['http://localhost:3000/hook', 'https://wattle.localhost/', 'http://[::1]/', 'http://hooks/'])
    assert.equal(errorOf(text, everyAddress), undefined, text)
})

test("the ports that are not allowed are those that Node's own fetch rejects", async () => {
  const blocked: number[] = []
  for (let port = 1; port <= 65_535; port++)
    if (errorOf(`https://hooks.example.org:${port}/`)?.includes('port')) blocked.push(port)
  assert.equal(blocked.length, 82)
  for (const port of blocked) {
    const error = await fetch(`https://127.0.0.1:${port}/`).catch((reason: Error) => reason)
    assert.match(String((error as Error).cause), /bad port/, `port ${port}`)
  }
})
