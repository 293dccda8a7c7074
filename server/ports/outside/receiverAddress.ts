import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublic } from './addresses'
import { hostOf } from './guardedFetch'

const onlyPublic = 'It belongs to a private network, which PRIVATE_HOSTS does not allow.'

/**
 * Why an address that a user names cannot be called, as a sentence; null where it can. Each connection checks anew
 * (guardedFetch.ts): a name may lead elsewhere later.
 * @param mayBePrivate whether a host, as `name:port`, may have a private address and be called without encryption.
 */
export async function addressRefusal(
  address: string,
  mayBePrivate: (host: string) => boolean,
): Promise<string | null> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'It has to begin with https://.'
  if (url.username !== '' || url.password !== '') return 'Names and passwords may not stand in it.'
  if (url.hash !== '') return 'It may not have a part after #.'
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (mayBePrivate(hostOf(name, url.port, url.protocol))) return null
  if (url.protocol !== 'https:') return 'It has to begin with https://.'
  if (isIP(name) !== 0) return isPublic(name) ? null : onlyPublic
  // A name that cannot be looked up now may be known when it is called.
  const found = await lookup(name, { all: true }).catch(() => [])
  return found.every((one) => isPublic(one.address)) ? null : onlyPublic
}
