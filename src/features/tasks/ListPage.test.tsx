import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { api } from '../../api/kit/api'
import { contract, type Row } from '../../contract'
import { blank } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { replacementsOf } from '../../testing/replacements'
import { lastQueryTo, server } from '../../testing/server'
import { menuEntries } from '../menu'
import { changeRow, createWorld, findRow, type AnyRow } from '../../testing/world'

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

const changes = () => replacementsOf('todos', world().tables.todos[0] ?? {})

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
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Done')
    await waitFor(() => expect(lastQueryTo(path)).toMatchObject({ status: 'done' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Assignee' }), 'Me')
    await waitFor(() => expect(lastQueryTo(path)).toMatchObject({ assignee: '1' }))
  })

  it('[LIST-6] offer both ways out of an empty list side by side, parted', async () => {
    await renderPage('/mpg/tasks?status=todo,in_progress&q=zzz', { world: world() })
    const search = await screen.findByRole('button', { name: 'Clear the search' })
    const actions = search.closest('.state-actions') as HTMLElement
    expect(within(actions).getByRole('button', { name: 'Clear the filter' })).toBeVisible()
  })

  it('[TASK-3, LIST-5] name the assignee where a link leads to the tasks of another user', async () => {
    const { user, address } = await renderPage('/mpg/tasks?assignee=2', { world: world() })
    const whose = () => screen.findByRole('combobox', { name: 'Assignee' })
    await waitFor(() => expect(lastQueryTo(path)).toMatchObject({ assignee: '2' }))
    expect(await whose()).not.toHaveDisplayValue('Everybody')
    await user.selectOptions(await whose(), 'Everybody')
    expect(address()).toBe('/mpg/tasks')
    await rowOf('Call the plant')
    expect(await whose()).toHaveDisplayValue('Everybody')
  })

  it('[TASK-3] are those that are left to do where the menu leads', async () => {
    expect(menuEntries.find(({ label }) => label === 'Tasks')?.to).toBe('/mpg/tasks?status=todo,in_progress')
    await renderPage('/mpg/tasks?status=todo,in_progress', { world: world() })
    await rowOf('Call the plant')
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Open')
    expect(lastQueryTo(path)).toMatchObject({ status: 'todo,in_progress' })
    expect(screen.queryByRole('link', { name: 'Send the LOA' })).not.toBeInTheDocument()
  })

  it('[TASK-3] open with what is left to do, and show those that are done on demand', async () => {
    const { user, address } = await renderPage('/mpg/tasks', { world: world() })
    await rowOf('Call the plant')
    expect(address()).toBe('/mpg/tasks?status=todo,in_progress')
    expect(screen.queryByRole('link', { name: 'Send the LOA' })).not.toBeInTheDocument()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'All')
    await rowOf('Send the LOA')
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('All')
  })

  it('[TASK-3] are completed and opened again where they stand', async () => {
    const { user } = await renderPage('/mpg/tasks?status=todo,in_progress,done', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Complete Call the plant' }))
    expect(await screen.findByRole('button', { name: 'Reopen Call the plant' })).toBeVisible()
    expect(within(await rowOf('Call the plant')).getByText('Done')).toBeVisible()
  })

  it('[TASK-3] are named in the notice when completed, and taken back to their status by Undo', async () => {
    const made = world()
    const task = findRow(made, 'todos', 1) as AnyRow
    changeRow(task, { status: 'in_progress' })
    const { user } = await renderPage('/mpg/tasks?status=todo,in_progress', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Complete Call the plant' }))
    expect(await screen.findByText('Call the plant: Done.')).toBeVisible()
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Call the plant' })).not.toBeInTheDocument(),
    )
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(within(await rowOf('Call the plant')).getByText('In progress')).toBeVisible()
    expect(findRow(made, 'todos', 1)).toMatchObject({ status: 'in_progress' })
  })

  it('[TASK-3] pass the focus on where one goes that is completed', async () => {
    const made = world()
    made.tables.todos.push(aTask({ id: 3, name: 'Ask for the load' }), aTask({ id: 4, name: 'Write it up' }))
    const { user } = await renderPage('/mpg/tasks?status=todo,in_progress', { world: made })
    for (const [task, next] of [
      ['Ask for the load', 'Write it up'],
      ['Write it up', 'Call the plant'],
    ]) {
      const complete = await screen.findByRole('button', { name: `Complete ${task}` })
      complete.focus()
      await user.keyboard('{Enter}')
      await waitFor(() => expect(screen.queryByRole('link', { name: task ?? '' })).not.toBeInTheDocument())
      await waitFor(() => expect(screen.getByRole('button', { name: `Complete ${next}` })).toHaveFocus())
    }
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Tasks' })).toHaveFocus())
  })

  it('[LIST-5] are narrowed by what they can be: whatever else an address says of them is not asked for', async () => {
    await renderPage('/mpg/tasks?status=open&assignee=you&organizations=1', { world: world() })
    await rowOf('Call the plant')
    const { limit, offset, ordering, ...narrowing } = lastQueryTo(path)
    expect([limit, offset, ordering]).toEqual(['10', '0', 'due_date'])
    expect(narrowing).toEqual({ organizations: '1', expand: narrowing['expand'] })
  })

  it('[TASK-3] leave the focus where one has gone, whatever becomes of a row that had it', async () => {
    const made = world()
    made.tables.todos.push(aTask({ id: 3, name: 'Ask for the load' }))
    const { user, store } = await renderPage('/mpg/tasks?status=todo,in_progress', { world: made })
    const complete = await screen.findByRole('button', { name: 'Complete Ask for the load' })
    complete.focus()
    await user.click(document.body)
    expect(document.body).toHaveFocus()
    changeRow(findRow(made, 'todos', 3) as AnyRow, { status: 'done' })
    await act(async () => void store.dispatch(api.util.invalidateTags([{ type: 'todos', id: 3 }])))
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Ask for the load' })).not.toBeInTheDocument(),
    )
    expect(document.body).toHaveFocus()
  })

  it('[TASK-3] say why they could not be completed, and show what a colleague has made of them', async () => {
    const made = world()
    const { user, store } = await renderPage('/mpg/tasks?status=todo,in_progress,done', { world: made })
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
    expect(lastQueryTo(`${path}1/`)).toEqual({
      expand:
        'assignee,organizations,organizations_todos,organizations_todos.organization,created_by,modified_by',
    })
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'TASK' }))
    expect(dialog.getByRole('textbox', { name: /^Custom time/ })).toHaveValue('25')
    await user.click(dialog.getByRole('radio', { name: 'In progress' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Update successfully.')
    expect(await changes()).toEqual([{ status: 'in_progress' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/tasks?status=todo,in_progress'))
  })

  it.each([
    { theirs: { time_needed: '00:15:00' }, line: 'Time Needed', was: '25 minutes', is: '15 minutes' },
    { theirs: { time_needed: '00:26:00' }, line: 'Time Needed', was: '25 minutes', is: '26 minutes' },
  ])('[TASK-3, OPE-5] show what a colleague has changed meanwhile: $line, now $is', async (change) => {
    const { theirs, line, was, is } = change
    const { user, world: made } = await renderPage('/mpg/tasks/1/details', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog'))
    const time = form.getByRole('textbox', { name: /^Custom time/ })
    await user.clear(time)
    await user.type(time, '40')
    Object.assign(changeRow(findRow(made, 'todos', 1) as AnyRow, theirs), { modified_by: 2 })
    await user.click(form.getByRole('button', { name: 'Save' }))
    const panel = within(await form.findByRole('region', { name: 'Changed by somebody else meanwhile' }))
    const row = panel.getByRole('row', { name: new RegExp(`^${line}`) })
    for (const text of [was, is]) expect(row).toHaveTextContent(text)
    expect(row).toHaveTextContent('40 minutes')
    await user.click(panel.getByRole('button', { name: 'Save merged' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(findRow(made, 'todos', 1)).toMatchObject({ ...theirs, time_needed: '00:40:00' })
  })

  it('[TASK-3, K19] are saved beside what a colleague has changed meanwhile', async () => {
    const { user, world: made } = await renderPage('/mpg/tasks/1/details', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog'))
    const time = form.getByRole('textbox', { name: /^Custom time/ })
    await user.clear(time)
    await user.type(time, '40')
    const theirs = { completed_within: 9, due_date: '2026-01-14' }
    Object.assign(changeRow(findRow(made, 'todos', 1) as AnyRow, theirs), { modified_by: 2 })
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(findRow(made, 'todos', 1)).toMatchObject({ ...theirs, time_needed: '00:40:00' })
    expect(
      await screen.findByText(/^Saved together with what .* changed meanwhile: Completed Within/),
    ).toBeVisible()
  })

  it('[TASK-3] are assigned to another user, found by name', async () => {
    const { user } = await renderPage('/mpg/tasks/1/details', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'TASK' }))
    await user.type(dialog.getByRole('combobox', { name: 'Assignee' }), 'team{Enter}')
    await waitFor(() => expect(lastQueryTo('/api/users/')).toMatchObject({ q: 'team', is_active: 'true' }))
    expect(await dialog.findByTitle('team')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Update successfully.')
    expect(await changes()).toEqual([{ assignee: 2 }])
  })
})
