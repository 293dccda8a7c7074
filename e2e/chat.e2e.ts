import { createHmac } from 'node:crypto'
import { signIn } from './actions'
import { chatwootOrigin, serveChatwoot, toldChatwoot } from './chatwootPeer'
import { startProduct, type Product } from './product'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

describe('with Chatwoot', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({
      CHAT_WIDGET: 'chatwoot',
      CHAT_SCRIPT_URL: `${chatwootOrigin}/packs/js/sdk.js`,
      CHAT_KEY: 'k1',
      CHAT_SECRET: 'hunter2',
    })
  })
  afterAll(() => product.stop())

  it('[SHELL-6, TRUST-3] shows its bubble, knows who talks, and forgets them at sign-out', async () => {
    const { page } = await newSession({ baseURL: product.url })
    await serveChatwoot(page)
    const bubble = page.getByRole('button', { name: 'Chat with us' })
    const identity = (id: string) => createHmac('sha256', 'hunter2').update(id).digest('hex')
    await signIn(page, 'broker', '/mpg/tags')
    await bubble.waitFor()
    // Its style sheet applies, although the CSP requires a nonce.
    expect(await bubble.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
    expect(await toldChatwoot(page)).toEqual([
      {
        event: 'set-user',
        identifier: '3',
        user: { name: 'Robin Tavares', email: 'broker@citygate.example', identifier_hash: identity('3') },
      },
    ])
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await page.getByTitle('Chat', { exact: true }).waitFor()
    const cookies = async () => (await page.context().cookies()).map(({ name }) => name)
    expect(await cookies()).toContain('cw_user_k1')
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).waitFor()
    await bubble.waitFor({ state: 'hidden' })
    expect(await cookies()).not.toContain('cw_user_k1')
  })
})

describe('with a chat that takes commands', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({
      CHAT_SCRIPT_URL: 'https://chat.citygate.example/widget.js',
      CHAT_KEY: 'k1',
      CHAT_COMMAND: 'DeskChat',
    })
  })
  afterAll(() => product.stop())

  it('[SHELL-6, TRUST-3] its script is fetched, told who talks, shown, and stopped at sign-out', async () => {
    const { page } = await newSession({ baseURL: product.url })
    await page.route('https://chat.citygate.example/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.told = []; window.DeskChat = (...args) => void window.told.push(args)',
      }),
    )
    const told = () => page.evaluate(() => (window as unknown as { told?: unknown[] }).told ?? [])
    await signIn(page, 'broker', '/mpg/tags')
    await page.waitForFunction(() => (window as unknown as { told?: unknown[] }).told?.length === 2)
    expect(await told()).toEqual([
      ['boot', { app_id: 'k1', user_id: '3', name: 'Robin Tavares', email: 'broker@citygate.example' }],
      ['show'],
    ])
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).waitFor()
    expect((await told()).at(-1)).toEqual(['shutdown'])
  })
})
