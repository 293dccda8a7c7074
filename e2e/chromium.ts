import { existsSync } from 'node:fs'
import { chromium, type BrowserServer } from 'playwright-core'

/** Disables the browser's own network requests and desktop integration. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
  // The last list counts, so it includes playwright's own features.
  `--disable-features=${[
    'AimEnabled',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
    // Each window would render two internal pages for its address bar, a second of a slow core, during measurements.
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxPopup',
  ].join()}`,
]

/** First the one without windows of its own, which takes a quarter less of the processor for the same tests. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

function findChromium(): string {
  const named = process.env['CHROMIUM_PATH']
  const places = named ? [named] : installed
  const found = places.find((file) => existsSync(file))
  if (found) return found
  throw new Error(`No Chromium at ${places.join(' or ')}. Install one, or name it in CHROMIUM_PATH.`)
}

/**
 * Starts the Chromium of CHROMIUM_PATH, or else the system's own. Test files connect to it.
 * @throws Error with the searched paths.
 */
export const startChromium = (): Promise<BrowserServer> =>
  chromium.launchServer({
    executablePath: findChromium(),
    args: quiet,
    // With scroll bars, as for users.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
