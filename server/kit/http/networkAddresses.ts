import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The sender of a request, for limits and for the audit. */
export interface Client {
  address: string
  requestId: string
}
export const clientOf = (request: FastifyRequest): Client => ({
  address: addressOf(request),
  requestId: request.id,
})

/**
 * The sender's address: the connection's other end, or the one reported by a proxy listed in TRUST_PROXY. Without such
 * a proxy no client can choose it.
 */
function addressOf({ ip, socket }: FastifyRequest): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/**
 * The network of one connection: an IPv4 address, or the /64 of an IPv6 one, whose addresses the client chooses
 * freely.
 */
export const networkOf = (address: string): string =>
  isIP(address) === 6 ? prefixOf(groupsOfSix(address), 4) : address

/** The network that an address was allocated with: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export const allocationOf = (address: string): string =>
  isIP(address) === 6 ? prefixOf(groupsOfSix(address), 3) : partOf(address, 3)

/** A group of addresses, and its normal number of attempts per minute. */
export interface AddressGroup {
  name: string
  usual: number
}

/** The groups of an address, from the connection itself to a large provider's share of all addresses. */
export function groupsOf(address: string): readonly AddressGroup[] {
  const usual = [4, 8, 64, 1_024] as const
  const names =
    isIP(address) === 6
      ? [4, 3, 2, 1].map((count) => prefixOf(groupsOfSix(address), count))
      : [4, 3, 2, 1].map((count) => partOf(address, count))
  return usual.map((usual, index) => ({ name: names[index] ?? '', usual }))
}

const partOf = (address: string, count: number): string =>
  `${address.split('.').slice(0, count).join('.')}/${count * 8}`

const prefixOf = (groups: readonly string[], count: number): string =>
  `${groups.slice(0, count).join(':')}::/${count * 16}`

/** The eight groups of an IPv6 address. */
function groupsOfSix(address: string): readonly string[] {
  const bare = address.replace(/%.*$/, '')
  const [head = [], tail = []] = new URL(`http://[${bare}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}
