import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { organizationsApi } from '../../api/organizationsApi'
import { contract } from '../../contract'
import { renderDialog } from '../../testing/renderApp'
import { loseAnswer, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const path = contract.todos.path

const dialog = () => screen.findByRole('dialog', { name: 'TASK' })
const save = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }))
const choose = async (user: UserEvent, label: string, option: string) => {
  await user.type(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }), `${option}{Enter}`)
}
const write = async (text: string) => {
  fireEvent.paste(await screen.findByRole('textbox', { name: /^Description/ }), {
    clipboardData: { types: ['text/plain'], getData: (type: string) => (type === 'text/plain' ? text : '') },
  })
}
const world = () => {
  const made = createWorld()
  made.tables.contentTypes.push({ id: 50, model: 'todo' })
  return made
}
const sent = () =>
  Promise.all(
    requestsTo(path)
      .filter(({ method }) => method === 'POST')
      .map((request) => request.json()),
  )

describe('the TASK dialog', () => {
  it('[TASK-1, SHELL-9] says what is missing after the first attempt, each at its field', async () => {
    const { user } = await renderDialog('task', {}, { world: world() })
    await dialog()
    expect(screen.queryByText('Title is required')).not.toBeInTheDocument()
    await save(user)
    const form = within(await dialog())
    for (const text of [
      'Title is required',
      'Description is required',
      'Time Needed is required',
      'Completed is required',
    ])
      expect((await form.findAllByText(text)).length).toBeGreaterThan(0)
    await choose(user, 'Time Needed', 'Custom')
    await choose(user, 'Completed Within', 'Custom')
    expect((await form.findAllByText('Please enter custom field.')).length).toBeGreaterThan(0)
    expect(await sent()).toEqual([])
  })

  it('[TASK-1] is not held up by a custom time that is asked for no longer', async () => {
    const { user } = await renderDialog('task', {}, { world: world() })
    await dialog()
    await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Call the plant')
    await write('About the winter price')
    await choose(user, 'Time Needed', 'Custom')
    await user.type(screen.getByRole('textbox', { name: /^Custom time/ }), 'an hour')
    await choose(user, 'Time Needed', '15 minutes')
    await choose(user, 'Completed Within', '3 days')
    await save(user)
    expect(await screen.findByText('Add successfully.')).toBeVisible()
    expect(await sent()).toEqual([expect.objectContaining({ time_needed: '00:15:00' })])
  })

  it('[NOTI-5] asks for a reminder, at nine where only a day is chosen', async () => {
    const { user } = await renderDialog('task', {}, { world: world() })
    await dialog()
    await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Call the plant')
    await write('About the winter price')
    await choose(user, 'Time Needed', '15 minutes')
    await choose(user, 'Completed Within', '3 days')
    const day = screen.getByLabelText('Reminder, date')
    await user.type(day, '12/01/2026{Enter}')
    expect(screen.getByLabelText('Reminder, time')).toHaveValue('09:00')
    await save(user)
    expect(await screen.findByText('Add successfully.')).toBeVisible()
    const reminder = new Date(2026, 11, 1, 9).getTime() / 1_000
    expect(await sent()).toEqual([expect.objectContaining({ remind_at: reminder })])
  })

  it('[TASK-1] says of a custom time why it cannot be read', async () => {
    const { user } = await renderDialog('task', {}, { world: world() })
    await dialog()
    await choose(user, 'Time Needed', 'Custom')
    const minutes = screen.getByRole('textbox', { name: /^Custom time/ })
    await user.type(minutes, 'an hour')
    await save(user)
    await waitFor(() => expect(minutes).toHaveAccessibleDescription('Enter a number.'))
  })

  it('[TASK-1, TASK-2] sends a task that is about an organization, its custom time kept within the hour', async () => {
    const { user, store } = await renderDialog('task', { organizations: [1] }, { world: world() })
    await dialog()
    // As loaded by the organization's page.
    void store.dispatch(organizationsApi.endpoints.organization.initiate(1))
    expect(await screen.findByText('HARBOR MILLS')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: /^Title/ }), '  Call the plant ')
    await write('About the winter price')
    await choose(user, 'Time Needed', 'Custom')
    const minutes = screen.getByRole('textbox', { name: /^Custom time/ })
    await user.type(minutes, '90')
    expect(minutes).toHaveValue('60')
    await choose(user, 'Completed Within', '3 days')
    await save(user)
    expect(await screen.findByText('Add successfully.')).toBeVisible()
    expect(await sent()).toEqual([
      {
        name: 'Call the plant',
        description: '<p>About the winter price</p>',
        organizations: [1],
        time_needed: '00:60:00',
        completed_within: 3,
        counted_from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
        status: 'todo',
        content_type: 50,
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('[TASK-2, TRUST-28] changes the task that was made where its answer got lost and its time was corrected', async () => {
    const made = world()
    const { user } = await renderDialog('task', {}, { world: made })
    await dialog()
    await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Call the plant')
    await write('About the winter price')
    await choose(user, 'Time Needed', '15 minutes')
    await choose(user, 'Completed Within', '3 days')
    loseAnswer(path, 'post')
    await save(user)
    expect(await screen.findByText('Cannot add task. Please contact to helpdesk.')).toBeVisible()
    await choose(user, 'Time Needed', '45 minutes')
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(made.tables.todos).toMatchObject([{ name: 'Call the plant', time_needed: '00:45:00' }])
  })

  it('[TASK-2] keeps what was typed where the task could not be added', async () => {
    server.use(http.post(path, () => HttpResponse.json({ detail: 'Down.', code: 'down' }, { status: 503 })))
    const { user } = await renderDialog('task', {}, { world: world() })
    await dialog()
    await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Call')
    await write('About the price')
    await choose(user, 'Time Needed', '20')
    await choose(user, 'Completed Within', '14')
    await save(user)
    const toast = await screen.findByText('Cannot add task. Please contact to helpdesk.')
    expect(toast).toBeVisible()
    expect(screen.getByText('Validation')).toBeVisible()
    expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveValue('Call')
  })
})
