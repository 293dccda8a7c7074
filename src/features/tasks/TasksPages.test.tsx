import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { contract, type Row } from '../../contract'
import { blank } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'
import { tasks } from './feature'
import { changeRow, createWorld, findRow } from '../../testing/world'

const path = contract.todos.path

const aTask = (given: Partial<Row<'todos'>> = {}): Row<'todos'> => ({
  ...blank('todos'),
  id: 1,
  name: 'Call the plant',
  description: '<p>About the winter price</p>',
  time_needed: '00:25:00',
  completed_within: 3,
  due_date: '2026-01-08',
  assignee: 1,
  organizations: [1],
  version: 1,
  created_by: 1,
  modified_by: 1,
  created_at: '2026-01-05T15:04:00.000Z',
  modified_at: '2026-01-05T15:04:00.000Z',
  ...given,
})

const world = () => {
  const made = createWorld()
  made.tables.todos.push(aTask(), aTask({ id: 2, name: 'Send the LOA', status: 'done' }))
  return made
}
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement

describe('the tasks', () => {
  it('[TASK-3] are listed with their state and organizations, narrowed to what is asked for', async () => {
    const { user } = await renderPage('/mpg/tasks', { world: world() })
    const row = within(await rowOf('Call the plant'))
    for (const text of ['To do', 'HARBOR MILLS', '25 minutes']) expect(row.getByText(text)).toBeVisible()
    for (const name of ['Edit Call the plant', 'Delete Call the plant'])
      expect(row.getByRole('button', { name })).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Status'), 'Done')
    await waitFor(() => expect(lastQueryTo(path)).toMatchObject({ status: 'done' }))
    await user.selectOptions(screen.getByLabelText('Assignee'), 'Me')
    await waitFor(() => expect(lastQueryTo(path)).toMatchObject({ assignee: '1' }))
  })

  it('[TASK-3, LIST-5] say whose they are where a link leads to those of somebody else', async () => {
    const { user, address } = await renderPage('/mpg/tasks?assignee=2', { world: world() })
    const whose = () => screen.findByLabelText('Assignee')
    await waitFor(() => expect(lastQueryTo(path)).toMatchObject({ assignee: '2' }))
    expect(await whose()).not.toHaveDisplayValue('Everybody')
    await user.selectOptions(await whose(), 'Everybody')
    expect(address()).toBe('/mpg/tasks')
    await rowOf('Call the plant')
    expect(await whose()).toHaveDisplayValue('Everybody')
  })

  it('[TASK-3] are those that are left to do where the menu leads', async () => {
    expect(tasks.menu?.to).toBe('/mpg/tasks?status=todo,in_progress')
    await renderPage('/mpg/tasks?status=todo,in_progress', { world: world() })
    await rowOf('Call the plant')
    expect(screen.getByLabelText('Status')).toHaveDisplayValue('Open')
    expect(lastQueryTo(path)).toMatchObject({ status: 'todo,in_progress' })
    expect(screen.queryByRole('link', { name: 'Send the LOA' })).not.toBeInTheDocument()
  })

  it('[TASK-3] are completed and opened again where they stand', async () => {
    const { user } = await renderPage('/mpg/tasks', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Complete Call the plant' }))
    expect(await screen.findByRole('button', { name: 'Reopen Call the plant' })).toBeVisible()
    expect(within(await rowOf('Call the plant')).getByText('Done')).toBeVisible()
  })

  it('[TASK-3] say why they could not be completed, and show what a colleague has made of them', async () => {
    const made = world()
    const { user, store } = await renderPage('/mpg/tasks', { world: made })
    const complete = async () =>
      user.click(await screen.findByRole('button', { name: 'Complete Call the plant' }))
    const failed = { kind: 'error', title: 'Error', text: 'Cannot update this task.' }
    server.use(http.patch(`*${path}1/`, () => refusal(503, 'The server is busy.'), { once: true }))
    await complete()
    await waitFor(() =>
      expect(store.getState().toasts).toMatchObject([{ ...failed, detail: 'The server is busy.' }]),
    )
    const task = findRow(made, 'todos', 1)
    if (task) changeRow(task, { status: 'in_progress' })
    await complete()
    expect(await within(await rowOf('Call the plant')).findByText('In progress')).toBeVisible()
    expect(store.getState().toasts).toMatchObject([failed, failed])
    await complete()
    expect(await screen.findByRole('button', { name: 'Reopen Call the plant' })).toBeVisible()
  })

  it('[TASK-3] are shown one by one, edited with what they hold, and deleted', async () => {
    const { user, address } = await renderPage('/mpg/tasks/1/details', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Call the plant' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'HARBOR MILLS' })).toBeVisible()
    expect(await screen.findByText('About the winter price')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'TASK' }))
    expect(dialog.getByRole('textbox', { name: /^Custom time/ })).toHaveValue('25')
    await user.click(dialog.getByRole('radio', { name: 'In progress' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Update successfully.')
    const change = requestsTo(`${path}1/`).find(({ method }) => method === 'PATCH')
    expect(await change?.json()).toEqual({ status: 'in_progress' })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/tasks?status=todo,in_progress'))
  })

  it('[TASK-3] are handed to somebody else, found by their name', async () => {
    const { user } = await renderPage('/mpg/tasks/1/details', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'TASK' }))
    await user.type(dialog.getByRole('combobox', { name: 'Assignee' }), 'team{Enter}')
    await waitFor(() => expect(lastQueryTo('/api/users/')).toMatchObject({ q: 'team', is_active: 'true' }))
    expect(await dialog.findByTitle('team')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Update successfully.')
    const change = requestsTo(`${path}1/`).find(({ method }) => method === 'PATCH')
    expect(await change?.json()).toEqual({ assignee: 2 })
  })
})
