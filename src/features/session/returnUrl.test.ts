import { loginPathFor, safeReturnUrl } from './returnUrl'

const schemes = [
  'http',
  'https',
  'ftp',
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'ws',
  'mailto',
  'JaVaScRiPt',
]
const hosts = [
  'evil.example',
  'evil.example/path',
  'user@evil.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'evil。example',
]
const controls = [
  '\u0000',
  '\u0007',
  '\t',
  '\n',
  '\r',
  '\u000b',
  '\u000c',
  '\u001f',
  ' ',
  '\u007f',
  '\u00a0',
  '\u2028',
  '\ufeff',
]

/** URLs that look like a path but lead to another site. */
const hostile = [
  ...schemes.flatMap((scheme) => [
    `${scheme}:`,
    `${scheme}://evil.example`,
    `${scheme}:/evil.example`,
    `${scheme}:alert(1)`,
  ]),
  ...hosts.flatMap((host) => [
    host,
    `//${host}`,
    `///${host}`,
    `////${host}`,
    `/\\${host}`,
    `\\\\${host}`,
    `\\/${host}`,
    `/\\/${host}`,
    `/%2F${host}`,
    `/%2f${host}`,
    `/%252F${host}`,
    `/%25252F${host}`,
    `/%5C${host}`,
    `/%5c%5c${host}`,
    `/.//${host}`,
    `/..//${host}`,
    `/x/..//${host}`,
    `/%2e//${host}`,
    `/./%2F${host}`,
  ]),
  ...controls.flatMap((control) => [
    `${control}//evil.example`,
    `/${control}/evil.example`,
    `/mpg${control}/opportunities`,
    `/${encodeURIComponent(control)}/evil.example`,
  ]),
  '',
  'mpg/opportunities',
  '?q=1',
  '#top',
  '/%',
  '/%zz',
  '/%C0%AF/evil.example',
  '/login',
  '/login?returnUrl=/login',
  '/logout',
  '/account/logout',
  `/${'a'.repeat(3000)}`,
]

describe('the return address', () => {
  it('knows at least two hundred hostile forms', () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(200)
  })

  it.each(hostile.map((form) => [JSON.stringify(form), form]))(
    '[AUTH-18, TRUST-18] takes %s as /',
    (_shown, form) => {
      expect(safeReturnUrl(form)).toBe('/')
    },
  )

  it.each([
    '/',
    '/mpg/opportunities',
    '/mpg/opportunities?q=a%2Fb&page=2',
    '/mpg/opportunities?q=//x&sort=-created_at',
    '/mpg/opportunities/12/details#bids',
    '/mpg/opportunities?q=Tom%20%26%20Co',
    '/logins',
  ])('[AUTH-18] lets %s through', (path) => {
    expect(safeReturnUrl(path)).toBe(path)
  })

  it('takes a missing one as /', () => {
    expect(safeReturnUrl(null)).toBe('/')
  })

  it('[AUTH-1] survives the way into the address and out again', () => {
    const login = loginPathFor({ pathname: '/mpg/opportunities', search: '?q=a&page=2' })
    const wanted = new URLSearchParams(login.slice('/login?'.length)).get('returnUrl')
    expect(safeReturnUrl(wanted)).toBe('/mpg/opportunities?q=a&page=2')
  })
})
