import {
  createEvent,
  fireEvent,
  screen,
  waitFor,
  within,
  type BoundFunctions,
  type queries,
} from '@testing-library/react'
import { http } from 'msw'
import { aNote } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, loseAnswer, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const withNotes = () => {
  const world = createWorld()
  world.tables.notes.push(
    aNote(),
    aNote({
      id: 2,
      description: '<ul><li>Call <em>back</em></li></ul>',
      created_at: '2026-03-01T15:04:00.000Z',
      version: 2,
    }),
    aNote({ id: 3, description: '<p>Not theirs</p>', created_by: 2, created_at: '2026-01-01T15:04:00.000Z' }),
    aNote({ id: 4, description: '<p>Elsewhere</p>', object_id: 'opportunity-2' }),
  )
  return world
}

const section = () => within(screen.getByRole('region', { name: 'Notes' }))
const items = () =>
  section()
    .getAllByRole('listitem', { hidden: false })
    .filter((item) => item.matches('.note'))

const open = async (world = withNotes(), as = 'broker') => {
  const app = await renderPage('/mpg/opportunities/1/details', { world, as })
  await screen.findByText('Not theirs')
  return app
}

const dialog = (name: string) => screen.findByRole('dialog', { name })

type Form = BoundFunctions<typeof queries>

/** Pastes into the editor; jsdom supports no typing in contenteditable elements. */
const paste = async (form: Form, html: string, text = '') => {
  const editor = await form.findByRole('textbox', { name: 'Note' })
  const types = html ? ['text/html', 'text/plain'] : ['text/plain']
  const data = { types, items: [], getData: (type: string) => (type.includes('html') ? html : text) }
  fireEvent(editor, createEvent.paste(editor, { clipboardData: data }))
  return editor
}

describe('the notes of a record', () => {
  it('[NOTE-1] says that it gets them, then lists the newest first with author, date and whether edited', async () => {
    const world = withNotes()
    const answer = holdAnswers('/api/mpg/notes/')
    await renderPage('/mpg/opportunities/1/details', { world })
    expect(await screen.findByText('Getting notes...')).toHaveRole('status')
    answer()
    await screen.findByText('Not theirs')
    expect(screen.queryByText('Getting notes...')).not.toBeInTheDocument()
    expect(items().map((item) => item.querySelector('.rich-text')?.innerHTML)).toEqual([
      '<ul><li>Call <em>back</em></li></ul>',
      '<p>Asked for <strong>1,200 dth</strong>.</p>',
      '<p>Not theirs</p>',
    ])
    expect(items().map((item) => item.querySelector('.note-origin')?.textContent)).toEqual([
      'broker March 01, 2026 09:04 AM (edited)',
      'broker January 05, 2026 09:04 AM ',
      'team January 01, 2026 09:04 AM ',
    ])
    expect(lastQueryTo('/api/mpg/notes/')).toEqual({
      object_id: 'opportunity-1',
      content_type: '12',
      limit: '9999999',
      ordering: '-created_at',
      expand: 'created_by',
    })
  })

  it('[NOTE-1] says that there are none, and makes the first, once however often it is sent', async () => {
    const { user, world } = await renderPage('/mpg/opportunities/1/details')
    expect(await screen.findByText('There are no notes yet.')).toBeVisible()
    expect(section().getAllByRole('button')).toHaveLength(1)
    await user.click(section().getByRole('button', { name: 'Add Note' }))
    const form = within(await dialog('Add Note'))
    const editor = await paste(form, '<b>Fixed</b> price <a href="javascript:alert(1)">now</a>')
    await waitFor(() => expect(editor).toHaveTextContent('Fixed price now'))
    server.use(http.post('*/api/mpg/notes/', () => refusal(503, 'Try again later.'), { once: true }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByRole('alert')).toHaveTextContent('Try again later.')
    expect(editor).toHaveTextContent('Fixed price now')
    await user.click(await form.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(items()).toHaveLength(1))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(await screen.findByText('Add successfully.')).toBeVisible()
    expect(world.tables.notes).toMatchObject([
      {
        description: '<p><strong>Fixed</strong> price now</p>',
        object_id: 'opportunity-1',
        content_type: 12,
      },
    ])
    const sent = requestsTo('/api/mpg/notes/').filter(({ method }) => method === 'POST')
    expect(sent).toHaveLength(2)
    expect(await sent[0]?.clone().json()).toMatchObject({ created_by: 1 })
    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
    expect(items()[0]?.querySelector('.rich-text')?.innerHTML).toBe('<p><strong>Fixed</strong> price now</p>')
  })

  it('[NOTE-1, TRUST-28] changes the note that was made where its answer got lost and more was written', async () => {
    const { user, world } = await renderPage('/mpg/opportunities/1/details')
    await screen.findByText('There are no notes yet.')
    await user.click(section().getByRole('button', { name: 'Add Note' }))
    const form = within(await dialog('Add Note'))
    const editor = await paste(form, '', 'Call on Monday')
    await waitFor(() => expect(editor).toHaveTextContent('Call on Monday'))
    loseAnswer('/api/mpg/notes/', 'post')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/The server cannot be reached/)).toBeVisible()
    await paste(form, '', ' at nine')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(world.tables.notes).toMatchObject([
      { description: expect.stringContaining('at nine') as string, object_id: 'opportunity-1' },
    ])
  })

  it('[NOTE-1] asks for text', async () => {
    const { user } = await open()
    await user.click(section().getByRole('button', { name: 'Add Note' }))
    const form = within(await dialog('Add Note'))
    const editor = await form.findByRole('textbox', { name: 'Note' })
    await waitFor(() => expect(editor).toHaveFocus())
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(editor).toHaveAccessibleDescription('This field is required'))
    await waitFor(() => expect(editor).toHaveFocus())
    expect(editor).toHaveAttribute('aria-invalid', 'true')
    expect(requestsTo('/api/mpg/notes/').every(({ method }) => method === 'GET')).toBe(true)
  })

  it('[NOTE-1] changes a note on the version that was read, and sends nothing where nothing has changed', async () => {
    const { user, world } = await open()
    const edit = async () => {
      await user.click(section().getByRole('button', { name: /^Edit the note of broker, January 05/ }))
      return within(await dialog('Edit Note'))
    }
    const first = await edit()
    expect(await first.findByRole('textbox', { name: 'Note' })).toHaveTextContent('Asked for 1,200 dth.')
    await user.click(first.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(requestsTo('/api/mpg/notes/1/')).toEqual([])

    const second = await edit()
    await paste(second, '', ' Urgent')
    await user.click(second.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByText('Update successfully.')).toBeVisible())
    const [sent] = requestsTo('/api/mpg/notes/1/')
    expect(sent?.method).toBe('PUT')
    expect(await sent?.json()).toEqual({
      description: '<p>Asked for <strong>1,200 dth</strong>. Urgent</p>',
      object_id: 'opportunity-1',
      content_type: 12,
      created_by: 1,
    })
    expect(sent?.headers.get('If-Match')).toBe('"1"')
    expect(await screen.findByText(/Urgent$/)).toBeVisible()
    expect(world.tables.notes[0]?.version).toBe(2)
  })

  it('[NOTE-1] shows a change by another user with its text, and offers a choice', async () => {
    const { user, world } = await open()
    await user.click(section().getByRole('button', { name: /^Edit the note of broker, January 05/ }))
    const form = within(await dialog('Edit Note'))
    await paste(form, '', ' Mine')
    Object.assign(world.tables.notes[0] ?? {}, { description: '<p>Theirs</p>', version: 2, modified_by: 2 })
    await user.click(form.getByRole('button', { name: 'Save' }))
    const told = within(await form.findByRole('region', { name: 'Changed by somebody else meanwhile' }))
    expect(await told.findByText('Theirs')).toBeVisible()
    expect(told.getByText(/Mine$/)).toBeVisible()
    await user.click(told.getByRole('button', { name: 'Discard mine' }))
    await waitFor(() => expect(form.getByRole('textbox', { name: 'Note' })).toHaveTextContent('Theirs'))
    expect(form.queryByRole('region')).not.toBeInTheDocument()
    await paste(form, '<p><u>Ours</u> </p>')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(world.tables.notes[0]).toMatchObject({ version: 3 }))
    expect(world.tables.notes[0]?.description).toBe('<p>Theirs<u>Ours</u></p>')
  })

  it('[NOTE-1] deletes a note after asking', async () => {
    const { user, world } = await open()
    await user.click(section().getByRole('button', { name: /^Delete the note of broker, January 05/ }))
    const asked = within(await dialog('Delete Note'))
    expect(asked.getByText('Are you sure?')).toBeVisible()
    expect(asked.getByText('Asked for 1,200 dth.')).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(items()).toHaveLength(2))
    expect(screen.getByText('Delete successfully.')).toBeVisible()
    expect(world.tables.notes.map(({ id }) => id)).toEqual([2, 3, 4])
  })

  it("[NOTE-1] lets only its author and the provider's team change a note", async () => {
    const buttons = () => section().getAllByRole('button', { name: /^(Edit|Delete) the note of/ }).length
    const { unmount } = await open()
    await waitFor(() => expect(buttons()).toBe(4))
    unmount()
    const world = withNotes()
    world.tables.users.reverse()
    await open(world, 'team')
    await waitFor(() => expect(buttons()).toBe(6))
  })

  it('[NOTE-1] says why they could not be read, and tries again', async () => {
    let isDown = true
    server.use(http.get('*/api/mpg/notes/', () => (isDown ? refusal(503, 'Down for a moment.') : undefined)))
    const { user } = await renderPage('/mpg/opportunities/2/details', { world: withNotes() })
    const problem = within(await section().findByRole('alert'))
    expect(problem.getByText('The notes could not be loaded.')).toBeVisible()
    expect(problem.getByText('Down for a moment.')).toBeVisible()
    isDown = false
    await user.click(problem.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Elsewhere')).toBeVisible()
  })

  it('[TRUST-1, TRUST-2] shows what is stored reduced to the allow-list, whatever that is', async () => {
    const world = withNotes()
    world.tables.notes.push(
      aNote({
        id: 9,
        description:
          '<p style="position:fixed" onclick="alert(1)">Hostile<img src=x onerror="alert(1)"><script>alert(1)</script> <a href="javascript:alert(1)">link</a></p>',
      }),
    )
    await open(world)
    const shown = screen.getByText(/^Hostile/).closest('.rich-text')
    expect(shown?.innerHTML).toBe('<p>Hostile <a>link</a></p>')
  })
})
