import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import {
  bureauCannotCreate,
  bureauCreate,
  bureauSearch,
  type BureauAnswer,
  type BureauCreate,
  type BureauResult,
} from '../../contract/bureau'
import { queued } from '../../store/organizationQueues'
import { anOpportunity, anOrganization, aState } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { changeRow, createWorld, findRow } from '../../testing/world'

const search = '/mpg/organizations/experian/search'
const asked = 'state=OH&city=Columbus&organization_name=Larkmoor'
const forDeal = `${search}?opportunity=41`

const aResult = (given: Partial<BureauResult> = {}): BureauResult => ({
  business_name: 'Larkmoor Steel Inc.',
  address: '12 Harbor Road, Columbus, OH 43085',
  phone: '614-555-0142',
  bin: '100200300',
  alive: false,
  created: false,
  organization_id: null,
  match: {
    confidence: 'medium',
    reasons: [
      { part: 'name', fit: 'partial', spellings: [] },
      { part: 'city', fit: 'same', spellings: [] },
      { part: 'state', fit: 'same', spellings: [] },
    ],
  },
  ...given,
})
const steel = aResult()
const dairy = aResult({ business_name: 'Larkmoor Dairy', bin: '100200301', phone: null })
const alive = aResult({ business_name: 'Larkmoor Mills', bin: '100200302', alive: true, organization_id: 1 })

/** The mocked bureau: its results, and the organizations created from them. */
const bureauOf = (results: readonly BureauResult[]) => {
  const made = new Map<string, number>()
  server.use(
    http.post(`*${bureauSearch.path}`, () =>
      HttpResponse.json<BureauAnswer>({
        results: results.map((result) => {
          const organization_id = made.get(result.bin) ?? result.organization_id
          return {
            ...result,
            organization_id,
            alive: organization_id !== null,
            created: made.has(result.bin),
          }
        }),
        source: 'Demo registry',
      }),
    ),
    http.post<never, BureauCreate>(`*${bureauCreate.path}`, async ({ request }) => {
      const { bin } = await request.json()
      made.set(bin, made.get(bin) ?? 100 + made.size)
      return HttpResponse.json({ details: { organization_id: made.get(bin) } }, { status: 201 })
    }),
  )
  return made
}

const world = () => {
  const made = createWorld()
  made.tables.states = [aState()]
  made.tables.organizations.push(anOrganization({ organization_id: 2, name: 'Second' }))
  made.tables.opportunities.push(
    anOpportunity({ opportunity_id: 41, opportunity_name: 'Alder Creek', organizations: [2], version: 4 }),
  )
  return made
}
const open = async (address: string, results: readonly BureauResult[] = [steel, dairy, alive]) => {
  bureauOf(results)
  const app = await renderPage(address, { world: world() })
  await screen.findByRole('heading', { level: 1, name: 'Find Organization' })
  return app
}
const put = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const button = (name: string) => screen.getByRole('button', { name })
const bodies = async (path: string): Promise<unknown[]> =>
  Promise.all(
    requestsTo(path)
      .filter(({ method }) => method !== 'GET')
      .map((request) => request.clone().json()),
  )
const nothing =
  'No organizations matching your criteria. Please check your search information and try again or manually create an organization'

describe('the search', () => {
  it('[BUR-1, BUR-2] needs all three parts, and shows what was found', async () => {
    const { user, address } = await open(search)
    await user.click(button('Search'))
    expect(await screen.findByText('This field is required')).toBeVisible()
    expect(screen.getByText('Please provide a valid city.')).toBeVisible()
    expect(screen.getByText('Please provide a valid organization name.')).toBeVisible()
    put('City *', '—')
    put('Organization Name *', ' Larkmoor ')
    await user.click(screen.getByLabelText('State *'))
    await user.click(await screen.findByText('Ohio (OH)'))
    await user.click(button('Search'))
    expect(await screen.findByText('Please provide a valid city.')).toBeVisible()
    expect(requestsTo(bureauSearch.path)).toHaveLength(0)
    put('City *', 'Columbus')
    await user.click(button('Search'))
    const results = within(await screen.findByRole('region', { name: 'Results' }))
    expect(await bodies(bureauSearch.path)).toEqual([
      { state: 'OH', city: 'Columbus', organization_name: 'Larkmoor' },
    ])
    expect(address()).toBe(`${search}?${asked}`)
    expect(results.getByText('Demo registry')).toBeVisible()
    expect(results.getByText('3 businesses found')).toBeVisible()
    const [first] = results.getAllByRole('listitem')
    expect(first).toHaveTextContent(
      'LARKMOOR STEEL INC.12 Harbor Road, Columbus, OH 43085614-555-0142 · BIN 100200300Likely same city and state; there is more to the name',
    )
    // An equal search is sent again.
    await user.click(button('Search'))
    await waitFor(() => expect(requestsTo(bureauSearch.path)).toHaveLength(2))
    expect(screen.queryByText('Organizations Queue')).not.toBeInTheDocument()
  })

  it('[BUR-2] knows who is here already, and leads there', async () => {
    await open(`${search}?${asked}`)
    const row = within((await screen.findByText('LARKMOOR MILLS')).closest('li') ?? document.body)
    expect(row.getByText(/^This organization already exist/)).toBeVisible()
    expect(row.getByRole('button', { name: 'Add Larkmoor Mills' })).toBeDisabled()
    expect(row.getByRole('link', { name: 'Larkmoor Mills, already in Citygate' })).toHaveAttribute(
      'href',
      '/mpg/organizations/1/details',
    )
    expect(button('Add Larkmoor Dairy')).toBeEnabled()
  })

  it('[BUR-5] tells of made-up businesses that they are, with a search that finds one', async () => {
    bureauOf([])
    const made = world()
    const example = { state: 'AL', city: 'Mobile', organization_name: 'Larkmoor' }
    made.installation.demo_bureau = { label: 'Demo registry', example }
    const { user } = await renderPage(search, { world: made })
    expect(await screen.findByText('Demo registry')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Larkmoor in Mobile, AL' }))
    const none = within(await screen.findByRole('alert'))
    expect(await bodies(bureauSearch.path)).toEqual([example])
    expect(none.getByText('Demo registry')).toBeVisible()
    expect(none.getByRole('button', { name: 'Larkmoor in Mobile, AL' })).toBeVisible()
  })

  it('[BUR-5] tells nothing of the kind where a bureau is configured', async () => {
    await open(search, [])
    expect(await screen.findByText('Search for a business.')).toBeVisible()
    expect(requestsTo('/api/installation/')).toHaveLength(1)
    expect(screen.queryByText('Demo registry')).not.toBeInTheDocument()
  })

  it('[BUR-5] says that nothing was found, with the way to the form', async () => {
    const { user } = await open(`${search}?${asked}`, [])
    expect(await screen.findByRole('alert')).toHaveTextContent(nothing)
    const link = screen.getByRole('link', { name: 'manually create an organization' })
    expect(link).toHaveAttribute('href', '/mpg/organizations/create?name=Larkmoor&city=Columbus&state=OH')
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
    put('City *', 'Toledo')
    await user.click(button('Search'))
    await waitFor(() => expect(requestsTo(bureauSearch.path)).toHaveLength(2))
  })

  it('[BUR-5] says the same of a search that failed, and tries again', async () => {
    bureauOf([steel])
    server.use(
      http.post(`*${bureauSearch.path}`, () => refusal(502, nothing, 'bureau_unavailable'), { once: true }),
    )
    const { user } = await renderPage(`${search}?${asked}`, { world: world() })
    expect(await screen.findByRole('alert')).toHaveTextContent(`${nothing}Request id: req-1`)
    await user.click(button('Retry'))
    expect(await screen.findByText('LARKMOOR STEEL INC.')).toBeVisible()
  })
})

describe('adding', () => {
  it('[BUR-3] makes the organization once, and goes on to it', async () => {
    const { user, address } = await open(`${search}?${asked}`)
    await screen.findByText('LARKMOOR STEEL INC.')
    const release = holdAnswers(bureauCreate.path, 'post')
    await user.dblClick(button('Add Larkmoor Steel Inc.'))
    expect(button('Add Larkmoor Steel Inc.')).toBeDisabled()
    release()
    await waitFor(() => expect(address()).toBe('/mpg/organizations/100/details'))
    expect(await bodies(bureauCreate.path)).toEqual([{ bin: '100200300', created: false }])
  })

  it('[BUR-3] does not navigate to it after the user has left the page', async () => {
    const { user, address, navigate } = await open(`${search}?${asked}`)
    const made = bureauOf([steel])
    await screen.findByText('LARKMOOR STEEL INC.')
    const release = holdAnswers(bureauCreate.path, 'post')
    await user.click(button('Add Larkmoor Steel Inc.'))
    await waitFor(() => expect(requestsTo(bureauCreate.path)).toHaveLength(1))
    navigate('/mpg/tags')
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    release()
    await waitFor(() => expect(made.has('100200300')).toBe(true))
    navigate('/mpg/contacts')
    await screen.findByRole('heading', { level: 1, name: 'Contacts' })
    expect(await screen.findByText(/^Showing/)).toBeVisible()
    expect(address()).toBe('/mpg/contacts')
  })

  it('[BUR-3] says so where that fails, and can be asked again', async () => {
    const { user, address } = await open(`${search}?${asked}`)
    await screen.findByText('LARKMOOR STEEL INC.')
    server.use(http.post(`*${bureauCreate.path}`, () => refusal(502, bureauCannotCreate), { once: true }))
    await user.click(button('Add Larkmoor Steel Inc.'))
    await waitFor(() => expect(button('Add Larkmoor Steel Inc.')).toBeEnabled())
    expect(requestsTo(bureauCreate.path)).toHaveLength(1)
    await user.click(button('Add Larkmoor Steel Inc.'))
    await waitFor(() => expect(address()).toBe('/mpg/organizations/100/details'))
    const keys = requestsTo(bureauCreate.path).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
  })
})

describe('[BUR-4] for an opportunity', () => {
  const queue = () => within(screen.getByRole('region', { name: 'Organizations Queue' }))
  const inQueue = () =>
    queue()
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it('fills a queue, makes organizations of it and adds them to those that are there', async () => {
    const { user, address, navigate, world: made } = await open(search)
    navigate(`${forDeal}&${asked}`)
    await screen.findByText('LARKMOOR STEEL INC.')
    expect(queue().getByRole('button', { name: 'Add to Opportunity' })).toBeDisabled()
    await user.click(button('Select Larkmoor Steel Inc.'))
    await user.click(button('Select Larkmoor Dairy'))
    await user.click(button('Select Larkmoor Mills'))
    expect(inQueue()).toEqual([
      'LARKMOOR STEEL INC.Not in Citygate yet: it is created first.UnSelect',
      'LARKMOOR DAIRYNot in Citygate yet: it is created first.UnSelect',
      'LARKMOOR MILLSUnSelect',
    ])
    await user.click(button('UnSelect Larkmoor Dairy'))
    await user.click(button('UnSelect Larkmoor Mills in the queue'))
    await user.click(button('Select Larkmoor Mills'))
    // A concurrent change adds another one.
    const deal = findRow(made, 'opportunities', 41)
    if (deal) changeRow(deal, { organizations: [2, 3] })
    await user.click(button('Add to Opportunity'))
    await waitFor(() => expect(address()).toBe(search))
    expect(findRow(made, 'opportunities', 41)?.organizations).toEqual([2, 3, 100, 1])
    expect(window.sessionStorage.getItem('citygate:organization-queues')).toBeNull()
  })

  it('leads to the opportunity where the visit began with the search', async () => {
    const { user, address } = await open(forDeal)
    put('City *', 'Columbus')
    put('Organization Name *', 'Larkmoor')
    await user.click(screen.getByLabelText('State *'))
    await user.click(await screen.findByText('Ohio (OH)'))
    await user.click(button('Search'))
    await screen.findByText('LARKMOOR STEEL INC.')
    await user.click(button('Select Larkmoor Mills'))
    await user.click(button('Add to Opportunity'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/organizations'))
  })

  it('keeps in the queue what was added by hand or in a visit before, and who is made here', async () => {
    const { user, store } = await open(`${forDeal}&${asked}`)
    const wait = (opportunity: number, name: string, organization: number) =>
      act(() => void store.dispatch(queued({ opportunity, entry: { name, bin: null, organization } })))
    wait(41, 'Typed by hand', 9)
    wait(7, 'Of another deal', 8)
    await screen.findByText('LARKMOOR STEEL INC.')
    await user.click(button('Add Larkmoor Steel Inc.'))
    await waitFor(() => expect(inQueue()).toEqual(['TYPED BY HANDUnSelect', 'LARKMOOR STEEL INC.UnSelect']))
    const row = screen.getByRole('heading', { name: 'LARKMOOR STEEL INC.' }).closest('li')
    await waitFor(() => expect(row).toHaveTextContent('This organization already exist'))
    expect(button('UnSelect Larkmoor Steel Inc.')).toBeEnabled()
    expect(window.sessionStorage.getItem('citygate:organization-queues')).toContain('Typed by hand')
  })

  it('keeps what was made where something fails, and makes it no second time', async () => {
    const { user, address, store, world: made } = await open(`${forDeal}&${asked}`)
    await screen.findByText('LARKMOOR STEEL INC.')
    await user.click(button('Select Larkmoor Steel Inc.'))
    server.use(
      http.patch('*/api/mpg/opportunities/41/', () => refusal(503, 'The server is busy.'), { once: true }),
    )
    await user.click(button('Add to Opportunity'))
    await waitFor(() =>
      expect(store.getState().toasts).toMatchObject([
        { kind: 'error', text: 'Cannot Add Organization.', detail: 'The server is busy.' },
      ]),
    )
    expect(inQueue()).toEqual(['LARKMOOR STEEL INC.UnSelect'])
    await user.click(button('Add to Opportunity'))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/organizations'))
    expect(findRow(made, 'opportunities', 41)?.organizations).toEqual([2, 100])
    expect(requestsTo(bureauCreate.path)).toHaveLength(1)
    expect(store.getState().toasts.at(-1)).toMatchObject({ kind: 'success', text: 'Add successfully.' })
  })

  it('keeps in the queue what is selected while others are being added', async () => {
    const { user, address, world: made } = await open(`${forDeal}&${asked}`)
    await screen.findByText('LARKMOOR STEEL INC.')
    await user.click(button('Select Larkmoor Mills'))
    const answer = holdAnswers('/api/mpg/opportunities/41/', 'patch')
    await user.click(button('Add to Opportunity'))
    await user.click(button('Select Larkmoor Dairy'))
    answer()
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/41/organizations'))
    expect(findRow(made, 'opportunities', 41)?.organizations).toEqual([2, 1])
    expect(window.sessionStorage.getItem('citygate:organization-queues')).toContain('Larkmoor Dairy')
    expect(window.sessionStorage.getItem('citygate:organization-queues')).not.toContain('Larkmoor Mills')
  })

  it('offers no organizations already on it, and redirects from one that does not exist', async () => {
    const there = { ...alive, organization_id: 2 }
    const { navigate, address } = await open(`${forDeal}&${asked}`, [there])
    expect(await screen.findByText('On this opportunity already')).toBeVisible()
    navigate(`${search}?opportunity=99`)
    await waitFor(() => expect(address()).toBe('/mpg/opportunities'))
  })
})
