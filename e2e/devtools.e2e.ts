import type { BrowserContext, Page } from 'playwright-core'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

/**
 * A mock of the Redux DevTools extension: takes the options, and records the sanitized actions and states. Each text is
 * recorded once.
 */
const recordTools = async (context: BrowserContext) => {
  const texts = new Set<string>()
  let features: unknown
  await context.exposeFunction('tellTools', (told: string[], has: unknown) => {
    for (const text of told) texts.add(text)
    features = has
  })
  await context.addInitScript(() => {
    interface Options {
      features: unknown
      actionSanitizer: (action: object, id: number) => unknown
      stateSanitizer: (state: unknown, index: number) => unknown
    }
    interface Store {
      dispatch: (action: object) => unknown
      getState: () => unknown
    }
    type CreateStore = (...args: unknown[]) => Store
    const { tellTools } = window as unknown as { tellTools: (texts: string[], has: unknown) => void }
    const told = new Set<string>()
    const seen = new WeakSet()
    const collect = (value: unknown, found: string[]): void => {
      if (typeof value === 'string' && !told.has(value)) {
        told.add(value)
        found.push(value)
      }
      if (typeof value !== 'object' || value === null || seen.has(value)) return
      seen.add(value)
      for (const [name, item] of Object.entries(value)) {
        collect(name, found)
        collect(item, found)
      }
    }
    const record =
      ({ features, actionSanitizer, stateSanitizer }: Options) =>
      (...enhancers: ((next: CreateStore) => CreateStore)[]) =>
      (createStore: CreateStore): CreateStore => {
        const recorded: CreateStore = (reduce, ...rest) => {
          const reducer = reduce as (state: unknown, action: object) => unknown
          let id = 0
          const watched = (state: unknown, action: object) => {
            const next = reducer(state, action)
            const found: string[] = []
            collect(actionSanitizer(action, id), found)
            collect(stateSanitizer(next, id++), found)
            if (found.length) tellTools(found, features)
            return next
          }
          return createStore(watched, ...rest)
        }
        return enhancers.reduceRight((next, enhance) => enhance(next), recorded)
      }
    Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: record })
  })
  return { texts, features: () => features }
}

/** All secrets in requests and answers that grant access by themselves. */
const collectSecrets = (context: BrowserContext) => {
  const secrets = new Map<string, string>()
  const reading: Promise<unknown>[] = []
  const find = (text: string) => {
    for (const [, name = '', value = ''] of text.matchAll(/"(access|refresh|secret_address)":"([^"]+)"/g))
      secrets.set(value, name)
    for (const [, name = '', value = ''] of text.matchAll(/[?&](signature|code|state)=([\w.~%-]+)/g))
      secrets.set(decodeURIComponent(value), name)
    for (const [, secret = ''] of text.matchAll(/\/api\/calendar\/([\w-]+)\.ics/g))
      secrets.set(secret, 'secret_address')
  }
  context.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (/^\/(rest|nylas)\//.test(pathname)) find(search)
    if (/^\/(api|rest|nylas)\//.test(pathname) && response.headers()['content-type']?.includes('json'))
      reading.push(
        response.text().then(find, () => undefined), // A closed page loses its answers.
      )
  })
  return async () => {
    await Promise.all(reading)
    return secrets
  }
}

const typed = {
  wrong: 'canary wrong b5d1 lanterns',
  registered: 'canary registered c7e2 lanterns',
  made: 'canary made d9f3 lanterns',
  unlike: 'canary current e1a4 lanterns',
  own: 'canary own f3b5 lanterns',
  reset: 'canary reset a5c6 lanterns',
}

const enter = async (page: Page, username: string, password: string) => {
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Brokers' }).check()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(text)
}

it('[TRUST-47] shows no secret that is typed, brought back or handed out in DevTools, whatever the form', async () => {
  const { context, page, ignoreErrors } = await newSession()
  const tools = await recordTools(context)
  const secretsOf = collectSecrets(context)
  const username = `canary.${Date.now()}`
  const person = (name: string) => ({
    Username: name,
    'First name': 'Anna',
    'Last name': 'Berg',
    Email: `${name}@berg.example`,
  })
  const twice = (password: string) => ({ Password: password, 'Password, once more': password })

  await enter(page, 'broker', typed.wrong)
  await page.getByRole('alert').getByRole('listitem').waitFor()

  await page.getByRole('button', { name: 'Create User' }).click()
  // The sign-in page, which has a field Username as well, stays until the next one is loaded.
  await page.getByRole('heading', { level: 1, name: 'Create User' }).waitFor()
  await fill(page, { ...person(`waiting.${Date.now()}`), ...twice(typed.registered) })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Your account waits for approval' }).waitFor()

  // The provider's team returns from the directory with a code and a state.
  await page.goto('/mpg/users')
  await page.getByRole('radio', { name: 'Provider’s team' }).check()
  await page.getByRole('link', { name: 'Sign in with the demo directory' }).click()
  await page.getByRole('button', { name: /\(team\)$/ }).click()
  await page.getByRole('button', { name: 'Create User' }).click()
  const making = page.getByRole('dialog', { name: 'Create User' })
  await fill(page, { ...person(username), ...twice(typed.made) })
  await making.getByRole('radio', { name: 'Broker' }).check()
  await making.getByRole('button', { name: 'Save' }).click()
  await making.waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search users' }).fill(username)
  await page.getByText('Showing 1 to 1 of 1 entries').waitFor()
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Set password' }).click()
  await fill(page, { 'New password': typed.reset, 'New password, once more': typed.reset })
  const setting = page.getByRole('dialog', { name: /Set the password/ })
  await setting.getByRole('button', { name: 'Set password' }).click()
  await setting.waitFor({ state: 'detached' })

  // Lists and details contain signed addresses.
  await page.goto('/mpg/opportunities')
  await page.getByRole('table', { name: 'Opportunities' }).getByRole('row').nth(1).waitFor()
  await page.getByRole('table', { name: 'Opportunities' }).getByRole('link').first().click()
  await page.getByRole('tab', { name: /^Files/ }).click()
  await page.getByLabel('browse').setInputFiles({
    name: 'Canary.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('link', { name: /Canary\.pdf/ }).waitFor()
  await page.goto('/logout')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('**/login')

  // The mail service's consent returns with a code and a state, too.
  await enter(page, username, typed.reset)
  await page.waitForURL('**/setup/')
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Authorize' }).click(),
  ])
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()])
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()

  await page.goto('/account')
  const change = { 'New password': typed.own, 'New password, once more': typed.own }
  await fill(page, { 'Current password': typed.unlike, ...change })
  await page.getByRole('button', { name: 'Change password' }).click()
  await page
    .getByRole('form', { name: 'Password' })
    .getByText(/current password/i)
    .nth(1)
    .waitFor()
  await fill(page, { 'Current password': typed.reset, ...change })
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText(/Your password is changed/).waitFor()
  await page.getByRole('button', { name: 'Make a feed address' }).click()
  await page.getByLabel('Feed address').waitFor()

  // The browser logs refused requests in the console.
  ignoreErrors(/status of 4\d\d/)
  const shown = [...tools.texts]
  expect(shown).toEqual(
    expect.arrayContaining([
      'Refused: sign in',
      'Done: sign in',
      'Done: register',
      'Done: complete sign in',
      'Done: create user',
      'Done: set password',
      'Refused: set password',
      'Done: mail callback',
      'Done: create calendar feed',
    ]),
  )
  expect(shown).toContain('[hidden]')
  const secrets = await secretsOf()
  const kinds = new Set(secrets.values())
  for (const kind of ['access', 'refresh', 'secret_address', 'signature', 'code', 'state'])
    expect([...kinds]).toContain(kind)
  const all = [...Object.values(typed), ...secrets.keys()]
  expect(shown.filter((text) => all.some((secret) => text.includes(secret)))).toEqual([])
  // No dispatch, import, export or time travel.
  expect(tools.features()).toEqual({ pause: true })
})
