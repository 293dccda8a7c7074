import { screen, waitFor, within } from '@testing-library/react'
import { anOpportunity, aTag } from '../../testing/builders'
import { renderPage } from '../../testing/renderApp'
import { setViewport } from '../../testing/viewport'
import { createWorld } from '../../testing/world'

const listed = async () => screen.findByRole('link', { name: 'Deal 001' })
const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

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

describe('the rows of the opportunity list', () => {
  it('[LIST-4] is compact where somebody wants it, also after a reload', async () => {
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

  it('[OPL-2] counts the tags for which its one line has no room, and names them to whoever asks', async () => {
    await renderPage('/', { world: tagged(4) })
    const row = within((await listed()).closest('tr') as HTMLElement)
    expect(row.getByText('TAG 2')).toBeVisible()
    expect(row.queryByText('TAG 3')).not.toBeInTheDocument()
    expect(row.getByTitle('TAG 3, TAG 4')).toHaveTextContent('+2: TAG 3, TAG 4')
  })

  it('shows as many tags as there is room for without a count', async () => {
    await renderPage('/', { world: tagged(2) })
    const row = within((await listed()).closest('tr') as HTMLElement)
    expect(row.getByText('TAG 2')).toBeVisible()
    expect(row.queryByText(/^\+/)).not.toBeInTheDocument()
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

  it('does not speak of columns that somebody has hidden', async () => {
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
