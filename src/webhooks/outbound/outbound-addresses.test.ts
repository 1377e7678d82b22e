import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { selfSigned } from '../../../test/harness/certificate.ts'
import { TestClock } from '../../../test/harness/harness.ts'
import { answers, startReceiver } from '../../../test/harness/receiver.ts'
import { type AddressCheck, addressCheck } from './addresses.ts'
import { Outbound } from './outbound.ts'
import { notPublic } from './webhook-url.ts'

/** A server on loopback that nobody may reach, by http and https. */
const certificate = selfSigned(['hooks.example.org'])
const canaries = { 'http:': await startReceiver(), 'https:': await startReceiver({ certificate }) }
after(() => Promise.all(Object.values(canaries).map((canary) => canary.stop())))
const connections = () => Object.values(canaries).map(({ counts }) => counts.connections)

const clock = new TestClock()
const body = Buffer.from('{}')
const closed = addressCheck([])
/** Another network is open, so that http passes the first checks. */
const otherOpen = addressCheck(['10.99.0.0/16'])
const loopbackOpen = addressCheck(['127.0.0.0/8', '::1'])

function outboundWith(addresses: AddressCheck, found: string[] = ['127.0.0.1']) {
  const lookups: string[] = []
  const lookup = async (name: string) => {
    lookups.push(name)
    return found
  }
  const outbound = new Outbound({ addresses, clock, lookup, ca: certificate.cert })
  after(() => outbound.close())
  return { outbound, lookups }
}

/** The sentences of a URL or address that is not allowed. None of them comes from a connection. */
const refusals = /^The url must |^The address is not public\./

async function assertRefused(outbound: Outbound, url: string): Promise<void> {
  const { ok, status_code, error } = await outbound.post(url, {}, body)
  assert.deepEqual([ok, status_code], [false, null], url)
  assert.match(error!, refusals, url)
  assert.match((await outbound.urlError(url))!, refusals, url)
}

/** Hosts that lead to loopback or another network that is not public, in the forms that URLs, resolvers and programs know. */
const hosts = [
  // IPv4: short, decimal, hexadecimal, octal, mixed
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.', '127.1.', '0', '0.0.0.0', '0.0.0.0.', '00'],
  ...[
    '2130706433',
    '2130706433.',
    '0x7f000001',
    '0x7F000001',
    '0X7f000001',
    '017700000001',
    '0x7f.1',
    '0x7F.1',
    '0x7f.0.0.1',
  ],
  ...[
    '0177.1',
    '0177.0.0.1',
    '0177.0.0.01',
    '00000177.0.0.1',
    '127.0.0.0x1',
    '127.0x0.1',
    '0x7f.0x0.0x0.0x1',
    '127.0.1.',
    '0x0',
  ],
  // Other scripts and percent-encoding
  ...['127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '１２７.0.0.1', '１２７．１', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.0.0.1', '0x7ｆ.1'],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127%2E1', '%30x7f.1', '127.0.0.%EF%BC%91', '127.0.0.1%2e'],
  // Names of this machine
  ...['localhost', 'LOCALHOST', 'LocalHost', 'localhost.', 'wattle.localhost', 'a.b.LOCALHOST', 'wattle.localhost.'],
  ...[
    'ｌｏｃａｌｈｏｓｔ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'loc%61lhost',
    'local\u00adhost',
    'localhost%2e',
    'localhost%2E%2E',
    'a%2elocalhost',
  ],
  ...['canary', 'canary.', 'metadata', 'ip6-localhost', 'kubernetes'],
  // Names that lead here
  ...[
    'canary.example.org',
    'CANARY.example.org',
    'localhost.localdomain',
    'metadata.google.internal',
    '127.0.0.1.nip.io',
    'xn--bcher-kva.example',
    'bücher.example',
    'a_b.example',
  ],
  // IPv6, and IPv4 in it
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0.0.0.1]',
    '[::127.0.0.1]',
  ],
  ...[
    '[::ffff:127.0.0.1]',
    '[::FFFF:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::ffff:a9fe:a9fe]',
  ],
  ...[
    '[::ffff:0:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:7f00:1::1]',
  ],
  ...[
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fe80::5efe:127.0.0.1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
  ],
  ...['[fe80::1%25lo]', '[::1%25lo]', '[::1%lo]', '[::ffff:0.0.0.0]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]'],
  // The metadata of clouds, and networks that are not public
  ...[
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '[::ffff:169.254.169.254]',
  ],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
  ],
  // User info
  ...[
    'hooks.example.org@127.0.0.1',
    'hooks.example.org:443@127.0.0.1',
    'me:secret@localhost',
    '127.0.0.1@hooks.example.org',
  ],
  ...['hooks.example.org%40127.0.0.1', 'hooks.example.org%00.127.0.0.1', '@127.0.0.1', ':@[::1]', 'a@b@127.0.0.1'],
]

const ends = Object.entries(canaries).flatMap(([protocol, { port }]) => [
  { protocol, rest: `:${port}/` },
  { protocol, rest: '/' },
])

test(`${hosts.length} forms of hosts that are not public, with http and https: no connection`, async () => {
  assert.ok(hosts.length >= 80 && new Set(hosts).size === hosts.length)
  for (const addresses of [closed, otherOpen]) {
    const { outbound } = outboundWith(addresses)
    for (const host of hosts)
      for (const { protocol, rest } of ends) await assertRefused(outbound, `${protocol}//${host}${rest}`)
  }
  assert.deepEqual(connections(), [0, 0])
})

test('other forms of URLs: no connection', async () => {
  const { outbound } = outboundWith(otherOpen)
  const { port } = canaries['http:']
  for (const url of [
    ...[`http:127.0.0.1:${port}`, `http:/127.0.0.1:${port}`, `http:///127.0.0.1:${port}`, `http:\\\\127.0.0.1:${port}`],
    ...[
      `http://127.0.0.1:${port}\\@hooks.example.org/`,
      `http://127.0.0.1:${port}#@hooks.example.org/`,
      `http://127.0.0.1:${port}?@hooks.example.org`,
    ],
    ...[
      `//127.0.0.1:${port}/`,
      `127.0.0.1:${port}`,
      `http://127.0.0.1:0${port}/`,
      ` http://127.0.0.1:${port}/`,
      `ht\ttp://127.0.0.1:${port}/`,
    ],
    ...[
      `ftp://127.0.0.1:${port}/`,
      `ws://127.0.0.1:${port}/`,
      `wss://127.0.0.1:${port}/`,
      `gopher://127.0.0.1:${port}/_POST`,
    ],
    ...[
      'file:///etc/passwd',
      'data:,a',
      `blob:http://127.0.0.1:${port}/`,
      'unix:/run/docker.sock',
      'http+unix://%2Frun%2Fdocker.sock/',
      '',
      'http://',
    ],
  ])
    await assertRefused(outbound, url)
  assert.deepEqual(connections(), [0, 0])
})

for (const [name, found] of [
  ['loopback', ['127.0.0.1']],
  ['loopback, IPv6', ['::1']],
  ['loopback as an IPv6 address', ['::ffff:127.0.0.1']],
  ['loopback by NAT64', ['64:ff9b::7f00:1']],
  ['the unspecified address', ['0.0.0.0']],
  ['the unspecified address, IPv6', ['::']],
  ['an address with a zone', ['fe80::1%lo']],
  ['a public address, then one that is not', ['8.8.8.8', '127.0.0.1']],
  ['an address that is not public, then a public one', ['127.0.0.1', '8.8.8.8']],
  ['public addresses of both families, and one that is not', ['8.8.8.8', '2606:4700:4700::1111', '::1']],
  ['no address, but a name', ['localhost']],
] as const)
  test(`a name that leads to ${name}: no connection`, async () => {
    for (const addresses of [closed, otherOpen]) {
      const { outbound } = outboundWith(addresses, [...found])
      for (const [protocol, { port }] of Object.entries(canaries))
        await assertRefused(outbound, `${protocol}//hooks.example.org:${port}/`)
    }
    assert.deepEqual(connections(), [0, 0])
  })

test('a name without addresses is a failure, and no webhook may have it', async () => {
  const { outbound } = outboundWith(closed, [])
  const { error } = await outbound.post('https://hooks.example.org/', {}, body)
  assert.equal(error, 'The host name has no address.')
  assert.equal(await outbound.urlError('https://hooks.example.org/'), error)
})

test('by http, public addresses are refused: only open networks are reached without TLS', async () => {
  const { outbound } = outboundWith(otherOpen, ['8.8.8.8'])
  await assertRefused(outbound, 'http://hooks.example.org/')
  await assertRefused(outbound, 'http://8.8.8.8/')
})

test('a name that was public when the webhook was made, and is loopback when a message is sent: no connection', async () => {
  for (const [protocol, { port }] of Object.entries(canaries)) {
    const found = ['10.99.0.1']
    const { outbound, lookups } = outboundWith(otherOpen, found)
    const url = `${protocol}//hooks.example.org:${port}/`
    assert.equal(await outbound.urlError(url), undefined)
    found[0] = '127.0.0.1'
    const { error } = await outbound.post(url, {}, body)
    assert.equal(error, notPublic)
    // One look-up for one connection: there is no second answer that could differ.
    assert.deepEqual(lookups, ['hooks.example.org', 'hooks.example.org'])
  }
  assert.deepEqual(connections(), [0, 0])
})

test('a name that cannot be looked up at present may be that of a webhook; one that does not exist may not', async () => {
  for (const [code, error] of [
    ['ESERVFAIL', undefined],
    ['ENOTFOUND', 'The host name does not exist.'],
  ] as const) {
    const lookup = () => Promise.reject(Object.assign(new Error(code), { code }))
    const outbound = new Outbound({ addresses: closed, clock, lookup })
    assert.equal(await outbound.urlError('https://hooks.example.org/'), error)
  }
})

test('a look-up that does not end does not hold up the validation of a URL', async () => {
  const lookup = () => new Promise<string[]>(() => {})
  const outbound = new Outbound({ addresses: closed, clock, lookup, limits: { urlErrorMs: 1 } })
  assert.equal(await outbound.urlError('https://hooks.example.org/'), undefined)
})

test('a redirect to loopback: no connection', async () => {
  const receiver = await startReceiver({
    behaviour: () => answers.redirect(`http://localhost:${canaries['http:'].port}/`),
  })
  after(() => receiver.stop())
  const { outbound } = outboundWith(loopbackOpen)
  const { status_code } = await outbound.post(`http://hooks.example.org:${receiver.port}/`, {}, body)
  assert.equal(status_code, 302)
  assert.deepEqual(connections(), [0, 0])
})

test('an address that proves to be another one after connecting gets no byte, not even of TLS', async () => {
  for (const protocol of ['http:', 'https:'] as const) {
    const receiver = await startReceiver(protocol === 'https:' ? { certificate } : {})
    after(() => receiver.stop())
    const checked: string[] = []
    const addresses = { allowsHttp: true, allows: (_: string, address: string) => checked.push(address) === 1 }
    const { outbound } = outboundWith(addresses)
    const { error } = await outbound.post(`${protocol}//hooks.example.org:${receiver.port}/`, {}, body)
    assert.equal(error, notPublic)
    assert.deepEqual(checked, ['127.0.0.1', '127.0.0.1'])
    await receiver.connected(1)
    await receiver.disconnected()
    assert.deepEqual(receiver.counts, { connections: 1, bytes: 0 })
  }
})

test('the same requests do reach the servers when loopback is open', async () => {
  const { outbound } = outboundWith(loopbackOpen)
  const http = await outbound.post(`http://2130706433:${canaries['http:'].port}/`, {}, body)
  const https = await outbound.post(`https://hooks.example.org:${canaries['https:'].port}/`, {}, body)
  assert.deepEqual([http.status_code, https.status_code], [204, 204])
  assert.deepEqual(connections(), [1, 1])
})
