import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { contract, type Row } from '../../contract'
import { opportunityComparisonPath } from '../../contract/comparisons'
import { asMonths } from '../../resources/bids/volumes'
import { aBid } from '../../testing/builders'
import { bidWorld } from '../../testing/bidWorld'
import { aQuote, aSupplier, awardIn } from '../../testing/quotes'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'

const hospital = [1800, 1550, 1200, 700, 400, 250, 200, 200, 300, 700, 1150, 1550]
const { path } = contract.quotes
const page = '/mpg/opportunities/41/bid/1/quotes'

/** The three offers of the worked example: the lowest number is not the best one. */
const world = (quotes?: Row<'quotes'>[]) => {
  const made = bidWorld([
    aBid({
      opportunity: 41,
      annual_volume: 10_000,
      start_date: '2027-01-01',
      swing: [0.1],
      meter_count: 1,
      pricing_point: 'Burner Tip',
      ...asMonths(hospital),
    }),
  ])
  Object.assign(made.tables.opportunities.find(({ opportunity_id }) => opportunity_id === 41) ?? {}, {
    broker_fee: 0.2,
    dekatherms: true,
  })
  made.tables.suppliers = [
    aSupplier(),
    aSupplier({ supplier_id: 2, name: 'Three Herons', price_unit: 'th', pricing_point: 'Burner Tip' }),
    aSupplier({ supplier_id: 3, name: 'Quiet Basin' }),
  ]
  made.tables.quotes = quotes ?? [
    aQuote({
      price: 3.99,
      pricing_point: 'City Gate',
      basis: 0.12,
      loss_percent: 2,
      transport: 0.08,
      fee_included: false,
    }),
    aQuote({ quote_id: 2, supplier: 2, price: 0.405, price_unit: 'th' }),
    aQuote({ quote_id: 3, supplier: 3, price: 4.2, quote_kind: 'indicative', swing: 0.05 }),
  ]
  return made
}

const open = async (made = world()) => {
  const app = await renderPage(page, { world: made })
  await screen.findByRole('table', { name: 'Comparison of quotes' })
  return app
}

const row = async (supplier: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${supplier}`) }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sent = (method: string, to: string = path) =>
  requestsTo(to).filter((request) => request.method === method)

type User = Awaited<ReturnType<typeof open>>['user']
const choose = async (user: User, of: string, action: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${of}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the quotes of a bid', () => {
  it('[QUO-7, WE-3] stand in a matrix by all-in price, of which the lowest number is not the best', async () => {
    await open()
    expect(screen.getByRole('columnheader', { name: '12 months' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'fixed' })).toBeVisible()
    const first = await row('Copperlamp Energy')
    expect(first.getByText('$4.3939')).toBeVisible()
    expect(first.queryByText('Best')).not.toBeInTheDocument()
    const best = await row('Three Herons')
    expect(best.getByText('Best')).toBeVisible()
    expect(best.getByText('$40,500.00 a year')).toBeVisible()
    expect(best.getByText('Commission $1,200.00')).toBeVisible()
    expect(screen.getByText(/^Lowest quoted price/)).toHaveTextContent(
      /Copperlamp Energy at \$3\.99\/dth.*ranks 3rd of 3\. The best offer is Three Herons at \$4\.0500/,
    )
  })

  it('[QUO-7] unfold into their formula on focus', async () => {
    await open()
    const price = (await row('Copperlamp Energy')).getByRole('button', { name: /how it is made up/ })
    act(() => price.focus())
    const formula = within(await screen.findByRole('tooltip'))
    expect(formula.getByText('Losses').closest('div')).toHaveTextContent('$0.0839')
    expect(formula.getByText('All-in price').closest('div')).toHaveTextContent('$4.3939')
    expect(formula.getByText('10,000.000 dth')).toBeVisible()
  })

  it('[QUO-7, UNIT-2] are shown net of fees, and per therm, which the browser remembers', async () => {
    const { user, store } = await open()
    await user.click(screen.getByRole('switch', { name: 'Net of fees' }))
    const best = await row('Three Herons')
    expect(best.getByText('$3.9300')).toBeVisible()
    expect(best.getByText('$39,300.00 a year')).toBeVisible()
    expect(best.queryByText(/Commission/)).not.toBeInTheDocument()
    // The ranks stay those by all-in prices, and the net ones need not be in their order.
    expect(screen.getByText('Ranked by all-in price.')).toBeVisible()
    expect(screen.getByText(/^Lowest quoted price/)).toHaveTextContent(
      /at \$4\.0500\/dth \(\$3\.9300\/dth net of fees\)\.$/,
    )
    await user.click(screen.getByRole('switch', { name: 'Net of fees' }))
    expect(screen.queryByText(/Ranked by|net of fees/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: '$/th' }))
    expect(await screen.findByText('$0.4050')).toBeVisible()
    expect(store.getState().preferences.volumeUnit).toBe('th')
  })

  it('[QUO-8] are marked where they differ from what the bid asks for', async () => {
    await open()
    expect((await row('Quiet Basin')).getByText('Differs: swing 5% instead of 10%')).toBeVisible()
    expect((await row('Three Herons')).queryByText(/Differs/)).not.toBeInTheDocument()
  })

  it('[QUO-6, CRV-3] say what is missing where they have no price, and mark an old curve', async () => {
    const made = world([
      aQuote({ pricing_type: 2, price: 0.35 }),
      aQuote({ quote_id: 2, supplier: 2, pricing_type: 2, price: 0.3, index_curve: 1 }),
    ])
    made.tables.curvePoints = asMonthsOf(2027, 4).map((delivery_month, index) => ({
      curve_point_id: index + 1,
      curve: 1,
      trade_date: '2025-11-25',
      delivery_month,
      price: 4,
      settled: false,
      version: 1,
      created_by: 1,
      created_at: '2026-01-01T00:00:00Z',
      modified_by: 1,
      modified_at: '2026-01-01T00:00:00Z',
    }))
    await open(made)
    expect((await row('Copperlamp Energy')).getByText('Missing: a curve')).toBeVisible()
    expect((await row('Three Herons')).getByText('Missing: the curve from 2027-05 to 2027-12')).toBeVisible()
    expect((await row('Three Herons')).getByText('Old curve')).toBeVisible()
  })

  it('[QUO-5] count down, and expire without a reload', async () => {
    const soon = new Date(Date.now() + 1_200).toISOString()
    await open(world([aQuote({ valid_until: soon })]))
    expect(screen.getByText(/^\d s$/)).toHaveClass('overdue')
    expect(await screen.findByText('Expired', { selector: '.quote-mark' })).toBeVisible()
    expect(screen.queryByText('Best')).not.toBeInTheDocument()
  })

  it('[GAS-4] hide the commission from customers', async () => {
    const made = world()
    Object.assign(made.tables.users[0] ?? {}, { user_type: 'customer' })
    await open(made)
    await row('Three Herons')
    expect(screen.queryByText(/Commission/)).not.toBeInTheDocument()
  })

  it('[QUO-7] are cards on phones', async () => {
    setViewport({ width: 390 })
    await renderPage(page, { world: world() })
    const column = within(await screen.findByRole('region', { name: '12 months, fixed' }))
    expect(column.getAllByRole('listitem').map((card) => card.querySelector('strong')?.textContent)).toEqual([
      'Three Herons',
      'Quiet Basin',
      'Copperlamp Energy',
    ])
  })

  it('[QUO-2, QUO-3, QUO-9] are entered by keyboard, with what the supplier usually quotes', async () => {
    const { user, world: made } = await open()
    await user.click(screen.getByRole('button', { name: 'Add Quote' }))
    const form = await dialog('Add Quote')
    await waitFor(() => expect(form.getByLabelText('Supplier *')).toHaveFocus())
    expect(form.getByLabelText('Fee')).toHaveValue('0.2')
    await user.keyboard('herons{Enter}')
    await waitFor(() => expect(form.getByRole('radio', { name: 'Included in the price' })).toBeChecked())
    await user.clear(form.getByLabelText('Term *'))
    await user.type(form.getByLabelText('Term *'), '24')
    await user.type(form.getByLabelText('Price *'), '0.41{Enter}')
    await waitFor(() => expect(made.tables.quotes).toHaveLength(4))
    expect(await sent('POST')[0]?.json()).toMatchObject({
      bid: 1,
      supplier: 2,
      pricing_type: 1,
      term: 24,
      price: 0.41,
      price_unit: 'th',
      pricing_point: 'Burner Tip',
      start_date: '2027-01-01',
      fee: 0.2,
      fee_unit: 'dth',
      fee_included: true,
      quote_kind: 'indicative',
    })
    expect(await screen.findByRole('columnheader', { name: '24 months' })).toBeVisible()
  })

  it('[QUO-3] keep what was entered before the supplier was chosen', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Add Quote' }))
    const form = await dialog('Add Quote')
    const [mcf] = form.getAllByRole('radio', { name: 'mcf' })
    await user.click(mcf as HTMLElement)
    await user.click(form.getByLabelText('Supplier *'))
    await user.keyboard('herons{Enter}')
    await waitFor(() => expect(form.getByRole('radio', { name: 'Included in the price' })).toBeChecked())
    expect(form.getAllByRole('radio', { name: 'mcf' })[0]).toBeChecked()
  })

  it('[QUO-9] are copied for another term', async () => {
    const { user, world: made } = await open()
    await choose(user, 'Three Herons, 12 months, fixed', 'Duplicate for another term')
    const form = await dialog('Duplicate Quote')
    expect(form.getByLabelText('Price *')).toHaveValue('0.405')
    expect(form.getByLabelText('Term *')).toHaveValue('')
    await user.type(form.getByLabelText('Term *'), '36{Enter}')
    await waitFor(() =>
      expect(made.tables.quotes.at(-1)).toMatchObject({ supplier: 2, term: 36, price: 0.405 }),
    )
  })

  it('[QUO-9] are pasted as a block, after a preview that says what is wrong', async () => {
    const { user, world: made } = await open()
    await user.click(screen.getByRole('button', { name: 'Paste Quotes' }))
    const form = await dialog('Paste Quotes')
    await user.click(form.getByLabelText('Cells'))
    await user.paste('Three Herons\t24\tfixed\t0.41\nQuiet Basin\t24\tfixed\t4.15\nNo One\t24\tfixed\t4')
    const preview = within(await form.findByRole('table', { name: 'Preview' }))
    expect(preview.getByText('There is no supplier “No One”.')).toBeVisible()
    expect(form.getByText('2 quotes ready, 1 with a problem.')).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Create 2 of 3 quotes' }))
    await waitFor(() => expect(preview.getAllByText('Entered')).toHaveLength(2))
    expect(made.tables.quotes.slice(3)).toMatchObject([
      { supplier: 2, term: 24, price: 0.41, price_unit: 'th', pricing_point: 'Burner Tip' },
      { supplier: 3, term: 24, price: 4.15, price_unit: 'dth', pricing_point: 'Burner Tip' },
    ])
    expect(await screen.findByText('2 quotes added successfully.')).toBeVisible()
  })

  it('[K2] are not ready where their heading says another unit', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Paste Quotes' }))
    const form = await dialog('Paste Quotes')
    await user.click(form.getByLabelText('Cells'))
    await user.paste('Supplier\tTerm\tType\tPrice (cents/therm)\nThree Herons\t24\tfixed\t42.5')
    const preview = within(await form.findByRole('table', { name: 'Preview' }))
    expect(preview.getByText('Price: “cents” is not in dollars.')).toBeVisible()
    expect(preview.queryByText('Ready')).not.toBeInTheDocument()
  })

  it('[QUO-10, QUO-11] are awarded, which loses the others, until the award is revoked', async () => {
    const { user, world: made } = await open()
    await choose(user, 'Three Herons, 12 months, fixed', 'Award')
    const form = await dialog('Award Quote')
    expect(form.getByText(/2 other open quotes of this bid are lost/)).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Award' }))
    expect(await screen.findByText('Awarded')).toBeVisible()
    expect(made.tables.quotes[1]).toMatchObject({ awarded_by: 1, award_reason: null })
    const others = within(await screen.findByRole('region', { name: 'Not compared' }))
    expect(others.getAllByText('Lost')).toHaveLength(2)
    await choose(user, 'Three Herons, 12 months, fixed', 'Revoke award')
    await user.click((await dialog('Revoke Award')).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('Best')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Not compared' })).not.toBeInTheDocument()
  })

  it('[QUO-10] are awarded for a reason where they are not the best', async () => {
    const { user, world: made } = await open()
    await choose(user, 'Copperlamp Energy, 12 months, fixed', 'Award')
    const form = await dialog('Award Quote')
    await user.click(form.getByRole('button', { name: 'Award' }))
    await waitFor(() =>
      expect(form.getByLabelText('Reason *')).toHaveAccessibleDescription('Say why this quote was chosen.'),
    )
    await user.type(form.getByLabelText('Reason *'), 'They answer the phone')
    await user.click(form.getByRole('button', { name: 'Award' }))
    await waitFor(() =>
      expect(made.tables.quotes[0]).toMatchObject({ award_reason: 'They answer the phone' }),
    )
    expect(sent('POST', '/award/')[0]?.headers.get('Idempotency-Key')).toMatch(/^\w{16,}$/)
  })

  it('[GAS-2, QUO-10] tell by whom and what the bid was awarded meanwhile', async () => {
    const { user, world: made } = await open()
    await choose(user, 'Three Herons, 12 months, fixed', 'Award')
    const form = await dialog('Award Quote')
    const [first] = made.tables.quotes
    Object.assign(made.tables.users[1] ?? {}, { first_name: 'Tom', last_name: 'Ash' })
    if (first) awardIn(made, first, 2, null)
    await user.click(form.getByRole('button', { name: 'Award' }))
    expect(await form.findByText('Tom Ash has awarded this bid to Copperlamp Energy already.')).toBeVisible()
  })

  it('[QUO-10] are made firm before an award, and can be withdrawn and deleted', async () => {
    const { user, world: made } = await open()
    const name = 'Quiet Basin, 12 months, fixed'
    await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
    await screen.findByRole('menuitem', { name: 'Mark as firm' })
    expect(screen.queryByRole('menuitem', { name: 'Award' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('menuitem', { name: 'Mark as firm' }))
    await waitFor(() => expect(made.tables.quotes[2]).toMatchObject({ quote_kind: 'firm' }))
    expect(await (await row('Quiet Basin')).findByText('Firm')).toBeVisible()
    await choose(user, name, 'Withdraw')
    await user.click((await dialog('Withdraw Quote')).getByRole('button', { name: 'Withdraw' }))
    const others = within(await screen.findByRole('region', { name: 'Not compared' }))
    expect(others.getByText('Withdrawn')).toBeVisible()
    await choose(user, name, 'Delete')
    await user.click((await dialog('Delete Quote')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(made.tables.quotes).toHaveLength(2))
  })

  it('[GAS-2, QUO-13] tell by whom and in what they were changed before they are withdrawn', async () => {
    const { user, world: made } = await open()
    await choose(user, 'Three Herons, 12 months, fixed', 'Withdraw')
    const form = await dialog('Withdraw Quote')
    Object.assign(made.tables.quotes[1] ?? {}, { version: 2, modified_by: 2, price: 0.41 })
    await user.click(form.getByRole('button', { name: 'Withdraw' }))
    expect(await form.findByRole('alert')).toHaveTextContent(/Price: \$0\.405.* → \$0\.41/)
    await user.click(form.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByRole('region', { name: 'Not compared' })).toBeVisible()
  })

  it('[QUO-13] keep their numbers once they are awarded: only reference and notes are edited', async () => {
    const made = world()
    const awarded = made.tables.quotes[1] as Row<'quotes'>
    awardIn(made, awarded, 1, null)
    const { user } = await open(made)
    const name = 'Three Herons, 12 months, fixed'
    await choose(user, name, 'Edit')
    const form = await dialog('Edit Quote')
    expect(form.getByText('Its numbers are frozen by the award.')).toBeVisible()
    expect(form.getAllByRole('textbox').map((input) => input.getAttribute('name'))).toEqual([
      'supplier_reference',
      'notes',
    ])
    await user.type(form.getByLabelText('Notes'), 'Signed by fax')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(made.tables.quotes[1]).toMatchObject({ notes: 'Signed by fax', price: 0.405 }))
    const [request] = sent('PATCH')
    expect(await request?.json()).toEqual({ notes: 'Signed by fax' })
    expect(request?.headers.get('If-Match')).toBe('"2"')
  })

  it('[QUO-13] that are awarded while they are edited keep their numbers, and say so', async () => {
    const { user } = await open()
    await choose(user, 'Three Herons, 12 months, fixed', 'Edit')
    const form = await dialog('Edit Quote')
    server.use(http.put(`*${path}:id/`, () => refusal(409, 'An awarded quote keeps its numbers.')))
    await user.clear(form.getByLabelText('Price *'))
    await user.type(form.getByLabelText('Price *'), '0.39')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('An awarded quote keeps its numbers.')).toBeVisible()
  })

  it('[QUO-12] stand on the opportunity, over all its bids', async () => {
    await renderPage('/mpg/opportunities/41/quotes', { world: world() })
    expect(await screen.findByRole('link', { name: 'Winter strip' })).toHaveAttribute('href', page)
    expect(await screen.findByRole('table', { name: 'Comparison of quotes' })).toBeVisible()
    expect(screen.getByRole('tab', { name: /^Quotes/ })).toHaveAttribute('aria-selected', 'true')
    expect(requestsTo(opportunityComparisonPath(41))).toHaveLength(1)
    expect(requestsTo(path)).toHaveLength(1)
  })

  it('[GAS-1] are found where they stand by their own address', async () => {
    const { address } = await renderPage('/mpg/quotes/2', { world: world() })
    await waitFor(() => expect(address()).toBe(page))
  })
})

function asMonthsOf(year: number, count: number) {
  return Array.from({ length: count }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
}
