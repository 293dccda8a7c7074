import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { refusal } from '../../../testing/handlers'
import { leaveTab } from '../../../testing/leaveTab'
import { organizationWorld } from '../../../testing/organizationWorld'
import { renderPage } from '../../../testing/renderApp'
import { replacementsOf } from '../../../testing/replacements'
import { loseAnswer, requestsTo, server } from '../../../testing/server'

const path = '/api/mpg/organizations/'
const one = `${path}7/`
const edit = '/mpg/organizations/7/edit'

const field = (label: string) => screen.getByLabelText(label)
const fill = (values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } })
}
const save = () => screen.getByRole('button', { name: 'Save' })
const dialog = (name: string) => screen.findByRole('dialog', { name })
const bodies = (method: string, to: string) =>
  Promise.all(
    requestsTo(to)
      .filter((request) => request.method === method && !isForm(request))
      .map((request) => request.clone().json() as Promise<Record<string, unknown>>),
  )
/** What has been changed of the organization, which goes out whole. */
const changes = (before = {}) =>
  replacementsOf('organizations', { ...organizationWorld().tables.organizations[0], ...before })
const isForm = ({ headers }: Request) => headers.get('Content-Type')?.startsWith('multipart/') ?? false
const logosSent = () => requestsTo(path).filter(isForm)

type User = Awaited<ReturnType<typeof renderPage>>['user']
const chooseState = async (user: User, code: string) => {
  await user.click(field('State *'))
  await user.paste(code)
  await user.keyboard('{Enter}')
}
const image = (name = 'alder.png', size = 20, type = 'image/png') =>
  new File([new Uint8Array(size)], name, { type })

describe('making an organization', () => {
  const create = async (address = '/mpg/organizations/create') => {
    const app = await renderPage(address, { world: organizationWorld() })
    await screen.findByRole('form', { name: 'Create organization' })
    return app
  }

  it('[ORG-2, ORG-3, ORG-4] sends what has been given, then the logo, and opens the details', async () => {
    const { user, address, world } = await create()
    fill({
      'Name *': 'Cedar Mills',
      'Contact Source': 'Referral',
      'Founding Year': '1987',
      Street: '12 Mill Road',
      'Tax ID': '11-1111111',
      Phone: '312-555-0111',
      'Estimated Revenue': '2,500,000',
      'NAICS code 1': '322121',
      'NAICS code 3': '3221',
    })
    await user.click(field('Last Verification Date'))
    await user.paste('12/31/2026')
    await chooseState(user, 'TX')
    await user.upload(screen.getByLabelText(/^Choose an image/), image())
    expect(await screen.findByRole('img', { name: 'The logo that is to be stored' })).toBeVisible()
    await user.click(save())

    await waitFor(() => expect(address()).toBe('/mpg/organizations/9/details'))
    expect(await bodies('POST', path)).toEqual([
      {
        name: 'Cedar Mills',
        contact_source: 'Referral',
        founding_year: 1987,
        address_street: '12 Mill Road',
        state: 'TX',
        tax_id: '11-1111111',
        last_verification_date: '2026-12-31T00:00:00.000Z',
        phone: '312-555-0111',
        estimated_revenue: 2_500_000,
        naics: ['322121', '3221'],
      },
    ])
    expect(logosSent().map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
      ['PATCH', `${path}9/`],
    ])
    expect(world.tables.organizations.at(-1)?.logo).toMatch(/alder\.png/)
    expect(await screen.findByText('Add successfully.')).toBeVisible()
  })

  it('[ORG-3, K21] shows emails and register numbers as they are stored once they are left', async () => {
    await create()
    const typed = { Email: 'José <jose@x.example>', 'Tax ID': 'EIN 12 3456789', 'DUNS Number': '80 812 3456' }
    fill(typed)
    for (const label of Object.keys(typed)) fireEvent.blur(field(label))
    await waitFor(() => expect(field('DUNS Number')).toHaveValue('808123456'))
    expect(field('Email')).toHaveValue('jose@x.example')
    expect(field('Tax ID')).toHaveValue('12-3456789')
  })

  it('[ORG-3] says after the first submit what is missing or wrong, and goes to the first of it', async () => {
    const { user } = await create()
    fill({ 'Web Page': 'https://no', Email: 'no', Phone: '312' })
    await user.upload(screen.getByLabelText(/^Choose an image/), image('big.png', 5_000_001))
    expect(screen.getByText('Please check file size no over 5 MB.')).toBeVisible()
    // After a refusal another file can be selected.
    fireEvent.change(screen.getByLabelText('Choose another image'), {
      target: { files: [image('usage.pdf', 20, 'application/pdf')] },
    })
    expect(screen.getByText('Choose a PNG, JPEG, GIF or WebP image.')).toBeVisible()
    expect(screen.queryByRole('img', { name: /logo/ })).not.toBeInTheDocument()
    await user.click(save())
    await waitFor(() => expect(field('Name *')).toHaveFocus())
    expect(field('Name *')).toHaveAccessibleDescription('This field is required')
    expect(field('State *')).toHaveAccessibleDescription('This field is required')
    expect(field('Web Page')).toHaveAccessibleDescription('You should provide a valid URL.')
    expect(field('Email')).toHaveAccessibleDescription('You should provide a valid email.')
    expect(field('Phone')).toHaveAccessibleDescription('You should provide a phone number (###-###-####)')
    expect(await bodies('POST', path)).toEqual([])
  })

  it('[ORG-4] takes a whole address apart that is put into the street', async () => {
    const { user } = await create()
    fill({ Street: '12 Mill Road, Austin, TX 78701' })
    await user.click(await screen.findByRole('button', { name: 'Fill street, city, state and ZIP code' }))
    expect(field('Street')).toHaveValue('12 Mill Road')
    expect(field('City')).toHaveValue('Austin')
    expect(field('ZIP Code')).toHaveValue('78701')
    expect(field('State *').closest('.field')).toHaveTextContent('Texas (TX)')
  })

  it('[ORG-3, TRUST-28] keeps what is saved when only its logo fails, and sends only that again', async () => {
    const { user, address } = await create('/mpg/organizations/create?opportunity=41')
    fill({ 'Name *': 'Cedar Mills' })
    await chooseState(user, 'Ohio')
    await user.upload(screen.getByLabelText(/^Choose an image/), image())
    await screen.findByRole('img', { name: 'The logo that is to be stored' })
    server.use(http.patch(`*${path}9/`, () => refusal(507, 'There is no room left.', 'full'), { once: true }))
    await user.click(save())
    const asked = await dialog('The logo could not be stored')
    expect(asked).toHaveTextContent('Cedar Mills has been saved. Only its logo is missing.')
    expect(asked).toHaveTextContent('There is no room left.')
    await user.upload(within(asked).getByLabelText('Choose another image'), image('other.png'))
    expect(asked).toHaveTextContent('other.png is sent instead when you retry.')
    await user.click(within(asked).getByRole('button', { name: 'Retry' }))
    // Back to its origin: the queue of the opportunity.
    await waitFor(() => expect(address()).toBe('/mpg/organizations/experian/search?opportunity=41'))
    expect(await bodies('POST', path)).toHaveLength(1)
    expect(logosSent()).toHaveLength(2)
  })

  it('[ORG-3, TRUST-28] changes the one that was made where its answer got lost and its name was corrected', async () => {
    const { user, address, world } = await create()
    const before = world.tables.organizations.length
    fill({ 'Name *': 'Cedar Mils', 'Founding Year': '1987' })
    await chooseState(user, 'OH')
    loseAnswer(path, 'post')
    await user.click(save())
    expect(await screen.findByText('Cannot Update Organization.')).toBeVisible()
    fill({ 'Name *': 'Cedar Mills' })
    await user.click(save())
    await waitFor(() => expect(address()).toBe('/mpg/organizations/9/details'))
    expect(await bodies('PATCH', path)).toEqual([{ name: 'Cedar Mills' }])
    expect(world.tables.organizations).toHaveLength(before + 1)
  })

  it('[K15] says what is there already with the name or a number, in one request, and saves all the same', async () => {
    const { user, address } = await create()
    fill({ 'Name *': 'ALDER, Foundry ', 'Tax ID': '12 345 67 89', 'DUNS Number': '00-123-4567' })
    await chooseState(user, 'OH')
    const [link] = await screen.findAllByRole('link', { name: /^ALDER FOUNDRY/ })
    expect(link).toHaveAttribute('href', '/mpg/organizations/7/details')
    expect(link).toHaveAttribute('target', '_blank')
    const told = screen.getAllByText(/^Also the/)
    expect(told.map(({ textContent }) => textContent)).toEqual(
      ['name', 'Tax ID', 'DUNS Number'].map(
        (what) => `Also the ${what} of ALDER FOUNDRY (opens in a new tab)`,
      ),
    )
    for (const notice of told) expect(notice).toHaveRole('status')
    expect(requestsTo(`${path}duplicates/`)).toHaveLength(1)
    // At once after a change; the messages of the other fields stay.
    fill({ 'Tax ID': '12 345 67 80' })
    expect(screen.getAllByText(/^Also the/).map(({ textContent }) => textContent?.slice(9, 13))).toEqual([
      'name',
      'DUNS',
    ])
    fill({ 'Tax ID': '12-3456789' })
    await user.click(save())
    await waitFor(() => expect(address()).toBe('/mpg/organizations/9/details'))
    expect(await bodies('POST', path)).toMatchObject([{ name: 'ALDER, Foundry', tax_id: '12-3456789' }])
  })
})

describe('changing an organization', () => {
  const open = async (world = organizationWorld()) => {
    const app = await renderPage('/mpg/organizations/7/details', { world })
    await screen.findByRole('heading', { level: 1, name: 'ALDER FOUNDRY' })
    app.navigate(edit)
    await screen.findByRole('form', { name: 'Edit organization' })
    return app
  }

  it('[ORG-2, ORG-4, ORG-5] begins with what is known, the first address too, sends what differs and goes back', async () => {
    const { user, address } = await open()
    expect(field('Name *')).toHaveValue('Alder Foundry')
    expect(field('Street')).toHaveValue('12 Harbor Road')
    await waitFor(() => expect(field('State *').closest('.field')).toHaveTextContent('Ohio (OH)'))
    expect(field('Last Verification Date')).toHaveValue('03/01/2026')
    expect(field('NAICS code 2')).toHaveValue('3315')
    fill({ DBA: 'Alder', 'NAICS code 2': '' })
    await user.click(save())
    await waitFor(() => expect(address()).toBe('/mpg/organizations/7/details'))
    expect(await changes()).toEqual([{ dba: 'Alder', naics: ['331511'] }])
    expect(await screen.findByText('Update successfully.')).toBeVisible()
  })

  it('[K15] does not name the organization itself, but another one with its number', async () => {
    const world = organizationWorld()
    Object.assign(world.tables.organizations[1] ?? {}, { bin_number: '7000-12345' })
    await open(world)
    expect(await screen.findByText(/^Also the/)).toHaveTextContent(/^Also the Experian ID of BASIN DAIRY/i)
  })

  it.each([
    ['For all', 'update'],
    ['A new one', 'create'],
  ])('[ORG-4] asks whether an address that others use is changed: %s', async (answer, shared_address) => {
    const { user } = await open()
    fill({ City: 'Rome' })
    await user.click(save())
    const asked = await dialog('Others use this address, too')
    expect(within(asked).getByRole('link', { name: /^BASIN DAIRY/ })).toBeVisible()
    await user.click(within(asked).getByRole('button', { name: answer }))
    await waitFor(async () =>
      expect(await changes()).toEqual([{ city: 'Rome', first_address: '5.1', shared_address }]),
    )
  })

  it('[ORG-4] does not ask about an address of its own', async () => {
    const world = organizationWorld()
    world.tables.organizationAddresses.pop()
    const { user } = await open(world)
    fill({ City: 'Rome' })
    await user.click(save())
    await waitFor(async () => expect(await changes()).toEqual([{ city: 'Rome', first_address: '5.1' }]))
  })

  it('[ORG-5] keeps what was typed when it is refused, and says so at the field', async () => {
    server.use(
      http.put(`*${one}`, () =>
        refusal(400, 'At most 255 characters.', 'invalid', { fields: { dba: 'At most 255 characters.' } }),
      ),
    )
    const { user, address } = await open()
    fill({ DBA: 'Alder' })
    await user.click(save())
    expect(await screen.findByText('Cannot Update Organization.')).toBeVisible()
    expect(field('DBA')).toHaveValue('Alder')
    expect(field('DBA')).toHaveAccessibleDescription(/At most 255 characters\./)
    expect(address()).toBe(edit)
  })

  it('[ORG-5] says of a save that changes nothing that it has been updated, and sends nothing', async () => {
    const { user, address } = await open()
    await user.click(save())
    expect(await screen.findByText('Update successfully.')).toBeVisible()
    await waitFor(() => expect(address()).toBe('/mpg/organizations/7/details'))
    expect(await changes()).toEqual([])
  })

  it('[ORG-3] clears a logo that is there, and leads away without an id', async () => {
    const world = organizationWorld()
    const [stored] = world.tables.organizations
    const logo = '/api/mpg/organizations/7/logo/?expires=1&signature=s'
    if (stored) stored.logo = logo
    const { user, navigate, address } = await open(world)
    await user.click(screen.getByRole('button', { name: 'Remove logo' }))
    await user.click(save())
    await waitFor(async () => expect(await changes({ logo })).toEqual([{ logo: null }]))
    await waitFor(() => expect(address()).toBe('/mpg/organizations/7/details'))
    navigate('/mpg/organizations/none/edit')
    await waitFor(() => expect(address()).toBe('/mpg/organizations'))
  })

  it('[TRUST-32, ORG-4] says of what had been typed that the address has been changed since', async () => {
    const first = await open()
    fill({ Street: '12b Harbor Road' })
    leaveTab(first)
    const world = organizationWorld()
    const address = world.tables.addresses.find(({ address_street }) => address_street === '12 Harbor Road')
    if (!address) throw new Error('There is none.')
    Object.assign(address, { city: 'Dallas', version: address.version + 1 })
    await open(world)
    expect(await screen.findByText(/What you had typed is back/)).toHaveTextContent(
      'The record has been changed meanwhile',
    )
    expect(field('Street')).toHaveValue('12b Harbor Road')
    expect(field('City')).toHaveValue('Dallas')
  })

  describe('[OPE-5, ORG-4] whose first address another user has changed meanwhile', () => {
    const movedElsewhere = async () => {
      const world = organizationWorld()
      world.tables.organizationAddresses.pop()
      const app = await open(world)
      await waitFor(() => expect(requestsTo(one).length).toBeGreaterThanOrEqual(2))
      const was = field('City').getAttribute('value') ?? ''
      fill({ City: 'Houston' })
      const [organization] = world.tables.organizations
      const [address] = world.tables.addresses
      if (!organization || !address) throw new Error('There is neither.')
      Object.assign(address, { city: 'Dallas', version: address.version + 1 })
      Object.assign(organization, { version: organization.version + 1, modified_by: 2 })
      const { address_street, city, zip_code } = address
      const state = world.tables.states.find(({ state_id }) => state_id === address.state)?.acronym
      const current = { ...organization, address_street, city, zip_code, state, first_address: '5.2' }
      // The server merges nothing with an address that the form has not seen (K19).
      server.use(
        http.put(`*${one}`, async ({ request }) =>
          ((await request.clone().json()) as { first_address: string }).first_address === '5.2'
            ? undefined
            : refusal(409, 'Changed meanwhile.', 'stale_version', { current }),
        ),
      )
      await app.user.click(save())
      const panel = await screen.findByRole('region', { name: 'Changed by somebody else meanwhile' })
      await waitFor(() =>
        expect(
          within(panel)
            .getAllByRole('row')
            .slice(1)
            .map((row) => [...row.children].map(({ textContent }) => textContent)),
        ).toEqual([['City', was, 'Dallas', 'Houston']]),
      )
      return { ...app, panel }
    }

    it('tells what it was and is, and begins anew with how it is now', async () => {
      const { user, panel } = await movedElsewhere()
      await user.click(within(panel).getByRole('button', { name: 'Discard mine' }))
      await waitFor(() => expect(field('City')).toHaveValue('Dallas'))
      fill({ 'ZIP Code': '75201' })
      await user.click(save())
      await waitFor(async () =>
        expect((await changes()).at(-1)).toEqual({ zip_code: '75201', first_address: '5.2' }),
      )
    })

    it('is overwritten where one says so', async () => {
      const { user, panel } = await movedElsewhere()
      await user.click(within(panel).getByRole('button', { name: 'Save merged' }))
      await waitFor(async () =>
        expect((await changes()).at(-1)).toEqual({ city: 'Houston', first_address: '5.2' }),
      )
    })

    /** The organization itself is unchanged; its record does not include the address. */
    const anotherOne = async () => {
      const world = organizationWorld()
      world.tables.organizationAddresses.pop()
      const app = await open(world)
      fill({ 'ZIP Code': '43090' })
      const there = { address_street: '9 Oak Street', city: 'Dallas', zip_code: '75201', state: 'TX' }
      const current = {
        ...world.tables.organizations.find(({ organization_id }) => organization_id === 7),
        ...there,
        first_address: '6.4',
      }
      server.use(
        http.put(`*${one}`, () => refusal(409, 'Changed meanwhile.', 'stale_version', { current }), {
          once: true,
        }),
      )
      await app.user.click(save())
      const panel = within(await screen.findByRole('region', { name: 'Changed by somebody else meanwhile' }))
      for (const [label, text] of [
        ['Street', '9 Oak Street'],
        ['City', 'Dallas'],
        ['ZIP Code', '75201'],
      ])
        expect(panel.getByRole('row', { name: new RegExp(`^${label}`) })).toHaveTextContent(text ?? '')
      return { ...app, panel }
    }

    it('is another one by now: begins anew with that', async () => {
      const { user, panel } = await anotherOne()
      await user.click(panel.getByRole('button', { name: 'Discard mine' }))
      await waitFor(() => expect(field('Street')).toHaveValue('9 Oak Street'))
      expect(field('ZIP Code')).toHaveValue('75201')
      fill({ Street: '9b Oak Street' })
      await user.click(save())
      await waitFor(async () =>
        expect((await changes()).at(-1)).toEqual({
          address_street: '9b Oak Street',
          first_address: '6.4',
        }),
      )
    })

    it('is another one by now, and overwritten where one says so', async () => {
      const { user, panel } = await anotherOne()
      await user.click(panel.getByRole('button', { name: 'Save merged' }))
      await waitFor(async () =>
        expect((await changes()).at(-1)).toEqual({ zip_code: '43090', first_address: '6.4' }),
      )
    })
  })
})
