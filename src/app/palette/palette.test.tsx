import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { contract } from '../../contract'
import { aContact, anOrganization, anOrganizationContact } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const palette = () => screen.findByRole('combobox', { name: 'Search everything' })
const results = () => within(screen.getByRole('listbox', { name: 'Results' })).queryAllByRole('option')
const options = () => results().map(({ textContent }) => textContent)
const option = (name: RegExp | string) => screen.findByRole('option', { name })
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

const world = () => {
  const made = createWorld()
  made.tables.organizations = [
    anOrganization(),
    anOrganization({ organization_id: 2, name: 'Basin Supply', tax_id: '12-3456789' }),
  ]
  made.tables.contacts = [aContact({ contact_id: 4, name: 'Ada Harbor' })]
  return made
}

/** Opens it by its button on a page. */
const open = async (address = '/mpg/tags', made = world(), as = 'broker') => {
  const app = await renderApp(address, { world: made, as })
  await screen.findByRole('heading', { level: 1 })
  await app.user.click(await screen.findByRole('button', { name: 'Search everything' }))
  return { ...app, input: await palette() }
}

describe('its keys', () => {
  /** Waits until keys are handled. */
  const listen = async () => {
    const listening = jest.spyOn(document, 'addEventListener')
    const app = await renderApp('/mpg/opportunities', { world: world() })
    await screen.findByText('Showing 1 to 3 of 3 entries')
    await waitFor(() => expect(listening.mock.calls.map(([event]) => event)).toContain('keydown'))
    listening.mockRestore()
    return app
  }

  // The first test of the file: the window is not loaded yet.
  it('leave the letters that follow at once to it', async () => {
    const { address } = await listen()
    press('k', { ctrlKey: true })
    press('c')
    await palette()
    expect(address()).toBe('/mpg/opportunities')
  })

  it('open it from inside an input, too, and Esc gives the focus back', async () => {
    const { user } = await listen()
    const search = screen.getByLabelText('Search opportunities')
    await user.click(search)
    expect(press('k', { ctrlKey: true })).toBe(false)
    await waitFor(async () => expect(await palette()).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(search).toHaveFocus()
  })

  it('do not open it above another dialog', async () => {
    const { user } = await listen()
    await user.click(screen.getByRole('button', { name: 'Create task' }))
    await screen.findByRole('textbox', { name: /^Title/ })
    expect(press('k', { ctrlKey: true })).toBe(false)
    expect(screen.getByRole('dialog', { name: 'TASK' })).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Search everything' })).not.toBeInTheDocument()
  })
})

describe('the palette', () => {
  it('finds records of every kind, announces how many, and opens one by Enter', async () => {
    const { user, input, address } = await open()
    await waitFor(() => expect(input).toHaveFocus())
    await user.type(input, 'harbor')
    expect(await option(/HARBOR MILLS/)).toBeVisible()
    expect(await option(/Ada Harbor/)).toBeVisible()
    await waitFor(() => expect(screen.getByText('2 results')).toBeInTheDocument())
    expect(input).toHaveAttribute('aria-activedescendant', results()[0]?.id)
    press('ArrowDown')
    expect(await option(/Ada Harbor/)).toHaveAttribute('aria-selected', 'true')
    press('ArrowDown')
    expect(await option(/HARBOR MILLS/)).toHaveAttribute('aria-selected', 'true')
    press('Enter')
    await waitFor(() => expect(address()).toBe('/mpg/organizations/1/details'))
    expect(screen.queryByRole('combobox', { name: 'Search everything' })).not.toBeInTheDocument()
  })

  it('shows by what a record was found', async () => {
    const made = world()
    made.tables.organizationContacts = [
      anOrganizationContact({ contact: 4, organization: 1, work_email: 'ada@harbor.example' }),
    ]
    const { user, input } = await open('/mpg/tags', made)
    await user.type(input, '12-34')
    expect(await option(/^BASIN SUPPLY/)).toHaveTextContent('Tax ID 12-3456789')
    await user.clear(input)
    await user.type(input, 'ada')
    expect(await option(/^Ada Harbor/)).toHaveTextContent('ada@harbor.example')
  })

  it('shows five of a kind, and leads to all of them in their list', async () => {
    const made = createWorld({ opportunities: 12 })
    const { user, input, address } = await open('/mpg/tags', made)
    await user.type(input, 'deal')
    const all = await option('All 12 in Opportunities')
    expect(options().filter((text) => text?.startsWith('Deal 0'))).toHaveLength(5)
    await user.click(all)
    await waitFor(() => expect(address()).toBe('/mpg/opportunities?q=deal'))
  })

  it('asks for two characters and more, once they have been typed, and not for what they were before', async () => {
    const { user, input } = await open()
    await user.type(input, 'h')
    const path = contract.contacts.path
    await user.type(input, 'arbor')
    await option(/Ada Harbor/)
    await user.clear(input)
    await user.type(input, 'mi')
    await waitFor(() => expect(options()).toEqual(['HARBOR MILLS']))
    expect(requestsTo(path).map(({ url }) => new URL(url).searchParams.get('q'))).toEqual(['harbor', 'mi'])
  })

  it('[SHELL-2] opens the first result of an early Enter once all are there', async () => {
    const { user, input, address } = await open()
    const answer = holdAnswers(contract.organizations.path)
    await user.type(input, 'mills')
    press('Enter')
    await waitFor(() => expect(requestsTo(contract.organizations.path).length).toBeGreaterThan(0))
    expect(address()).toBe('/mpg/tags')
    answer()
    await waitFor(() => expect(address()).toBe('/mpg/organizations/1/details'))
    expect(screen.queryByRole('combobox', { name: 'Search everything' })).not.toBeInTheDocument()
  })

  it('[SHELL-2] forgets an early Enter when the text changes', async () => {
    const { user, input, address } = await open()
    const answer = holdAnswers(contract.organizations.path)
    await user.type(input, 'harbor')
    press('Enter')
    await waitFor(() => expect(requestsTo(contract.organizations.path).length).toBeGreaterThan(0))
    await user.type(input, ' zz')
    answer()
    expect(options()).toEqual([])
    press('Enter')
    expect(await screen.findByText('Nothing matches “harbor zz”.')).toBeVisible()
    await user.clear(input)
    await user.type(input, 'harbor')
    await option(/HARBOR MILLS/)
    expect(address()).toBe('/mpg/tags')
    await user.clear(input)
    await user.type(input, 'help')
    press('Enter', { isComposing: true })
    expect(input).toBeVisible()
  })

  it('[SHELL-2] shows a record of exactly the searched name first', async () => {
    const made = world()
    made.tables.organizations.push(anOrganization({ organization_id: 3, name: 'Hárbor' }))
    const { user, input } = await open('/mpg/tags', made)
    await user.type(input, ' harbor ')
    await option(/Ada Harbor/)
    await waitFor(() => expect(screen.getByText('3 results')).toBeInTheDocument())
    expect(options()[0]).toMatch(/^HÁRBOR/i)
    expect(input).toHaveAttribute('aria-activedescendant', results()[0]?.id)
  })

  it('says what could not be searched, and tries again', async () => {
    server.use(
      http.get(`*${contract.contacts.path}`, () => refusal(503, 'The database is busy.'), { once: true }),
    )
    const { user, input } = await open()
    await user.type(input, 'harbor')
    expect(await option(/HARBOR MILLS/)).toBeVisible()
    expect(await screen.findByText('Not searched: Contacts.')).toBeVisible()
    expect(screen.getByText('The database is busy.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await option(/Ada Harbor/)).toBeVisible()
    expect(screen.queryByText('Not searched: Contacts.')).not.toBeInTheDocument()
  })

  it('leads to the pages and offers to create what one may, and no more', async () => {
    await open()
    for (const name of ['Opportunities', 'Tags', 'Your account', 'Create tag', 'Dark theme', 'Sign out'])
      expect(await option(new RegExp(`^${name}`))).toBeVisible()
    for (const name of ['Users', 'Connections', 'Create user'])
      expect(screen.queryByRole('option', { name })).not.toBeInTheDocument()
  })

  it('[AUTH-16] offers users to the provider’s team, and finds them', async () => {
    const made = world()
    made.tables.users.reverse()
    const { user, input, address } = await open('/mpg/tags', made, 'team')
    expect(await option('Create user')).toBeVisible()
    await user.type(input, 'broker')
    await user.click(await option(/^broker/))
    await waitFor(() => expect(address()).toBe('/mpg/users?q=broker'))
  })

  it('does what a command says: the theme, a dialog of the frame, a new record in a dialog', async () => {
    const { user, input, store, address } = await open('/mpg/opportunities')
    await user.type(input, 'dark')
    press('Enter')
    await waitFor(() => expect(store.getState().preferences.theme).toBe('dark'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const sign = screen.getByRole('button', { name: 'Search everything' })
    expect(sign).toHaveFocus()

    await user.click(sign)
    await user.click(await option('Create task'))
    expect(await screen.findByRole('textbox', { name: /^Title/ })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sign).toHaveFocus()

    await user.click(sign)
    await user.click(await option('Create tag'))
    expect(await screen.findByRole('dialog', { name: 'Create Tag' })).toBeVisible()
    expect(address()).toBe('/mpg/tags')
  })

  it('asks before something typed is lost, as a link does', async () => {
    const { user, address } = await renderApp('/mpg/opportunities/1/edit', { world: world() })
    await user.type(await screen.findByLabelText(/^Opportunity Name/), ' more')
    await user.click(screen.getByRole('button', { name: 'Search everything' }))
    await user.type(await palette(), 'tags')
    press('Enter')
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    expect(address()).toBe('/mpg/opportunities/1/edit')
    await user.click(question.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/mpg/tags'))
  })
})
