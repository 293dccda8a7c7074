import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { signedOut } from '../../../store/session'
import { bidWorld } from '../../../testing/bidWorld'
import { aBid } from '../../../testing/builders'
import { refusal } from '../../../testing/handlers'
import { leaveTab } from '../../../testing/leaveTab'
import { renderApp, renderPage } from '../../../testing/renderApp'
import { replacementsOf } from '../../../testing/replacements'
import { lastQueryTo, loseAnswer, requestsTo, server } from '../../../testing/server'
import { asMonths, months } from '../../../resources/bids/volumes'

const list = '/mpg/opportunities'
const details = `${list}/41/details`
const newBid = `${list}/41/bid/new`
const edit = `${list}/41/bid/1/edit-from-bid`

type App = Awaited<ReturnType<typeof renderPage>>
type User = App['user']

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const field = (label: string) => screen.getByLabelText(label)
const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const save = (user: User) => user.click(screen.getByText('Save'))
const bodyOf = async (method: string) => {
  const sent = requestsTo('/api/mpg/bids/').find((request) => request.method === method)
  return { body: (await sent?.clone().json()) as unknown, headers: sent?.headers }
}

const openNew = async (world = bidWorld([])) => {
  const app = await renderPage(newBid, { world })
  await heading('New Bid')
  await screen.findByRole('form', { name: 'New bid' })
  return app
}

const openEdit = async (bid: Parameters<typeof aBid>[0] = {}, render = renderPage) => {
  const app = await render(edit, { world: bidWorld([aBid({ opportunity: 41, ...bid })]) })
  await heading('Edit Winter strip')
  return app
}

/** The options of the open list, from the top. */
const offered = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)
const choose = async (user: User, label: string, option: string) => {
  await user.click(field(label))
  await user.click(await screen.findByTitle(option))
}

const fillRequired = async (user: User) => {
  await choose(user, 'Legal Entity *', 'LAKESIDE FOODS')
  await choose(user, 'Utility State *', 'Larkmoor Gas, Firm Transportation, OH')
  for (const pick of ['direct', 'nymex+']) await user.click(field(pick))
  for (const pick of ['24 months', '12 months', '10%']) await user.click(screen.getByText(pick))
}

describe('the form of a bid', () => {
  it('[TRUST-32, BID-5] is back after a reload with the names of what had been chosen', async () => {
    const first = await openNew()
    await choose(first.user, 'Legal Entity *', 'ACME CASTINGS')
    await choose(first.user, 'Utility State *', 'Quillfield Gas Light, Rate 70, PA')
    const one = () => requestsTo('/api/mpg/utility-states/2/')
    expect(one()).toEqual([])
    leaveTab(first)
    await openNew()
    expect(await screen.findByText(/What you had typed is back/)).toBeVisible()
    for (const name of ['ACME CASTINGS', 'Quillfield Gas Light, Rate 70, PA'])
      expect(await screen.findByTitle(name)).toBeVisible()
    expect(one()).toHaveLength(1)
  })

  it('[BID-2, BID-7] makes a bid out of every field, and goes back', async () => {
    const { user, address, world } = await openNew()
    await fillRequired(user)
    put('Name', ' Winter strip ')
    await user.click(field('Renewal'))
    await user.click(field('City Gate'))
    put('Index Name', 'Henry Hub')
    put('Special Pricing Needs ID', 'SP-7')
    put('Site Count', '3')
    put('Meter Count', '1,200')
    put('Annual Volume', '12,000.5')
    for (const { name } of months) put(name, '1000')
    put('Start Date', '11/01/2026')
    fireEvent.keyDown(field('Start Date'), { key: 'Enter' })
    await save(user)
    await waitFor(() => expect(address()).toBe(details))
    const { body, headers } = await bodyOf('POST')
    expect(body).toEqual({
      opportunity: 41,
      name: 'Winter strip',
      supplier: 'direct',
      legal_entity: 2,
      utility_state: 1,
      annual_volume: 12_000.5,
      volume_unit: 'dth',
      ...asMonths(months.map(() => 1000)),
      terms: [12, 24],
      swing: [0.1],
      pricing_type: [2],
      site_count: 3,
      meter_count: 1200,
      start_date: '2026-11-01',
      special_pricing_needs: 'SP-7',
      new_renewal: 'Renewal',
      index_name: 'Henry Hub',
      pricing_point: 'City Gate',
    })
    expect(headers?.get('Idempotency-Key')).toMatch(/^\w{16,}$/)
    expect(await screen.findByRole('link', { name: 'Winter strip' })).toBeVisible()
    expect(world.tables.bids).toHaveLength(1)
  })

  it('[BID-3] asks for what is needed after the first submit, and sends only what was filled', async () => {
    const { user } = await openNew()
    expect(screen.queryByText('This field is required')).not.toBeInTheDocument()
    await save(user)
    await waitFor(() => expect(field('Legal Entity *')).toHaveFocus())
    expect(field('Legal Entity *')).toHaveAccessibleDescription(/^Select a valid Organization\./)
    for (const label of ['Utility State *', 'Terms *', 'Swing *'])
      expect(field(label)).toHaveAccessibleDescription('This field is required')
    for (const group of [/^Supplier/, /^Pricing Type/])
      expect(
        within(screen.getByRole('group', { name: group })).getByText('This field is required'),
      ).toBeVisible()
    expect(requestsTo('/api/mpg/bids/')).toEqual([])
    await fillRequired(user)
    await save(user)
    await waitFor(async () =>
      expect((await bodyOf('POST')).body).toEqual({
        opportunity: 41,
        supplier: 'direct',
        legal_entity: 2,
        utility_state: 1,
        volume_unit: 'dth',
        terms: [12, 24],
        swing: [0.1],
        pricing_type: [2],
      }),
    )
  })

  it('[BID-2] refuses volumes and counts below nothing, and what is no number', async () => {
    const { user } = await openNew()
    put('Annual Volume', '-1')
    put('Site Count', '1.5')
    put('January', 'much')
    await save(user)
    await waitFor(() => expect(field('Annual Volume')).toHaveAccessibleDescription('Must be 0 or more.'))
    expect(field('Site Count')).toHaveAccessibleDescription('Enter a whole number.')
    expect(field('January')).toHaveAccessibleDescription('Enter a number.')
    expect(field('January')).toHaveValue('much')
  })

  it('[BID-4] offers the pricing types, every term and every swing', async () => {
    const { user } = await openNew()
    expect(
      within(screen.getByRole('group', { name: /^Pricing Type/ }))
        .getAllByRole('checkbox')
        .map((box) => box.closest('label')?.textContent),
    ).toEqual(['fixed', 'nymex+', 'index'])
    await user.type(field('Terms *'), '48')
    expect(await screen.findByTitle('48 months')).toBeInTheDocument()
    await user.clear(field('Terms *'))
    await user.type(field('Terms *'), '1 month')
    expect(await screen.findByTitle('1 month')).toBeInTheDocument()
    await user.type(field('Swing *'), '100')
    await user.click(await screen.findByTitle('100%'))
    await user.type(field('Swing *'), '15')
    await user.click(await screen.findByTitle('15%'))
    const chosen = document.querySelectorAll('.ant-select-selection-item-content')
    expect([...chosen].map(({ textContent }) => textContent)).toEqual(['15%', '100%'])
  })

  it('[BID-5] offers active utility states only', async () => {
    const { user } = await openNew()
    await user.click(field('Utility State *'))
    await screen.findByTitle('Larkmoor Gas, Firm Transportation, OH')
    expect(offered()).toEqual(['Larkmoor Gas, Firm Transportation, OH', 'Quillfield Gas Light, Rate 70, PA'])
    expect(lastQueryTo('/api/mpg/utility-states/')).toMatchObject({
      status: 'active',
      expand: 'state,utility',
    })
  })

  it('[BID-5] shows an inactive utility state of an old bid as such, and does not offer it anew', async () => {
    const { user } = await openEdit({ utility_state: 3 })
    expect(await screen.findByTitle('Quillfield Gas Light, Rate 9, OH (inactive)')).toBeVisible()
    await user.click(field('Utility State *'))
    await user.click(await screen.findByTitle('Quillfield Gas Light, Rate 70, PA'))
    await user.click(field('Utility State *'))
    await screen.findByTitle('Larkmoor Gas, Firm Transportation, OH')
    expect(screen.queryByTitle(/inactive/)).not.toBeInTheDocument()
  })

  it('offers the organizations of the opportunity first, and finds any other', async () => {
    const { user } = await openNew()
    await user.click(field('Legal Entity *'))
    await screen.findByTitle('HARBOR MILLS')
    expect(offered()).toEqual(['LAKESIDE FOODS', 'ACME CASTINGS', 'HARBOR MILLS'])
    await user.type(field('Legal Entity *'), 'acme')
    await waitFor(() => expect(lastQueryTo('/api/mpg/organizations/')).toMatchObject({ q: 'acme' }))
  })

  it('[BID-6] leads HERE to the search for an organization, and brings what was typed back', async () => {
    const { user, address, navigate } = await openNew()
    put('Name', 'Half a bid')
    put('March', '1200')
    const here = screen.getByRole('link', { name: 'HERE' })
    expect(here).toHaveAttribute('href', '/mpg/organizations/experian/search?opportunity=41')
    await user.click(here)
    await waitFor(() => expect(address()).not.toBe(newBid))
    expect(screen.queryByText('Leave without saving?')).not.toBeInTheDocument()
    await waitFor(() => expect(window.sessionStorage.getItem('citygate:drafts')).toContain('Half a bid'))
    navigate(newBid)
    await heading('New Bid')
    expect(await screen.findByText(/What you had typed is back\./)).toBeVisible()
    expect(field('Name')).toHaveValue('Half a bid')
    expect(field('March')).toHaveValue('1,200')
    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(field('Name')).toHaveValue(''))
    expect(window.sessionStorage.getItem('citygate:drafts')).toBeNull()
    expect(screen.queryByText(/What you had typed is back/)).not.toBeInTheDocument()
  })

  it('[BID-6] keeps drafts of different bids apart, and none beyond the session', async () => {
    const { user, store, navigate, address } = await openEdit({}, renderApp)
    put('Name', 'Winter strip 2')
    await user.click(screen.getByRole('link', { name: 'HERE' }))
    await waitFor(() => expect(address()).not.toBe(edit))
    navigate(newBid)
    await heading('New Bid')
    expect(field('Name')).toHaveValue('')
    expect(Object.keys(store.getState().drafts)).toEqual(['1:bids:1'])
    act(() => void store.dispatch(signedOut({ key: null })))
    await screen.findByText('Brokers')
    expect(store.getState().drafts).toEqual({})
    expect(window.sessionStorage.getItem('citygate:drafts')).toBeNull()
  })

  it('[BID-7] sends the whole bid with what has changed, on the version that was read, and goes back', async () => {
    const { user, address, world } = await openEdit({
      version: 4,
      index_name: 'Henry Hub',
      annual_volume: 12,
    })
    const before = structuredClone(world.tables.bids[0] ?? {})
    put('Name', 'Summer strip')
    put('Index Name', '')
    await user.click(screen.getByText('36 months'))
    await save(user)
    await waitFor(() => expect(address()).toBe(details))
    const { headers } = await bodyOf('PUT')
    expect(await replacementsOf('bids', before)).toEqual([
      { name: 'Summer strip', index_name: null, terms: [12, 36] },
    ])
    expect(headers?.get('If-Match')).toBe('"4"')
    expect(await screen.findByRole('link', { name: 'Summer strip' })).toBeVisible()
    const row = within(screen.getByRole('row', { name: /Summer strip/ }))
    for (const term of ['12 months', '36 months']) expect(row.getByText(term)).toBeVisible()
  })

  it('[BID-7] says that a bid cannot be added, keeps what was typed, and makes one bid of two attempts', async () => {
    const { user, world, address } = await openNew()
    await fillRequired(user)
    put('Name', 'Once')
    server.use(
      http.post(
        '*/api/mpg/bids/',
        () =>
          refusal(422, 'name: This name is taken.', 'invalid', { fields: { name: 'This name is taken.' } }),
        { once: true },
      ),
    )
    await save(user)
    expect(await screen.findByText('Cannot add this bid.')).toBeVisible()
    expect(screen.getByText('Error')).toBeVisible()
    expect(field('Name')).toHaveAccessibleDescription('This name is taken.')
    expect(field('Name')).toHaveValue('Once')
    put('Name', 'Once more')
    await save(user)
    await waitFor(() => expect(address()).toBe(details))
    expect(world.tables.bids.map(({ name }) => name)).toEqual(['Once more'])
  })

  it('[BID-7, TRUST-28] changes the bid that was made where its answer got lost and a number was corrected', async () => {
    const { user, world, address } = await openNew()
    await fillRequired(user)
    put('Name', 'Once')
    put('Site Count', '33')
    loseAnswer('/api/mpg/bids/', 'post')
    await save(user)
    expect(await screen.findByText('Cannot add this bid.')).toBeVisible()
    put('Site Count', '3')
    put('Name', '')
    await save(user)
    await waitFor(() => expect(address()).toBe(details))
    expect(world.tables.bids).toMatchObject([{ name: null, site_count: 3 }])
    expect((await bodyOf('PATCH')).body).toEqual({ name: null, site_count: 3 })
  })

  it('[BID-7] says that a bid cannot be updated', async () => {
    const { user, address } = await openEdit()
    put('Name', 'Winter strip 2')
    server.use(http.put('*/api/mpg/bids/1/', () => refusal(503, 'The database does not answer.')))
    await save(user)
    expect(await screen.findByText('Cannot update this bid.')).toBeVisible()
    expect(field('Name')).toHaveValue('Winter strip 2')
    expect(address()).toBe(edit)
  })

  it('[OPE-5, K19] saves beside what another person has changed of the bid, and says what that was', async () => {
    const { user, world, address } = await openEdit()
    put('Name', 'Winter strip 2')
    Object.assign(world.tables.bids[0] ?? {}, { version: 2, site_count: 8, modified_by: 2 })
    await save(user)
    await waitFor(() => expect(address()).toBe(details))
    expect(world.tables.bids[0]).toMatchObject({ name: 'Winter strip 2', site_count: 8, version: 3 })
    expect(screen.getByText(/^Saved together with what .* changed meanwhile: Site Count\.$/)).toBeVisible()
  })

  it('[K2, K19] converts what was typed to the unit in which another person has saved the bid', async () => {
    const { user, world, address } = await openEdit({ january_volume: 5, annual_volume: 100 })
    put('January', '77')
    Object.assign(world.tables.bids[0] ?? {}, {
      ...{ version: 2, volume_unit: 'th', january_volume: 50, annual_volume: 1_000, modified_by: 2 },
    })
    await save(user)
    const panel = within(await screen.findByRole('region', { name: /^Changed by/ }))
    expect(panel.getByRole('row', { name: /^January/ })).toHaveTextContent('January5 dth50 th77 dth = 770 th')
    await user.click(panel.getByRole('button', { name: 'Save merged' }))
    await waitFor(() => expect(address()).toBe(details))
    expect(world.tables.bids[0]).toMatchObject({
      volume_unit: 'th',
      january_volume: 770,
      annual_volume: 1_000,
    })
  })

  it('asks before what has been typed is left', async () => {
    const { user, address } = await openEdit()
    put('Name', 'Winter strip 2')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(asked.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe(details))
  })

  it('[BID-9] deletes from the form, and goes back without asking after what was typed', async () => {
    const { user, address, world } = await openEdit()
    put('Name', 'Winter strip 2')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const asked = within(await screen.findByRole('dialog', { name: 'DELETE Winter strip' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe(details))
    expect(await screen.findByText('There are no bids yet.')).toBeVisible()
    expect(world.tables.bids).toEqual([])
  })
})
