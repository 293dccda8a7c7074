import { render, screen, waitFor, within } from '@testing-library/react'
import type { Row } from '../contract'
import { addressPaths } from '../resources/addresses/paths'
import { valueOf } from '../resources/kit/valueOf'
import { taskFieldMeta } from '../resources/tasks/fieldMeta'
import { anAddress, blank } from '../testing/builders'
import { renderApp, renderPage } from '../testing/renderApp'
import { setViewport } from '../testing/viewport'
import { createWorld } from '../testing/world'

/** The modules whose import fails. */
const mockMissing = new Set([
  'RichText',
  'RichTextEditor',
  'LeaveDialog',
  'EventGrid',
  'PlacesMap',
  'MobileMenu',
  'FilterChips',
])

const mockFetched = (name: string, actual: () => object) => {
  if (mockMissing.has(name)) throw new Error('Loading chunk 7 failed.')
  return actual()
}
jest.mock('../ui/richText/RichText', () =>
  mockFetched('RichText', () => jest.requireActual('../ui/richText/RichText')),
)
jest.mock('../ui/richText/RichTextEditor', () =>
  mockFetched('RichTextEditor', () => jest.requireActual('../ui/richText/RichTextEditor')),
)
jest.mock('../ui/navigationGuard/UnsavedChangesDialog', () =>
  mockFetched('LeaveDialog', () => jest.requireActual('../ui/navigationGuard/UnsavedChangesDialog')),
)
jest.mock('../ui/calendar/EventGrid', () =>
  mockFetched('EventGrid', () => jest.requireActual('../ui/calendar/EventGrid')),
)
jest.mock('../resources/addresses/map/MarkerMap', () =>
  mockFetched('PlacesMap', () => jest.requireActual('../resources/addresses/map/MarkerMap')),
)
jest.mock('../resources/kit/filters/FilterChips', () =>
  mockFetched('FilterChips', () => jest.requireActual('../resources/kit/filters/FilterChips')),
)
jest.mock('./frame/MobileMenu', () =>
  mockFetched('MobileMenu', () => jest.requireActual('./frame/MobileMenu')),
)

const task: Row<'todos'> = {
  ...blank('todos'),
  id: 1,
  name: 'Call the plant',
  description: '<p>About the <b>winter</b> price</p><ul><li>LOA</li></ul>',
  time_needed: '00:25:00',
  completed_within: 3,
}

const world = () => {
  const made = createWorld()
  made.tables.todos.push(task)
  made.tables.addresses.push(anAddress())
  return made
}

describe('a part of a page that cannot be fetched', () => {
  it('leaves a text its words', async () => {
    render(<p>{valueOf(taskFieldMeta, 'description', task)}</p>)
    expect(await screen.findByText('About the winter price LOA')).toBeVisible()
    // Included in a form's module.
    mockMissing.delete('RichText')
  })

  it('leaves a form what has been typed there, and comes when it is tried again', async () => {
    const { user } = await renderPage('/mpg/tasks/1/details', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'TASK' }))
    const name = dialog.getByLabelText(/^Title/)
    await user.type(name, ' today')
    expect(await dialog.findByText('The editor could not be loaded.')).toBeVisible()
    expect(dialog.getByText('winter')).toBeVisible()
    mockMissing.delete('RichTextEditor')
    await user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByRole('textbox', { name: /^Description/ })).toHaveTextContent(
      'About the winter price',
    )
    expect(name).toHaveValue('Call the plant today')
  })

  it('is asked about in the browser’s own way where it was to ask before something typed is lost', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true)
    const { user, address, navigate } = await renderPage('/mpg/opportunities/1/edit')
    const name = await screen.findByLabelText(/^Opportunity Name/)
    await user.type(name, ' more')
    navigate('/mpg/tags')
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
    expect(confirm).toHaveBeenCalledWith(
      'Leave without saving?\nWhat you have typed on this page will be lost.',
    )
    expect(address()).toBe('/mpg/opportunities/1/edit')
    expect(name).toHaveValue('Deal 001 more')
    navigate('/mpg/tags')
    expect(await screen.findByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  it('leaves the calendar its list', async () => {
    const { user } = await renderPage('/activities')
    expect(await screen.findByText('The calendar could not be loaded.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'List' }))
    expect(await screen.findByText('There is nothing this week.')).toBeVisible()
  })

  it('leaves a record without its map', async () => {
    await renderPage(addressPaths.details(anAddress().address_id), { world: world() })
    expect(await screen.findByText('The map could not be loaded.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  })

  it('leaves a list its rows, and comes when it is tried again', async () => {
    const { user } = await renderPage('/mpg/opportunities?opportunity_name_contains=deal')
    expect(await screen.findByText('The filters could not be shown.')).toBeVisible()
    expect(await screen.findByText('Deal 002')).toBeVisible()
    mockMissing.delete('FilterChips')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('list', { name: 'Filters' })).toBeVisible()
  })

  it('leaves a narrow screen its page, and opens the menu as soon as that comes', async () => {
    setViewport({ width: 390 })
    const { user } = await renderApp('/mpg/tags')
    const open = async () => user.click(await screen.findByRole('button', { name: 'Open the menu' }))
    await open()
    expect(await screen.findByText('This cannot be opened now. Try again.')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
    mockMissing.delete('MobileMenu')
    await open()
    await open()
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})
