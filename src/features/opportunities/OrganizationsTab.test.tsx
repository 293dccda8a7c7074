import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { signedOut } from '../../store/session'
import { anAddress, anOpportunity, anOrganization, anOrganizationAddress } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, requestsTo, server } from '../../testing/server'
import { changeRow, createWorld, findRow, type World } from '../../testing/world'

const path = '/api/mpg/opportunities/41/'
const address = '/mpg/opportunities/41/organizations'

/**
 * Harbor Mills has its headquarters in Harbor Road and its billing address in Mill Lane; Lakeside Foods has only a
 * former site.
 */
const world = (): World => {
  const made = createWorld()
  made.tables.states = [{ ...made.tables.states[0], state_id: 1, acronym: 'IL', name: 'Illinois' }]
  made.tables.organizations = [
    anOrganization({ tax_id: '36-1234567', duns_number: '804512377', addresses: [2, 1] }),
    anOrganization({
      organization_id: 2,
      name: 'Lakeside Foods',
      bin_number: '700100200',
      zoominfo_id: '55501',
      addresses: [3],
    }),
    anOrganization({ organization_id: 3, name: 'Third Party' }),
  ]
  made.tables.addresses = [
    anAddress({ organizations_addresses: [1] }),
    anAddress({ address_id: 2, address_street: '4 Mill Lane', organizations_addresses: [2] }),
    anAddress({ address_id: 3, address_street: '9 Quay Street', organizations_addresses: [3] }),
  ]
  made.tables.organizationAddresses = [
    anOrganizationAddress(),
    anOrganizationAddress({ organization_address_id: 2, address: 2, address_type: ['billing_address'] }),
    anOrganizationAddress({
      organization_address_id: 3,
      organization: 2,
      address: 3,
      property_status: 'expired',
    }),
  ]
  made.tables.opportunities.push(
    anOpportunity({ opportunity_id: 41, opportunity_name: 'Alder Creek', organizations: [1, 2], version: 4 }),
  )
  return made
}

const open = async (made = world()) => {
  const app = await renderPage(address, { world: made })
  await screen.findByText('HARBOR MILLS')
  return app
}

/** The panel of an organization, whose name is always visible. */
const panel = (name: string) => {
  const found = screen.getByText(name).closest('details')
  if (!found) throw new Error(`There is no panel of ${name}.`)
  return found
}
const inPanel = (name: string) => within(panel(name))
const taxId = () => inPanel('HARBOR MILLS').getByLabelText('Tax ID')
const patchesOf = (what: string) => requestsTo(what).filter(({ method }) => method === 'PATCH')

describe('the organizations of an opportunity', () => {
  it('[OPD-8] shows a panel for each, several of them open at a time, the first one from the start', async () => {
    const { user } = await open()
    expect(panel('HARBOR MILLS').open).toBe(true)
    expect(panel('LAKESIDE FOODS').open).toBe(false)
    await user.click(screen.getByText('LAKESIDE FOODS'))
    await waitFor(() => expect(panel('LAKESIDE FOODS').open).toBe(true))
    expect(panel('HARBOR MILLS').open).toBe(true)
    await user.click(screen.getByText('HARBOR MILLS'))
    await waitFor(() => expect(panel('HARBOR MILLS').open).toBe(false))
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Organizations 2')
    expect(lastQueryTo(path).expand).toContain('organizations.addresses.organizations_addresses')
  })

  it('[OPD-9] shows the name, the legal address and the numbers', async () => {
    await open()
    const first = inPanel('HARBOR MILLS')
    expect(first.getByText('Legal Address').nextSibling).toHaveTextContent(
      '12 Harbor Road, Larkfield, IL 60601',
    )
    expect(
      ['Tax ID', 'Bin', 'ZoomInfo ID', 'DUNS Number'].map(
        (label) => first.getByLabelText<HTMLInputElement>(label).value,
      ),
    ).toEqual(['36-1234567', '', '', '804512377'])
    expect(inPanel('LAKESIDE FOODS').getByText('Legal Address').nextSibling).toHaveTextContent(
      '9 Quay Street',
    )
  })

  it('[OPD-8] says when there is none', async () => {
    await renderPage('/mpg/opportunities/1/organizations')
    expect(await screen.findByText('There is no data.')).toBeVisible()
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Organizations 0')
  })

  it('[OPD-8] leads to the search of the credit bureau', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Add' })).toHaveAttribute(
      'href',
      '/mpg/organizations/experian/search?opportunity=41',
    )
  })

  it.each([
    ['harbor m', 'HARBOR MILLS'],
    ['36-12', 'HARBOR MILLS'],
    ['804512377', 'HARBOR MILLS'],
    ['700100', 'LAKESIDE FOODS'],
    ['55501', 'LAKESIDE FOODS'],
    [' quay ', 'LAKESIDE FOODS'],
  ])('[OPD-8] finds by “%s” the panel of %s alone', async (q, name) => {
    const { user } = await open()
    await user.type(screen.getByRole('searchbox', { name: 'Search organizations' }), q)
    const other = name === 'HARBOR MILLS' ? 'LAKESIDE FOODS' : 'HARBOR MILLS'
    expect(panel(name).hidden).toBe(false)
    expect(panel(other).hidden).toBe(true)
    expect(screen.getByText('1 organization found')).toBeInTheDocument()
  })

  it('[OPD-8] says when nothing matches, and shows all again', async () => {
    const { user } = await open()
    await user.type(screen.getByRole('searchbox', { name: 'Search organizations' }), 'zinc')
    expect(screen.getByText('No organizations match “zinc”.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(panel('HARBOR MILLS').hidden).toBe(false)
    expect(panel('LAKESIDE FOODS').hidden).toBe(false)
  })
})

describe('a number of an organization', () => {
  it('[OPD-9] is saved when its field is left, by itself', async () => {
    const made = world()
    const { user } = await open(made)
    await user.clear(taxId())
    await user.type(taxId(), ' 36-7654321 ')
    expect(patchesOf('/api/mpg/organizations/')).toEqual([])
    await user.tab()
    expect(await screen.findByText('Saved')).toBeVisible()
    const [sent] = patchesOf('/api/mpg/organizations/1/')
    expect(await sent?.json()).toEqual({ tax_id: '36-7654321' })
    expect(made.tables.organizations[0]?.tax_id).toBe('36-7654321')
    expect(taxId()).toHaveValue('36-7654321')
  })

  it('[OPD-9] says that it is being saved for as long as it is', async () => {
    const { user } = await open()
    const answer = holdAnswers('/api/mpg/organizations/1/', 'patch')
    await user.type(taxId(), '9{Enter}')
    expect(await screen.findByText('Saving')).toBeVisible()
    answer()
    expect(await screen.findByText('Saved')).toBeVisible()
    await user.tab()
    expect(patchesOf('/api/mpg/organizations/1/')).toHaveLength(1)
  })

  /** Holds the answers about the organization, to release them one by one. */
  const holdEachAnswer = () => {
    const held: (() => void)[] = []
    server.use(
      http.patch('*/api/mpg/organizations/1/', async () => {
        await new Promise<void>((resolve) => held.push(resolve))
        return undefined
      }),
    )
    return {
      answerNext: async () => {
        await waitFor(() => expect(held).not.toEqual([]))
        held.shift()?.()
      },
    }
  }
  const sentTexts = () =>
    Promise.all(
      patchesOf('/api/mpg/organizations/1/').map(
        async (request) => (await request.clone().json()) as unknown,
      ),
    )

  it('[OPD-9] can be typed on while it is saved, and is saved again after that', async () => {
    const made = world()
    const { user } = await open(made)
    const { answerNext } = holdEachAnswer()
    await user.type(taxId(), '8{Enter}')
    await user.type(taxId(), '9{Enter}{Enter}')
    await user.tab()
    expect(taxId()).toHaveValue('36-123456789')
    await waitFor(async () => expect(await sentTexts()).toEqual([{ tax_id: '36-12345678' }]))
    await answerNext()
    await answerNext()
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await sentTexts()).toEqual([{ tax_id: '36-12345678' }, { tax_id: '36-123456789' }])
    expect(made.tables.organizations[0]?.tax_id).toBe('36-123456789')
    expect(taxId()).toHaveValue('36-123456789')
  })

  it('[OPD-9] keeps what is being typed when an earlier text has been saved', async () => {
    const { user } = await open()
    const { answerNext } = holdEachAnswer()
    await user.type(taxId(), '8{Enter}')
    await user.type(taxId(), '9')
    await answerNext()
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(taxId()).toHaveValue('36-123456789')
    await user.tab()
    await answerNext()
    await waitFor(async () =>
      expect(await sentTexts()).toEqual([{ tax_id: '36-12345678' }, { tax_id: '36-123456789' }]),
    )
  })

  it('[OPD-9] is not sent when it has not been changed', async () => {
    const { user } = await open()
    await user.click(taxId())
    await user.tab()
    await user.type(taxId(), '  ')
    await user.tab()
    await user.type(taxId(), 'x{Backspace}')
    await user.tab()
    await user.click(inPanel('HARBOR MILLS').getByLabelText('Bin'))
    await user.type(inPanel('HARBOR MILLS').getByLabelText('Bin'), ' ')
    await user.tab()
    expect(taxId()).toHaveValue('36-1234567')
    expect(patchesOf('/api/mpg/organizations/')).toEqual([])
  })

  it('[OPD-9] is cleared by an empty text, and restored by Esc', async () => {
    const { user } = await open()
    await user.clear(taxId())
    await user.keyboard('{Escape}')
    expect(taxId()).toHaveValue('36-1234567')
    await user.clear(taxId())
    await user.keyboard('{Enter}')
    await screen.findByText('Saved')
    const [sent] = patchesOf('/api/mpg/organizations/1/')
    expect(await sent?.json()).toEqual({ tax_id: null })
  })

  it('[OPD-9] keeps what was typed when it cannot be saved, says why, and tries again', async () => {
    const { user } = await open()
    server.use(
      http.patch('*/api/mpg/organizations/1/', () => refusal(503, 'The database does not answer.'), {
        once: true,
      }),
    )
    await user.type(taxId(), '-A')
    await user.tab()
    await waitFor(() => expect(taxId()).toHaveAccessibleDescription('The database does not answer.'))
    expect(taxId()).toHaveValue('36-1234567-A')
    expect(screen.getByText('Cannot Update Organization.')).toBeVisible()
    // Tabbing through the field does not send it again.
    await user.click(taxId())
    await user.tab()
    expect(patchesOf('/api/mpg/organizations/1/')).toHaveLength(1)
    await user.click(inPanel('HARBOR MILLS').getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(taxId()).toHaveAccessibleDescription('')
    expect(patchesOf('/api/mpg/organizations/1/')).toHaveLength(2)
  })

  it('[OPD-9] is not lost by leaving, or by searching for another organization', async () => {
    const { user, address: here } = await open()
    server.use(http.patch('*/api/mpg/organizations/1/', () => refusal(503, 'The database does not answer.')))
    await user.type(taxId(), '-A{Enter}')
    await screen.findByRole('button', { name: 'Retry' })
    await user.type(screen.getByRole('searchbox', { name: 'Search organizations' }), 'lake')
    await user.clear(screen.getByRole('searchbox', { name: 'Search organizations' }))
    expect(taxId()).toHaveValue('36-1234567-A')
    await user.click(screen.getByRole('tab', { name: 'Opportunity Details' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(asked.getByRole('button', { name: 'Stay' }))
    expect(here()).toBe(address)
    expect(taxId()).toHaveValue('36-1234567-A')
  })
})

describe('a number that is unsaved when the session is lost', () => {
  it('[OPD-9, TRUST-32] is back after the next sign-in, and is saved when its field is left', async () => {
    const { user, store, world: made } = await renderApp(address, { world: world() })
    await screen.findByText('HARBOR MILLS')
    // One is refused when its field is left, one is still being typed.
    server.use(http.patch('*/api/mpg/organizations/2/', () => refusal(503, 'The database does not answer.')))
    const bin = inPanel('LAKESIDE FOODS').getByLabelText('Bin')
    await user.clear(bin)
    await user.type(bin, '700100299')
    await user.clear(taxId())
    await inPanel('LAKESIDE FOODS').findByRole('button', { name: 'Retry' })
    await user.type(taxId(), '98-1112223')
    act(() => void store.dispatch(signedOut({ key: null, lost: true })))
    await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
    await user.type(screen.getByLabelText('Username'), 'broker')
    await user.type(screen.getByLabelText('Password'), 'citygate-demo-2026')
    await user.click(screen.getByRole('button', { name: 'Log In' }))
    await screen.findByText('HARBOR MILLS')
    expect(inPanel('HARBOR MILLS').getByText('What you had typed is back.')).toBeVisible()
    expect(taxId()).toHaveValue('98-1112223')
    // Also where its panel was not the first.
    expect(panel('LAKESIDE FOODS').open).toBe(true)
    expect(inPanel('LAKESIDE FOODS').getByLabelText('Bin')).toHaveValue('700100299')
    await user.click(taxId())
    await user.tab()
    expect(await screen.findByText('Saved')).toBeVisible()
    await user.type(inPanel('LAKESIDE FOODS').getByLabelText('Bin'), '{Escape}')
    expect(inPanel('LAKESIDE FOODS').getByLabelText('Bin')).toHaveValue('700100200')
    expect(store.getState().drafts).toEqual({})
    expect(findRow(made, 'organizations', 1)?.['tax_id']).toBe('98-1112223')
  })
})

describe('a number that another organization has, too', () => {
  const asked = () => requestsTo('/api/mpg/organizations/duplicates/')
  const told = () => screen.queryAllByText(/^Also the/).map(({ textContent }) => textContent)

  it.each([
    ['Tax ID', 'tax_id', '98-7654321', '987 654 321'],
    ['Bin', 'bin_number', '5550-12345', '555012345'],
    ['DUNS Number', 'duns_number', '00-123-4567', '001234567'],
  ])(
    '[K15, OPD-9] names the other one below the %s, with a way to it',
    async (label, name, theirs, typed) => {
      const made = world()
      Object.assign(made.tables.organizations[2] ?? {}, { [name]: theirs })
      const { user } = await open(made)
      const input = inPanel('HARBOR MILLS').getByLabelText(label)
      await user.clear(input)
      await user.type(input, typed)
      expect(await inPanel('HARBOR MILLS').findByText(/^Also the/)).toHaveRole('status')
      expect(told()).toEqual([`Also the ${label} of THIRD PARTY (opens in a new tab)`])
      const link = screen.getByRole('link', { name: /^THIRD PARTY/ })
      expect(link).toHaveAttribute('href', '/mpg/organizations/3/details')
      expect(link).toHaveAttribute('target', '_blank')
      // Saving is not prevented, and the notice stays.
      await user.tab()
      expect(await screen.findByText('Saved')).toBeVisible()
      await waitFor(() => expect(told()).toHaveLength(1))
      await user.type(inPanel('HARBOR MILLS').getByLabelText(label), '8')
      expect(told()).toEqual([])
    },
  )

  it('[K15] is not looked for before one is edited, and is never its own', async () => {
    const made = world()
    Object.assign(made.tables.organizations[2] ?? {}, { duns_number: '804512377' })
    const { user } = await open(made)
    await user.type(taxId(), '9{Backspace}')
    await waitFor(() => expect(asked()).toHaveLength(1))
    expect(Object.fromEntries(new URL(asked()[0]?.url ?? '').searchParams)).toEqual({
      tax_id: '36-1234567',
      exclude: '1',
    })
    expect(told()).toEqual([])
  })
})

describe('a number that two people change at once', () => {
  const one = '/api/mpg/organizations/1/'
  /** Another person saves something, while this one types. */
  const meet = async (theirs: Partial<World['tables']['organizations'][number]>) => {
    const made = world()
    const app = await open(made)
    await app.user.type(taxId(), '9')
    const others = (body: typeof theirs) =>
      Object.assign(changeRow(findRow(made, 'organizations', 1) ?? {}, body), { modified_by: 2 })
    others(theirs)
    await app.user.tab()
    return { ...app, others, stored: () => made.tables.organizations[0] }
  }
  const sentVersions = () => patchesOf(one).map(({ headers }) => headers.get('If-Match'))
  const click = (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
    user.click(inPanel('HARBOR MILLS').getByRole('button', { name }))

  it('[OPD-9, K19] is saved beside what the other one has made of another field', async () => {
    const { stored } = await meet({ duns_number: '111222333', tax_id: '36-1234567' })
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(stored()).toMatchObject({ tax_id: '36-12345679', duns_number: '111222333' })
    expect(sentVersions()).toEqual(['"1"', '"2"'])
    expect(screen.queryByText('Cannot Update Organization.')).not.toBeInTheDocument()
  })

  it('[OPD-9, K19] of which both have changed shows theirs, and keeps mine over it only when told to', async () => {
    const { user, others, stored } = await meet({ tax_id: '77-0000001' })
    await waitFor(() => expect(taxId()).toHaveAccessibleDescription('Changed meanwhile: 77-0000001'))
    expect(taxId()).toHaveValue('36-12345679')
    expect(stored()?.tax_id).toBe('77-0000001')
    // Going through the field sends nothing.
    await user.click(taxId())
    await user.tab()
    expect(sentVersions()).toEqual(['"1"'])
    others({ tax_id: '77-0000002' })
    await click(user, 'Keep mine')
    await waitFor(() => expect(taxId()).toHaveAccessibleDescription('Changed meanwhile: 77-0000002'))
    await click(user, 'Keep mine')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(stored()?.tax_id).toBe('36-12345679')
    expect(taxId()).toHaveAccessibleDescription('')
    expect(sentVersions()).toEqual(['"1"', '"2"', '"3"'])
  })

  it('[OPD-9, K19] is theirs once that is taken, and is changed from there', async () => {
    const { user, stored } = await meet({ tax_id: null })
    await waitFor(() => expect(taxId()).toHaveAccessibleDescription('Changed meanwhile: now empty'))
    await click(user, 'Take theirs')
    expect(taxId()).toHaveValue('')
    expect(inPanel('HARBOR MILLS').queryByRole('button', { name: 'Keep mine' })).not.toBeInTheDocument()
    await user.type(taxId(), '5{Enter}')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(stored()?.tax_id).toBe('5')
    expect(sentVersions()).toEqual(['"1"', '"2"'])
  })

  it('[OPD-9, K19] to the same is saved', async () => {
    const { stored } = await meet({ tax_id: '36-12345679' })
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(stored()).toMatchObject({ tax_id: '36-12345679', version: 2 })
  })
})

describe('taking an organization off', () => {
  const remove = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
    await user.click(inPanel(name).getByRole('button', { name: `Remove ${name}` }))
    const asked = within(await screen.findByRole('dialog', { name: 'Remove Organization' }))
    expect(asked.getByText(name)).toBeVisible()
    await waitFor(() => expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.click(asked.getByRole('button', { name: 'Remove' }))
    return asked
  }

  it('[OPD-8] sends the list without it, on the version that was read', async () => {
    const made = world()
    const { user } = await open(made)
    await remove(user, 'HARBOR MILLS')
    await waitFor(() => expect(screen.queryByText('HARBOR MILLS')).not.toBeInTheDocument())
    const [sent] = patchesOf(path)
    expect(await sent?.json()).toEqual({ organizations: [2] })
    expect(sent?.headers.get('If-Match')).toBe('"4"')
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Organizations 1')
    expect(findRow(made, 'opportunities', 41)?.['organizations']).toEqual([2])
    expect(made.tables.organizations).toHaveLength(3)
  })

  it('[OPD-8] loses nothing when two people take different ones off at once, and one adds another', async () => {
    const made = world()
    const { user } = await open(made)
    const row = findRow(made, 'opportunities', 41)
    if (!row) throw new Error('There is no such opportunity.')
    changeRow(row, { organizations: [1, 3] })
    await remove(user, 'HARBOR MILLS')
    expect(await screen.findByText('THIRD PARTY')).toBeVisible()
    expect(row['organizations']).toEqual([3])
    expect(screen.queryByText('LAKESIDE FOODS')).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.queryByText('Cannot update opportunity.')).not.toBeInTheDocument()
    expect(patchesOf(path).map(({ headers }) => headers.get('If-Match'))).toEqual(['"4"', '"5"'])
  })

  it('[OPD-8] leaves it where the server refuses', async () => {
    const { user } = await open()
    server.use(http.patch(`*${path}`, () => refusal(503, 'The database does not answer.')))
    const asked = await remove(user, 'LAKESIDE FOODS')
    expect(await asked.findByRole('alert')).toHaveTextContent('The database does not answer.')
    expect(screen.getByText('Cannot update opportunity.')).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    expect(panel('LAKESIDE FOODS')).toBeInTheDocument()
  })
})

describe('a credit setup', () => {
  const setups = '/api/mpg/credit-setups/'

  it('[OPD-9] is requested once, and the opportunity then asks for credit', async () => {
    const made = world()
    const { user } = await open(made)
    const first = inPanel('HARBOR MILLS')
    expect(first.getByText('Credit Setups (Not Requested)')).toBeVisible()
    const button = first.getByRole('button', { name: 'Request Credit Setup' })
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    expect(await first.findByText('Credit Setups (Requested)')).toBeVisible()
    expect(first.getByText('March 07, 2026', { exact: false }).closest('p')).toHaveTextContent(
      'March 07, 2026 12:30 PM by broker',
    )
    expect(first.queryByRole('button', { name: 'Request Credit Setup' })).not.toBeInTheDocument()
    await waitFor(() => expect(first.getByRole('region', { name: 'Credit Setups' })).toHaveFocus())
    expect(inPanel('LAKESIDE FOODS').getByText('Credit Setups (Not Requested)')).toBeInTheDocument()
    const [sent] = requestsTo(setups).filter(({ method }) => method === 'POST')
    expect(await sent?.json()).toEqual({ opportunity: 41, organization: 1 })

    await user.click(screen.getByRole('tab', { name: 'Opportunity Details' }))
    const details = within(await screen.findByRole('region', { name: 'Details' }))
    expect(details.getByText('YES')).toBeVisible()
    expect(within(screen.getByRole('region', { name: 'Metadata' })).getByText('5')).toBeVisible()
  })

  it('[OPD-9] that was requested before shows when and by which user', async () => {
    const made = world()
    made.tables.creditSetups = [
      {
        credit_setup_id: 1,
        opportunity: 41,
        organization: 2,
        version: 1,
        created_by: 2,
        created_at: '2026-02-01T16:00:00.000Z',
        modified_by: 2,
        modified_at: '2026-02-01T16:00:00.000Z',
      },
    ]
    await open(made)
    const second = inPanel('LAKESIDE FOODS')
    expect(await second.findByText('Credit Setups (Requested)')).toBeInTheDocument()
    expect(second.getByText(/by team/)).toHaveTextContent('February 01, 2026 10:00 AM by team')
    expect(inPanel('HARBOR MILLS').getByText('Credit Setups (Not Requested)')).toBeVisible()
  })

  it('[OPD-9] can be requested again when it could not be', async () => {
    const { user } = await open()
    const first = inPanel('HARBOR MILLS')
    const button = first.getByRole('button', { name: 'Request Credit Setup' })
    await waitFor(() => expect(button).toBeEnabled())
    server.use(http.post(`*${setups}`, () => refusal(503, 'The database does not answer.'), { once: true }))
    await user.click(button)
    expect(await screen.findByText('Cannot request the credit setup.')).toBeVisible()
    expect(first.getByText('Credit Setups (Not Requested)')).toBeVisible()
    await user.click(await first.findByRole('button', { name: 'Request Credit Setup' }))
    expect(await first.findByText('Credit Setups (Requested)')).toBeVisible()
    const keys = requestsTo(setups)
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
  })
})
