import { BlockList, isIP, isIPv6 } from 'node:net'

function blockOf(networks: readonly string[]): BlockList {
  const block = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    block.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return block
}

/**
 * Networks outside the public Internet: this machine, private and link-local ones, those for documentation and
 * measuring, multicast, and IPv6 forms with an embedded IPv4 address (the special-purpose registries of IANA, RFC
 * 6890).
 */
const inside = blockOf([
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
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

/**
 * All that IANA gives out as unicast addresses of the Internet, and IPv4-mapped ones, which `inside` checks as their IPv4 address. What
 * is left lies elsewhere or is not given out, such as forms in which a router finds an embedded IPv4 address.
 */
const outside = blockOf(['2000::/3', '::ffff:0:0/96'])

/** Whether an IP address is on the public Internet. */
export function isPublic(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  if (version === 4) return !inside.check(address, 'ipv4')
  return outside.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}
