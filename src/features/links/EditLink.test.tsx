import { screen, waitFor } from '@testing-library/react'
import { anOrganizationContact } from '../../testing/builders'
import { linkWorld } from '../../testing/linkWorld'
import { renderPage } from '../../testing/renderApp'
import { replacementsOf } from '../../testing/replacements'
import { requestsTo } from '../../testing/server'

describe('the form of a link', () => {
  it('[CON-12] keeps both ends, changes the status, and goes one step back', async () => {
    const world = linkWorld()
    const before = structuredClone(world.tables.organizationContacts[0] ?? {})
    const app = await renderPage('/mpg/contacts/7/organizations', { world })
    app.navigate('/mpg/contacts/7/organization/1/edit')
    expect(await screen.findByLabelText('Job Title')).toHaveValue('Buyer')
    expect(screen.getByText('Quill, Ada', { selector: 'dd *' })).toBeInTheDocument()
    expect(screen.queryByLabelText(/^Organization/)).not.toBeInTheDocument()
    await app.user.click(screen.getByRole('radio', { name: 'Expired' }))
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(app.address()).toBe('/mpg/contacts/7/organizations'))
    const [put] = requestsTo('/api/mpg/organization-contacts/1/')
    expect(put?.headers.get('If-Match')).toBe('"1"')
    expect(await replacementsOf('organizationContacts', before)).toEqual([{ employment_status: 'expired' }])
    // The part names all fields but this one (part 2 §7).
    expect(await put?.clone().json()).not.toHaveProperty('organization')
  })

  it('[CON-12] takes the active one of several links of the same two', async () => {
    const world = linkWorld()
    world.tables.organizationContacts.unshift(
      anOrganizationContact({
        organization_contact_id: 9,
        contact: 7,
        employment_status: 'expired',
        job_title: 'Once',
      }),
    )
    await renderPage('/mpg/contacts/7/organization/1/edit', { world })
    expect(await screen.findByLabelText('Job Title')).toHaveValue('Buyer')
  })

  it('[ADR-4, ADR-6] of an address changes type and status', async () => {
    const world = linkWorld()
    const app = await renderPage('/mpg/addresses/2/organization/2/edit', { world })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Headquarters' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Billing Address' }))
    await app.user.click(screen.getByRole('radio', { name: 'Active' }))
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(app.address()).toBe('/mpg/addresses/2/organizations'))
    expect(world.tables.organizationAddresses[1]).toMatchObject({
      address_type: ['billing_address'],
      property_status: 'active',
    })
  })

  it('[CON-12] says where there is none, and leads to the others', async () => {
    const app = await renderPage('/mpg/contacts/7/organization/2/edit', { world: linkWorld() })
    expect(await screen.findByText('This link does not exist.')).toBeInTheDocument()
    expect(app.address()).toBe('/mpg/contacts/7/organizations')
  })
})
