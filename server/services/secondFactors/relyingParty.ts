import { isIP } from 'node:net'

/** The party that passkeys belong to: the name under which browsers reach this server. */
export interface RelyingParty {
  id: string
  origin: string
}

/** @returns null under an address of numbers, for which browsers make no passkeys. */
export function relyingPartyAt(origin: string): RelyingParty | null {
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 ? { id: hostname, origin } : null
}
