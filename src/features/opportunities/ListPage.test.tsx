import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { anOpportunity } from '../../testing/builders'
import { stopClock } from '../../testing/clock'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'
import { dayPath, type DayAnswer } from '../../contract/day'
import { createWorld } from '../../testing/world'

const listPath = '/api/mpg/opportunities/'
const search = () => screen.findByRole('searchbox', { name: 'Search opportunities' })
const entries = (line: string) => screen.findByText(line)
const header = (name: string) => screen.findByRole('columnheader', { name })
const shownNames = () => screen.getAllByRole('link', { name: /^Deal/ }).map(({ textContent }) => textContent)

const worldOf = (opportunities: number) => createWorld({ opportunities })

describe('the opportunity list', () => {
  it.each(['/', '/mpg/opportunities'])('[OPL-1] opens at %s', async (address) => {
    await renderPage(address)
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Deal 001' })).toBeVisible()
    expect(document.title).toBe('Opportunities · Citygate')
  })

  it('[OPL-2, OPL-3] shows each column as it is meant to be shown', async () => {
    const world = createWorld()
    world.tables.opportunities = [
      anOpportunity({
        opportunity_id: 7,
        opportunity_name: 'Alder Creek',
        tags: [2, 1],
        sales_annual_volume_manual: 1234567.5,
        dekatherms: false,
        pricing_due_date: '2026-03-09',
        created_at: '2026-01-05T15:04:00.000Z',
        modified_at: '2026-02-06T03:05:00.000Z',
        sales_represented: 'Ann Holt',
      }),
    ]
    await renderPage('/', { world })
    const name = await screen.findByRole('link', { name: 'Alder Creek' })
    expect(name).toHaveAttribute('href', '/mpg/opportunities/7/details')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Opportunity Name',
      'Tags',
      'Annual Volume',
      'Due Date',
      'Created At',
      'Modified At',
      'Sales Person Represented',
    ])
    expect(screen.getByTitle('Kept as 1,234,567.5 th')).toBeVisible()
    const cells = within(screen.getByRole('row', { name: /Alder Creek/ })).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '',
      'Alder Creek',
      'INDEXWINTER',
      '123,456.75 dth',
      'March 09, 2026',
      'January 05, 2026 09:04 AM',
      'February 05, 2026 21:05 PM',
      'Ann Holt',
    ])
    expect(screen.getByText('WINTER')).toHaveStyle({ background: '#1d4ed8', color: '#ffffff' })
    expect(screen.getByText('INDEX')).toHaveStyle({ background: '#fde047', color: '#000000' })
  })

  it('[OPL-6, OPL-4, LIST-1] asks for the first ten by name, with what the columns show', async () => {
    await renderPage('/')
    await entries('Showing 1 to 3 of 3 entries')
    expect(lastQueryTo(listPath)).toEqual({
      limit: '10',
      offset: '0',
      ordering: 'opportunity_name',
      expand: 'created_by,modified_by,tags',
    })
  })

  it.each([
    ['Opportunity Name', 'opportunity_name'],
    ['Tags', 'tags'],
    ['Annual Volume', 'sales_annual_volume_manual'],
    ['Due Date', 'pricing_due_date'],
    ['Created At', 'created_at'],
    ['Modified At', 'modified_at'],
    ['Sales Person Represented', 'sales_represented'],
  ])('[OPL-4, LIST-4] sorts by %s, then descending, then as at first', async (title, field) => {
    const { user } = await renderPage('/?page=1')
    await entries('Showing 1 to 3 of 3 entries')
    const startsAscending = field === 'opportunity_name'
    const head = await header(title)
    if (!startsAscending) {
      await user.click(head)
      await waitFor(() => expect(lastQueryTo(listPath).ordering).toBe(field))
      await waitFor(async () => expect(await header(title)).toHaveAttribute('aria-sort', 'ascending'))
    }
    await user.click(await header(title))
    await waitFor(() => expect(lastQueryTo(listPath).ordering).toBe(`-${field}`))
    await waitFor(async () => expect(await header(title)).toHaveAttribute('aria-sort', 'descending'))
    await user.click(await header(title))
    await waitFor(() => expect(lastQueryTo(listPath).ordering).toBe('opportunity_name'))
    await waitFor(async () =>
      expect(await header('Opportunity Name')).toHaveAttribute('aria-sort', 'ascending'),
    )
  })

  it('[LIST-1, LIST-3] pages through the server’s rows', async () => {
    const { user, address } = await renderPage('/', { world: worldOf(23) })
    await entries('Showing 1 to 10 of 23 entries')
    expect(shownNames()[0]).toBe('Deal 001')

    await user.click(screen.getByRole('link', { name: 'Page 3' }))
    await entries('Showing 21 to 23 of 23 entries')
    expect(shownNames()).toEqual(['Deal 021', 'Deal 022', 'Deal 023'])
    expect(lastQueryTo(listPath)).toMatchObject({ limit: '10', offset: '20' })
    expect(address()).toBe('/?page=3')
    expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')

    await user.click(screen.getByRole('link', { name: 'Previous page' }))
    await entries('Showing 11 to 20 of 23 entries')
  })

  it('[LIST-1] offers 10, 25, 50 and 100 rows a page, and keeps the first row in sight', async () => {
    const { user } = await renderPage('/?page=4', { world: worldOf(60) })
    await entries('Showing 31 to 40 of 60 entries')
    const size = screen.getByRole('combobox', { name: 'Rows per page' })
    expect(size).toHaveValue('10')
    expect(
      within(size)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['10', '25', '50', '100'])
    await user.selectOptions(size, '25')
    await entries('Showing 26 to 50 of 60 entries')
    expect(lastQueryTo(listPath)).toMatchObject({ limit: '25', offset: '25' })
  })

  it('[LIST-2] searches once, half a second after the last key, from page 1', async () => {
    const { user, address } = await renderPage('/?page=2', { world: worldOf(23) })
    await entries('Showing 11 to 20 of 23 entries')
    const before = requestsTo(listPath).length
    const box = await search()
    const clock = stopClock()
    await user.type(box, ' Deal 02 ')
    await clock.pass(499)
    expect(requestsTo(listPath)).toHaveLength(before)
    await clock.pass(1)
    clock.go()
    // Deal 002, and 020 to 023.
    await entries('Showing 1 to 5 of 5 entries')
    expect(requestsTo(listPath)).toHaveLength(before + 1)
    expect(lastQueryTo(listPath)).toMatchObject({ q: 'Deal 02', offset: '0' })
    expect(address()).toBe('/?q=Deal+02')
  })

  it('[LIST-2] calls an older search off when a newer one starts', async () => {
    const world = worldOf(23)
    const aborted: string[] = []
    const { user } = await renderPage('/', { world })
    await entries('Showing 1 to 10 of 23 entries')
    server.use(
      http.get(`*${listPath}`, async ({ request }) => {
        const { q } = lastQueryTo(listPath)
        if (q !== 'Deal 0') return undefined
        await new Promise<void>((resolve) => {
          request.signal.addEventListener('abort', () => {
            aborted.push(q)
            resolve()
          })
        })
        return HttpResponse.error()
      }),
    )
    await user.type(await search(), 'Deal 0')
    await waitFor(() => expect(lastQueryTo(listPath).q).toBe('Deal 0'))
    await user.type(await search(), '22')
    await entries('Showing 1 to 1 of 1 entries')
    expect(aborted).toEqual(['Deal 0'])
  })

  it('[LIST-3] shows that it is loading, and keeps the old rows meanwhile', async () => {
    const answerFirst = holdAnswers(listPath)
    const { user } = await renderPage('/', { world: worldOf(23) })
    expect(await screen.findByRole('progressbar', { name: 'Loading opportunities' })).toBeVisible()
    answerFirst()
    await entries('Showing 1 to 10 of 23 entries')
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()

    const answerSecond = holdAnswers(listPath)
    await user.click(screen.getByRole('link', { name: 'Page 2' }))
    expect(await screen.findByRole('progressbar')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Deal 001' })).toBeVisible()
    expect(screen.getByText('Showing 1 to 10 of 23 entries')).toBeVisible()
    answerSecond()
    await entries('Showing 11 to 20 of 23 entries')
    expect(screen.queryByRole('link', { name: 'Deal 001' })).not.toBeInTheDocument()
  })

  it('[LIST-5] finds everything in the address, and the back button undoes each step', async () => {
    const world = worldOf(60)
    const { user, address, navigate } = await renderPage(
      '/mpg/opportunities?q=deal&sort=-created_at&size=25&page=2',
      {
        world,
      },
    )
    await entries('Showing 26 to 50 of 60 entries')
    expect(await search()).toHaveValue('deal')
    expect(screen.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('25')
    expect(lastQueryTo(listPath)).toMatchObject({
      q: 'deal',
      ordering: '-created_at',
      limit: '25',
      offset: '25',
    })

    await user.click(screen.getByRole('button', { name: /close-circle|clear/i }))
    await entries('Showing 1 to 25 of 60 entries')
    expect(address()).toBe('/mpg/opportunities?sort=-created_at&size=25')
    navigate(-1)
    await entries('Showing 26 to 50 of 60 entries')
    expect(await search()).toHaveValue('deal')
  })

  it('[LIST-5] takes what makes no sense in the address as not given', async () => {
    await renderPage('/?page=zero&size=11&sort=password')
    await entries('Showing 1 to 3 of 3 entries')
    expect(lastQueryTo(listPath)).toMatchObject({ limit: '10', offset: '0', ordering: 'opportunity_name' })
  })

  it('[LIST-5] goes to the last page when the one in the address is beyond it, in the same step', async () => {
    const { address, navigate } = await renderPage('/', { world: worldOf(23) })
    await entries('Showing 1 to 10 of 23 entries')
    navigate('/?page=9')
    await entries('Showing 21 to 23 of 23 entries')
    expect(address()).toBe('/?page=3')
    navigate(-1)
    await entries('Showing 1 to 10 of 23 entries')
    expect(address()).toBe('/')
  })

  it('[LIST-6, OPL-5] says that there is nothing yet, and offers to create', async () => {
    const { user, address } = await renderPage('/', { world: worldOf(0) })
    expect(await screen.findByText('There are no opportunities yet.')).toBeVisible()
    expect(screen.getByText('Showing 0 to 0 of 0 entries')).toBeVisible()
    const [create] = screen.getAllByRole('link', { name: 'Create Opportunity' })
    if (!create) throw new Error('No way to create')
    await user.click(create)
    const heading = await screen.findByRole('heading', { level: 1, name: 'Create Opportunity' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(address()).toBe('/mpg/opportunities/new')
  })

  it('[LIST-6] says that nothing matches, and clears the search', async () => {
    const { user, address } = await renderPage('/?q=zinc')
    expect(await screen.findByText('No opportunities match “zinc”.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    await entries('Showing 1 to 3 of 3 entries')
    expect(address()).toBe('/')
    expect(await search()).toHaveValue('')
  })

  it('[LIST-5] narrows to a tag that was searched for, which the address keeps until its chip goes', async () => {
    const world = worldOf(23)
    world.tables.opportunities.forEach((row, index) => (row.tags = index < 2 ? [2] : [1]))
    const { user, address } = await renderPage('/?page=2', { world })
    await entries('Showing 11 to 20 of 23 entries')
    const button = screen.getByRole('button', { name: 'Filter by tag' })
    await user.click(button)
    expect(screen.getByRole('searchbox', { name: 'Search tags' })).toHaveFocus()
    await user.type(screen.getByRole('searchbox', { name: 'Search tags' }), 'index')
    await waitFor(() => expect(lastQueryTo('/api/mpg/tag/').q).toBe('index'))
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('button')).toHaveLength(1),
    )
    await user.click(screen.getByRole('button', { name: 'INDEX' }))
    await entries('Showing 1 to 2 of 2 entries')
    expect(button).toHaveFocus()
    expect(address()).toBe('/?tags=2')
    expect(lastQueryTo(listPath)).toMatchObject({ tags: '2', offset: '0' })
    await user.click(screen.getByRole('button', { name: 'Stop filtering by tag INDEX' }))
    await entries('Showing 1 to 10 of 23 entries')
    expect(address()).toBe('/')
  })

  it('[LIST-6] says that nothing has the tag, whose name it finds, and clears the filter', async () => {
    const world = worldOf(3)
    world.tables.opportunities.forEach((row) => (row.tags = []))
    const { user, address } = await renderPage('/?tags=2', { world })
    expect(await screen.findByText('No opportunities match the filter.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Stop filtering by tag INDEX' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }))
    await entries('Showing 1 to 3 of 3 entries')
    expect(address()).toBe('/')
  })

  it('[LIST-6] says what failed, with the request id, and tries again', async () => {
    server.use()
    const world = createWorld()
    const { user, navigate } = await renderPage('/mpg/opportunities/new', { world })
    await screen.findByRole('heading', { level: 1, name: 'Create Opportunity' })
    server.use(http.get(`*${listPath}`, () => refusal(503, 'The database does not answer.')))
    navigate('/mpg/opportunities')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The opportunities could not be loaded.')
    expect(alert).toHaveTextContent('The database does not answer.')
    expect(alert).toHaveTextContent('Request id: req-1')
    server.resetHandlers()
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await entries('Showing 1 to 3 of 3 entries')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('[LIST-6] keeps the rows and the session when the server cannot be reached', async () => {
    const { user } = await renderPage('/', { world: worldOf(23) })
    await entries('Showing 1 to 10 of 23 entries')
    server.use(http.get(`*${listPath}`, () => HttpResponse.error()))
    await user.click(screen.getByRole('link', { name: 'Page 2' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.')
    expect(screen.getByRole('link', { name: 'Deal 001' })).toBeVisible()
  })

  /** Of the columns behind the checkboxes. */
  const titles = () =>
    screen
      .getAllByRole('columnheader')
      .slice(1)
      .map(({ textContent }) => textContent)

  it('[OPL-2] shows the chosen columns, also after a reload', async () => {
    const { user, unmount } = await renderPage('/')
    await entries('Showing 1 to 3 of 3 entries')
    const button = screen.getByRole('button', { name: 'Columns' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await user.click(button)
    const menu = within(screen.getByRole('group', { name: 'Columns' }))
    expect(menu.getByRole('checkbox', { name: 'Opportunity Name' })).toBeDisabled()
    await user.click(menu.getByRole('checkbox', { name: 'Tags' }))
    await user.click(menu.getByRole('checkbox', { name: 'Created At' }))
    const left = ['Opportunity Name', 'Annual Volume', 'Due Date', 'Modified At', 'Sales Person Represented']
    expect(titles()).toEqual(left)
    await user.keyboard('{Escape}')
    expect(button).toHaveFocus()
    expect(screen.queryByRole('group', { name: 'Columns' })).not.toBeInTheDocument()
    await waitFor(() => expect(localStorage.getItem('persist:citygate:preferences')).toContain('created_at'))

    unmount()
    const again = await renderPage('/')
    await entries('Showing 1 to 3 of 3 entries')
    expect(titles()).toEqual(left)
    await again.user.click(screen.getByRole('button', { name: 'Columns' }))
    await again.user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(titles()).toHaveLength(7)
  })

  const widths = () => [...document.querySelectorAll('col')].slice(1).map(({ style }) => style.width)

  it('[OPL-2] resizes columns by keyboard or by dragging their edges', async () => {
    const { user, store } = await renderPage('/')
    await entries('Showing 1 to 3 of 3 entries')
    expect(widths().slice(0, 2)).toEqual(['18.9%', '15.8%'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.change(screen.getByRole('slider', { name: 'Width of Tags' }), { target: { value: '30' } })
    expect(widths()[1]).toBe('30%')

    const head = await header('Opportunity Name')
    const edge = head.querySelector('.column-edge')
    const table = head.closest('table')
    if (!edge || !table) throw new Error('The column has no edge.')
    Element.prototype.setPointerCapture = () => {}
    jest.spyOn(table, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 400))
    const before = store.getState().preferences.columns['opportunities']?.shares ?? {}
    // jsdom has no pointer events.
    const point = (type: string, clientX: number) =>
      fireEvent(edge, new MouseEvent(type, { bubbles: true, clientX }))
    point('pointerdown', 200)
    point('pointermove', 260)
    point('pointerup', 300)
    const after = store.getState().preferences.columns['opportunities']?.shares ?? {}
    expect(after['opportunity_name']).toBeCloseTo((before['opportunity_name'] ?? 0) + 10, 1)
    expect(after['tags']).toBeCloseTo(20, 1)
  })

  it('shows cards instead of a table on narrow screens, and sorts them too', async () => {
    setViewport({ width: 390 })
    const { user } = await renderPage('/')
    const cards = await screen.findByRole('list', { name: 'Opportunities' })
    await waitFor(() => expect(within(cards).getAllByRole('listitem')).toHaveLength(3))
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Sort: Opportunity Name, ascending' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Annual Volume, descending' }))
    await waitFor(() => expect(lastQueryTo(listPath).ordering).toBe('-sales_annual_volume_manual'))
  })

  it('[QUO-12] is filtered by quotes that expire today, which the address keeps', async () => {
    const { user, address } = await renderPage('/mpg/opportunities')
    await screen.findByRole('link', { name: 'Deal 001' })
    await user.selectOptions(screen.getByLabelText('Show'), 'Quotes expire today')
    await waitFor(() => expect(lastQueryTo(listPath)['quotes_expire_today']).toBe('true'))
    expect(address()).toBe('/mpg/opportunities?quotes_expire_today=true')
  })

  it('[RDY-3, RDY-4] is filtered by readiness and by what is due, one of them at a time', async () => {
    const { user, address } = await renderPage(
      '/mpg/opportunities?tags=1&ready_missing=loa,usage&pricing_due=soon',
    )
    const choice = await screen.findByLabelText('Show')
    await waitFor(() =>
      expect(lastQueryTo(listPath)).toMatchObject({ tags: '1', ready_missing: 'loa,usage' }),
    )
    expect(lastQueryTo(listPath)).not.toHaveProperty('pricing_due')
    for (const [option, query] of [
      ['No Tax ID', 'ready_missing=legal_entity'],
      ['Pricing overdue', 'pricing_due=overdue'],
      ['80 or more', 'ready_score_from=80'],
      ['Ready, not priced', 'ready_to_price=true'],
    ] as const) {
      await user.selectOptions(choice, option)
      expect(address()).toBe(`/mpg/opportunities?tags=1&${query}`)
      expect(screen.getByRole('option', { name: option, selected: true })).toBeVisible()
    }
    await user.selectOptions(choice, 'All')
    expect(address()).toBe('/mpg/opportunities?tags=1')
  })

  it('[RDY-3] a column of choice shows the score, and on focus what is missing; the list is ordered by it', async () => {
    const world = createWorld()
    Object.assign(world.tables.opportunities[0] ?? {}, {
      ready_score: 75,
      ready_missing: ['loa', 'legal_entity'],
    })
    Object.assign(world.tables.opportunities[1] ?? {}, { ready_score: 100, ready_missing: [] })
    const { user } = await renderPage('/', { world })
    await screen.findByRole('link', { name: 'Deal 001' })
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(screen.getByRole('checkbox', { name: 'Ready' }))
    expect(screen.getByRole('cell', { name: '100' })).toBeVisible()
    const tip = screen.getByRole('button', { name: '75. Missing: LOA, Tax ID' })
    fireEvent.focus(tip)
    expect(tip).toHaveAccessibleDescription('Missing: LOA, Tax ID')
    await user.click(await header('Ready'))
    await waitFor(() => expect(lastQueryTo(listPath).ordering).toBe('ready_score'))
  })

  it('[RDY-4] the numbers of the day lead to their lists; on narrow screens they are folded with the filters', async () => {
    const day = {
      ...{
        day: '2026-01-05',
        time_zone: 'America/New_York',
        due_today: 3,
        overdue: 100,
        quotes_expiring: 0,
        notices: 99,
        ready: 7,
      },
      late_enrollments: 2,
    }
    server.use(http.get(`*${dayPath}`, () => HttpResponse.json<DayAnswer>(day)))
    const { user, address, unmount } = await renderPage('/mpg/opportunities')
    const strip = within(screen.getByRole('navigation', { name: 'Today' }))
    await strip.findByRole('link', { name: '3 due today' })
    expect(strip.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 due today', '/mpg/opportunities?pricing_due=today'],
      ['99+ overdue', '/mpg/opportunities?pricing_due=overdue'],
      ['0 quotes expire today', '/mpg/opportunities?quotes_expire_today=true'],
      ['99 notices in 14 days', '/mpg/contracts?notice_within=14'],
      ['2 late to enroll', '/mpg/contracts?enrollment_late=true'],
      ['7 ready, not priced', '/mpg/opportunities?ready_to_price=true'],
    ])
    await user.click(strip.getByRole('link', { name: '7 ready, not priced' }))
    await waitFor(() => expect(lastQueryTo(listPath)['ready_to_price']).toBe('true'))
    expect(address()).toBe('/mpg/opportunities?ready_to_price=true')
    unmount()

    setViewport({ width: 390 })
    await renderPage('/mpg/opportunities')
    expect(screen.queryByRole('navigation', { name: 'Today' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    expect(screen.getByRole('navigation', { name: 'Today' })).toBeVisible()
  })
})
