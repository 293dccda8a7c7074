import { screen, within } from '@testing-library/react'
import { aContact, anOrganization, anOrganizationContact } from '../../testing/builders'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo } from '../../testing/server'
import { createWorld } from '../../testing/world'

const withContacts = () => {
  const world = createWorld()
  world.tables.organizations.push(anOrganization({ organization_id: 2, name: 'Larkfield Steam' }))
  world.tables.contacts = [
    aContact({
      contact_id: 7,
      middle_name: 'Lou',
      name: 'Quill, Ada Lou',
      personal_email: 'ada@larkfield.example',
      personal_mobile: '713-555-0142',
      job_title: 'Plant manager',
    }),
    aContact({ contact_id: 8, first_name: 'Bo', last_name: 'Abel', name: 'Abel, Bo' }),
  ]
  world.tables.organizationContacts = [
    anOrganizationContact({ contact: 7 }),
    anOrganizationContact({ organization_contact_id: 2, contact: 7, organization: 2 }),
  ]
  return world
}

describe('the contact list', () => {
  it('[CON-1, LIST-4] shows each column as it is meant to be shown, by name first', async () => {
    await renderPage('/mpg/contacts', { world: withContacts() })
    const name = await screen.findByRole('link', { name: 'Quill, Ada Lou' })
    expect(name).toHaveAttribute('href', '/mpg/contacts/7/details')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Name',
      'Email',
      'Mobile',
      'Current Organizations',
      'Job Title',
      'Modified',
    ])
    for (const header of screen.getAllByRole('columnheader').slice(1))
      expect(header).toHaveAccessibleDescription('sortable')
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
      'Abel, Bo',
      'Quill, Ada Lou',
    ])
    const cells = within(rows[1] ?? document.body).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '',
      'Quill, Ada Lou',
      'ada@larkfield.example',
      '713-555-0142',
      'HARBOR MILLS +1: LARKFIELD STEAM',
      'Plant manager',
      'February 06, 2026 10:05 AM',
    ])
    expect(screen.getByRole('link', { name: 'HARBOR MILLS' })).toHaveAttribute(
      'href',
      '/mpg/organizations/1/details',
    )
    expect(screen.getByRole('link', { name: '713-555-0142' })).toHaveAttribute('href', 'tel:+1-713-555-0142')
    expect(lastQueryTo('/api/mpg/contacts/')).toMatchObject({
      limit: '10',
      offset: '0',
      ordering: 'name',
      expand: 'organizations_contacts,organizations_contacts.organization',
      organizations_addresses__property_status: 'active',
    })
    expect(screen.getByRole('link', { name: 'Create Contact' })).toHaveAttribute(
      'href',
      '/mpg/contacts/create',
    )
  })
})
