import { existsSync } from 'node:fs'
import { chromium, type BrowserServer } from 'playwright-core'

/** Nothing here talks to the browser's maker or to the desktop. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
  // The last list counts, so it names what playwright's own leaves out, too.
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
    // Each window would draw two pages of its own for its address bar, a second of a slow core, while ours are measured.
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxPopup',
  ].join()}`,
]

function findChromium(): string {
  const file = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  if (existsSync(file)) return file
  throw new Error(`No Chromium at ${file}. Install one, or name it in CHROMIUM_PATH.`)
}

/**
 * Starts the Chromium that CHROMIUM_PATH names, or else the system's own. Test files connect to it.
 * @throws Error that tells where it was looked for.
 */
export const startChromium = (): Promise<BrowserServer> =>
  chromium.launchServer({
    executablePath: findChromium(),
    args: quiet,
    // Pages are looked at as people see them.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
