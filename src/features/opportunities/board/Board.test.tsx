import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { anOpportunity } from '../../../testing/builders'
import { setDate } from '../../../testing/clock'
import { refusal } from '../../../testing/handlers'
import { renderPage } from '../../../testing/renderApp'
import { holdAnswers, lastQueryTo, requestsTo, server } from '../../../testing/server'
import { setViewport } from '../../../testing/viewport'
import { createWorld } from '../../../testing/world'

const path = '/api/mpg/opportunities/'

const worldOf = (stages: readonly ('new' | 'gathering' | 'pricing' | 'won' | null)[]) => {
  const world = createWorld()
  world.tables.opportunities = stages.map((stage, index) =>
    anOpportunity({
      opportunity_id: index + 1,
      opportunity_name: `Deal ${index + 1}`,
      sales_annual_volume_manual: 1_000_000,
      organizations: [1],
      pricing_due_date: '2026-01-07',
      ready_score: 40,
      stage,
    }),
  )
  return world
}
const column = (name: string) => screen.findByRole('region', { name })
const namesIn = async (name: string) =>
  within(await column(name))
    .queryAllByRole('link', { name: /^Deal/ })
    .map(({ textContent }) => textContent)
const open = async (world = worldOf(['new', 'new', 'pricing']), query = '') => {
  const app = await renderPage(`/mpg/opportunities?shape=board${query}`, { world })
  await screen.findByRole('link', { name: 'Deal 1' })
  return app
}
const sent = async () =>
  (await Promise.all(
    requestsTo(path)
      .filter(({ method }) => method === 'PATCH')
      .map((request) => request.clone().json()),
  )) as { stage?: string }[]
const move = async (user: Awaited<ReturnType<typeof open>>['user'], deal: string, to: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${deal}` }))
  await user.click(await screen.findByRole('menuitem', { name: `Move to ${to}` }))
}

beforeEach(() => setDate(new Date('2026-01-05T15:00:00.000Z')))

describe('the board of opportunities', () => {
  it('[BOARD-3] is a shape of the list, which the address keeps', async () => {
    const { user, address } = await renderPage('/mpg/opportunities', { world: worldOf(['new']) })
    await screen.findByRole('link', { name: 'Deal 1' })
    expect(requestsTo('/api/mpg/opportunities/stages/')).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'Board' }))
    expect(await column('New')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?shape=board')
    await user.click(screen.getByRole('radio', { name: 'Table' }))
    expect(await screen.findByRole('table')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities')
  })

  it('[BOARD-3] has a column for each stage, with its number, its volume and its cards', async () => {
    await open()
    expect(
      screen
        .getAllByRole('region')
        .map((region) => within(region).getByRole('heading', { level: 2 }).textContent),
    ).toEqual(['New', 'Gathering', 'Pricing', 'Presented', 'Won', 'Lost'])
    const first = within(await column('New'))
    expect(first.getByText('2M dth')).toHaveAttribute('title', '2,000,000 dth a year')
    expect(await namesIn('New')).toEqual(['Deal 1', 'Deal 2'])
    expect(await namesIn('Pricing')).toEqual(['Deal 3'])
    expect(within(await column('Won')).getByText('Nothing here.')).toBeVisible()
    const card = within(first.getByRole('link', { name: 'Deal 1' }).closest('li') as HTMLElement)
    for (const text of ['HARBOR MILLS', '1,000,000', '40% ready', '2 days left'])
      expect(card.getByText(text, { exact: false })).toBeVisible()
  })

  it('[BOARD-3] shows those without a stage where there are some, and only the stages of the filter', async () => {
    const { unmount } = await open(worldOf([null, 'won']))
    expect(await namesIn('No stage')).toEqual(['Deal 1'])
    unmount()
    await renderPage('/mpg/opportunities?shape=board&stage=pricing,won&q=deal', {
      world: worldOf([null, 'won']),
    })
    expect(await namesIn('Won')).toEqual(['Deal 2'])
    expect(screen.getAllByRole('region')).toHaveLength(2)
    expect(lastQueryTo('/api/mpg/opportunities/stages/')).toEqual({ stage: 'pricing,won', q: 'deal' })
  })

  it('[BOARD-3] reads a column page by page', async () => {
    const { user } = await open(worldOf(Array.from({ length: 30 }, () => 'won')))
    expect(await namesIn('Won')).toHaveLength(25)
    await user.click(screen.getByRole('button', { name: 'Show 5 more of Won' }))
    await waitFor(async () => expect(await namesIn('Won')).toHaveLength(30))
    expect(screen.queryByRole('button', { name: 'Show 5 more of Won' })).not.toBeInTheDocument()
  })

  it('[BOARD-4] moves a card by its menu, and back by Undo', async () => {
    const { user } = await open()
    await move(user, 'Deal 1', 'Pricing')
    expect(await screen.findByText('Deal 1: Pricing.')).toBeVisible()
    expect(await namesIn('Pricing')).toContain('Deal 1')
    expect(await namesIn('New')).toEqual(['Deal 2'])
    expect(await sent()).toEqual([{ stage: 'pricing', lost_reason: null, lost_note: null }])
    await waitFor(() => expect(screen.getByRole('link', { name: 'Deal 1' })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await waitFor(async () => expect(await namesIn('New')).toEqual(['Deal 1', 'Deal 2']))
    const [, back] = await sent()
    expect(back).toEqual({ stage: 'new', lost_reason: null, lost_note: null })
  })

  it('[BOARD-4] offers to take back the last move alone, though something else was changed since', async () => {
    const world = worldOf(['new', 'new'])
    const { user } = await open(world)
    await move(user, 'Deal 2', 'Won')
    await screen.findByText('Deal 2: Won.')
    await move(user, 'Deal 1', 'Gathering')
    await screen.findByText('Deal 1: Gathering.')
    await move(user, 'Deal 1', 'Pricing')
    await screen.findByText('Deal 1: Pricing.')
    Object.assign(world.tables.opportunities[0] ?? {}, { broker_name: 'Aldermarch', version: 9 })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Taken back.')).toBeVisible()
    await waitFor(async () => expect(await namesIn('Gathering')).toEqual(['Deal 1']))
    expect(await namesIn('Won')).toEqual(['Deal 2'])
  })

  it('[BOARD-4] says that a card was moved again where its move cannot be taken back', async () => {
    const world = worldOf(['new'])
    const { user } = await open(world)
    await move(user, 'Deal 1', 'Gathering')
    await screen.findByText('Deal 1: Gathering.')
    Object.assign(world.tables.opportunities[0] ?? {}, { stage: 'won', version: 9 })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('It was changed again meanwhile.')).toBeVisible()
    expect(screen.queryByText(/somebody else/)).not.toBeInTheDocument()
    await waitFor(async () => expect(await namesIn('Won')).toEqual(['Deal 1']))
  })

  it('[BOARD-4] offers no move to the stage that a card is in', async () => {
    const { user } = await open(worldOf([null, 'won']))
    await user.click(screen.getByRole('button', { name: 'Actions for Deal 1' }))
    await screen.findByRole('menuitem', { name: 'Move to New' })
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(
      ['New', 'Gathering', 'Pricing', 'Presented', 'Won', 'Lost'].map((name) => `Move to ${name}`),
    )
  })

  it('[BOARD-4] moves a card by keys, and takes the focus along', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView')
    await open()
    const card = screen.getByRole('link', { name: 'Deal 3' })
    expect(card).toHaveAccessibleDescription(/Shift and an arrow key/)
    fireEvent.keyDown(card, { key: 'ArrowRight', shiftKey: true })
    await waitFor(async () => expect(await namesIn('Presented')).toEqual(['Deal 3']))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Deal 3' })).toHaveFocus())
    // In view as a whole.
    expect(scrolled.mock.contexts).toContain(screen.getByRole('link', { name: 'Deal 3' }).closest('li'))
    scrolled.mockRestore()
  })

  it('[BOARD-4] keeps a card that was moved by keys in view where its column is sorted afterwards', async () => {
    await open(worldOf(['new', 'gathering', 'pricing']))
    const release = holdAnswers(`${path}3/`, 'patch')
    fireEvent.keyDown(screen.getByRole('link', { name: 'Deal 3' }), { key: 'ArrowLeft', shiftKey: true })
    await waitFor(async () => expect(await namesIn('Gathering')).toEqual(['Deal 3', 'Deal 2']))
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView')
    release()
    await waitFor(async () => expect(await namesIn('Gathering')).toEqual(['Deal 2', 'Deal 3']))
    expect(scrolled.mock.contexts).toContain(screen.getByRole('link', { name: 'Deal 3' }).closest('li'))
    scrolled.mockRestore()
  })

  it('[BOARD-4] moves a card on while its first move is under way, and back by Undo', async () => {
    const { user } = await open()
    const release = holdAnswers(`${path}1/`, 'patch')
    const shift = () =>
      fireEvent.keyDown(screen.getByRole('link', { name: 'Deal 1' }), { key: 'ArrowRight', shiftKey: true })
    shift()
    expect(await namesIn('Gathering')).toContain('Deal 1')
    shift()
    expect(await namesIn('Pricing')).toContain('Deal 1')
    release()
    expect(await screen.findByText('Deal 1: Pricing.')).toBeVisible()
    expect(screen.queryByText(/changed meanwhile/)).not.toBeInTheDocument()
    expect((await sent()).map(({ stage }) => stage)).toEqual(['gathering', 'pricing'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await namesIn('Gathering')).toContain('Deal 1'))
  })

  it('[BOARD-3] shows no card of another search', async () => {
    const { user } = await open()
    await move(user, 'Deal 1', 'Won')
    await screen.findByText('Deal 1: Won.')
    await user.type(screen.getByRole('searchbox'), 'Deal 3')
    await waitFor(async () => expect(await namesIn('Won')).toEqual([]))
  })

  it('[BOARD-2] keeps the reason that was typed where the move fails', async () => {
    const { user } = await open()
    await move(user, 'Deal 1', 'Lost')
    const form = within(await screen.findByRole('dialog', { name: 'Why was it lost?' }))
    await user.click(form.getByRole('radio', { name: 'Stayed with its supplier' }))
    server.use(http.patch(`*${path}1/`, () => refusal(500, 'Out of order.'), { once: true }))
    await user.click(form.getByRole('button', { name: 'Move to Lost' }))
    expect(await form.findByText(/Out of order/)).toBeVisible()
    expect(form.getByRole('radio', { name: 'Stayed with its supplier' })).toBeChecked()
    await user.click(form.getByRole('button', { name: 'Move to Lost' }))
    await waitFor(async () => expect(await namesIn('Lost')).toEqual(['Deal 1']))
  })

  it('[BOARD-4] moves a card by dragging it', async () => {
    await open()
    const card = screen.getByRole('link', { name: 'Deal 3' }).closest('li') as HTMLElement
    const dataTransfer = { setData: () => undefined, effectAllowed: '' }
    fireEvent.dragStart(card, { dataTransfer })
    const target = await column('Won')
    expect(fireEvent.dragOver(target, { dataTransfer })).toBe(false)
    expect(target).toHaveClass('board-column-target')
    fireEvent.drop(target, { dataTransfer })
    await waitFor(async () => expect(await namesIn('Won')).toEqual(['Deal 3']))
  })

  it('[BOARD-2] asks a lost one for its reason before it moves', async () => {
    const { user } = await open()
    await move(user, 'Deal 1', 'Lost')
    const form = within(await screen.findByRole('dialog', { name: 'Why was it lost?' }))
    await user.click(form.getByRole('button', { name: 'Move to Lost' }))
    expect((await form.findAllByText('This field is required')).length).toBeGreaterThan(0)
    expect(await sent()).toEqual([])
    await user.click(form.getByRole('radio', { name: 'Stayed with its supplier' }))
    await user.type(form.getByRole('textbox', { name: 'Lost Details' }), 'line one{Enter}line two')
    await user.click(form.getByRole('button', { name: 'Move to Lost' }))
    await waitFor(async () => expect(await namesIn('Lost')).toEqual(['Deal 1']))
    expect(await sent()).toEqual([
      { stage: 'lost', lost_reason: 'incumbent', lost_note: 'line one\nline two' },
    ])
    expect(await within(await column('Lost')).findByText('Stayed with its supplier')).toBeVisible()
  })

  it('[BOARD-4] says where a card is that another user has moved meanwhile', async () => {
    const world = worldOf(['new', 'pricing'])
    const { user } = await open(world)
    Object.assign(world.tables.opportunities[0] ?? {}, { stage: 'won', version: 2 })
    await move(user, 'Deal 1', 'Gathering')
    expect(await screen.findByText('Deal 1 was changed meanwhile: its stage is Won.')).toBeVisible()
    await waitFor(async () => expect(await namesIn('Won')).toEqual(['Deal 1']))
    expect(await namesIn('Gathering')).toEqual([])
  })

  it('[BOARD-4] moves a card of which something else was changed meanwhile', async () => {
    const world = worldOf(['new'])
    const { user } = await open(world)
    Object.assign(world.tables.opportunities[0] ?? {}, { broker_name: 'Aldermarch', version: 2 })
    await move(user, 'Deal 1', 'Gathering')
    await waitFor(async () => expect(await namesIn('Gathering')).toEqual(['Deal 1']))
    expect(await screen.findByText('Deal 1: Gathering.')).toBeVisible()
  })

  it('[BOARD-3] shows one stage at a time on narrow screens', async () => {
    setViewport({ width: 390 })
    const { user } = await open(worldOf(['new', 'won']))
    const picker = within(screen.getByRole('group', { name: 'Stage' }))
    expect(picker.getByRole('button', { name: /^New/ })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getAllByRole('region')).toHaveLength(1)
    await user.click(picker.getByRole('button', { name: /^Won/ }))
    expect(await namesIn('Won')).toEqual(['Deal 2'])
  })
})

describe('the calendar of due dates', () => {
  it('[BOARD-5] opens what is due', async () => {
    setViewport({ width: 390 })
    const world = worldOf(['new', 'won'])
    const { user, address } = await renderPage('/mpg/opportunities?shape=calendar&stage=new,pricing', {
      world,
    })
    expect(await screen.findByRole('heading', { level: 2, name: 'January 2026' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Deal 1' }))
    expect(screen.queryByRole('button', { name: 'Deal 2' })).not.toBeInTheDocument()
    expect(address()).toBe('/mpg/opportunities/1/details')
  })

  it('[BOARD-5] reads only the month that it shows', async () => {
    setViewport({ width: 390 })
    const world = worldOf(['new', 'pricing'])
    Object.assign(world.tables.opportunities[1] ?? {}, { pricing_due_date: '2026-02-20T16:00:00.000Z' })
    const { user, address } = await renderPage('/mpg/opportunities?shape=calendar', { world })
    await screen.findByRole('button', { name: 'Deal 1' })
    expect(lastQueryTo(path)).toMatchObject({
      pricing_due_date_from: '2025-12-28',
      pricing_due_date_to: '2026-01-31',
      ordering: 'pricing_due_date',
    })
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(await screen.findByRole('button', { name: 'Deal 2' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'February 2026' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?shape=calendar&month=2026-02')
  })

  it('[BOARD-5, K17] prints all that is due in a month, by day, without how it is moved', async () => {
    setViewport({ print: true })
    const world = worldOf(['new', 'pricing', 'pricing', 'new', 'new', 'new', 'new', 'new'])
    await renderPage('/mpg/opportunities?shape=calendar', { world })
    expect(await screen.findByText('Deal 1')).toBeVisible()
    for (const id of [2, 3, 4, 5, 6, 7, 8]) expect(screen.getByText(`Deal ${id}`)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Deal/ })).not.toBeInTheDocument()
    expect(screen.queryByText(/To move a due date/)).not.toBeInTheDocument()
  })
})
