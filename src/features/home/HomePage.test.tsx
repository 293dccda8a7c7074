import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { contract } from '../../contract'
import { dayPath, type DayAnswer } from '../../contract/day'
import { emptyDay, refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { addRow, createWorld, removeRow } from '../../testing/world'

const part = async (name: string) => within(await screen.findByRole('region', { name }))
const paramsOf = (address: string) =>
  requestsTo(address).map(({ url }) => Object.fromEntries(new URL(url).searchParams))
const today = new Date().toISOString().slice(0, 10)

const world = () => {
  const made = createWorld()
  addRow(made, 'todos', { name: 'Ask for meters', status: 'todo', due_date: today, assignee: 1 })
  addRow(made, 'activities', {
    title: 'Pricing call',
    start: Math.floor(Date.now() / 1_000) + 60,
    end: Math.floor(Date.now() / 1_000) + 3_600,
  })
  return made
}

describe('the home page', () => {
  it('[HOME-1] shows the numbers of the day, each leading to its list', async () => {
    const day: DayAnswer = {
      ...{ day: today, time_zone: 'America/New_York', due_today: 3, overdue: 100, quotes_expiring: 0 },
      ...{ notices: 1, late_enrollments: 0, ready: 2 },
    }
    server.use(http.get(`*${dayPath}`, () => HttpResponse.json(day)))
    await renderPage('/home', { world: world() })
    const numbers = within(await screen.findByRole('navigation', { name: 'Today' }))
    expect(await numbers.findByRole('link', { name: '3 due today' })).toHaveAttribute(
      'href',
      '/mpg/opportunities?pricing_due=today',
    )
    expect(numbers.getByRole('link', { name: '99+ overdue' })).toBeVisible()
    expect(numbers.queryByRole('link', { name: /late to enroll/ })).toBeNull()
    expect(requestsTo(dayPath)).toHaveLength(1)
  })

  it('[HOME-1] lists what is due first, with a link to all of it', async () => {
    await renderPage('/home', { world: world() })
    const tasks = await part('My tasks')
    expect(await tasks.findByRole('link', { name: 'Ask for meters' })).toHaveAttribute(
      'href',
      '/mpg/tasks/1/details',
    )
    expect(tasks.getByRole('link', { name: 'My tasks' })).toHaveAttribute(
      'href',
      '/mpg/tasks?status=todo,in_progress&assignee=me&sort=due_date',
    )
    expect(paramsOf(contract.todos.path)).toContainEqual(
      expect.objectContaining({
        status: 'todo,in_progress',
        assignee: 'me',
        ordering: 'due_date',
        limit: '6',
      }),
    )
    await waitFor(() =>
      expect(paramsOf(contract.opportunities.path)).toEqual([
        expect.objectContaining({ pricing_due: 'next_7', ordering: 'pricing_due_date', limit: '6' }),
        expect.objectContaining({ pricing_due: 'overdue', ordering: '-pricing_due_date', limit: '6' }),
      ]),
    )
    expect((await part('My meetings')).getByRole('link', { name: 'Pricing call' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/activities\?view=list(&date=\d{4}-\d\d-\d\d)?&events=mine$/),
    )
    expect(await (await part('Notices within 14 days')).findByText('No notice is due.')).toBeVisible()
  })

  it("[HOME-1] is of the market's day, in its head and in what is due", async () => {
    const made = world()
    const day = '2031-03-09'
    addRow(made, 'todos', { name: 'Due in the market', status: 'todo', due_date: day, assignee: 1 })
    addRow(made, 'contracts', { notice_by: day })
    server.use(http.get(`*${dayPath}`, () => HttpResponse.json({ ...emptyDay, day })))
    await renderPage('/home', { world: made })
    const head = (await screen.findByRole('heading', { name: 'Home' })).nextSibling
    await waitFor(() => expect(head).toHaveTextContent('Mar 09, 2031 in the market'))
    const tasks = await part('My tasks')
    const task = (await tasks.findByRole('link', { name: 'Due in the market' })).closest('li')
    expect(task).toHaveTextContent('Due today')
    expect(await (await part('Notices within 14 days')).findByText('Due today')).toBeVisible()
  })

  it('[HOME-1] tells by itself what could not be loaded, and tries again', async () => {
    server.use(http.get(`*${contract.todos.path}`, () => refusal(500, 'Broken'), { once: true }))
    const { user } = await renderPage('/home', { world: world() })
    const tasks = await part('My tasks')
    await user.click(await tasks.findByRole('button', { name: 'Retry' }))
    expect(await tasks.findByRole('link', { name: 'Ask for meters' })).toBeVisible()
  })

  it('[HOME-2] shows the records that were opened last, until they are gone', async () => {
    const made = world()
    const { navigate, store } = await renderPage('/mpg/opportunities/2/details', { world: made })
    await screen.findByRole('heading', { name: 'Deal 002' })
    navigate('/mpg/organizations/1/details')
    const { name } = made.tables.organizations[0] ?? { name: '' }
    await screen.findByRole('heading', { name: name.toUpperCase() })
    navigate('/home')
    const opened = await part('Opened last')
    expect(opened.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      name.toUpperCase(),
      'Deal 002',
    ])
    removeRow(made, 'opportunities', 2)
    navigate('/mpg/opportunities/2/details')
    expect(await screen.findByText('This opportunity does not exist.')).toBeVisible()
    expect(store.getState().recentRecords.opened).toHaveLength(1)
  })
})
