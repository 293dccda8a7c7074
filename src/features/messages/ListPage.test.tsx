import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { contract } from '../../contract'
import { aMessage, aProfile, blank } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'
import { createWorld, removeRow } from '../../testing/world'

const { path } = contract.messages

const [bea] = aMessage().to
const [tom] = aMessage().from
const world = () => {
  const made = createWorld()
  made.tables.messages.push(
    aMessage(),
    aMessage({
      id: 2,
      direction: 'sent',
      from: bea ? [bea] : [],
      to: tom ? [tom] : [],
      subject: 'Re: Winter strip',
      text: '<p>Lock it.</p>',
      is_read: true,
      sent_at: '2026-03-03T09:00:00.000Z',
      message_id: 'second@basin.example',
      in_reply_to: 'first@basin.example',
    }),
    aMessage({
      id: 3,
      subject: 'Handover',
      text: '<p>I am away.</p>',
      is_read: true,
      sent_at: '2026-03-01T09:00:00.000Z',
      message_id: 'third@basin.example',
      thread: 'third@basin.example',
    }),
  )
  return made
}
const changes = () => requestsTo(path).filter(({ method }) => method === 'PATCH')
const messages = async () => within(await screen.findByRole('list', { name: 'Conversation' }))

describe('the inbox', () => {
  it('[SCREEN-2] lists what was received, and tells in words what waits to be read', async () => {
    const { user, address } = await renderPage('/mpg/inbox', { world: world() })
    expect(await screen.findByRole('link', { name: 'Unread: Winter strip' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Handover' })).toBeVisible()
    expect(lastQueryTo(path)).toMatchObject({ direction: 'received', ordering: '-sent_at', limit: '10' })
    expect(screen.queryByText('Re: Winter strip')).not.toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Show'), 'Unread')
    await waitFor(() => expect(screen.queryByText('Handover')).not.toBeInTheDocument())
    await user.selectOptions(screen.getByLabelText('Show'), 'All')
    await user.selectOptions(screen.getByLabelText('Folder'), 'Sent')
    expect(await screen.findByRole('link', { name: 'Re: Winter strip' })).toBeVisible()
    expect(address()).toBe('/mpg/inbox?direction=sent')
    expect(screen.getByRole('columnheader', { name: 'To' })).toBeVisible()
  })

  it('[SCREEN-2, LIST-6] says of an empty folder what belongs there, and keeps to it when a filter is cleared', async () => {
    const made = world()
    made.tables.messages = made.tables.messages.filter(({ direction }) => direction !== 'sent')
    const { user, address } = await renderPage('/mpg/inbox?direction=sent', { world: made })
    expect(await screen.findByText(/What you send stands here/)).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Show'), 'Read')
    await user.click(await screen.findByRole('button', { name: 'Clear the filter' }))
    expect(address()).toBe('/mpg/inbox?direction=sent')
    expect(await screen.findByText(/What you send stands here/)).toBeVisible()
  })

  it('[SCREEN-2, TRUST-48] restores one from the trash', async () => {
    const made = world()
    removeRow(made, 'messages', 3)
    const { user } = await renderPage('/mpg/trash/messages', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Restore Handover' }))
    await waitFor(() => expect(made.tables.messages).toHaveLength(3))
  })

  it('[SCREEN-2] searches on the server', async () => {
    const { user } = await renderPage('/mpg/inbox', { world: world() })
    await user.type(await screen.findByRole('searchbox', { name: 'Search messages' }), 'handover')
    await waitFor(() => expect(lastQueryTo(path)).toMatchObject({ q: 'handover', direction: 'received' }))
  })

  it('[SCREEN-2] marks a message as unread and read where it stands', async () => {
    const { user } = await renderPage('/mpg/inbox', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Mark as read: Winter strip, from Tom Ash' }))
    expect(await screen.findByRole('link', { name: 'Winter strip' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Mark as unread: Winter strip, from Tom Ash' }))
    expect(await screen.findByRole('link', { name: 'Unread: Winter strip' })).toBeVisible()
  })

  it('[SCREEN-2] says why a message could not be marked', async () => {
    const { user, store } = await renderPage('/mpg/inbox', { world: world() })
    server.use(http.patch(`*${path}:id/`, () => HttpResponse.error(), { once: true }))
    await user.click(await screen.findByRole('button', { name: 'Mark as read: Winter strip, from Tom Ash' }))
    await waitFor(() =>
      expect(store.getState().toasts).toMatchObject([
        { kind: 'error', title: 'Error', text: 'Cannot mark this message.' },
      ]),
    )
    expect(screen.getByRole('link', { name: 'Unread: Winter strip' })).toBeVisible()
  })

  it('[SCREEN-2] asks before it deletes, and offers the way back', async () => {
    const { user, world: made } = await renderPage('/mpg/inbox', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Delete Handover, from Tom Ash' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Message' }))
    expect(dialog.getByText('Handover')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(made.tables.messages.map(({ id }) => id)).toEqual([1, 2]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(made.tables.messages).toHaveLength(3))
  })

  it('[SCREEN-2] says in the menu how many wait, and less once one has been read', async () => {
    const { user } = await renderApp('/mpg/inbox', { world: world() })
    expect(await screen.findByRole('link', { name: 'Inbox 1 unread' })).toBeVisible()
    await user.click(await screen.findByRole('link', { name: 'Unread: Winter strip' }))
    expect(await screen.findByRole('link', { name: 'Inbox' })).toBeVisible()
    const counted = requestsTo(path).filter(({ url }) => new URL(url).searchParams.get('limit') === '0')
    expect(counted.length).toBeGreaterThan(0)
  })
})

describe('a message', () => {
  it('[SCREEN-2] is shown with its conversation in order, and read from then on', async () => {
    const { world: made } = await renderPage('/mpg/inbox/1', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Winter strip' })).toBeVisible()
    const list = await messages()
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
    const texts = list.getAllByRole('listitem').map((item) => item.textContent)
    expect(texts[0]).toContain('Four cents down.')
    expect(texts[0]).toContain('Tom Ash team@basin.example')
    expect(texts[1]).toContain('Lock it.')
    await waitFor(() => expect(made.tables.messages[0]?.is_read).toBe(true))
    expect(changes()).toHaveLength(1)
    expect(list.getByText('NEW')).toBeVisible()
  })

  it('[SCREEN-2] is marked as unread again, and stays so', async () => {
    const { user, world: made, address } = await renderPage('/mpg/inbox/1', { world: world() })
    await user.click(
      await screen.findByRole('button', { name: 'Mark as unread: Winter strip, from Tom Ash' }),
    )
    await waitFor(() => expect(address()).toBe('/mpg/inbox'))
    expect(await screen.findByRole('link', { name: 'Unread: Winter strip' })).toBeVisible()
    expect(made.tables.messages[0]?.is_read).toBe(false)
  })

  it('[SCREEN-2] stays unread once marked so, be it that it had been read before it was opened', async () => {
    const { user, world: made, address } = await renderPage('/mpg/inbox/3', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Mark as unread: Handover, from Tom Ash' }))
    await waitFor(() => expect(address()).toBe('/mpg/inbox'))
    expect(await screen.findByRole('link', { name: 'Unread: Handover' })).toBeVisible()
    expect(changes()).toHaveLength(1)
    expect(made.tables.messages.find(({ id }) => id === 3)?.is_read).toBe(false)
  })

  it('[SCREEN-2, MSG-1] is answered, and the answer stands in the conversation', async () => {
    const { user } = await renderPage('/mpg/inbox/1', { world: world() })
    const item = within(
      (await (await messages()).findByText('Four cents down.')).closest('li') as HTMLElement,
    )
    await user.click(item.getByRole('button', { name: /^Reply to Winter strip/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'MESSAGE' }))
    expect(dialog.getByText('team@basin.example')).toBeVisible()
    expect(dialog.getByRole('textbox', { name: /^Subject/ })).toHaveValue('Re: Winter strip')
    await dialog.findByText(/Tom Ash wrote:/)
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    await waitFor(async () => expect((await messages()).getAllByRole('listitem')).toHaveLength(3))
  })

  it('[SCREEN-2, MSG-1] is answered to all but the connected mailbox, whatever the email of the account', async () => {
    const made = createWorld()
    made.tables.profiles[0] = aProfile({ mail_address: 'desk@mill.example' })
    const people = ['Desk@mill.example', 'ann@mill.example', 'bea@basin.example'].map((email) => ({
      id: null,
      email,
      first_name: null,
      last_name: null,
    }))
    made.tables.messages.push(aMessage({ to: people }))
    const { user } = await renderPage('/mpg/inbox/1', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Reply all' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'MESSAGE' }))
    expect(dialog.getByText('ann@mill.example')).toBeVisible()
    expect(dialog.getByText('team@basin.example')).toBeVisible()
    expect(dialog.queryByText('Desk@mill.example')).not.toBeInTheDocument()
    expect(dialog.queryByText('bea@basin.example')).not.toBeInTheDocument()
  })

  it('[K6] shows the files of a message, be it that there is nothing else, and a sign of them in the list', async () => {
    const made = world()
    const [message] = made.tables.messages
    if (message) Object.assign(message, { text: '', attachments: [7, 8], thread: 'alone' })
    const file = '/nylas/attachments/7/content/?expires=1&session=s&signature=s'
    const usage = {
      ...blank('messageAttachments'),
      id: 7,
      message: 1,
      filename: 'Usage.csv',
      size: 2_000,
      file,
    }
    made.tables.messageAttachments.push(usage, {
      ...usage,
      id: 8,
      filename: 'logo.png',
      size: null,
      file: null,
    })
    const { user } = await renderPage('/mpg/inbox', { world: made })
    const row = (await screen.findByRole('link', { name: 'Unread: Winter strip' })).closest('tr')
    expect(within(row as HTMLElement).getByText('2 files')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Unread: Winter strip' }))
    const files = within(await screen.findByRole('list', { name: 'Files of Winter strip' }))
    expect(files.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Usage.csv2 kB',
      'logo.png',
    ])
    expect(files.getByRole('link', { name: 'Usage.csv' })).toHaveAttribute('href', file)
  })

  it('[MAIL-3] is shared by its owner, and not any more', async () => {
    const { user, world: made } = await renderPage('/mpg/inbox/3', { world: world() })
    const name = 'Shared with everyone on the record’s timeline'
    await user.click(await screen.findByRole('switch', { name }))
    await waitFor(() => expect(screen.getByRole('switch', { name })).toBeChecked())
    const shared = () => made.tables.messages.find(({ id }) => id === 3)?.is_shared
    expect(shared()).toBe(true)
    await user.click(screen.getByRole('switch', { name }))
    await waitFor(() => expect(screen.getByRole('switch', { name })).not.toBeChecked())
    expect(shared()).toBe(false)
  })

  it('[MAIL-3] of another user is read, and neither marked, answered, shared nor deleted', async () => {
    const made = createWorld()
    made.tables.messages.push(aMessage({ owner: 2, is_shared: true }))
    server.use(http.get(`*${path}`, () => HttpResponse.json({ count: 0, results: [] })))
    await renderPage('/mpg/inbox/1', { world: made })
    const item = within(await (await messages()).findByRole('listitem'))
    expect(item.getByText('Four cents down.')).toBeVisible()
    expect(item.getByText('From the mailbox of another user, who shares it.')).toBeVisible()
    expect(item.queryByRole('switch')).not.toBeInTheDocument()
    expect(item.queryByRole('button')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument()
    expect(changes()).toHaveLength(0)
  })

  it('[SCREEN-2] leads back to the list once it is deleted', async () => {
    const { user, address } = await renderPage('/mpg/inbox/3', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Delete Handover, from Tom Ash' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/inbox'))
  })

  it('[SCREEN-2, TRUST-1] shows hostile subjects, names and texts as text', async () => {
    const made = createWorld()
    const hostile = '<img src=x onerror=alert(1)>'
    made.tables.messages.push(
      aMessage({
        subject: hostile,
        from: [{ id: null, email: 'x@y.example', first_name: hostile, last_name: null }],
        text: `<p>Hello<script>alert(1)</script>${hostile}<a href="javascript:alert(1)">here</a></p>`,
      }),
    )
    await renderPage('/mpg/inbox/1', { world: made })
    expect(await screen.findByRole('heading', { level: 1, name: hostile })).toBeVisible()
    const main = screen.getByRole('main')
    expect(main.querySelector('img, script, a[href^="javascript"]')).toBeNull()
  })

  it('[SCREEN-2] stays in sight where the rest of its conversation does not come', async () => {
    server.use(http.get(`*${path}`, () => refusal(503, 'The database does not answer.')))
    await renderPage('/mpg/inbox/1', { world: world() })
    expect(await screen.findByText('The rest of the conversation could not be loaded.')).toBeVisible()
    expect(screen.getByText('Four cents down.')).toBeVisible()
  })
})
