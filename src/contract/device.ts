/** Order matters: most browsers also name the browsers that they are compatible with. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\b(OPR|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
]
const systems: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (known: typeof browsers, text: string) => known.find(([, pattern]) => pattern.test(text))?.[0]

/**
 * The device by its user agent: 'Firefox on Linux'. User agents are inexact, so no more details are read; other
 * programs are shown by their own name.
 */
export const deviceIn = (userAgent: string | null): string => {
  if (!userAgent) return 'Unknown device'
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser) return system ? `${browser} on ${system}` : browser
  if (system) return `A browser on ${system}`
  return /^([\w.-]{1,40})\//.exec(userAgent)?.[1] ?? 'Unknown device'
}
