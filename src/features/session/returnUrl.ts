const home = '/'
const longest = 2000
/** Only its host is looked at: an address that leads elsewhere ends up with another one. */
const here = 'http://here.invalid'

/** A backslash, or anything that browsers drop or turn into something else while they read an address. */
const suspicious = /[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/

/** The pages that sign in or out would lead straight back. */
const signInOrOut = /^\/(login|logout|account\/logout)(\/|$)/

/** Undoes encoding, and encoding of encoding; null where it is broken or has no end. */
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
 * Where to go after signing in: a path of this application, with its query, and nothing else (AUTH-18).
 * Whatever could lead to another site counts as '/'.
 */
export const safeReturnUrl = (wanted: string | null): string => {
  if (!wanted || wanted.length > longest || leadsAway(wanted)) return home
  if (!URL.canParse(wanted, here)) return home
  const { origin, pathname, search, hash } = new URL(wanted, here)
  const path = decoded(pathname)
  if (origin !== here || path === null || leadsAway(path) || path.includes('//')) return home
  return signInOrOut.test(path) ? home : pathname + search + hash
}

/** The sign-in page that leads back to the given place (AUTH-1). */
export const loginPathFor = ({ pathname, search }: { pathname: string; search: string }): string =>
  `/login?${new URLSearchParams({ returnUrl: pathname + search }).toString()}`
