import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { renderApp } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { frameDialogs } from './FrameDialogs'
import { setViewport } from '../../testing/viewport'

const shown = () => screen.findByText('Showing 1 to 3 of 3 entries')
const menu = () => screen.getByRole('navigation', { name: 'Main' })
const user1 = '/api/users/me/'
const types = '/api/mpg/content-types/'

describe('the frame', () => {
  it('[SHELL-2] shows where one is, and who is signed in as soon as that is known', async () => {
    const answer = holdAnswers(user1)
    await renderApp('/mpg/opportunities')
    expect(await screen.findByText('Loading...')).toBeVisible()
    answer()
    expect(await screen.findByText('broker')).toBeVisible()
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument()
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent('Opportunities')
  })

  it('[SHELL-3] has a side menu that leads to each area and marks the open one', async () => {
    const { user, address } = await renderApp('/mpg/opportunities/new')
    await screen.findByRole('heading', { level: 1, name: 'Create Opportunity' })
    const entry = within(menu()).getByRole('link', { name: 'Opportunities' })
    await user.click(entry)
    await shown()
    expect(address()).toBe('/mpg/opportunities')
    expect(entry).toHaveAttribute('aria-current', 'page')
  })

  it('[SHELL-3] groups the side menu, in the order of the areas', async () => {
    await renderApp('/mpg/opportunities')
    await shown()
    const groups = within(menu())
      .getAllByRole('list')
      .map((list) =>
        within(list)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      )
    expect(within(menu()).getByRole('list', { name: 'Deals' })).toBeVisible()
    expect(groups.flat().slice(0, 5)).toEqual([
      ...['Opportunities', 'Bids', 'Organizations', 'Contacts', 'Addresses'],
    ])
    // Later resources come in among these.
    expect(groups).toEqual([
      ['Opportunities', 'Bids'],
      expect.arrayContaining(['Organizations', 'Contacts', 'Addresses', 'Suppliers']),
      expect.arrayContaining(['Tasks', 'Activities', 'Inbox']),
      expect.arrayContaining(['Tags', 'Trash']),
    ])
  })

  it('[SHELL-2, SHELL-7] collapses and expands the side menu, and remembers it', async () => {
    const { user, unmount } = await renderApp('/')
    await shown()
    await user.click(screen.getByRole('button', { name: 'Collapse the menu' }))
    expect(screen.getByRole('button', { name: 'Expand the menu' })).toHaveAttribute('aria-expanded', 'false')
    // The name stays for screen readers.
    expect(within(menu()).getByRole('link', { name: 'Opportunities' })).toHaveAttribute(
      'title',
      'Opportunities',
    )
    await waitFor(() =>
      expect(localStorage.getItem('persist:citygate:preferences')).toContain('"menuCollapsed":"true"'),
    )
    unmount()
    await renderApp('/')
    expect(await screen.findByRole('button', { name: 'Expand the menu' })).toBeVisible()
  })

  it('[SHELL-2] has the signs of calendar, task, scheduler and message in this order', async () => {
    await renderApp('/mpg/opportunities')
    await shown()
    const signs = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
    const dialogs = ['Calendar', 'Create task', 'Scheduler', 'Write message']
    expect(signs.filter((sign) => sign !== null && dialogs.includes(sign))).toEqual(dialogs)
  })

  it('[SHELL-9] opens the dialogs of every area from its top bar, and gives the focus back', async () => {
    const { user } = await renderApp('/mpg/opportunities')
    await shown()
    const sign = screen.getByRole('button', { name: 'Create task' })
    await user.click(sign)
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sign).toHaveFocus()
  })

  it('[SHELL-9] opens the window of a dialog at once, while what it asks is still fetched', async () => {
    const [calendar] = frameDialogs
    if (!calendar) throw new Error('There are no dialogs.')
    const load = jest.spyOn(calendar, 'load').mockReturnValue(new Promise<never>(() => undefined))
    const { user } = await renderApp('/mpg/opportunities')
    await shown()
    const sign = screen.getByRole('button', { name: calendar.label })
    await user.click(sign)
    const window = await screen.findByRole('dialog', { name: calendar.label })
    expect(window).toBeVisible()
    await user.click(within(window).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(window).not.toBeInTheDocument())
    expect(sign).toHaveFocus()
    load.mockRestore()
  })

  it('[SHELL-9] stays as it is where a dialog cannot be fetched, and offers it again', async () => {
    const [calendar] = frameDialogs
    if (!calendar) throw new Error('There are no dialogs.')
    const load = jest.spyOn(calendar, 'load').mockRejectedValue(new Error('Loading chunk 7 failed.'))
    const { user } = await renderApp('/mpg/opportunities')
    await shown()
    const sign = screen.getByRole('button', { name: calendar.label })
    await user.click(sign)
    expect(await screen.findByText('This cannot be opened now. Try again.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByText('Showing 1 to 3 of 3 entries')).toBeVisible()
    load.mockRestore()
    await user.click(sign)
    await waitFor(() => expect(screen.getByRole('dialog', { name: calendar.label })).toBeVisible())
  })

  it('[SHELL-7] starts with a collapsed side menu where the screen is small', async () => {
    setViewport({ width: 800 })
    const { user } = await renderApp('/')
    await shown()
    await user.click(screen.getByRole('button', { name: 'Expand the menu' }))
    expect(screen.getByRole('button', { name: 'Collapse the menu' })).toBeVisible()
  })

  it('[SHELL-2, SHELL-7] opens the menu as a drawer on narrow screens, and closes it on the way', async () => {
    setViewport({ width: 390 })
    const { user, address } = await renderApp('/mpg/opportunities/new')
    await screen.findByRole('heading', { level: 1, name: 'Create Opportunity' })
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
    const toggle = screen.getByRole('button', { name: 'Open the menu' })
    await user.click(toggle)
    const drawer = await screen.findByRole('dialog')
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await user.click(within(drawer).getByRole('link', { name: 'Opportunities' }))
    await shown()
    expect(address()).toBe('/mpg/opportunities')
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
  })

  it('[SHELL-2, SHELL-4, SHELL-9] keeps on narrow screens what the breadcrumb leaves no room for behind one sign', async () => {
    setViewport({ width: 390 })
    const { user, address } = await renderApp('/mpg/opportunities')
    await shown()
    // The page's header, which jsdom counts as a banner, too, follows it.
    const banner = within(screen.getAllByRole('banner')[0] as HTMLElement)
    const names = banner
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(names).toEqual(['Open the menu', 'Search everything', 'More '])
    await user.click(banner.getByRole('button', { name: 'More' }))
    const offered = await screen.findAllByRole('menuitem')
    expect(offered.map(({ textContent }) => textContent.trim())).toEqual([
      'Calendar',
      'Create task',
      'Scheduler',
      'Write message',
      'Notifications',
      'Your account (broker)',
      'Display settings',
      'Keyboard shortcuts',
      'Sign out',
    ])
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(3)
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    await screen.findByRole('button', { name: 'Sign Out' })
    expect(address()).toBe('/account/logout')
  })

  it('[SHELL-2] opens the account menu from the user’s name, by keyboard too', async () => {
    const { user, address } = await renderApp('/')
    await shown()
    const name = screen.getByRole('button', { name: 'Account of broker' })
    name.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Display settings' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument())
    expect(name).toHaveFocus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Display settings' }))
    const heading = await screen.findByRole('heading', { level: 2, name: 'Display' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(address()).toBe('/account')
  })

  it('[SHELL-2] names every sign of the top bar on hover and on focus', async () => {
    await renderApp('/')
    await shown()
    const signs = screen.getAllByRole('banner')[0]?.querySelectorAll('.bar-button') ?? []
    expect(signs).toHaveLength(9)
    for (const sign of signs)
      expect(sign.getAttribute('data-tip')).toContain(
        sign.getAttribute('aria-label') ?? sign.textContent.trim(),
      )
  })

  it('[SHELL-4] leads to the sign-out page with the power-off icon', async () => {
    const { user, address } = await renderApp('/')
    await shown()
    const link = screen.getByRole('link', { name: 'Sign out' })
    expect(within(link).getByRole('img', { name: 'poweroff' })).toBeVisible()
    await user.click(link)
    await screen.findByRole('button', { name: 'Sign Out' })
    expect(address()).toBe('/account/logout')
  })

  it('[SHELL-5] asks again with every page who is signed in and which content types there are', async () => {
    const { user, store } = await renderApp('/')
    await shown()
    await waitFor(() =>
      expect(store.getState().contentTypes.idByModel).toEqual({
        opportunity: 12,
        contact: 33,
        file: 42,
      }),
    )
    expect(new URL(requestsTo(user1)[0]?.url ?? '').search).toBe('?expand=profile')
    expect(new URL(requestsTo(types)[0]?.url ?? '').search).toBe('?limit=9999999')
    await user.click(screen.getByRole('link', { name: 'Deal 001' }))
    await waitFor(() => expect(requestsTo(user1)).toHaveLength(2))
    await waitFor(() => expect(requestsTo(types)).toHaveLength(2))
  })

  it('[SHELL-5] neither waits for that nor signs out when the network fails', async () => {
    const rendering = renderApp('/')
    const fails = () => HttpResponse.error()
    server.use(http.get(`*${user1}`, fails), http.get(`*${types}`, fails))
    const { store } = await rendering
    await shown()
    await waitFor(() => expect(requestsTo(user1)).toHaveLength(1))
    expect(store.getState().session.tokens).not.toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
  })

  it('follows the device’s theme until one is chosen, and keeps the choice', async () => {
    setViewport({ dark: true })
    const { user, store } = await renderApp('/')
    await shown()
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    await user.click(screen.getByRole('button', { name: 'Account of broker' }))
    expect(await screen.findByRole('menuitemradio', { name: 'Theme follows the system' })).toBeChecked()
    await user.click(screen.getByRole('menuitemradio', { name: 'Light theme' }))
    expect(document.documentElement).toHaveAttribute('data-theme', 'light')
    expect(store.getState().preferences.theme).toBe('light')
  })

  it('moves the focus to the heading of the page that opens, and announces it', async () => {
    const { user } = await renderApp('/')
    await shown()
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus()
    await user.click(screen.getByRole('link', { name: 'Deal 001' }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Deal 001' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe('Deal 001 · Citygate')
  })

  it('keeps the focus in an input in use before the opened page has its heading', async () => {
    const { user, navigate } = await renderApp('/mpg/tags')
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    const answer = holdAnswers('/api/mpg/opportunities/1/')
    navigate('/mpg/opportunities/1/organizations')
    await user.type(await screen.findByLabelText('Search organizations'), 'har')
    answer()
    expect(await screen.findByRole('heading', { level: 1, name: 'Deal 001' })).toBeVisible()
    expect(screen.getByLabelText('Search organizations')).toHaveFocus()
  })
})
