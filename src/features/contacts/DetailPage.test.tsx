import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import {
  aContact,
  aFile,
  aNote,
  anActivity,
  anOrganization,
  anOrganizationContact,
} from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const withContact = (given: Parameters<typeof aContact>[0] = {}) => {
  const world = createWorld()
  world.tables.organizations.push(anOrganization({ organization_id: 2, name: 'Larkfield Steam' }))
  world.tables.contacts = [
    aContact({
      middle_name: 'Lou',
      name: 'Quill, Ada Lou',
      date_of_birth: '1980-02-29',
      personal_email: 'ada@quill.example',
      linkedin_url: 'https://www.linkedin.example/in/ada-quill/',
      ...given,
    }),
  ]
  world.tables.organizationContacts = [
    anOrganizationContact({ work_email: 'ada@larkfield.example' }),
    anOrganizationContact({ organization_contact_id: 2, organization: 2, employment_status: 'expired' }),
  ]
  return world
}

const open = async (tab = 'details', world = withContact()) => {
  const app = await renderPage(`/mpg/contacts/1/${tab}`, { world })
  await screen.findByRole('heading', { level: 1, name: 'Quill, Ada Lou' })
  return app
}
const part = (name: string) => within(screen.getByRole('region', { name }))
const fact = (label: string) =>
  part('General').getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

describe('the page of a contact', () => {
  it('[CON-7] tells who it is, with last, first and middle name, and leads to its other pages', async () => {
    await open()
    expect(screen.getByRole('tab', { name: 'Details', selected: true })).toBeVisible()
    expect(fact('Date of Birth')).toBe('02/29/1980')
    expect(fact('Gender')).toBe('Male')
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/mpg/contacts/1/edit')
    expect(await screen.findByRole('tab', { name: 'Organizations 1' })).toHaveAttribute(
      'href',
      '/mpg/contacts/1/organizations',
    )
    expect(screen.getByRole('tab', { name: 'Files 0' })).toHaveAttribute('href', '/mpg/contacts/1/files')
    expect(lastQueryTo('/api/mpg/contacts/1/')).toEqual({
      expand: 'organizations_contacts,organization,organizations_contacts.modified_by,created_by,modified_by',
    })
  })

  it.each(['', '/nothing'])(
    '[CON-7] opens the organizations where the address ends with "%s"',
    async (end) => {
      await renderPage(`/mpg/contacts/1${end}`, { world: withContact() })
      expect(await screen.findByRole('tab', { name: /^Organizations/, selected: true })).toBeVisible()
    },
  )

  it('[CON-7] leads to the list without an id', async () => {
    const { address } = await renderPage('/mpg/contacts/none/details', { world: withContact() })
    await waitFor(() => expect(address()).toBe('/mpg/contacts'))
  })

  it('[CON-8] lists only current companies at a glance, and all links in their tab', async () => {
    await open('organizations')
    const glance = part('At a glance')
    expect(glance.getByText('Current Companies').nextElementSibling).toHaveTextContent(/^HARBOR MILLS$/)
    expect(await screen.findByRole('link', { name: 'Add Organization' })).toHaveAttribute(
      'href',
      '/mpg/contacts/1/organization/add',
    )
  })

  it('[MSG-1] writes to the contact, who stands in the message already', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'MESSAGE' }))
    expect(await dialog.findByText('ada@quill.example')).toBeVisible()
  })

  it('[MSG-1] writes to where the contact works now, not to a former employer', async () => {
    const world = withContact({ personal_email: null })
    world.tables.organizationContacts = [
      anOrganizationContact({ work_email: 'ada@harbor.example', employment_status: 'expired' }),
      anOrganizationContact({
        organization_contact_id: 2,
        organization: 2,
        work_email: 'ada@larkfield.example',
      }),
    ]
    const { user } = await open('details', world)
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'MESSAGE' }))
    expect(await dialog.findByText('ada@larkfield.example')).toBeVisible()
    expect(dialog.queryByText('ada@harbor.example')).not.toBeInTheDocument()
  })

  it('[MSG-1, CON-10] offers no message where only a former employer’s email is known, whose events it still shows', async () => {
    const world = withContact({ personal_email: null })
    world.tables.organizationContacts = [
      anOrganizationContact({ work_email: 'ada@harbor.example', employment_status: 'expired' }),
    ]
    await open('details', world)
    await waitFor(() =>
      expect(lastQueryTo('/activities/api/activities/')).toMatchObject({ participant: 'ada@harbor.example' }),
    )
    expect(screen.queryByRole('button', { name: 'Send message' })).not.toBeInTheDocument()
  })

  it('[MSG-1] offers no message to a contact without an email', async () => {
    const world = withContact({ personal_email: null })
    world.tables.organizationContacts = []
    await open('details', world)
    expect(screen.queryByRole('button', { name: 'Send message' })).not.toBeInTheDocument()
  })

  it('[CON-7] asks before it is deleted, says what goes with it, and offers to undo it', async () => {
    const world = withContact()
    world.tables.notes.push(aNote({ object_id: 'contact-1', content_type: 33 }))
    const { user, address } = await open('details', world)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete Contact' }))
    expect(await asked.findByText(/with its 2 links to organizations and 1 note/)).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/contacts'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Quill, Ada Lou' })).toBeVisible()
  })

  it('[CON-9] has its files in a tab with their number', async () => {
    const world = withContact()
    world.tables.files.push(aFile({ object_id: 'contact-1', filename: 'badge.pdf' }))
    const { user } = await open('files', world)
    expect(await screen.findByRole('tab', { name: 'Files 1', selected: true })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled()
    await user.click(await screen.findByRole('button', { name: 'Delete badge.pdf' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete File' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('There are no file(s)')).toBeVisible()
  })
})

describe('beside the tabs of a contact', () => {
  it('[CON-10, NOTE-1] stand its notes and its newest files', async () => {
    const world = withContact()
    world.tables.notes.push(aNote({ object_id: 'contact-1', content_type: 33 }))
    world.tables.files.push(aFile({ object_id: 'contact-1', filename: 'badge.pdf' }))
    await open('details', world)
    const side = within(screen.getByRole('complementary', { name: 'About the contact' }))
    expect(await side.findByText('1,200 dth')).toBeVisible()
    expect(await side.findByRole('link', { name: 'badge.pdf' })).toHaveAttribute('download')
    expect(lastQueryTo('/api/mpg/notes/')).toMatchObject({ object_id: 'contact-1', content_type: '33' })
  })

  it('[CON-10] stand its files with links that are asked for anew before they expire', async () => {
    const world = withContact()
    world.tables.files.push(aFile({ object_id: 'contact-1', filename: 'badge.pdf', file: '/old' }))
    await open('details', world)
    const link = await screen.findByRole('link', { name: 'badge.pdf' })
    expect(link).toHaveAttribute('href', '/old')
    world.tables.files[0] = aFile({ object_id: 'contact-1', filename: 'badge.pdf', file: '/new' })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(link).toHaveAttribute('href', '/new'))
  })

  it('[CON-10] stands the week of events that one of its emails takes part in', async () => {
    const world = withContact()
    const noon = new Date()
    noon.setHours(12, 0, 0, 0)
    world.tables.activities.push(
      anActivity({
        title: 'Plant visit',
        start: noon.getTime() / 1000,
        end: noon.getTime() / 1000 + 1800,
        participants: [{ id: null, email: 'Ada@Larkfield.example', first_name: null, last_name: null }],
      }),
      anActivity({ id: 2, title: 'Of others', start: noon.getTime() / 1000 }),
    )
    const { user } = await open('details', world)
    expect(await screen.findByText('Plant visit')).toBeVisible()
    expect(screen.getByText('12:00 – 12:30')).toBeVisible()
    expect(screen.queryByText('Of others')).not.toBeInTheDocument()
    const asked = lastQueryTo('/activities/api/activities/')
    expect(asked).toMatchObject({
      participant: 'ada@quill.example,ada@larkfield.example',
      limit: '500',
      ordering: 'start',
    })
    server.use(http.get('*/activities/api/activities/', () => HttpResponse.json({ count: 0, results: [] })))
    await user.click(screen.getByRole('button', { name: 'Next week' }))
    expect(await screen.findByText('There is nothing this week.')).toBeVisible()
    expect(Number(lastQueryTo('/activities/api/activities/').start)).toBe(Number(asked.end))
  })

  it('[CON-10] requests no events of a contact without an email', async () => {
    const world = withContact({ personal_email: null })
    world.tables.organizationContacts = []
    await open('details', world)
    expect(await screen.findByText(/No email of the contact is known/)).toBeVisible()
    expect(requestsTo('/activities/api/activities/')).toEqual([])
  })
})

describe('the Crystal profile', () => {
  const field = () => screen.getByLabelText(/^LinkedIn URL/)
  const fetchIt = () => screen.getByRole('button', { name: 'Fetch Profile' })

  it('[CON-11] is asked for at a LinkedIn address, which the button at the head leads to', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Crystal Profile' }))
    expect(field()).toHaveFocus()
    expect(field()).toHaveValue('https://www.linkedin.example/in/ada-quill/')
    fireEvent.change(field(), { target: { value: '' } })
    await user.click(fetchIt())
    expect(await screen.findByText('This field is required')).toBeVisible()
    fireEvent.change(field(), { target: { value: 'ada' } })
    expect(await screen.findByText('You should provide a valid url.')).toBeVisible()
    fireEvent.change(field(), { target: { value: 'https://www.linkedin.example/company/mill' } })
    await user.click(fetchIt())
    expect(
      await screen.findByText(
        'Cannot get slug from your url. Please enter valid linkedin url. Example: www.linkedin.example/in/your_username',
      ),
    ).toBeVisible()
  })

  it('[CON-11] is fetched by its slug, not ready at first, then opens in a tab of its own', async () => {
    const world = withContact()
    const { user } = await open('details', world)
    server.use(http.get('*/fetch/ada-quill/1/', () => refusal(504, 'Later.'), { once: true }))
    await user.click(fetchIt())
    expect(await screen.findByText(/The profile is not ready/)).toBeVisible()

    const file = '/api/mpg/contacts/1/crystal_profile/?expires=1&signature=s'
    server.use(
      http.get('*/fetch/ada-quill/1/', () => {
        for (const contact of world.tables.contacts) contact.crystal_profile = file
        return HttpResponse.json({ file })
      }),
    )
    const letGo = holdAnswers('/fetch/ada-quill/1/')
    await user.click(fetchIt())
    expect(await screen.findByText('Fetching Profile...')).toBeVisible()
    letGo()
    const links = await screen.findAllByRole('link', { name: /^Crystal Profile/ })
    expect(links[0]).toHaveAttribute('href', file)
    expect(links[0]).toHaveAttribute('target', '_blank')
    expect(screen.getByText('The profile is ready.')).toBeVisible()
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Crystal Profile' })).not.toBeInTheDocument(),
    )
  })
})

it('[CON-10] a task for a contact begins with its current companies', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Task or Meeting' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Task or Meeting' }))
  await user.click(asked.getByRole('button', { name: 'Task' }))
  const task = within(await screen.findByRole('dialog', { name: 'TASK' }))
  expect(await task.findByText(/^harbor mills$/i)).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Task or Meeting' })).not.toBeInTheDocument()
})
