import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { startProduct, type Product } from './product'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
let product: Product
beforeAll(async () => {
  // A port without a listener.
  product = await startProduct({ SMTP_URL: 'smtp://127.0.0.1:9' })
})
afterAll(() => product.stop())

it("[TRUST-26] the provider's team sees how each connection stands, and tries one", async () => {
  const { page } = await newSession({ baseURL: product.url })
  await signIn(page, 'team')
  await page.getByRole('link', { name: 'Connections', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor()
  const mailServer = page.getByRole('listitem', { name: 'Mail server' })
  await mailServer.getByText('Takes mail that goes to people elsewhere.').waitFor()
  // The notice of this sign-in may have been tried already.
  await mailServer.getByText(/^(?:Not tried yet|Failing)/).waitFor()
  await page.getByRole('listitem', { name: 'Credit bureau' }).getByText('Not connected').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const tried = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await mailServer.getByRole('button', { name: 'Try now: Mail server' }).click()
  expect((await tried).url()).toContain('connections')
  await mailServer.getByText('Failing').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

it('[TRUST-26] other users do not', async () => {
  const { page } = await newSession({ baseURL: product.url })
  await signIn(page, 'broker', '/mpg/connections')
  await page.getByRole('link', { name: 'Back to the opportunities' }).waitFor()
  expect(await page.getByRole('link', { name: 'Connections', exact: true }).count()).toBe(0)
})
