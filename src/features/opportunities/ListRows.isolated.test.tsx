import { act, screen, waitFor, within } from '@testing-library/react'
import { anOpportunity, aTag } from '../../testing/builders'
import { renderPage } from '../../testing/renderApp'
import { setViewport } from '../../testing/viewport'
import { createWorld } from '../../testing/world'

const listed = async () => screen.findByRole('link', { name: 'Deal 001' })
/** Of the columns behind the checkboxes. */
const titles = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map(({ textContent }) => textContent)

const tagged = (count: number) => {
  const world = createWorld()
  world.tables.tags = Array.from({ length: count }, (_, index) =>
    aTag({ tag_id: index + 1, name: `tag ${index + 1}` }),
  )
  world.tables.opportunities = [
    anOpportunity({
      opportunity_name: 'Deal 001',
      tags: world.tables.tags.map(({ tag_id }) => tag_id),
      sales_represented: null,
      created_at: '2026-01-05T15:04:00.000Z',
    }),
  ]
  return world
}

/** jsdom has no layout: these sizes are reported as soon as an element is observed. */
const layOut = ({ place, badge }: { place: number; badge: number }) => {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(place)
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(badge)
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(18)
}
class TellingObserver {
  private readonly tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.tell = tell
  }
  observe(target: Element) {
    setTimeout(() =>
      act(() => this.tell([{ target } as ResizeObserverEntry], this as unknown as ResizeObserver)),
    )
  }
  unobserve() {}
  disconnect() {}
}
const { ResizeObserver: none } = window
beforeAll(() => Object.assign(window, { ResizeObserver: TellingObserver }))
afterEach(() => jest.restoreAllMocks())
afterAll(() => Object.assign(window, { ResizeObserver: none }))

describe('the rows of the opportunity list', () => {
  it('[LIST-4] is compact by preference, also after a reload', async () => {
    const { user, unmount } = await renderPage('/')
    await listed()
    expect(screen.getByRole('button', { name: 'Compact', pressed: false })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Compact' }))
    expect(document.querySelector('.table-compact')).toContainElement(screen.getByRole('table'))
    await waitFor(() => expect(localStorage.getItem('persist:citygate:preferences')).toContain('compact'))

    unmount()
    await renderPage('/')
    await listed()
    expect(screen.getByRole('button', { name: 'Compact', pressed: true })).toBeVisible()
    expect(document.querySelector('.table-compact')).toContainElement(screen.getByRole('table'))
  })

  it('[OPL-3] has the whole of a date with its clock in the title', async () => {
    await renderPage('/', { world: tagged(1) })
    await listed()
    expect(screen.getByTitle('January 05, 2026 09:04 AM')).toHaveTextContent('January 05, 2026 09:04 AM')
  })

  it('[OPL-2] shows as many tags as fit, counts the others, and tells all of them on focus', async () => {
    layOut({ place: 130, badge: 50 })
    const { user } = await renderPage('/', { world: tagged(4) })
    const row = within((await listed()).closest('tr') as HTMLElement)
    const more = await row.findByRole('button', { name: '3 more tags: TAG 2, TAG 3, TAG 4' })
    expect(more).toHaveTextContent('+3')
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    act(() => more.focus())
    expect(screen.getByRole('tooltip')).toHaveTextContent('TAG 1TAG 2TAG 3TAG 4')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    await user.hover(more)
    expect(screen.getByRole('tooltip')).toBeVisible()
    await user.unhover(more)
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('[OPL-2] shows the first tag also where it is too long by itself', async () => {
    layOut({ place: 60, badge: 70 })
    await renderPage('/', { world: tagged(3) })
    const row = within((await listed()).closest('tr') as HTMLElement)
    expect(await row.findByRole('button', { name: '2 more tags: TAG 2, TAG 3' })).toBeVisible()
    expect(row.getByText('TAG 1')).toBeVisible()
  })

  it('[LIST-4] hides columns whose dates would be cut, says so, and shows them on demand', async () => {
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 700 } as DOMRect)
    const { user } = await renderPage('/', { world: tagged(1) })
    await listed()
    expect(screen.getByText(/^Not shown:/)).toHaveTextContent(
      'Not shown: Created At, Modified At, Sales Person Represented.',
    )
    expect(titles()).toEqual(['Opportunity Name', 'Tags', 'Annual Volume', 'Due Date'])
    await user.click(screen.getByRole('button', { name: 'Show all columns' }))
    expect(titles()).toContain('Modified At')
  })

  it('[OPL-2] shows all tags without a count where there is room for them', async () => {
    layOut({ place: 104, badge: 50 })
    await renderPage('/', { world: tagged(2) })
    const row = within((await listed()).closest('tr') as HTMLElement)
    expect(row.getByText('TAG 2')).toBeVisible()
    expect(row.queryByText(/^\+/)).not.toBeInTheDocument()
  })

  it('[LIST-4] tells the whole of a text that is cut, to the pointer by its title and to the keyboard by a tooltip', async () => {
    const world = tagged(1)
    world.tables.opportunities.forEach((deal) => Object.assign(deal, { sales_represented: 'Ruth Abernathy' }))
    const { user } = await renderPage('/', { world })
    const link = await listed()
    const name = link.closest('.cell') as HTMLElement
    const person = screen.getByText('Ruth Abernathy')
    await user.hover(person)
    expect(person).not.toHaveAttribute('title')
    const tooltip = () => screen.queryByRole('tooltip', { hidden: true })
    act(() => link.focus())
    expect(tooltip()).not.toBeInTheDocument()
    act(() => link.blur())
    for (const cell of [name, person])
      Object.defineProperties(cell, {
        clientHeight: { value: 24, configurable: true },
        scrollHeight: { value: 48, configurable: true },
      })
    await user.unhover(person)
    await user.hover(person)
    expect(person).toHaveAttribute('title', 'Ruth Abernathy')
    // The link within has a title of its own.
    await user.hover(link)
    expect(name).not.toHaveAttribute('title')
    // The keyboard reaches the link only, so it is told all that is cut in its row.
    act(() => link.focus())
    expect([...(tooltip()?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Deal 001',
      'Ruth Abernathy',
    ])
    await user.keyboard('{Escape}')
    expect(tooltip()).not.toBeInTheDocument()
    act(() => link.blur())
    act(() => link.focus())
    expect(tooltip()).toBeVisible()
    act(() => link.blur())
    expect(tooltip()).not.toBeInTheDocument()
  })

  it('[OPL-2] says which columns have no room, and shows them on demand', async () => {
    setViewport({ width: 768 })
    const { user } = await renderPage('/')
    await listed()
    expect(titles()).toEqual(['Opportunity Name', 'Tags', 'Annual Volume', 'Due Date'])
    expect(screen.getByText(/^Not shown:/)).toHaveTextContent(
      'Not shown: Created At, Modified At, Sales Person Represented. Show all columns',
    )
    await user.click(screen.getByRole('button', { name: 'Show all columns' }))
    expect(titles()).toHaveLength(7)
    await user.click(screen.getByRole('button', { name: 'Show fewer columns' }))
    expect(titles()).toHaveLength(4)
  })

  it('does not speak of columns where there is room for all', async () => {
    await renderPage('/')
    await listed()
    expect(screen.queryByText(/^Not shown:/)).not.toBeInTheDocument()
  })

  it('does not mention hidden columns', async () => {
    setViewport({ width: 768 })
    const { user } = await renderPage('/')
    await listed()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(screen.getByRole('checkbox', { name: 'Created At' }))
    expect(screen.getByText(/^Not shown:/)).toHaveTextContent(
      'Not shown: Modified At, Sales Person Represented.',
    )
  })

  it('leaves blank values out of its cards', async () => {
    setViewport({ width: 390 })
    await renderPage('/', { world: tagged(0) })
    const card = within((await listed()).closest('li') as HTMLElement)
    expect(card.getByText('Created At')).toBeVisible()
    expect(card.queryByText('Tags')).not.toBeInTheDocument()
    expect(card.queryByText('Sales Person Represented')).not.toBeInTheDocument()
  })
})
