import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { delay, http } from 'msw'
import { api } from '../../api/kit/api'
import { aContact, aFile, anOrganizationContact } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { replacementsOf } from '../../testing/replacements'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const contactPath = '/api/mpg/contacts/1/'
const linkPath = '/api/mpg/organization-contacts/1/'

const contact = () => aContact({ personal_mobile: '713-555-0142', middle_name: 'Lou' })
const link = () => anOrganizationContact({ job_title: 'Buyer', contact: 1 })

const open = async (query = '') => {
  const world = createWorld()
  world.tables.contacts = [contact()]
  world.tables.organizationContacts = [link()]
  world.tables.files.push(aFile({ object_id: 'contact-1', filename: 'badge.pdf' }))
  const app = await renderPage('/mpg/contacts/1/details', { world })
  await screen.findByRole('heading', { level: 1, name: 'Quill, Ada' })
  app.navigate(`/mpg/contacts/1/edit${query}`)
  await screen.findByRole('region', { name: 'GENERAL' })
  return { ...app, world }
}

const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}( \\*)?$`)), { target: { value } })
const contactChanges = () => replacementsOf('contacts', contact())
const linkChanges = () => replacementsOf('organizationContacts', link())

describe('the edit form of a contact', () => {
  it('[CON-6] asks for what is kept at an organization only where the address names one', async () => {
    const { user, address } = await open()
    expect(screen.queryByRole('region', { name: 'ORGANIZATION' })).not.toBeInTheDocument()
    await user.click(
      within(screen.getByRole('region', { name: 'CONTACT PREFERENCES' })).getByRole('link', {
        name: /HARBOR MILLS/,
      }),
    )
    expect(await screen.findByRole('region', { name: 'ORGANIZATION' })).toBeVisible()
    expect(address()).toBe('/mpg/contacts/1/edit?org_id=1')
    expect(screen.getByLabelText('Job Title')).toHaveValue('Buyer')
    expect(screen.getByRole('radio', { name: 'Active' })).toBeChecked()
    expect(screen.queryByRole('combobox', { name: /^Organization/ })).not.toBeInTheDocument()
  })

  it('[K15] names others with the same email or name at its organizations, and not the contact itself', async () => {
    const { world } = await open('?org_id=1')
    world.tables.contacts.push(
      aContact({ contact_id: 2, name: 'Quill, A.', first_name: 'Other', personal_email: 'two@x.example' }),
    )
    write('Work Email', 'TWO@x.example')
    const [notice] = await screen.findAllByText(/^Also/)
    expect(notice).toHaveTextContent(/^Also an email of Quill, A\. \(/)
    expect(screen.getAllByText(/^Also/)).toHaveLength(1)
    const { url = '' } = requestsTo('/api/mpg/contacts/duplicates/').at(-1) ?? {}
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      work_email: 'TWO@x.example',
      organizations: '1',
      exclude: '1',
    })
  })

  it('[CON-6] saves the contact and its link, each as far as it was changed, and leads back', async () => {
    const { user, address, world } = await open('?org_id=1')
    write('Middle Name', '')
    write('Job Title', ' Head buyer ')
    await user.click(screen.getByRole('radio', { name: 'Expired' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/mpg/contacts/1/details'))
    expect(await contactChanges()).toEqual([{ middle_name: null }])
    expect(await linkChanges()).toEqual([{ job_title: 'Head buyer', employment_status: 'expired' }])
    expect(world.tables.contacts).toMatchObject([{ middle_name: null, personal_mobile: '713-555-0142' }])
  })

  it('[CON-6] says that it could not be updated, and keeps what was typed', async () => {
    const { user } = await open()
    server.use(http.put(`*${contactPath}`, () => refusal(503, 'The database does not answer.')))
    write('First Name', 'Adele')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Cannot update the contact.')).toBeVisible()
    expect(screen.getByText('Error')).toBeVisible()
    expect(screen.getByLabelText(/^First Name/)).toHaveValue('Adele')
  })

  it('[CON-6] says the same where only its link could not be', async () => {
    const { user } = await open('?org_id=1')
    server.use(http.put(`*${linkPath}`, () => refusal(503, 'The database does not answer.')))
    write('Job Title', 'Head buyer')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Cannot update the contact.')).toBeVisible()
    expect(screen.getByText('Error')).toBeVisible()
    expect(screen.getByLabelText('Job Title')).toHaveValue('Head buyer')
  })

  it('[CON-6, LIVE-5] names the link by its noun where another person has changed it', async () => {
    const { world, store } = await open('?org_id=1')
    write('Job Title', 'Head buyer')
    for (const link of world.tables.organizationContacts)
      Object.assign(link, { version: 2, department: 'Purchasing', modified_by: 2 })
    await act(
      async () =>
        void store.dispatch(
          api.util.invalidateTags([
            { type: 'organizationContacts', id: 1 },
            { type: 'contacts', id: 1 },
          ]),
        ),
    )
    expect(await screen.findByText(/^team has changed this contact link meanwhile/)).toBeVisible()
  })

  it('[CON-6, OPE-5, K19] saves a link beside what another person has changed of it', async () => {
    const { user, world, address } = await open('?org_id=1')
    write('First Name', 'Adele')
    write('Job Title', 'Head buyer')
    for (const link of world.tables.organizationContacts)
      Object.assign(link, { version: 2, department: 'Purchasing', modified_by: 2 })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/mpg/contacts/1/details'))
    expect(await contactChanges()).toEqual([{ first_name: 'Adele' }])
    expect(world.tables.organizationContacts).toMatchObject([
      { job_title: 'Head buyer', department: 'Purchasing' },
    ])
  })

  it('[CON-6, CON-9] lists stored files, and saving sends those that wait', async () => {
    const { user, world, address } = await open()
    const files = within(screen.getByRole('region', { name: 'FILES' }))
    expect(await files.findByRole('button', { name: 'Delete badge.pdf' })).toBeVisible()
    await user.upload(files.getByLabelText('browse'), new File(['x'], 'card.pdf'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/mpg/contacts/1/details'))
    expect(world.tables.files.map(({ filename }) => filename)).toEqual(['badge.pdf', 'card.pdf'])
    expect(await contactChanges()).toEqual([])
  })

  it('[CON-9, FILE-1] lets an upload be given up that keeps the form from being saved', async () => {
    const { user, world, address } = await open()
    const files = within(screen.getByRole('region', { name: 'FILES' }))
    await user.upload(await files.findByLabelText('browse'), new File(['x'], 'card.pdf'))
    server.use(http.post('*/api/mpg/file/', () => delay('infinite'), { once: true }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await files.findByRole('button', { name: 'Cancel card.pdf' }))
    expect(await files.findByText('Cancelled')).toBeVisible()
    expect(address()).toContain('/edit')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/mpg/contacts/1/details'))
    expect(world.tables.files.map(({ filename }) => filename)).toEqual(['badge.pdf', 'card.pdf'])
  })
})
