import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ListAnswer } from '../../contract/answers'
import { quoteSummariesPath, type QuoteSummary } from '../../contract/comparisons'
import { asMonths } from '../../resources/bids/volumes'
import { columnsChosen } from '../../store/preferences'
import { aBid } from '../../testing/builders'
import { bidWorld } from '../../testing/bidWorld'
import { refusal } from '../../testing/handlers'
import { aQuote, aSupplier } from '../../testing/quotes'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'

const world = () => {
  const made = bidWorld([
    aBid({ opportunity: 41, annual_volume: 1_200, ...asMonths(Array.from({ length: 12 }, () => 100)) }),
  ])
  made.tables.suppliers = [aSupplier()]
  made.tables.quotes = [
    aQuote({ price: 4.05, valid_until: '2098-03-01T17:00:00.000Z' }),
    aQuote({ quote_id: 2, term: 24, price: 4.2 }),
    aQuote({ quote_id: 3, term: 36, price: 3, withdrawn_at: '2026-01-06T00:00:00.000Z' }),
  ]
  return made
}

const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const cellsOf = (name: string) =>
  within(screen.getByRole('link', { name }).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
    .slice(-3)

const openWithColumns = async () => {
  const app = await renderPage('/', { world: world() })
  await screen.findByRole('link', { name: 'Alder Creek' })
  expect(titles()).not.toContain('Best Price')
  expect(requestsTo(quoteSummariesPath)).toHaveLength(0)
  await app.user.click(screen.getByRole('button', { name: 'Columns' }))
  const menu = within(screen.getByRole('group', { name: 'Columns' }))
  for (const name of ['Best Price', 'Quotes Open', 'Next Expiry'])
    await app.user.click(menu.getByRole('checkbox', { name }))
  return app
}

it('[QUO-12] optional columns sum up the quotes of each opportunity, in one call for the page', async () => {
  const { store } = await openWithColumns()
  expect(titles().slice(-3)).toEqual(['Best Price', 'Quotes Open', 'Next Expiry'])
  await waitFor(() =>
    expect(cellsOf('Alder Creek')).toEqual(['$4.0500 /dth', '2', expect.stringMatching(/^March 01, 2098 /)]),
  )
  expect(cellsOf('Deal 001')).toEqual(['–', '0', '–'])
  expect(lastQueryTo(quoteSummariesPath)).toEqual({ ids: '41,1,2,3' })
  expect(store.getState().preferences.columns['opportunities']).toMatchObject({
    hidden: [],
    shown: ['best_price', 'quotes_open', 'next_expiry'],
  })
})

it('[QUO-12] optional columns show nothing of quotes that cannot be summed up', async () => {
  server.use(http.get(`*${quoteSummariesPath}`, () => refusal(500, 'It has failed.')))
  await openWithColumns()
  await waitFor(() => expect(cellsOf('Alder Creek')).toEqual(['–', '–', '–']))
})

it('[QUO-5, QUO-12] optional columns follow the expiry of a quote, with one call for the page', async () => {
  const later = '2098-03-01T17:00:00.000Z'
  const before = { opportunity: 41, best_price: 4.05, quotes_open: 2 }
  const after = { opportunity: 41, best_price: 4.2, quotes_open: 1, next_expiry: later }
  const soon = () => new Date(Date.now() + 10).toISOString()
  let calls = 0
  server.use(
    http.get(`*${quoteSummariesPath}`, () => {
      calls += 1
      const results = calls === 1 ? [{ ...before, next_expiry: soon() }] : [after]
      return HttpResponse.json<ListAnswer<QuoteSummary>>({ count: 1, results })
    }),
  )
  const { store } = await renderPage('/', { world: world() })
  await screen.findByRole('link', { name: 'Alder Creek' })
  const shown = ['best_price', 'quotes_open', 'next_expiry']
  act(() => {
    store.dispatch(columnsChosen({ list: 'opportunities', choice: { hidden: [], shares: {}, shown } }))
  })
  await waitFor(() =>
    expect(cellsOf('Alder Creek')).toEqual(['$4.2000 /dth', '1', expect.stringMatching(/^March 01, 2098 /)]),
  )
  expect(calls).toBe(2)
})

it('[QUO-12] the tab of an opportunity counts all quotes that it shows, open or not', async () => {
  await renderPage('/mpg/opportunities/41/details', { world: world() })
  expect(await screen.findByRole('tab', { name: 'Quotes 3' })).toBeVisible()
})
