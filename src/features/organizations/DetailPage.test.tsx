import { act, screen, waitFor, within } from '@testing-library/react'
import { api } from '../../api/kit/api'
import { listOf } from '../../api/kit/cacheTags'
import {
  aBid,
  aContact,
  anAddress,
  anOrganizationAddress,
  anOrganizationContact,
} from '../../testing/builders'
import { linesOf } from '../../testing/labels'
import { organizationWorld } from '../../testing/organizationWorld'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo } from '../../testing/server'

const details = '/mpg/organizations/7/details'
const head = () => screen.findByRole('heading', { level: 1, name: 'ALDER FOUNDRY' })

describe('the organization detail', () => {
  it('[ORG-6] shows what the organization is, where, and its tabs with their counts', async () => {
    const world = organizationWorld()
    const { address, user } = await renderPage('/mpg/organizations/7', { world })
    await head()
    expect(address()).toBe(details)
    const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(tabs()).toEqual([
        ...['Details', 'Contacts 0', 'Addresses 1', 'Bids 1', 'Contracts 0', 'Accounts 0'],
        'History',
      ]),
    )
    expect(await screen.findByRole('heading', { name: 'Map' })).toBeVisible()
    expect(linesOf('Identifiers')).toEqual([
      ['Tax ID', '12-3456789'],
      ['DUNS Number', '001234567'],
      ['Experian ID', '700012345'],
      ['Last Verification Date', '03/01/2026'],
    ])
    expect(linesOf('Business')).toEqual([
      ['Estimated Revenue', '$1,500,000.00 a year'],
      ['NAICS Codes', '331511, 3315'],
    ])
    expect(linesOf('Metadata')).toContainEqual(['Modified by', 'team'])
    expect(screen.getByRole('link', { name: /^alder\.example/ })).toHaveAttribute(
      'href',
      'https://alder.example/',
    )
    // No nested list grows with the organization.
    expect(lastQueryTo('/api/mpg/organizations/7/')).toEqual({ expand: 'home_state,created_by,modified_by' })

    await user.click(screen.getByRole('button', { name: 'Show empty: Identifiers' }))
    expect(linesOf('Identifiers')).toHaveLength(6)
    await user.click(screen.getByRole('tab', { name: 'Bids 1' }))
    expect(address()).toBe('/mpg/organizations/7/bids')
  })

  it('[ORG-6, ORG-11] counts in its tabs the links that hold, as the pages of their other ends do', async () => {
    const world = organizationWorld()
    world.tables.contacts = [aContact(), aContact({ contact_id: 2 })]
    world.tables.organizationContacts = [
      anOrganizationContact({ organization: 7 }),
      anOrganizationContact({
        organization_contact_id: 2,
        organization: 7,
        contact: 2,
        employment_status: 'expired',
      }),
    ]
    world.tables.addresses.push(anAddress({ address_id: 6 }))
    world.tables.organizationAddresses.push(
      anOrganizationAddress({
        organization_address_id: 3,
        organization: 7,
        address: 6,
        property_status: 'expired',
      }),
    )
    const { user } = await renderPage(details, { world })
    await head()
    for (const name of ['Contacts 1', 'Addresses 1'])
      expect(await screen.findByRole('tab', { name })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Organization' })
    await waitFor(() => expect(dialog).toHaveTextContent('its 1 contact, 1 address, and 1 bid will stay.'))
  })

  it('[ORG-6, ORG-10] counts a bid that a colleague adds meanwhile', async () => {
    const { store, user, world } = await renderPage('/mpg/organizations/7/bids', {
      world: organizationWorld(),
    })
    await head()
    expect(await screen.findByRole('tab', { name: 'Bids 1' })).toBeVisible()
    world.tables.bids.push(aBid({ bid_id: 9, name: 'Summer strip', opportunity: 41, legal_entity: 7 }))
    act(() => void store.dispatch(api.util.invalidateTags([listOf('bids')])))
    expect(await screen.findByRole('link', { name: 'Summer strip' })).toBeVisible()
    expect(await screen.findByRole('tab', { name: 'Bids 2' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Organization' })
    await waitFor(() => expect(dialog).toHaveTextContent('its 1 address and 2 bids will stay.'))
  })

  it('[ORG-6] leads to the list without an id, and opens the details for what is no tab', async () => {
    const { address, navigate } = await renderPage('/mpg/organizations/7/files', {
      world: organizationWorld(),
    })
    await head()
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Details')
    navigate('/mpg/organizations/none/details')
    await waitFor(() => expect(address()).toBe('/mpg/organizations'))
  })

  it('[ORG-7] deletes after a question that counts what is linked, leads to the list, and can be undone', async () => {
    const { address, user, world } = await renderPage(details, { world: organizationWorld() })
    await head()
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/mpg/organizations/7/edit')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Organization' })
    expect(dialog).toHaveTextContent(/Are you sure\? ?You won't be able to revert this\./)
    expect(dialog).toHaveTextContent('It can be restored from the trash')
    await waitFor(() =>
      expect(dialog).toHaveTextContent(
        'ALDER FOUNDRY will wait in the trash, with its 1 note; its 1 address and 1 bid will stay.',
      ),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/organizations'))
    expect(world.trash).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    expect(await screen.findByRole('link', { name: 'ALDER FOUNDRY' })).toBeVisible()
    expect(requestsTo('/restore/')).toHaveLength(1)
  })

  it('[ORG-10] lists its bids in pages, each with the way to it, to its edit form and to its deal', async () => {
    await renderPage('/mpg/organizations/7/bids', { world: organizationWorld() })
    const bid = await screen.findByRole('link', { name: 'Winter strip' })
    expect(bid).toHaveAttribute('href', '/mpg/opportunities/41/bid/3')
    expect(screen.getByRole('link', { name: 'Edit Winter strip' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/41/bid/3/edit-from-bid',
    )
    expect(screen.getByRole('link', { name: 'Alder Creek' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/41/details',
    )
    const table = screen.getByRole('table', { name: 'Bids' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '',
      'Edit',
      'Name',
      'Opportunity',
      'Supplier',
      'Annual Volume',
      'Pricing Type',
      'Terms',
      'Start Date',
    ])
    expect(screen.queryByText('Elsewhere')).not.toBeInTheDocument()
    expect(
      requestsTo('/api/mpg/bids/').map(({ url }) => Object.fromEntries(new URL(url).searchParams)),
    ).toContainEqual(expect.objectContaining({ legal_entity: '7', limit: '10', ordering: 'name' }))
    expect(screen.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  })
})

describe('writing to an organization', () => {
  const recipientOf = async (world: ReturnType<typeof organizationWorld>) => {
    const { user } = await renderPage(details, { world })
    await head()
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    return within(await screen.findByRole('dialog', { name: 'MESSAGE' }))
  }

  it('[MAIL-6] fills in its own email', async () => {
    const world = organizationWorld()
    for (const row of world.tables.organizations)
      if (row.organization_id === 7) row.email = 'gas@alder.example'
    expect(await (await recipientOf(world)).findByText('gas@alder.example')).toBeVisible()
  })

  it('[MAIL-6] without one, fills in the first who works there and has an email', async () => {
    const world = organizationWorld()
    for (const row of world.tables.organizations) if (row.organization_id === 7) row.email = null
    world.tables.contacts = [
      aContact({ personal_email: null }),
      aContact({ contact_id: 2, personal_email: 'ada@home.example' }),
    ]
    world.tables.organizationContacts = [
      anOrganizationContact({ organization: 7, work_email: null }),
      anOrganizationContact({
        organization_contact_id: 2,
        organization: 7,
        contact: 2,
        work_email: 'ada@alder.example',
      }),
    ]
    expect(await (await recipientOf(world)).findByText('ada@alder.example')).toBeVisible()
  })

  it('[MAIL-6] offers a choice where no email is known', async () => {
    const world = organizationWorld()
    for (const row of world.tables.organizations) if (row.organization_id === 7) row.email = null
    world.tables.organizationContacts = []
    const dialog = await recipientOf(world)
    expect(await dialog.findByRole('combobox', { name: /^To/ })).toHaveValue('')
  })
})
