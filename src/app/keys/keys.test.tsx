import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { blank } from '../../testing/builders'
import { renderApp } from '../../testing/renderApp'
import { createWorld } from '../../testing/world'
import { setViewport } from '../../testing/viewport'
import { stopClock } from '../../testing/clock'
import { shortcuts } from './shortcuts'

/** Opens the application and waits until it handles keys, which starts after the page is shown. */
const open = async (address: string, world = createWorld()) => {
  const listening = jest.spyOn(document, 'addEventListener')
  const app = await renderApp(address, { world })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(listening.mock.calls.map(([event]) => event)).toContain('keydown'))
  listening.mockRestore()
  return app
}

const focus = (element: HTMLElement) => act(() => element.focus())

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

const rows = () => screen.findByText('Showing 1 to 3 of 3 entries')
const deal = (number: number) => screen.getByRole('link', { name: `Deal 00${number}` })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const help = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

describe('single keys', () => {
  it('/ goes to the search of the page, and types nothing there', async () => {
    await open('/mpg/opportunities')
    // A key held since before belongs to another action.
    expect(press('/', { repeat: true })).toBe(true)
    expect(press('/')).toBe(false)
    expect(screen.getByLabelText('Search opportunities')).toHaveFocus()
  })

  it.each([
    ['o', 'Opportunities'],
    ['r', 'Organizations'],
    ['c', 'Contacts'],
    ['a', 'Activities'],
    ['t', 'Tasks'],
  ])('g and then %s goes to %s', async (key, title) => {
    await open('/mpg/tags')
    await heading('Tags')
    press('g')
    press(key)
    expect(await heading(title)).toBeVisible()
  })

  it('wait for the second key for a second and a half, and only for it', async () => {
    const { address } = await open('/mpg/tags')
    const clock = stopClock()
    press('g')
    await clock.pass(1499)
    press('o')
    await clock.pass(0)
    expect(address()).toBe('/mpg/opportunities')
    press('g')
    await clock.pass(1500)
    press('r')
    press('g')
    press('x')
    press('r')
    clock.go()
    await rows()
    expect(address()).toBe('/mpg/opportunities')
    // The second key has no meaning alone, however long the first is held.
    press('g')
    press('g', { repeat: true })
    press('c')
    expect(await heading('Contacts')).toBeVisible()
  })

  it('j and k move through the rows of a list, also held down', async () => {
    await open('/mpg/opportunities')
    await rows()
    press('j')
    expect(deal(1)).toHaveFocus()
    press('j')
    press('j', { repeat: true })
    press('j', { repeat: true })
    expect(deal(3)).toHaveFocus()
    press('k')
    expect(deal(2)).toHaveFocus()
  })

  it('j and k move through cards, and through rows whose names lead nowhere', async () => {
    setViewport({ width: 390 })
    const { navigate } = await open('/mpg/opportunities')
    await rows()
    press('j')
    press('j')
    expect(deal(2)).toHaveFocus()
    navigate('/mpg/tags')
    await heading('Tags')
    const edit = await screen.findByRole('button', { name: 'Edit Winter' })
    press('j')
    press('j')
    expect(edit).toHaveFocus()
  })

  it('c creates what the page lists: on a page of its own, or in a dialog', async () => {
    const { navigate, address } = await open('/mpg/opportunities')
    await rows()
    press('c')
    await heading('Create Opportunity')
    navigate('/mpg/tags')
    await heading('Tags')
    press('c')
    expect(await screen.findByRole('dialog', { name: 'Create Tag' })).toBeVisible()
    expect(address()).toBe('/mpg/tags')
  })

  it('e edits the record that is shown', async () => {
    const world = createWorld()
    world.tables.todos = [{ ...blank('todos'), id: 1, name: 'Call Basin', time_needed: '00:25:00' }]
    const { address, navigate } = await open('/mpg/opportunities/2/details', world)
    await heading('Deal 002')
    press('e')
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/2/edit'))
    navigate('/mpg/tasks/1/details')
    await heading('Call Basin')
    press('e')
    expect(await screen.findByRole('dialog', { name: 'TASK' })).toBeVisible()
  })

  it('do nothing while the user types, chooses, or answers a dialog, or with another key held', async () => {
    const { user } = await open('/mpg/opportunities')
    await rows()
    const { activeElement } = document
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
      expect(press('j', held)).toBe(true)
    expect(document.activeElement).toBe(activeElement)
    focus(screen.getByLabelText('Search opportunities'))
    expect(press('?')).toBe(true)
    focus(screen.getByLabelText('Rows per page'))
    expect(press('?')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Create task' }))
    const task = await screen.findByRole('dialog')
    focus(within(task).getByRole('button', { name: 'Close' }))
    expect(press('?')).toBe(true)
    expect(help()).not.toBeInTheDocument()
  })

  it('ask before something typed is lost, as a link does', async () => {
    const { user, address } = await open('/mpg/opportunities/1/edit')
    await user.type(await screen.findByLabelText(/^Opportunity Name/), ' more')
    focus(screen.getByRole('link', { name: 'Tags' }))
    press('g')
    press('o')
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities/1/edit')
  })
})

describe('disabled single-key shortcuts', () => {
  it('turns them off on the account page, for good', async () => {
    const { user, navigate } = await open('/account')
    await user.click(await screen.findByRole('checkbox', { name: /^Shortcuts by single keys/ }))
    await waitFor(() =>
      expect(localStorage.getItem('persist:citygate:preferences')).toContain('"singleKeys":"false"'),
    )
    navigate('/mpg/opportunities')
    await rows()
    expect(press('/')).toBe(true)
    expect(press('j')).toBe(true)
    expect(screen.queryByText('/', { selector: 'kbd' })).not.toBeInTheDocument()
    navigate('/account')
    await user.click(await screen.findByRole('checkbox', { name: /^Shortcuts by single keys/ }))
    navigate('/mpg/opportunities')
    await rows()
    expect(press('/')).toBe(false)
    expect(screen.getByText('/', { selector: 'kbd' })).toBeInTheDocument()
  })
})

describe('the list of the shortcuts', () => {
  it('[OPE-2] opens by ?, and tells all of them, also that of saving', async () => {
    await open('/mpg/opportunities')
    press('?', { shiftKey: true })
    await waitFor(() => expect(help()).toBeVisible())
    for (const { does } of shortcuts) expect(await screen.findByText(does)).toBeVisible()
    expect(screen.getByText('Go to Contacts').closest('div')).toHaveTextContent('g then c')
    expect(screen.getByText('Save the form of this page or dialog').closest('div')).toHaveTextContent(
      'Ctrl + S',
    )
  })
})
