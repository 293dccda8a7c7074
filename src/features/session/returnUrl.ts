import { signInPath } from '../../contract/session'

/** The URL of the sign-in page without its query: the return address of a directory (AUTH-6). */
export const requestUri = (): string => location.origin + signInPath

const home = '/'
const longest = 2000
/** Only the host is compared: a URL that leads to another site resolves to another one. */
const here = 'http://here.invalid'

/** A backslash, or characters that browsers drop or convert in URLs. */
const suspicious = /[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/

/** Signing in or out would navigate away from these pages at once. */
const signInOrOut = /^\/(login|logout|account\/logout)(\/|$)/

/** Decodes nested percent-encoding; null where it is invalid or too deep. */
const decoded = (path: string): string | null => {
  let current = path
  for (let round = 0; round < 4; round += 1) {
    let next: string
    try {
      next = decodeURIComponent(current)
    } catch {
      return null
    }
    if (next === current) return current
    current = next
  }
  return null
}

const leadsAway = (path: string) => !path.startsWith('/') || path.startsWith('//') || suspicious.test(path)

/**
 * The target after signing in: a path of this application with its query (AUTH-18). Anything that could lead to another
 * site becomes '/'.
 */
export const safeReturnUrl = (wanted: string | null): string => {
  if (!wanted || wanted.length > longest || leadsAway(wanted)) return home
  if (!URL.canParse(wanted, here)) return home
  const { origin, pathname, search, hash } = new URL(wanted, here)
  const path = decoded(pathname)
  if (origin !== here || path === null || leadsAway(path) || path.includes('//')) return home
  return signInOrOut.test(path) ? home : pathname + search + hash
}

/** The sign-in page with a returnUrl to the given location (AUTH-1). */
export const loginPathFor = ({ pathname, search }: { pathname: string; search: string }): string =>
  `/login?${new URLSearchParams({ returnUrl: pathname + search }).toString()}`
