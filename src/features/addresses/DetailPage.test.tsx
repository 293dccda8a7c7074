import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { refusal } from '../../testing/handlers'
import { linkWorld } from '../../testing/linkWorld'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'

const path = '/api/mpg/addresses/'
const links = '/api/mpg/organization-addresses/'
const sentTo = async (to: string, method: string) =>
  Promise.all(
    requestsTo(to)
      .filter((request) => request.method === method)
      .map(async (request) => (await request.clone().json()) as unknown),
  )
const button = (name: string) => screen.getByRole('button', { name })

describe('the address list', () => {
  it('[ADR-1, LIST-4] shows the address on one line and by its parts, with who is there now', async () => {
    const { user, address } = await renderPage('/mpg/addresses', { world: linkWorld() })
    const line = await screen.findByRole('link', { name: '12 Harbor Road, Larkfield, OH 60601' })
    expect(line).toHaveAttribute('href', '/mpg/addresses/1/details')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Full Address',
      'Address Street',
      'City',
      'State',
      'ZIP Code',
      'Current Organizations',
    ])
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1)
          .map(({ textContent }) => textContent),
      )
    expect(cells[0]).toEqual([
      '12 Harbor Road, Larkfield, OH 60601',
      '12 Harbor Road',
      'Larkfield',
      'Ohio',
      '60601',
      'HARBOR MILLS',
    ])
    // Former contacts are not listed.
    expect(cells[1]?.[5]).toBe('')
    expect(lastQueryTo(path)).toMatchObject({
      ordering: 'address_street',
      limit: '10',
      expand: 'state,organizations_addresses.organization,created_by,modified_by',
      organizations_addresses__property_status: 'active',
    })
    await user.click(screen.getByRole('columnheader', { name: 'Full Address' }))
    await waitFor(() => expect(address()).toBe('/mpg/addresses?sort=-address_street'))
    expect(screen.getByRole('link', { name: 'Create Address' })).toHaveAttribute(
      'href',
      '/mpg/addresses/create',
    )
  })
})

/** Fills the four fields by pasting an address. */
const fill = async (user: Awaited<ReturnType<typeof renderPage>>['user']) => {
  await user.click(await screen.findByLabelText('Address Street *'))
  await user.paste('3 Bluff Lane, Marfa, TX 79843')
  await user.click(await screen.findByRole('button', { name: 'Fill street, city, state and ZIP code' }))
}

describe('a new address', () => {
  it('[ADR-2] asks for street, city, state and zip, takes all from a pasted line, and leads to its details', async () => {
    const { user, address } = await renderPage('/mpg/addresses/create', { world: linkWorld() })
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('4 fields need another look:')).toBeInTheDocument()
    for (const [label, max] of [
      ['ZIP Code *', 10],
      ['City *', 255],
    ] as const) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: '7'.repeat(max + 1) } })
      expect(await screen.findByText(`At most ${max} characters.`)).toBeInTheDocument()
      fireEvent.change(screen.getByLabelText(label), { target: { value: '' } })
    }
    await fill(user)
    expect(screen.getByLabelText('Address Street *')).toHaveValue('3 Bluff Lane')
    expect(screen.getByLabelText('City *')).toHaveValue('Marfa')
    expect(screen.queryByText(/whole address/)).not.toBeInTheDocument()
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/addresses/3/details'))
    expect(await screen.findByText('Add successfully.')).toBeInTheDocument()
    expect(await sentTo(path, 'POST')).toEqual([
      { address_street: '3 Bluff Lane', city: 'Marfa', state: 2, zip_code: '79843' },
    ])
  })

  it('[ADR-2] of an organization may have no type; a link that failed is tried again without a second address', async () => {
    const world = linkWorld()
    let refuses = true
    server.use(
      http.post(`*${links}`, () => (refuses ? refusal(503, 'The server is busy.', 'busy') : undefined)),
    )
    const { user, address } = await renderPage('/mpg/addresses/create?org_id=3', { world })
    expect(await screen.findByText('MARFA KILNS', { selector: 'strong' })).toBeInTheDocument()
    await fill(user)
    await user.click(button('Save'))
    expect(await screen.findByText(/The address has been saved/)).toBeInTheDocument()
    expect(screen.getByText(/The server is busy/)).toBeInTheDocument()
    expect(await screen.findByText('Error.')).toBeInTheDocument()
    expect(button('Save')).toBeEnabled()
    refuses = false
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/organizations/3/addresses'))
    expect(await sentTo(path, 'POST')).toHaveLength(1)
    expect(await sentTo(links, 'POST')).toEqual(
      Array(2).fill({ address: 3, organization: 3, address_type: [], property_status: 'active' }),
    )
    expect(world.tables.organizationAddresses).toHaveLength(3)
    expect(world.tables.organizationAddresses.at(-1)).toMatchObject({
      ...{ organization: 3, address_type: [] },
      property_status: 'active',
    })
    expect(await screen.findByText('No type')).toBeVisible()
  })
})

describe('the form of an address', () => {
  it('[ADR-5] takes latitude and longitude within their bounds, and leads to the details', async () => {
    const world = linkWorld()
    const { user, address } = await renderPage('/mpg/addresses/1/edit', { world })
    fireEvent.change(await screen.findByLabelText('Latitude'), { target: { value: '91' } })
    fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: 'west' } })
    await user.click(button('Save'))
    expect(await screen.findByText('Must be 90 or less.')).toBeInTheDocument()
    expect(screen.getByText('Enter a number.')).toBeInTheDocument()
    fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: '41.5' } })
    fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: '-81.6' } })
    await user.click(button('Save'))
    await waitFor(() => expect(address()).toBe('/mpg/addresses/1/details'))
    expect(await sentTo(`${path}1/`, 'PUT')).toEqual([
      {
        address_street: '12 Harbor Road',
        city: 'Larkfield',
        zip_code: '60601',
        state: world.tables.addresses[0]?.state,
        latitude: 41.5,
        longitude: -81.6,
      },
    ])
    expect(world.tables.addresses[0]).toMatchObject({ latitude: 41.5, longitude: -81.6 })
  })

  it('[ADR-5] leads back to the details where it is cancelled', async () => {
    const { user, address } = await renderPage('/mpg/addresses/1/edit', { world: linkWorld() })
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/mpg/addresses/1/details'))
  })
})

describe('the page of an address', () => {
  it('[ADR-3] has its tabs as addresses, and says who keeps it', async () => {
    const { user, address } = await renderPage('/mpg/addresses/1', { world: linkWorld() })
    expect(
      await screen.findByRole('heading', { level: 1, name: '12 Harbor Road, Larkfield, OH 60601' }),
    ).toBeInTheDocument()
    expect(address()).toBe('/mpg/addresses/1/details')
    expect(screen.getByRole('region', { name: 'Metadata' })).toHaveTextContent('January 05, 2026, 09:04 AM')
    expect(await screen.findByRole('tab', { name: 'Organizations 1' })).toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: /Organizations/ }))
    await waitFor(() => expect(address()).toBe('/mpg/addresses/1/organizations'))
    const row = await screen.findByRole('row', { name: /HARBOR MILLS/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['HARBOR MILLS', '900100', 'Z-7', 'Headquarters', 'Active', ''])
    expect(within(row).getByRole('link', { name: 'HARBOR MILLS' })).toHaveAttribute(
      'href',
      '/mpg/organizations/1/details',
    )
    expect(within(row).getByRole('link', { name: /^Edit/ })).toHaveAttribute(
      'href',
      '/mpg/addresses/1/organization/1/edit',
    )
  })

  it('[ADR-3] asks before the address goes to the trash, says what goes with it, and leads to the list', async () => {
    const world = linkWorld()
    const { user, address } = await renderPage('/mpg/addresses/1/details', { world })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('Are you sure?')
    expect(dialog).toHaveTextContent("You won't be able to revert this.")
    await waitFor(() =>
      expect(dialog).toHaveTextContent('1 active link and 0 expired links to organizations'),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/addresses'))
    expect(world.tables.addresses).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(world.tables.addresses).toHaveLength(2))
  })
})
