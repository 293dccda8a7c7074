import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { mailNotConnected, mailRedirectPath, messageRequest } from '../../contract/mail'
import { refusal } from '../../testing/handlers'
import { renderApp, renderDialog } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { addRow, createWorld } from '../../testing/world'

const { path } = messageRequest

const send = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send' }))
const editor = () => screen.findByRole('textbox', { name: /^Message/ })
const subject = () => screen.getByRole('textbox', { name: /^Subject/ })
const write = async (text: string) => {
  fireEvent.paste(await editor(), {
    clipboardData: { types: ['text/plain'], getData: (type: string) => (type === 'text/plain' ? text : '') },
  })
}
const fill = async (user: UserEvent) => {
  fireEvent.change(subject(), { target: { value: '  Winter strip ' } })
  await user.type(screen.getByRole('combobox', { name: /^To/ }), 'bea{Enter}')
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^To/ })).toHaveValue(''))
  await screen.findAllByText('bea@basin.example')
  await write('Four cents down.')
}
const sent = () => Promise.all(requestsTo(path).map((request) => request.json() as Promise<unknown>))
const keys = () => requestsTo(path).map(({ headers }) => headers.get('Idempotency-Key'))
const bea = { id: 1, email: 'bea@basin.example', first_name: 'Bea', last_name: 'Rowe' }

describe('the MESSAGE dialog', () => {
  it('[MSG-1, SHELL-9] says after the first attempt what is required, at each field', async () => {
    const { user } = await renderDialog('message', {})
    await editor()
    expect(screen.queryByText('This field is required')).not.toBeInTheDocument()
    fireEvent.change(subject(), { target: { value: '   ' } })
    await send(user)
    await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(3))
    expect(subject()).not.toHaveAttribute('maxlength')
    expect(requestsTo(path)).toHaveLength(0)
  })

  it('[MSG-1] sends subject, recipient and text, once, and says so', async () => {
    const { user } = await renderDialog('message', {})
    await fill(user)
    const answer = holdAnswers(path, 'post')
    await send(user)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled())
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
    answer()
    expect(await screen.findByText('Message sent.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await sent()).toEqual([{ subject: 'Winter strip', to: [bea], text: '<p>Four cents down.</p>' }])
  })

  it('[MSG-1, TRUST-28] keeps everything where it could not be sent, and tries again under the same key', async () => {
    server.use(
      http.post(`*${path}`, () => refusal(502, 'Cannot send message.', 'mail_unavailable'), { once: true }),
    )
    const { user } = await renderDialog('message', {})
    await fill(user)
    await send(user)
    expect(await screen.findByText('Error')).toBeVisible()
    expect(await screen.findByText(/was not sent, and is still here/)).toBeVisible()
    expect(subject()).toHaveValue('  Winter strip ')
    expect(await editor()).toHaveTextContent('Four cents down.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Message sent.')).toBeVisible()
    const [first, second] = keys()
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  it('[K6] sends files with the message, and keeps them where it could not be sent', async () => {
    server.use(
      http.post(`*${path}`, () => refusal(502, 'Cannot send message.', 'mail_unavailable'), { once: true }),
    )
    const { user, world } = await renderDialog('message', {})
    await fill(user)
    const choose = (...files: File[]) => user.upload(screen.getByLabelText('browse'), files)
    await choose(new File(['Usage'], 'Größe.csv'), new File(['x'], 'left out.txt'))
    await user.click(screen.getByRole('button', { name: 'Remove left out.txt' }))
    const files = within(screen.getByRole('list', { name: 'Attached files' }))
    expect(files.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Größe.csv5 bytesRemove'])
    const large = new File(['x'], 'large.pdf')
    Object.defineProperty(large, 'size', { value: 4_999_998 })
    await choose(large, large, new File(['Usage'], 'b.csv'))
    expect(await screen.findByText(/may take 10 MB together.*Nothing was added/)).toBeVisible()

    await send(user)
    expect(await screen.findByText(/was not sent, and is still here/)).toBeVisible()
    expect(files.getByText('Größe.csv')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Message sent.')).toBeVisible()
    const [first, second] = keys()
    expect(second).toBe(first)
    expect(world.tables.messages.at(-1)).toMatchObject({ subject: 'Winter strip', attachments: [1] })
    expect(world.tables.messageAttachments).toMatchObject([{ filename: 'Größe.csv', size: 5 }])
  })

  it('[MSG-1] connects the account in a window of its own where it no longer is, and keeps the text', async () => {
    server.use(http.post(`*${path}`, () => refusal(409, 'Connect a mail account first.', mailNotConnected)))
    const { user } = await renderDialog('message', {})
    await fill(user)
    await send(user)
    const opened = jest.spyOn(window, 'open').mockReturnValue(null)
    server.use(
      http.get(`*${mailRedirectPath}`, () => HttpResponse.json({ url: 'https://mail.example/consent' })),
    )
    await user.click(await screen.findByRole('button', { name: 'Connect the mail account' }))
    expect(await screen.findByRole('link', { name: 'Open the authorization page' })).toBeVisible()
    expect(opened).toHaveBeenCalledTimes(1)
    expect(await editor()).toHaveTextContent('Four cents down.')
    opened.mockRestore()
  })

  it('[MSG-1, SCREEN-2] begins as an answer: recipients, subject, what is answered, and the caret above it', async () => {
    const ann = { id: null, email: 'ann@mill.example', first_name: null, last_name: null }
    const { user } = await renderDialog('message', {
      to: [bea, ann],
      subject: 'Re: Winter strip',
      text: '<p><br /></p><p>Bea Rowe wrote:</p><blockquote>Four cents</blockquote>',
      in_reply_to: 'first@basin.example',
    })
    await waitFor(async () => expect(await editor()).toHaveFocus())
    await write('Lock it.')
    await send(user)
    await screen.findByText('Message sent.')
    expect(await sent()).toEqual([
      {
        to: [bea, ann],
        subject: 'Re: Winter strip',
        text: '<p>Lock it.</p><p>Bea Rowe wrote:</p><blockquote>Four cents</blockquote>',
        in_reply_to: 'first@basin.example',
      },
    ])
  })

  it('[TRUST-32, MSG-1] restores the typed text after the session was lost and the user signed in again', async () => {
    const { user, world, store } = await renderApp('/activities')
    const open = async () => user.click(await screen.findByRole('button', { name: 'Write message' }))
    await open()
    await editor()
    await fill(user)
    world.access.clear()
    world.refresh.clear()
    await send(user)
    await user.click(await screen.findByText('Brokers'))
    fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'broker' } })
    expect(Object.keys(store.getState().drafts)).toEqual(['1:message:new'])
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'citygate-demo-2026' } })
    await user.click(screen.getByRole('button', { name: 'Log In' }))
    await open()
    expect(await screen.findByText('What you had typed is back.')).toBeVisible()
    expect(await editor()).toHaveTextContent('Four cents down.')
    expect(subject()).toHaveValue('  Winter strip ')
    await send(user)
    expect(await screen.findByText('Message sent.')).toBeVisible()
    expect((await sent()).at(-1)).toEqual({
      subject: 'Winter strip',
      to: [bea],
      text: '<p>Four cents down.</p>',
    })
  })
})

describe('a message from a template', () => {
  const world = () => {
    const made = createWorld()
    addRow(made, 'contacts', {
      first_name: 'Ann <b>',
      last_name: 'Bell',
      current_organizations: [1],
    })
    addRow(made, 'messageTemplates', {
      name: 'First contact',
      subject: 'Gas for {{organization.name}}',
      text: '<p>Dear <strong>{{contact.first_name}}</strong>, {{ contact.job_title }}</p><p>{{user.name}}</p>',
    })
    addRow(made, 'messageTemplates', {
      name: 'Prices',
      subject: 'Prices',
      text: '<p>Prices are ready.</p>',
    })
    return made
  }
  const use = async (user: UserEvent, name: string) => {
    if (!screen.queryByLabelText('Template'))
      await user.click(await screen.findByRole('button', { name: 'Use template' }))
    await waitFor(() => expect(screen.getByRole('option', { name })).toBeInTheDocument())
    await user.selectOptions(screen.getByLabelText('Template'), name)
  }
  const about = { contact: 1, organization: 1 }

  it('[MAIL-5] has the values of the record that it is written from, as text', async () => {
    const { user } = await renderDialog('message', { about }, { world: world() })
    await editor()
    await use(user, 'First contact')
    await waitFor(() => expect(subject()).toHaveValue('Gas for Harbor Mills'))
    const text = await editor()
    await waitFor(() => expect(text).toHaveTextContent(/Dear Ann <b>, .*Bea Rowe/))
    expect(within(text).getByText('{{ contact.job_title }}').closest('mark')).not.toBeNull()
    expect(screen.getByText(/^Not known here: job title of the contact\./)).toBeVisible()
  })

  it('[MAIL-5] is not sent while it has fields without a value', async () => {
    const { user } = await renderDialog('message', { about, to: [bea] }, { world: world() })
    await editor()
    await use(user, 'First contact')
    await screen.findByText(/^Not known here/)
    await send(user)
    expect(await screen.findByText('Fill in or remove {{contact.job_title}}.')).toBeVisible()
    expect(requestsTo(path)).toHaveLength(0)
    await use(user, 'Prices')
    await waitFor(() => expect(screen.queryByText(/^Not known here/)).not.toBeInTheDocument())
    await send(user)
    await waitFor(() => expect(requestsTo(path)).toHaveLength(1))
    expect(await sent()).toEqual([{ subject: 'Prices', to: [bea], text: '<p>Prices are ready.</p>' }])
  })

  it('[MAIL-5] keeps what was written, and of an answer the subject', async () => {
    const begins = { to: [bea], subject: 'Re: Strip', text: '<p>Mine</p>', in_reply_to: 'x@basin.example' }
    const { user } = await renderDialog('message', begins, { world: world() })
    await editor()
    await use(user, 'Prices')
    await waitFor(async () => expect(await editor()).toHaveTextContent('Prices are ready.Mine'))
    expect(subject()).toHaveValue('Re: Strip')
  })

  it('[MAIL-5] says where the values do not come, and tries again', async () => {
    const made = world()
    server.use(
      http.get('*/api/mpg/contacts/1/', () => refusal(503, 'The database does not answer.'), { once: true }),
    )
    const { user } = await renderDialog('message', { about }, { world: made })
    await editor()
    await use(user, 'First contact')
    expect(await screen.findByText('The values for the template could not be loaded.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(subject()).toHaveValue('Gas for Harbor Mills'))
  })
})
