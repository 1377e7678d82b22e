import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Ranges that are not the public internet: IANA's registries of special-purpose addresses (IPv4 and IPv6, as of October 2025)
 * and multicast. IANA has allocated only 2000::/3 to hosts, so the first IPv6 rows cover loopback, link-local,
 * unique local, multicast and all that is reserved.
 */
const specialRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The services of the host at Azure, under an address that looks public.
  '168.63.129.16/32',
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]

/**
 * IPv6 addresses that carry an IPv4 address are checked by it: as sockets show it, and as NAT64 translates it. The other
 * forms (::/96, 64:ff9b:1::/48, 2002::/16) are special ranges as a whole.
 */
const mappedPrefix = [0, 0, 0, 0, 0, 0xffff]
const nat64Prefix = [0x64, 0xff9b, 0, 0, 0, 0]

export interface AddressCheck {
  /** Plain http is for networks that the operator has opened, https for the public internet too. */
  allows(protocol: string, address: string): boolean
  /** Whether any network is open, so that a name may be reached by plain http and may have no dot, such as localhost. */
  allowsHttp: boolean
}

/** For a command whose user chooses the address on their own machine. The service never sends with it. */
export const everyAddress: AddressCheck = { allows: () => true, allowsHttp: true }

/** `networks` are those that the operator has opened, such as 10.0.0.0/8. */
export function addressCheck(networks: readonly string[]): AddressCheck {
  const [special, open] = [listsOf(specialRanges), listsOf(networks)]
  const isOpen = (address: string): boolean => isIn(open, carriedIPv4(address, mappedPrefix) ?? address)
  const isPublic = (address: string): boolean => {
    const carried = carriedIPv4(address, mappedPrefix) ?? carriedIPv4(address, nat64Prefix)
    if (carried) return isPublic(carried)
    return familyOf(address) !== undefined && !isIn(special, address)
  }
  return {
    allows: (protocol, address) => isOpen(address) || (protocol === 'https:' && isPublic(address)),
    allowsHttp: networks.length > 0,
  }
}

/** An address, or a network such as 10.0.0.0/8 or fd00::/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = familyOf(address)
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && family && Number(bits) <= bitsOf[family])
  return family !== undefined && Boolean(isPrefix) && rest.length === 0
}

type Family = 'ipv4' | 'ipv6'
const bitsOf = { ipv4: 32, ipv6: 128 }

/** An address with a zone (fe80::1%eth0) belongs to one link of this machine: it is none. */
function familyOf(address: string): Family | undefined {
  if (isIPv4(address)) return 'ipv4'
  return isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined
}

/** One list for each family, because a BlockList takes an IPv4 address for one of ::/3 as well. */
function listsOf(networks: readonly string[]): Record<Family, BlockList> {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)!
    lists[family].addSubnet(address, Number(bits ?? bitsOf[family]), family)
  }
  return lists
}

function isIn(lists: Record<Family, BlockList>, address: string): boolean {
  const family = familyOf(address)
  return family !== undefined && lists[family].check(address, family)
}

function carriedIPv4(address: string, prefix: readonly number[]): string | undefined {
  if (familyOf(address) !== 'ipv6') return undefined
  const groups = groupsOf(address)
  if (prefix.some((group, index) => groups[index] !== group)) return undefined
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight 16-bit groups of an IPv6 address. URLs write them in one form, without a dotted end. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) => (text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last]
}
