import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { loseAnswer, requestsTo, server } from '../../testing/server'
import { linkWorld } from '../../testing/linkWorld'

const contactLinks = '/api/mpg/organization-contacts/'
const addressLinks = '/api/mpg/organization-addresses/'
const sentTo = async (path: string, method: string) =>
  Promise.all(
    requestsTo(path)
      .filter((request) => request.method === method)
      .map(async (request) => (await request.clone().json()) as unknown),
  )
const button = (name: string | RegExp) => screen.getByRole('button', { name })

type App = Awaited<ReturnType<typeof renderPage>>

/** Enter selects an exact match as soon as its options are loaded. */
const pick = async ({ user }: App, label: string, text: string) => {
  const box = await screen.findByLabelText(label)
  await user.click(box)
  await user.paste(text)
  await user.keyboard('{Enter}')
  // The input is cleared by the selection; until then the field shows that it is searching.
  await waitFor(() => expect(box).toHaveValue(''))
  expect(box.closest('.pick-list')).toHaveTextContent(text)
}

describe('a contact of an organization', () => {
  it('[ORG-8, CON-12, K21] is required, is linked as active with what was typed, and leads to the contacts', async () => {
    const app = await renderPage('/mpg/organizations/2/contact/add', { world: linkWorld() })
    await screen.findByRole('heading', { level: 1, name: 'Add Contact' })
    await app.user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('This field is required')).toBeInTheDocument()
    expect(requestsTo(contactLinks)).toHaveLength(0)
    await pick(app, 'Contact *', 'Quill, Ada')
    await app.user.type(screen.getByLabelText('Work Mobile'), '3125550147')
    await app.user.type(screen.getByLabelText('Work Email'), 'ada@mill')
    await app.user.type(screen.getByLabelText('Preferred Check-in Frequency'), 'Bi-weekly')
    expect(screen.queryByLabelText('Employment Status')).not.toBeInTheDocument()
    await app.user.click(button('Save'))
    expect(await screen.findByText('You should provide a valid email.')).toBeInTheDocument()
    await app.user.clear(screen.getByLabelText('Work Email'))
    await app.user.type(screen.getByLabelText('Work Email'), 'Ada Quill <ada@mill.example>')
    await app.user.click(button('Save'))
    await waitFor(() => expect(app.address()).toBe('/mpg/organizations/2/contacts'))
    expect(await sentTo(contactLinks, 'POST')).toEqual([
      {
        organization: 2,
        contact: 7,
        employment_status: 'active',
        work_mobile: '312-555-0147',
        work_email: 'ada@mill.example',
        prefered_checkin_frequency: 'Bi-weekly',
      },
    ])
  })

  it('[ORG-8, TRUST-28] is linked once where the answer got lost and a field was corrected', async () => {
    const world = linkWorld()
    const before = world.tables.organizationContacts.length
    const app = await renderPage('/mpg/organizations/2/contact/add', { world })
    await pick(app, 'Contact *', 'Quill, Ada')
    await app.user.type(screen.getByLabelText('Job Title'), 'Buyr')
    loseAnswer(contactLinks, 'post')
    await app.user.click(button('Save'))
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible()
    await app.user.clear(screen.getByLabelText('Job Title'))
    await app.user.type(screen.getByLabelText('Job Title'), 'Buyer')
    await app.user.click(button('Save'))
    await waitFor(() => expect(app.address()).toBe('/mpg/organizations/2/contacts'))
    expect(world.tables.organizationContacts).toHaveLength(before + 1)
    expect(world.tables.organizationContacts.at(-1)).toMatchObject({ contact: 7, job_title: 'Buyer' })
  })

  it('[ORG-8, TRUST-28] is linked once where the first attempt is under way still', async () => {
    const world = linkWorld()
    const before = world.tables.organizationContacts.length
    const app = await renderPage('/mpg/organizations/2/contact/add', { world })
    await pick(app, 'Contact *', 'Quill, Ada')
    loseAnswer(contactLinks, 'post')
    await app.user.click(button('Save'))
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible()
    server.use(
      http.post(`*${contactLinks}`, () => refusal(409, 'It is being done.', 'in_progress'), { once: true }),
    )
    await app.user.type(screen.getByLabelText('Job Title'), 'Buyer')
    await app.user.click(button('Save'))
    expect(await screen.findByText(/It is being done\./)).toBeVisible()
    await app.user.click(button('Save'))
    await waitFor(() => expect(app.address()).toBe('/mpg/organizations/2/contacts'))
    expect(world.tables.organizationContacts).toHaveLength(before + 1)
    expect(world.tables.organizationContacts.at(-1)).toMatchObject({ contact: 7, job_title: 'Buyer' })
    const sent = requestsTo(contactLinks).filter(({ method }) => method === 'POST')
    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  })

  it('[CON-12] who has left is linked again by reactivating the link that there is', async () => {
    const world = linkWorld()
    const app = await renderPage('/mpg/organizations/1/contact/add', { world })
    await pick(app, 'Contact *', 'Abel, Bo')
    await app.user.type(screen.getByLabelText('Job Title'), 'Seller')
    await app.user.click(button('Save'))
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('already linked')
    await app.user.click(within(notice).getByRole('button', { name: 'Reactivate' }))
    await waitFor(() => expect(app.address()).toBe('/mpg/organizations/1/contacts'))
    expect(world.tables.organizationContacts).toHaveLength(2)
    expect(world.tables.organizationContacts[1]).toMatchObject({
      employment_status: 'active',
      job_title: 'Seller',
    })
  })

  it('[CON-12] who works there already leads to that link', async () => {
    const app = await renderPage('/mpg/contacts/7/organization/add', { world: linkWorld() })
    await pick(app, 'Organization *', 'HARBOR MILLS')
    await app.user.click(button('Save'))
    const edit = await screen.findByRole('link', { name: 'Edit the link that there is' })
    expect(edit).toHaveAttribute('href', '/mpg/contacts/7/organization/1/edit')
  })
})

describe('an organization of a contact', () => {
  it('[CON-8, CON-12] is linked, and leads to the organizations of the contact', async () => {
    const app = await renderPage('/mpg/contacts/7/organization/add', { world: linkWorld() })
    await pick(app, 'Organization *', 'LARKFIELD STEAM')
    await app.user.click(button('Save'))
    await waitFor(() => expect(app.address()).toBe('/mpg/contacts/7/organizations'))
    expect(await sentTo(contactLinks, 'POST')).toEqual([
      { organization: 2, contact: 7, employment_status: 'active' },
    ])
  })
})

describe('an address of an organization', () => {
  it('[ORG-9, ADR-6] is chosen with at least one type, and leads to the addresses', async () => {
    const app = await renderPage('/mpg/organizations/1/address/add', { world: linkWorld() })
    await pick(app, 'Address *', '7 Kiln Street')
    await app.user.click(button('Save'))
    expect(await screen.findByText('This field is required')).toBeInTheDocument()
    for (const type of ['Service Location', 'Headquarters'])
      await app.user.click(screen.getByRole('checkbox', { name: type }))
    expect(screen.getByRole('checkbox', { name: 'Billing Address' })).not.toBeChecked()
    await app.user.click(button('Save'))
    await waitFor(() => expect(app.address()).toBe('/mpg/organizations/1/addresses'))
    expect(await sentTo(addressLinks, 'POST')).toEqual([
      {
        organization: 1,
        address: 2,
        address_type: ['service_location', 'headquarters'],
        property_status: 'active',
      },
    ])
  })
})

describe('organizations of an address', () => {
  it('[ADR-4] are linked by a call each; those that fail are tried again alone', async () => {
    const world = linkWorld()
    const app = await renderPage('/mpg/addresses/2/organization/add', { world })
    await app.user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText(/This field is required/)).not.toHaveLength(0)
    for (const name of ['HARBOR MILLS', 'LARKFIELD STEAM', 'MARFA KILNS'])
      await pick(app, 'Organizations *', name)
    await app.user.keyboard('{Escape}')
    await app.user.click(screen.getByRole('checkbox', { name: 'Billing Address' }))
    await app.user.click(button('Save'))
    const notice = await screen.findByText(/Save tries again/)
    expect(notice.parentElement).toHaveTextContent('already linked')
    expect(notice.parentElement).not.toHaveTextContent('HARBOR MILLS')
    expect(await screen.findByText('Error.')).toBeInTheDocument()
    expect(await sentTo(addressLinks, 'POST')).toHaveLength(3)
    await app.user.click(button('Save'))
    await waitFor(async () => expect(await sentTo(addressLinks, 'POST')).toHaveLength(4))
    expect((await sentTo(addressLinks, 'POST'))[3]).toMatchObject({ organization: 2, address: 2 })
    await app.user.click(await screen.findByRole('button', { name: 'Reactivate LARKFIELD STEAM' }))
    await waitFor(() => expect(app.address()).toBe('/mpg/addresses/2/organizations'))
    expect(world.tables.organizationAddresses.filter(({ address }) => address === 2)).toEqual([
      expect.objectContaining({
        organization: 2,
        property_status: 'active',
        address_type: ['billing_address'],
      }),
      expect.objectContaining({ organization: 1 }),
      expect.objectContaining({ organization: 3 }),
    ])
  })
})
