import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Networks outside the public Internet: this machine, private and link-local ones, those for documentation and
 * measuring, multicast, and IPv6 forms with an embedded IPv4 address (the special-purpose registries of IANA, RFC
 * 6890).
 */
const inside = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]) {
  const [address = '', prefix] = network.split('/')
  inside.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether an IP address is on the public Internet; an IPv4-mapped IPv6 address counts as its IPv4 address. */
export function isPublic(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !inside.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
