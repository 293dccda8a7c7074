/**
 * npm run screenshots [-- NAME…]: screenshots of every screen and its states for visual review, and automatic findings.
 * Names select the states by prefix.
 */
import { chromium } from 'playwright-core'
import { signIn } from '../actions'
import { startChromium } from '../chromium'
import { collectPageErrors } from '../pageErrors'
import { captureState, type State } from '../captureState'
import { startProduct } from '../product'
import { folder } from '../screenshots'
import { activityStates } from './activities'
import { addressStates } from './addresses'
import { bidStates } from './bids'
import { bureauStates } from './bureau'
import { contactStates } from './contacts'
import { marketStates } from './market'
import { messageStates } from './messages'
import { opportunityStates } from './opportunities'
import { organizationStates } from './organizations'
import { accountStates, teamStates } from './people'
import { anonymousStates, signedInStates } from './session'
import { findShown, type Shown } from './shown'
import { tagStates } from './tags'
import { taskStates } from './tasks'
import { anonymousHoursStates, workingHoursStates } from './workingHours'

const statesOf = (shown: Shown): readonly State[] => [
  ...opportunityStates(shown),
  ...bidStates(shown),
  ...bureauStates(shown),
  ...organizationStates(shown),
  ...contactStates(shown),
  ...addressStates(shown),
  ...taskStates,
  ...activityStates,
  ...messageStates,
  ...tagStates,
  ...workingHoursStates,
  ...accountStates,
  ...signedInStates,
]

const only = process.argv.slice(2)
const isWanted = ({ name }: State) => only.length === 0 || only.some((start) => name.startsWith(start))

const product = await startProduct()
process.env['E2E_URLS'] = product.url
const browser = await startChromium()
try {
  const connected = await chromium.connect(browser.wsEndpoint())
  const context = await connected.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/Chicago',
  })
  context.setDefaultTimeout(10_000)
  const errors = await collectPageErrors(context)
  const page = await context.newPage()
  let faults = 0
  const lookAt = async (states: readonly State[]) => {
    for (const state of states.filter(isWanted)) {
      errors.length = 0
      const seen = await captureState(page, state).catch((error: unknown) => [String(error)])
      // The browser also logs deliberately provoked errors.
      const found = [...seen, ...errors.filter((text) => !/status of (401|503)/.test(text))]
      faults += found.length
      console.log([state.name, ...found].join('\n  '))
    }
  }
  await lookAt([...anonymousStates, ...anonymousHoursStates])
  await signIn(page, 'broker')
  await lookAt(statesOf(await findShown()))
  await page.goto('/account/logout')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await signIn(page, 'team')
  await lookAt([...teamStates, ...marketStates])
  console.log(`${faults} faults; pictures in ${folder}`)
  process.exitCode = faults === 0 ? 0 : 1
} finally {
  await browser.close()
  await product.stop()
}
