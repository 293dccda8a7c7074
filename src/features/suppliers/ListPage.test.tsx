import { screen, waitFor, within } from '@testing-library/react'
import { menuEntries } from '../menu'
import { contract } from '../../contract'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo } from '../../testing/server'
import { addRow, createWorld, removeRow } from '../../testing/world'

const { path } = contract.suppliers

const world = () => {
  const made = createWorld()
  addRow(made, 'suppliers', {
    name: 'Copperlamp Energy',
    price_unit: 'th',
    quote_emails: ['q@copperlamp.example'],
  })
  addRow(made, 'suppliers', { name: 'Three Herons Gas Supply' })
  return made
}
const open = async () => {
  const app = await renderPage('/mpg/suppliers', { world: world() })
  await screen.findByText('Three Herons Gas Supply')
  return app
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sent = (method: string) => requestsTo(path).filter((request) => request.method === method)

describe('the suppliers', () => {
  it('[QUO-1, LIST-1, SHELL-3] are listed where the menu leads', async () => {
    await open()
    expect(menuEntries).toContainEqual(expect.objectContaining({ label: 'Suppliers', to: '/mpg/suppliers' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Copperlamp Energy' })).toHaveAttribute(
      'href',
      '/mpg/suppliers/1',
    )
    expect(screen.getByText('q@copperlamp.example')).toBeVisible()
  })

  it('[QUO-1, TRUST-28] are created in a dialog, with the emails that requests go to', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Create Supplier' }))
    const form = await dialog('Create Supplier')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(form.getByLabelText('Name *')).toHaveAccessibleDescription('This field is required'),
    )
    await user.type(form.getByLabelText('Name *'), 'Quiet Basin')
    await user.type(form.getByLabelText('Emails for Quotes'), 'a@basin.example, b@basin.example')
    await user.click(form.getByRole('radio', { name: 'th' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Quiet Basin')).toBeVisible()
    const [request] = sent('POST')
    expect(request?.headers.get('Idempotency-Key')).toMatch(/^\w{16,}$/)
    expect(await request?.json()).toMatchObject({
      name: 'Quiet Basin',
      quote_emails: ['a@basin.example', 'b@basin.example'],
      price_unit: 'th',
      status: 'active',
    })
  })

  it('[QUO-1, OPE-5] have a page each, and are edited and deleted there', async () => {
    const { user, address, world: made } = await renderPage('/mpg/suppliers/2', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Three Herons Gas Supply' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = await dialog('Edit Supplier')
    await user.type(form.getByLabelText('Name *'), ' 2')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Three Herons Gas Supply 2' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click((await dialog('Delete Supplier')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/suppliers'))
    expect(made.tables.suppliers).toHaveLength(1)
  })

  it('[GAS-3, TRUST-48] wait in the trash until they are restored', async () => {
    const made = world()
    removeRow(made, 'suppliers', 1)
    const { user } = await renderPage('/mpg/trash/suppliers', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Restore Copperlamp Energy' }))
    await waitFor(() => expect(made.tables.suppliers).toHaveLength(2))
  })

  it('[GAS-1, SHELL-9] are found by the palette', async () => {
    const { user } = await renderApp('/mpg/suppliers', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Search everything' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), 'herons')
    expect(await screen.findByRole('option', { name: /^Three Herons/ })).toHaveAttribute(
      'href',
      '/mpg/suppliers/2',
    )
  })
})
