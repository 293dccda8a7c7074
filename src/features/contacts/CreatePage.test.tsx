import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { aContact, anOrganizationContact } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { leaveTab } from '../../testing/leaveTab'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const contactsPath = '/api/mpg/contacts/'
const linksPath = '/api/mpg/organization-contacts/'

const posts = async (path: string) =>
  Promise.all(
    requestsTo(path)
      .filter(({ method }) => method === 'POST')
      .map(async (request) => (await request.clone().json()) as Record<string, unknown>),
  )
const patches = (path: string) => requestsTo(path).filter(({ method }) => method === 'PATCH')
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}( \\*)?$`)), { target: { value } })

type User = Awaited<ReturnType<typeof renderPage>>['user']

const choose = async (user: User, label: string, option: string | RegExp) => {
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }))
  await user.click(await screen.findByTitle(option))
}
const save = (user: User) => user.click(screen.getByRole('button', { name: 'Save' }))

/** The minimal data of a contact. */
const fill = async (user: User) => {
  await choose(user, 'Title', 'Dr')
  write('First Name', '  Maren ')
  write('Last Name', 'Holt')
}

const open = async (address = '/mpg/contacts/create', world = createWorld()) => {
  const app = await renderPage('/mpg/contacts', { world })
  await screen.findByRole('heading', { level: 1, name: 'Contacts' })
  app.navigate(address)
  await screen.findByRole('heading', { level: 1, name: 'Create Contact' })
  await screen.findByRole('region', { name: 'GENERAL' })
  return app
}

describe('a new contact', () => {
  it('[CON-2] is asked for in four sections, and Cancel leads to the list', async () => {
    const { user, address } = await open()
    for (const name of ['GENERAL', 'ORGANIZATION', 'CONTACT PREFERENCES', 'FILES'])
      expect(screen.getByRole('heading', { level: 2, name })).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Male' })).toBeChecked()
    await user.click(screen.getByRole('combobox', { name: /^Title/ }))
    await screen.findByTitle('Dr')
    expect(
      [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent),
    ).toEqual(['Dr', 'Mr', 'Ms', 'Mrs', 'Miss', 'Professor', 'Sir'])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/mpg/contacts'))
  })

  it('[CON-3] needs a title and both names, and whatever is written has its form', async () => {
    const { user } = await open()
    write('Personal Email', 'maren@')
    write('LinkedIn URL', 'maren')
    await user.click(screen.getByLabelText('Work Mobile'))
    await user.paste('713 555')
    expect(screen.getByLabelText('Work Mobile')).toHaveValue('713 555')
    write('Job Title', 'x'.repeat(256))
    await save(user)
    expect(await screen.findAllByText('This field is required')).toHaveLength(3)
    expect(screen.getByRole('combobox', { name: /^Title/ })).toHaveFocus()
    const problem = (label: string) => screen.getByLabelText(label)
    expect(problem('Personal Email')).toHaveAccessibleDescription('You should provide a valid email.')
    expect(problem('LinkedIn URL')).toHaveAccessibleDescription('You should provide a valid url.')
    expect(problem('Work Mobile')).toHaveAccessibleDescription(
      'You should provide a phone number (###-###-####)',
    )
    expect(problem('Job Title')).toHaveAccessibleDescription('At most 255 characters.')
    expect(await posts(contactsPath)).toEqual([])
  })

  it('[CON-3] gets https:// before an address that has none, also where it is saved from there', async () => {
    const { user } = await open()
    await fill(user)
    await user.type(screen.getByLabelText('LinkedIn URL'), 'linkedin.example/in/maren{Enter}')
    await waitFor(async () => expect(await posts(contactsPath)).toHaveLength(1))
    expect((await posts(contactsPath))[0]).toMatchObject({
      linkedin_url: 'https://linkedin.example/in/maren',
    })
  })

  it('[CON-4, CON-5] is sent trimmed and without what is empty, then leads back', async () => {
    const { user, address } = await open()
    await fill(user)
    write('Middle Name', '   ')
    await save(user)
    expect(await screen.findByText('Add successfully.')).toBeVisible()
    await waitFor(() => expect(address()).toBe('/mpg/contacts'))
    expect(await posts(contactsPath)).toEqual([
      { title: 'doctor', gender: 'male', first_name: 'Maren', last_name: 'Holt' },
    ])
    expect(await posts(linksPath)).toEqual([])
  })

  it('[CON-5] is linked where it works, with its preferences, as active', async () => {
    const { user, world } = await open()
    await fill(user)
    await choose(user, 'Organization', /^harbor mills$/i)
    write('Job Title', 'Buyer')
    write('Preferred Check-in Frequency', 'Monthly')
    await save(user)
    await waitFor(() => expect(world.tables.organizationContacts).toHaveLength(1))
    expect(await posts(linksPath)).toEqual([
      {
        organization: 1,
        contact: 1,
        employment_status: 'active',
        job_title: 'Buyer',
        prefered_checkin_frequency: 'Monthly',
      },
    ])
  })

  it('[CON-5] says that something which only an organization can keep needs one', async () => {
    const { user } = await open()
    await fill(user)
    write('Preferred Check-in Frequency', 'Monthly')
    await save(user)
    expect(await screen.findByText('Choose the organization for which this is kept.')).toBeVisible()
    expect(await posts(contactsPath)).toEqual([])
  })

  it('[CON-5] that is refused stays as it was typed', async () => {
    const { user } = await open()
    server.use(http.post(`*${contactsPath}`, () => refusal(503, 'The database does not answer.')))
    await fill(user)
    await save(user)
    const toast = within(
      await waitFor(() => {
        const found = document.querySelector<HTMLElement>('.toast')
        if (!found) throw new Error('No toast yet.')
        return found
      }),
    )
    expect(toast.getByText('Error')).toBeVisible()
    expect(toast.getByText('Error.')).toBeVisible()
    expect(screen.getByLabelText(/^Last Name/)).toHaveValue('Holt')
  })

  it('[CON-5, TRUST-28] is made once: a link and a file that failed are all that is tried again', async () => {
    const { user, world, address } = await open('/mpg/organizations/1/contact/create')
    expect(await screen.findByRole('link', { name: 'HARBOR MILLS' })).toBeVisible()
    await fill(user)
    write('Job Title', 'Buyer')
    await user.upload(screen.getByLabelText('browse'), new File(['x'], 'badge.pdf'))
    server.use(http.post(`*${linksPath}`, () => refusal(503, 'Later.'), { once: true }))
    await save(user)
    expect(
      await screen.findByText('The contact is saved, its link to the organization is not: Later.'),
    ).toBeVisible()
    expect(world.tables.contacts).toHaveLength(1)

    server.use(http.post('*/api/mpg/file/', () => refusal(507, 'There is no room.'), { once: true }))
    await save(user)
    expect(
      await screen.findByText('The contact is saved: 1 file could not be uploaded; see below why.'),
    ).toBeVisible()
    expect(screen.getByText('Failed: There is no room.')).toBeVisible()

    write('Job Title', 'Head buyer')
    await save(user)
    await waitFor(() => expect(address()).toBe('/mpg/contacts'))
    expect(world.tables.contacts).toHaveLength(1)
    expect(world.tables.organizationContacts).toMatchObject([
      { organization: 1, contact: 1, job_title: 'Head buyer', employment_status: 'active' },
    ])
    expect(world.tables.files).toMatchObject([{ filename: 'badge.pdf', object_id: 'contact-1' }])
    expect([await posts(contactsPath), await posts(linksPath)].map(({ length }) => length)).toEqual([1, 2])
    expect(patches(contactsPath)).toHaveLength(0)
  })
})

describe('[K15] a contact that is there already', () => {
  const notices = () => screen.queryAllByText(/^Also an? |^Also the /).map(({ textContent }) => textContent)

  it('is told of by its email, however it is written, with a way to it, and keeps nothing from being saved', async () => {
    const world = createWorld()
    world.tables.contacts = [1, 2, 3, 4, 5].map((contact_id) =>
      aContact({ contact_id, name: `Quill, Ada ${contact_id}`, personal_email: 'dup@x.example' }),
    )
    world.tables.organizationContacts = [
      anOrganizationContact({ organization_contact_id: 1, contact: 5, work_email: 'Works@x.example' }),
    ]
    const { user, address } = await open(undefined, world)
    await fill(user)
    write('Personal Email', ' DUP@X.EXAMPLE')
    write('Work Email', 'works@x.example')
    const link = await screen.findByRole('link', { name: /^Quill, Ada 1/ })
    expect(link).toHaveAttribute('href', '/mpg/contacts/1/details')
    expect(link).toHaveAttribute('target', '_blank')
    expect(notices()).toEqual([
      `Also an email of ${[1, 2, 3].map((id) => `Quill, Ada ${id} (opens in a new tab)`).join(', ')} and 2 more`,
      'Also an email of Quill, Ada 5 (opens in a new tab)',
    ])
    expect(requestsTo(`${contactsPath}duplicates/`)).toHaveLength(1)
    write('Work Email', '')
    await save(user)
    await waitFor(() => expect(address()).toBe('/mpg/contacts'))
    expect(await posts(contactsPath)).toMatchObject([{ personal_email: 'DUP@X.EXAMPLE' }])
    // The created record is not searched for as its own duplicate.
    const calls = requestsTo('/api/mpg/').map(({ method, url }) => `${method} ${new URL(url).pathname}`)
    expect(calls.lastIndexOf(`GET ${contactsPath}duplicates/`)).toBeLessThan(
      calls.indexOf(`POST ${contactsPath}`),
    )
  })

  it('is not the contact itself, saved without its link before a reload', async () => {
    const world = createWorld()
    const app = await open('/mpg/organizations/1/contact/create', world)
    server.use(http.post(`*${linksPath}`, () => refusal(503, 'Later.')))
    await fill(app.user)
    write('Personal Email', 'maren@x.example')
    await save(app.user)
    await screen.findByText(/^The contact is saved, its link to the organization is not/)
    const own = world.tables.contacts.at(-1)?.contact_id
    leaveTab(app)
    world.tables.contacts.push(
      aContact({ contact_id: 99, name: 'Quill, Ada', personal_email: 'maren@x.example' }),
    )
    await renderPage('/mpg/organizations/1/contact/create', { world })
    await screen.findByRole('link', { name: /^Quill, Ada/ })
    expect(notices()).toEqual(['Also an email of Quill, Ada (opens in a new tab)'])
    const asked = requestsTo(`${contactsPath}duplicates/`).map(({ url }) => new URL(url).searchParams)
    expect(asked.at(-1)?.get('exclude')).toBe(String(own))
  })

  it('is told of by its name where it works, and not elsewhere', async () => {
    const world = createWorld()
    world.tables.contacts = [
      aContact({ contact_id: 8, first_name: 'Maren', last_name: 'Hólt', name: 'Hólt, Maren' }),
    ]
    world.tables.organizationContacts = [anOrganizationContact({ contact: 8, organization: 1 })]
    const { user } = await open('/mpg/organizations/1/contact/create', world)
    await fill(user)
    expect(await screen.findByRole('link', { name: /^Hólt, Maren/ })).toBeVisible()
    expect(notices()).toEqual(['Also the name of Hólt, Maren (opens in a new tab)'])
    expect(requestsTo(`${contactsPath}duplicates/`).map(({ url }) => new URL(url).search)).toEqual([
      '?first_name=Maren&last_name=Holt&organizations=1',
    ])
    write('Last Name', 'Holte')
    expect(notices()).toEqual([])
    await waitFor(() => expect(requestsTo(`${contactsPath}duplicates/`)).toHaveLength(2))
    expect(notices()).toEqual([])
  })
})
