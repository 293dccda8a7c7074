import { screen, waitFor, within } from '@testing-library/react'
import { linkWorld } from '../../testing/linkWorld'
import { renderPage } from '../../testing/renderApp'
import { requestsTo } from '../../testing/server'

const contactLinks = '/api/mpg/organization-contacts/1/'
const addressLinks = '/api/mpg/organization-addresses/1/'

describe('a link that is wrong', () => {
  it.each([
    ['ORG-8', '/mpg/organizations/1/contacts', 'Quill, Ada', 'Contacts', contactLinks],
    ['ORG-9', '/mpg/organizations/1/addresses', /^12 Harbor Road/, 'Addresses', addressLinks],
    ['CON-8', '/mpg/contacts/7/organizations', 'HARBOR MILLS', 'Organizations', contactLinks],
    ['ADR-3', '/mpg/addresses/1/organizations', 'HARBOR MILLS', 'Organizations', addressLinks],
  ])('[%s] is removed from %s, and comes back by Undo', async (_id, page, name, tab, path) => {
    const { user } = await renderPage(page, { world: linkWorld() })
    const rows = async () => within(await screen.findByRole('table'))
    const row = async () =>
      within((await (await rows()).findByRole('link', { name })).closest('tr') as HTMLElement)
    const count = (number: number) => screen.findByRole('tab', { name: `${tab} ${number}` })
    await count(1)
    await user.click((await row()).getByRole('button', { name: /^Remove / }))
    const asked = within(await screen.findByRole('dialog', { name: 'Remove Link' }))
    expect(asked.getByText('HARBOR MILLS')).toBeVisible()
    expect(asked.getAllByRole('listitem')).toHaveLength(2)
    await user.click(asked.getByRole('button', { name: 'Remove' }))
    await count(0)
    expect((await rows()).queryByRole('link', { name })).not.toBeInTheDocument()
    expect(requestsTo(path).filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await count(1)
    expect((await row()).getByRole('button', { name: /^Remove / })).toBeVisible()
    await waitFor(() => expect(requestsTo(`${path}restore/`)).toHaveLength(1))
  })

  it('[ROLE-5] stays for users who only read', async () => {
    const world = linkWorld()
    Object.assign(world.tables.users[0] ?? {}, { role: 'read_only' })
    await renderPage('/mpg/organizations/1/contacts', { world })
    const table = within(await screen.findByRole('table'))
    expect(await table.findByRole('link', { name: 'Quill, Ada' })).toBeVisible()
    expect(table.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
    expect(table.queryByRole('link', { name: /^Edit/ })).not.toBeInTheDocument()
  })
})
