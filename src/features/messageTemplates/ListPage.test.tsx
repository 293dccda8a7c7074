import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { menuEntries } from '../menu'
import { contract } from '../../contract'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { addRow, createWorld, removeRow } from '../../testing/world'

const { path } = contract.messageTemplates

const world = () => {
  const made = createWorld()
  for (const name of ['Alder', 'Brackwater'])
    addRow(made, 'messageTemplates', {
      name,
      text: '<p>Dear {{contact.name}}</p>',
      is_shared: true,
      created_by: 1,
    })
  return made
}
const open = async (address = '/mpg/message-templates') => {
  const app = await renderPage(address, { world: world() })
  await screen.findByText('Brackwater')
  return app
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const writeText = async (form: Awaited<ReturnType<typeof dialog>>) =>
  fireEvent.paste(await form.findByRole('textbox', { name: /^Text/ }), {
    clipboardData: {
      types: ['text/plain'],
      getData: (type: string) => (type === 'text/plain' ? 'Dear all' : ''),
    },
  })
const sent = (method: string) => requestsTo(path).filter((request) => request.method === method)

describe('the message templates', () => {
  it('[LIST-1, SHELL-3] are listed where the menu leads', async () => {
    await open()
    expect(menuEntries).toContainEqual(
      expect.objectContaining({ label: 'Templates', to: '/mpg/message-templates' }),
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Message templates' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Alder' })).toHaveAttribute('href', '/mpg/message-templates/1')
  })

  it('[LIST-1, TRUST-28] are created in a dialog, which asks for the name', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Create Message Template' }))
    const form = await dialog('Create Message Template')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(form.getByLabelText('Name *')).toHaveAccessibleDescription('This field is required'),
    )
    expect(form.getByText(/^Filled in as it is used: \{\{contact.first_name\}\}, /)).toBeVisible()
    await writeText(form)
    await user.type(form.getByLabelText('Name *'), 'Cinder Hill')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Cinder Hill')).toBeVisible()
    expect(sent('POST')[0]?.headers.get('Idempotency-Key')).toMatch(/^\w{16,}$/)
  })

  it('[OPE-5] have a page each, and are edited and deleted there', async () => {
    const { user, address, world: made } = await renderPage('/mpg/message-templates/2', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Brackwater' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = await dialog('Edit Message Template')
    await user.type(form.getByLabelText('Name *'), ' & Sons')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Brackwater & Sons' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click((await dialog('Delete Message Template')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/message-templates'))
    expect(made.tables.messageTemplates).toHaveLength(1)
  })

  it('[MAIL-4] are changed and deleted by their authors, and only read where others share them', async () => {
    const made = world()
    addRow(made, 'messageTemplates', {
      name: 'Cinder',
      text: '<p>Dear all</p>',
      is_shared: true,
      created_by: 2,
    })
    const { user } = await renderPage('/mpg/message-templates', { world: made })
    expect(await screen.findByRole('button', { name: 'Edit Alder' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit Cinder' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Cinder' }))
    expect(await screen.findByText('Dear all')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  })

  it('[MAIL-4] say at the field which fields there are not', async () => {
    const text = 'Unknown: {{contact.shoe}}. There are {{contact.name}}.'
    server.use(
      http.post(`*${path}`, () =>
        refusal(400, 'Some fields are wrong.', 'invalid', { fields: { subject: text } }),
      ),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Create Message Template' }))
    const form = await dialog('Create Message Template')
    await user.type(form.getByLabelText('Name *'), 'Cinder Hill')
    fireEvent.change(form.getByLabelText('Subject'), { target: { value: '{{contact.shoe}}' } })
    await writeText(form)
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByLabelText('Subject')).toHaveAccessibleDescription(text))
  })

  it('[TRUST-48] wait in the trash until they are restored', async () => {
    const made = world()
    removeRow(made, 'messageTemplates', 1)
    const { user } = await renderPage('/mpg/trash/message-templates', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Restore Alder' }))
    await waitFor(() => expect(made.tables.messageTemplates).toHaveLength(2))
  })

  it('[SHELL-9] are found by the palette', async () => {
    const { user } = await renderApp('/mpg/message-templates', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Search everything' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), 'brackw')
    expect(await screen.findByRole('option', { name: /^Brackwater/ })).toHaveAttribute(
      'href',
      '/mpg/message-templates/2',
    )
  })
})
