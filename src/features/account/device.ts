/** In this order: most browsers also name those that they want to be taken for. */
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
 * What somebody signs in with, as far as it says so itself: 'Firefox on Linux'. Browsers tell less than the truth, so
 * nothing finer is read out of it; programs are called by the name that they give.
 */
export const deviceIn = (userAgent: string | null): string => {
  if (!userAgent) return 'Unknown device'
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser) return system ? `${browser} on ${system}` : browser
  if (system) return `A browser on ${system}`
  return /^([\w.-]{1,40})\//.exec(userAgent)?.[1] ?? 'Unknown device'
}
