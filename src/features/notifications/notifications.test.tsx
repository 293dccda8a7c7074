import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import {
  followPath,
  notificationSettingsPath,
  notificationsPath,
  notificationsReadPath,
  type MarkNotifications,
  type Notification,
  type NotificationSettings,
} from '../../contract/notifications'
import { notificationText } from '../../contract/notificationText'
import { api } from '../../api/kit/api'
import { renderApp, renderPage } from '../../testing/renderApp'
import { server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'

const aNotification = (given: Partial<Notification> = {}): Notification => ({
  ...{ id: 1, kind: 'assigned', action: null, part: null, count: 1, due: null, is_read: false },
  record: { resource: 'todos', id: 4, name: 'Send the letter' },
  actor_name: 'Robin Tavares',
  at: '2026-03-07T18:30:00.000Z',
  ...given,
})

let told: Notification[]
beforeEach(() => {
  told = [
    aNotification(),
    aNotification({ id: 2, kind: 'mention', record: { resource: 'opportunities', id: 1, name: 'Deal 001' } }),
    aNotification({ id: 3, kind: 'approval', record: null, actor_name: null, count: 2, is_read: true }),
  ]
  server.use(
    http.get(`*${notificationsPath}`, ({ request }) => {
      const parameters = new URL(request.url).searchParams
      const limit = Number(parameters.get('limit'))
      const unread = told.filter(({ is_read }) => !is_read)
      const shown = parameters.get('unread') === 'true' ? unread : told
      return HttpResponse.json({
        unread: unread.length,
        is_more: shown.length > limit,
        results: shown.slice(0, limit),
      })
    }),
    http.post<never, MarkNotifications>(`*${notificationsReadPath}`, async ({ request }) => {
      const { ids = [], all, is_read } = await request.json()
      told = told.map((one) => (all === true || ids.includes(one.id) ? { ...one, is_read } : one))
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

const bell = (name: RegExp) => screen.findByRole('button', { name })
const open = async () => {
  const app = await renderApp('/mpg/tags')
  await app.user.click(await bell(/^Notifications 2 unread$/))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Notifications' })) }
}

describe('the bell', () => {
  it('[NOTI-1] tells how many are unread, and lists them; a followed link is read', async () => {
    const { user, dialog, address } = await open()
    const [first, second] = await dialog.findAllByRole('listitem')
    expect(first).toHaveTextContent('Robin Tavares assigned this task to you')
    expect(second).toHaveTextContent('Robin Tavares mentioned you in a note')
    expect(dialog.queryByText(/wait for approval/)).not.toBeInTheDocument()
    await user.click(dialog.getByRole('link', { name: 'Deal 001' }))
    await waitFor(() => expect(address()).toContain('/mpg/opportunities/1'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(await bell(/^Notifications 1 unread$/)).toBeVisible()
  })

  it('[NOTI-1] on narrow screens the menu behind which it stands tells the number, and so does its entry', async () => {
    setViewport({ width: 390 })
    const { user } = await renderApp('/mpg/tags')
    await user.click(await bell(/^More 2 unread notifications$/))
    await user.click(await screen.findByRole('menuitem', { name: 'Notifications 2 unread' }))
    expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeVisible()
  })

  it('[NOTI-1] marks one, or all, as read, and back', async () => {
    const { user, dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Mark as read: Send the letter' }))
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
    await user.click(dialog.getByRole('radio', { name: 'All' }))
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(3))
    expect(dialog.getByText('2 accounts wait for approval')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Mark as unread: Send the letter' }))
    await user.click(await dialog.findByRole('button', { name: 'Mark as read: Send the letter' }))
    await user.click(dialog.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Mark all as read' })).toBeDisabled())
    expect(dialog.queryByRole('button', { name: /^Mark as read/ })).not.toBeInTheDocument()
  })

  it('[NOTI-1, NOTI-5] follows the stream; a reminder that comes shows as a toast, too', async () => {
    const { store } = await renderApp('/mpg/tags')
    await bell(/^Notifications 2 unread$/)
    told = [
      aNotification({
        ...{ id: 10, kind: 'reminder', at: '2026-03-07T18:40:00.000Z' },
        record: { resource: 'todos', id: 5, name: 'Call back' },
      }),
      aNotification({
        id: 9,
        kind: 'reminder',
        due: '2026-03-07T18:40:00.000Z',
        at: '2026-03-07T18:40:00.000Z',
      }),
      ...told,
    ]
    act(() => {
      store.dispatch(api.util.invalidateTags(['notifications']))
    })
    expect(await bell(/^Notifications 4 unread$/)).toBeVisible()
    expect(await screen.findAllByText('Reminder')).toHaveLength(2)
    expect(screen.getByText('Send the letter')).toBeVisible()
    expect(screen.getByText('Call back')).toBeVisible()
  })

  it('[NOTI-5] leads from the reminder of a meeting to its day, also where it takes whole days', async () => {
    const meeting = (id: number, due: string) =>
      aNotification({
        ...{ id, kind: 'reminder', due },
        record: { resource: 'activities', id, name: `Meeting ${id}` },
      })
    // 23:30 of the day before by the clock of the test; Sunday, the first day of a week; and 19:00 of the Saturday before it.
    told = [
      meeting(1, '2026-03-10T04:30:00.000Z'),
      meeting(2, '2026-03-15'),
      meeting(3, '2026-03-15T00:00:00.000Z'),
    ]
    await renderPage('/mpg/notifications')
    const leadsTo = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await leadsTo('Meeting 1')).toBe('/activities?view=list&date=2026-03-09&events=mine')
    expect(await leadsTo('Meeting 2')).toBe('/activities?view=list&date=2026-03-15&events=mine')
    expect(await leadsTo('Meeting 3')).toBe('/activities?view=list&date=2026-03-14&events=mine')
  })

  it('[NOTI-1] says so where nothing is unread, and where it cannot be read', async () => {
    told = []
    await renderPage('/mpg/notifications')
    expect(await screen.findByText('You have read everything.')).toBeVisible()
    server.use(http.get(`*${notificationsPath}`, () => HttpResponse.error()))
    fireEvent.click(screen.getByRole('radio', { name: 'All' }))
    expect(await screen.findByText('Notifications could not be loaded.')).toBeVisible()
  })
})

it('[NOTI-1, NOTI-4] each kind says in a line what has happened', () => {
  const say = (given: Partial<Notification>) => notificationText(aNotification(given))
  expect(say({ kind: 'followed', action: 'updated' })).toBe('Robin Tavares changed this')
  expect(say({ kind: 'followed', action: 'updated', count: 3 })).toBe(
    'Robin Tavares changed this, and 2 more changes',
  )
  expect(say({ kind: 'followed', action: 'created', part: 'notes', count: 2 })).toBe(
    'Robin Tavares: added a note, and 1 more change',
  )
  expect(say({ kind: 'assigned', actor_name: null })).toBe('Citygate assigned this task to you')
  expect(say({ kind: 'approval', record: null })).toBe('An account waits for approval')
})

it('[NOTI-4] a record is followed and unfollowed on its page', async () => {
  let following = false
  const path = `*${followPath('opportunities', ':id')}`
  const answer = (now: boolean) => () => {
    following = now
    return HttpResponse.json({ following })
  }
  server.use(
    http.get(path, () => HttpResponse.json({ following })),
    http.put(path, answer(true)),
    http.delete(path, answer(false)),
  )
  const { user } = await renderPage('/mpg/opportunities/1')
  const follow = await screen.findByRole('button', { name: 'Follow' })
  await waitFor(() => expect(follow).toBeEnabled())
  await user.click(follow)
  const unfollow = await screen.findByRole('button', { name: 'Unfollow' })
  await waitFor(() => expect(following).toBe(true))
  await waitFor(() => expect(unfollow).toBeEnabled())
  await user.click(unfollow)
  expect(await screen.findByRole('button', { name: 'Follow' })).toBeVisible()
  await waitFor(() => expect(following).toBe(false))
})

it('[NOTI-6] the account page chooses what is told; without mail no digest is offered', async () => {
  let settings: NotificationSettings = {
    muted: ['mention'],
    digest: false,
    sign_in_mail: true,
    can_mail: false,
  }
  server.use(
    http.get(`*${notificationSettingsPath}`, () => HttpResponse.json(settings)),
    http.put<never, Pick<NotificationSettings, 'muted' | 'digest'>>(
      `*${notificationSettingsPath}`,
      async ({ request }) => {
        settings = { ...settings, ...(await request.json()) }
        return HttpResponse.json(settings)
      },
    ),
  )
  const { user } = await renderPage('/account')
  const own = within(await screen.findByRole('region', { name: 'Notifications' }))
  const toggle = (name: string) => own.findByRole('switch', { name })
  expect(await toggle('A note mentions me')).not.toBeChecked()
  expect(await toggle('Mail me each morning what I have not read')).toBeDisabled()
  await user.click(await toggle('A task of mine is due'))
  await waitFor(async () => expect(await toggle('A task of mine is due')).not.toBeChecked())
  expect(settings.muted).toEqual(['mention', 'task_due'])
})
