import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a request comes from, for limits and for the audit. */
export interface Sender {
  address: string
  requestId: string
}
export const senderOf = (request: FastifyRequest): Sender => ({
  address: addressOf(request),
  requestId: request.id,
})

/**
 * Where a request comes from: the connection's other end, or what a proxy says that TRUST_PROXY names. Without a
 * proxy nobody can choose it.
 */
function addressOf({ ip, socket }: FastifyRequest): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** What belongs to one network connection: an IPv4 address, or the /64 of an IPv6 one, where addresses are free. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const bare = address.replace(/%.*$/, '')
  const [head = [], tail = []] = new URL(`http://[${bare}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
