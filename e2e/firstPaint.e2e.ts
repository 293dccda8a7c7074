import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { StartPage } from '../src/app/shell/startPage'
import { contract } from '../src/contract'
import { signInByForm } from './actions'
import budgets from './budgets.json'
import { expectEventually } from './expectEventually'
import { enableSaveDataMode } from './saveDataMode'
import { blockChangeStream } from './blockChangeStream'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

const list = '/mpg/opportunities'
const program = /\/assets\/.*\.js$/

/** The storage of a browser that has signed in, and seen the list. */
const storageAfterList = async (
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
) => {
  const { page, context } = await newSession(options)
  await blockChangeStream(page)
  await signInByForm(page, 'broker', list)
  await page.getByText(/^Showing/).waitFor()
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  return context.storageState()
}
let kept: BrowserContextOptions['storageState']

/**
 * A signed-in browser without cached files: a new context with the storage of another one, which is the same for all
 * tests that prepare none.
 */
const returning = async (options: BrowserContextOptions = {}, prepare?: (page: Page) => Promise<unknown>) => {
  const storageState = prepare
    ? await storageAfterList(options, prepare)
    : (kept ??= await storageAfterList())
  const next = await newSession({ ...options, storageState })
  await blockChangeStream(next.page)
  return next
}

/** For a test that renews its tokens. */
const hasOwnSession = () => Promise.resolve()

/** Records page placeholders from now on, including the served skeleton. Runs before the page's scripts. */
const gatherPlaceholders = () => {
  const gathered = new Set<Element>()
  ;(window as { placeholders?: Set<Element> }).placeholders = gathered
  const places = '.skeleton, .waiting'
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      for (const place of [node, ...node.querySelectorAll(places)])
        if (place.matches(places)) gathered.add(place)
    }
  }).observe(document, { childList: true, subtree: true })
}
const placeholders = (page: Page) =>
  page.evaluate(() => (window as { placeholders?: Set<Element> }).placeholders?.size)

/** Holds the application's files until released; files requested after the release never arrive. */
const holdProgram = async (page: Page) => {
  let open = () => undefined as void
  let met = 0
  let isOpen = false
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route(program, async (route) => {
    if (isOpen) return
    met += 1
    await opened
    await route.continue().catch(() => undefined)
  })
  /** Releases the files requested by the page itself. */
  return async () => {
    const asked = () => page.evaluate(() => document.querySelectorAll('script[src^="/assets/"]').length)
    await expectEventually(async () => met > 0 && met >= (await asked()))
    isOpen = true
    open()
  }
}

/** Makes a page load count as fast on any machine, so that the decision of its script is deterministic. */
const comesAtOnce = () => {
  const now = performance.now.bind(performance)
  performance.now = () => (document.readyState === 'loading' ? 10 : now())
}

const looks = (page: Page) =>
  page.evaluate(() => {
    const skeleton = document.querySelector<HTMLElement>('.skeleton')
    const { width } = document.querySelector('.skeleton .frame-side')?.getBoundingClientRect() ?? {
      width: -1,
    }
    return {
      background: getComputedStyle(document.documentElement).backgroundColor,
      isShown: skeleton?.checkVisibility() ?? false,
      isInert: skeleton?.inert === true && skeleton.getAttribute('aria-hidden') === 'true',
      menu: width,
      row: document.querySelectorAll('.skeleton-row')[1]?.getBoundingClientRect().height ?? -1,
    }
  })

describe('the page, before any program is there', () => {
  it.each([
    ['light', 'rgb(245, 247, 247)'],
    ['dark', 'rgb(14, 22, 24)'],
  ] as const)(
    'shows the frame in the device’s %s theme, and asks for its list',
    async (colorScheme, background) => {
      const { page } = await returning({ colorScheme })
      const letIn = await holdProgram(page)
      const asked = page.waitForRequest(
        (request) => new URL(request.url()).pathname === contract.opportunities.path,
      )
      await page.goto(`${list}?size=25&q=e`, { waitUntil: 'commit' })
      expect(new URL((await asked).url()).search).toContain(
        'q=e&limit=25&offset=0&ordering=opportunity_name&expand=',
      )
      await page.locator('.skeleton').waitFor()
      expect(await looks(page)).toEqual({ background, isShown: true, isInert: true, menu: 208, row: 53 })

      // Only the page's prefetch is answered: no other answer exists.
      await page.route(`**${contract.opportunities.path}**`, () => undefined)
      await letIn()
      await page.getByText(/^Showing 1 to 25 of/).waitFor()
      expect(await page.locator('.skeleton').count()).toBe(0)
    },
  )

  it('is there before its program is asked for, which takes the processor from the first picture', async () => {
    const { page } = await returning()
    await page.addInitScript(comesAtOnce)
    await page.addInitScript(() => {
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
        if (!added.some((node) => node instanceof HTMLScriptElement && node.src.includes('/assets/'))) return
        ;(window as { hadFrame?: boolean }).hadFrame ??= document.querySelector('.skeleton') !== null
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(list)
    await page.getByText(/^Showing/).waitFor()
    expect(await page.evaluate(() => (window as { hadFrame?: boolean }).hadFrame)).toBe(true)
  })

  it('gets its program all the same where no picture is drawn, since nobody looks at it', async () => {
    const { page } = await returning()
    await page.addInitScript(comesAtOnce)
    await page.addInitScript(() => {
      const draw = window.requestAnimationFrame.bind(window)
      // The page's own request comes first.
      window.requestAnimationFrame = () => {
        window.requestAnimationFrame = draw
        return 0
      }
    })
    await page.goto(list)
    await page.getByText(/^Showing/).waitFor()
  })

  it('is followed by the list itself: whatever stands in its place stands there for 300 ms', async () => {
    const { page } = await returning()
    await page.addInitScript(gatherPlaceholders)
    await page.goto(list)
    await page.getByText(/^Showing/).waitFor()
    expect(await placeholders(page)).toBe(1)
  })

  it.each(['opportunities', 'organizations', 'contacts', 'addresses'] as const)(
    'asks for the record of an address among %s, once',
    async (resource) => {
      const { page } = await returning()
      const letIn = await holdProgram(page)
      const pathname = `${contract[resource].path}1/`
      const asked = page.waitForRequest((request) => new URL(request.url()).pathname === pathname)
      await page.goto(`/mpg/${resource}/1/details`, { waitUntil: 'commit' })
      const answer = await (await asked).response()
      expect(answer?.status()).toBe(200)

      // It is the application's answer, too: no other answer exists.
      await page.route(`**${pathname}*`, () => undefined)
      await letIn()
      await page.locator('main .page-header h1').waitFor()
      expect(await page.locator('main').getByText('could not be loaded').count()).toBe(0)
    },
  )

  it('shows what this browser has chosen: theme, density, menu', async () => {
    const { page } = await returning({ colorScheme: 'light' }, async (first) => {
      await first.getByRole('button', { name: 'Compact' }).click()
      await first.getByRole('button', { name: 'Collapse the menu' }).click()
      await first.getByRole('button', { name: /Change to: light theme/ }).click()
      await first.getByRole('button', { name: /Change to: dark theme/ }).click()
      // Stored with a delay.
      await first.waitForFunction(() =>
        localStorage.getItem('persist:citygate:preferences')?.includes('dark'),
      )
    })
    await holdProgram(page)
    await page.goto(list, { waitUntil: 'commit' })
    await page.locator('.skeleton').waitFor()
    expect(await looks(page)).toMatchObject({
      background: 'rgb(14, 22, 24)',
      isShown: true,
      menu: 56,
      row: 36,
    })
  })

  it('shows nothing of the frame to whoever is not signed in, nor fetches it', async () => {
    const { page } = await newSession()
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.goto(list)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['start'])).toBeUndefined()
    expect(files.filter((file) => file.startsWith(contract.opportunities.path))).toEqual([])
  })

  it('leaves a token that has run out to the program, which renews it', async () => {
    const { page } = await returning({}, hasOwnSession)
    await page.addInitScript(() => {
      const place = 'persist:citygate:session'
      const kept = JSON.parse(localStorage.getItem(place) ?? '{}') as { tokens: string }
      const tokens = JSON.parse(kept.tokens) as object
      localStorage.setItem(
        place,
        JSON.stringify({ ...kept, tokens: JSON.stringify({ ...tokens, refreshAt: 0 }) }),
      )
    })
    await page.goto(list)
    await page.getByText(/^Showing 1 to 10 of/).waitFor()
  })
})

it('has every file of a list compiled while it arrives', () => {
  const folder = path.resolve('dist/public')
  const screens = JSON.parse(readFileSync(path.join(folder, 'screens.json'), 'utf8')) as {
    path: string
    page: StartPage
  }[]
  const files = screens.find((screen) => screen.path === list)?.page.frame?.scripts ?? []
  expect(files.length).toBeGreaterThan(3)
  const late = files.filter(
    (file) => !readFileSync(path.join(folder, file), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'),
  )
  expect(late).toEqual([])
})

it('asks for all that the list needs side by side: its rows wait for no file that another file asks for', async () => {
  const { page } = await returning()
  const letIn = await holdProgram(page)
  await page.goto(list, { waitUntil: 'commit' })
  // All of the application's files, and the list, are requested before the application runs.
  await page.waitForFunction(() => document.querySelectorAll('script[src^="/assets/"]').length > 5)
  await page.locator('.skeleton').waitFor()
  await letIn()
  await page.getByText(/^Showing/).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(10)
})

/** The files of a screen by the build's manifest, or those of the application behind it. */
const filesOf = (screen: string, part: 'frame' | 'application' = 'frame'): string[] => {
  const screens = JSON.parse(readFileSync('dist/public/screens.json', 'utf8')) as {
    path: string
    page: Pick<StartPage, 'frame' | 'application'>
  }[]
  const { scripts = [], styles = [] } = screens.find(({ path: at }) => at === screen)?.page[part] ?? {}
  return [...scripts, ...styles]
}

const packed = (file: string) => gzipSync(readFileSync(path.join('dist/public', file)), { level: 9 }).length

/** The loaded files, once they include all awaited ones. */
const arrived = async (page: Page, awaited: readonly string[] = []) => {
  const names = await page.waitForFunction((awaited) => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    return awaited.every((file) => files.includes(file)) && files
  }, awaited)
  return (await names.jsonValue()) || []
}

describe('what one goes on to from a list', () => {
  const onward = ['/:id/:type', '/new', '/:id/edit'].flatMap((rest) => filesOf(list + rest))
  const first = filesOf(list)
  const organizations = filesOf('/mpg/organizations').filter((file) => !first.includes(file))

  it('is fetched once the list is at rest, not before, and within its bytes', async () => {
    const { page } = await returning()
    let answer = () => undefined as void
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**${contract.opportunities.path}**`, async (route) => {
      await answered
      await route.continue()
    })
    await page.goto(list)
    await page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    const before = await arrived(page)
    expect(before).toEqual(expect.arrayContaining(first))
    expect(onward.filter((file) => before.includes(file) && !first.includes(file))).toEqual([])

    answer()
    const all = await arrived(page, onward)
    const later = all.filter((file) => file.startsWith('/assets/') && !before.includes(file))
    expect(later.reduce((sum, file) => sum + packed(file), 0)).toBeLessThanOrEqual(budgets[list].ahead)
  })

  it('begins with the page of a record, and ends with what pick lists start with', async () => {
    const { page } = await returning()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const picks = page.waitForRequest((request) => request.url().includes(contract.organizations.path))
    await page.goto(list)
    await Promise.all([picks, arrived(page, onward)])
    const record = filesOf(`${list}/:id/:type`).filter((file) => !first.includes(file))
    const others = onward.filter((file) => !first.includes(file) && !record.includes(file))
    const places = (files: readonly string[]) => files.map((file) => asked.indexOf(file))
    expect(Math.max(...places(record))).toBeLessThan(Math.min(...places(others)))
    expect(Math.max(...places(others))).toBeLessThan(asked.indexOf(contract.organizations.path))
  })

  it('is fetched at once where a link is pointed at, or has the focus', async () => {
    const { page } = await returning()
    await page.route(`**${contract.opportunities.path}**`, () => undefined)
    await page.goto(list)
    await page.getByRole('link', { name: 'Organizations' }).hover()
    await arrived(page, organizations)
    await page.getByRole('link', { name: 'Create Opportunity' }).focus()
    await arrived(page, filesOf(`${list}/new`))
  })

  /** Styles that antd computes when the first input of a kind is rendered. */
  const hasInputStyles = () =>
    [...document.querySelectorAll('style')].some(({ textContent }) => textContent.includes('.ant-select'))

  it('has the style sheets of its inputs worked out, which show nowhere', async () => {
    const { page } = await returning()
    await page.goto(list)
    await page.waitForFunction(hasInputStyles)
    expect(await page.locator('.ant-select, .ant-input').count()).toBe(0)
  })

  it('is left alone where bytes are dear', async () => {
    const { page } = await returning()
    await page.addInitScript(enableSaveDataMode)
    await page.goto(list)
    await page.getByText(/^Showing/).waitFor()
    await page.getByRole('link', { name: 'Organizations' }).hover()
    await page.waitForLoadState('networkidle')
    expect(await arrived(page)).not.toEqual(expect.arrayContaining(organizations))
    expect(await page.evaluate(hasInputStyles)).toBe(false)
  })
})

describe('the sign-in page', () => {
  const application = filesOf('/login', 'application')

  it('shows without the application, which is fetched at rest and within its bytes', async () => {
    const { page } = await newSession()
    let letIn = () => undefined as void
    const held = new Promise<void>((resolve) => (letIn = resolve))
    await page.route(
      ({ pathname }) => application.includes(pathname),
      async (route) => {
        await held
        await route.continue()
      },
    )
    await page.goto('/login')
    await page.getByRole('radio', { name: 'Brokers' }).check()
    await page.getByLabel('Username').waitFor()
    const before = await arrived(page)
    letIn()
    const all = await arrived(page, application)
    const later = all.filter((file) => file.startsWith('/assets/') && !before.includes(file))
    expect(later.reduce((sum, file) => sum + packed(file), 0)).toBeLessThanOrEqual(budgets['/login'].ahead)
  })

  it.each(['/login', list])(
    'asks for it side by side with the program at %s where the team’s directory is looked for at once',
    async (address) => {
      const { page } = await newSession()
      await page.goto('/login')
      await page.getByRole('radio', { name: 'Provider’s team' }).check()
      await page.getByRole('link', { name: 'Sign in with the demo directory' }).waitFor()
      await page.waitForFunction(() => localStorage.getItem('persist:citygate:preferences')?.includes('team'))
      const letIn = await holdProgram(page)
      await page.goto(address, { waitUntil: 'commit' })
      await page.waitForFunction(
        (files) => files.every((file) => document.querySelector(`script[src="${file}"]`)),
        application,
      )
      await letIn()
      await page.getByRole('link', { name: 'Sign in with the demo directory' }).waitFor()
    },
  )
})

it.each(Object.entries(budgets))('%s stays within its bytes', async (address, budget) => {
  const { page } = await (address === '/login' ? newSession() : returning())
  const files = new Set<string>()
  const answers: Promise<number>[] = []
  // Prefetches are counted separately.
  await page.addInitScript(enableSaveDataMode)
  page.on('response', (response) => {
    const { pathname, origin } = new URL(response.url())
    if (origin !== new URL(page.url()).origin && page.url() !== 'about:blank') return
    if (/^\/(api|nylas|activities|rest)\//.test(pathname))
      answers.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      )
    else files.add(/\.\w+$/.test(pathname) ? pathname : '/index.html')
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000)
  await page.waitForLoadState('networkidle')
  const sizes = [...files].map(packed)
  const sum = (bytes: readonly number[]) => bytes.reduce((total, each) => total + each, 0)
  const used = { program: sum(sizes), api: sum(await Promise.all(answers)) }
  expect(used.program).toBeGreaterThan(10_000)
  expect(used.program).toBeLessThanOrEqual(budget.program)
  expect(used.api).toBeLessThanOrEqual(budget.api)
})

describe('from a list to a record', () => {
  it('is on the screen before anything is asked of the server', async () => {
    const { page } = await returning()
    await page.goto(list)
    await page.getByText(/^Showing/).waitFor()
    await page.waitForLoadState('networkidle')
    const { asked, drawn } = await page.evaluate(async () => {
      const moments: number[] = []
      const send = window.fetch.bind(window)
      window.fetch = (...call) => {
        moments.push(performance.now())
        return send(...call)
      }
      const link = document.querySelector<HTMLAnchorElement>('tbody tr a[href]')
      link?.click()
      const frame = () => new Promise(requestAnimationFrame)
      while (document.querySelector('h1')?.textContent !== link?.textContent) await frame()
      const at = performance.now()
      while (moments.length === 0) await frame()
      return { asked: moments, drawn: at }
    })
    expect(Math.min(...asked)).toBeGreaterThan(drawn)
  })
})
