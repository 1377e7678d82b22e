import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressCheck, isNetwork } from './addresses.ts'

const closed = addressCheck([])
const isPublic = (address: string) => closed.allows('https:', address)

/** The first and the last address of each range of IANA's registries, multicast included. */
const special: Record<string, [first: string, last: string]> = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private use': ['10.0.0.0', '10.255.255.255'],
  'shared address space': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.255.255.255'],
  'link-local': ['169.254.0.0', '169.254.255.255'],
  'private use, 172.16': ['172.16.0.0', '172.31.255.255'],
  'IETF protocol assignments': ['192.0.0.0', '192.0.0.255'],
  'documentation, TEST-NET-1': ['192.0.2.0', '192.0.2.255'],
  'AS112-v4': ['192.31.196.0', '192.31.196.255'],
  AMT: ['192.52.193.0', '192.52.193.255'],
  '6to4 relays': ['192.88.99.0', '192.88.99.255'],
  'private use, 192.168': ['192.168.0.0', '192.168.255.255'],
  'direct delegation AS112': ['192.175.48.0', '192.175.48.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255'],
  'documentation, TEST-NET-2': ['198.51.100.0', '198.51.100.255'],
  'documentation, TEST-NET-3': ['203.0.113.0', '203.0.113.255'],
  multicast: ['224.0.0.0', '239.255.255.255'],
  'reserved and broadcast': ['240.0.0.0', '255.255.255.255'],
  'the host at Azure': ['168.63.129.16', '168.63.129.16'],
  'unspecified and loopback, IPv6': ['::', '::1'],
  'IPv4-compatible': ['::0.0.0.2', '::255.255.255.255'],
  'IPv4-translated': ['::ffff:0:0.0.0.0', '::ffff:0:8.8.8.8'],
  'NAT64 of a network': ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  'discard-only and dummy': ['100::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  'IETF protocol assignments, Teredo, ORCHID': ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'documentation, IPv6': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '6to4': ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  '6to4 of a public address': ['2002:808:808::', '2002:808:808::1'],
  'direct delegation AS112, IPv6': ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  'documentation, 3fff': ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'segment routing': ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'unique local': ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'link-local, IPv6': ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'site-local': ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'multicast, IPv6': ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'not allocated': ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
}

for (const [name, ends] of Object.entries(special))
  test(`${name}: not public, by https or http`, () => {
    for (const address of ends)
      assert.deepEqual([isPublic(address), closed.allows('http:', address)], [false, false], address)
  })

test('an IPv6 address that carries an IPv4 address is as public as that', () => {
  for (const [name, [first, last]] of Object.entries(special)) {
    if (!first.includes('.') || first.includes(':')) continue
    for (const prefix of ['::ffff:', '0:0:0:0:0:FFFF:', '64:ff9b::'])
      assert.deepEqual([isPublic(prefix + first), isPublic(prefix + last)], [false, false], `${prefix} ${name}`)
  }
  // 127.0.0.1 and 169.254.169.254 in hexadecimal.
  for (const address of ['::ffff:7f00:1', '::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe', '64:ff9b:0:0:0:0:7f00:0001'])
    assert.equal(isPublic(address), false, address)
  for (const address of ['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::8.8.8.8']) assert.ok(isPublic(address), address)
})

test('addresses beside the special ranges are public by https, and not allowed by http', () => {
  for (const address of [
    ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
    ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255'],
    ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
    ...['2000::', '2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2620:4f:7fff::', '2620:4f:8001::'],
    ...['2606:4700:4700::1111', '3ffe:ffff::', '3fff:1000::'],
  ])
    assert.deepEqual([isPublic(address), closed.allows('http:', address)], [true, false], address)
})

test('a text that is no address, or has a zone, is not allowed', () => {
  for (const text of [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '8.8.8',
    '8.8.8.8 ',
    '[::1]',
    '2606:4700::1%eth0',
    'fe80::1%1',
  ])
    for (const check of [closed, addressCheck(['0.0.0.0/0', '::/0'])])
      assert.equal(check.allows('https:', text), false, text)
})

test('an open network is allowed by https and http, also as an IPv4 address that IPv6 shows; others stay closed', () => {
  const check = addressCheck(['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32'])
  for (const protocol of ['http:', 'https:']) {
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', 'fd00:1::5'])
      assert.ok(check.allows(protocol, address), address)
    for (const address of ['10.2.0.0', '::ffff:10.2.0.0', '127.0.0.2', '::1', 'fd00:2::5', '64:ff9b::10.1.2.3'])
      assert.ok(!check.allows(protocol, address), address)
  }
  assert.deepEqual([check.allows('https:', '8.8.8.8'), check.allows('http:', '8.8.8.8')], [true, false])
  // Node's BlockList alone would take these for one of each other.
  assert.deepEqual(
    [addressCheck(['::/0']).allows('http:', '8.8.8.8'), addressCheck(['0.0.0.0/0']).allows('http:', '::1')],
    [false, false],
  )
})

test('networks are addresses with or without a prefix that the family has', () => {
  for (const text of ['10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '::1', 'fd00::/8', '::/0', '10.0.0.1/32', '::1/128'])
    assert.ok(isNetwork(text), text)
  for (const text of [
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'loopback',
    'fe80::1%1/64',
    '10.0.0.0/-1',
  ])
    assert.ok(!isNetwork(text), text)
})
