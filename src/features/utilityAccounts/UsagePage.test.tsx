import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { contract } from '../../contract'
import { addMonths, monthOf } from '../../contract/gas/calendar'
import { usageFindingsPath, usageMonthsPath, type UsageFindings } from '../../contract/usage'
import { bidWorld } from '../../testing/bidWorld'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'
import { addRow } from '../../testing/world'
import { localToday } from '../../ui/value/days'

const { path } = contract.billPeriods
const month = addMonths(monthOf(localToday()), -3)

const findings: UsageFindings = {
  gaps: [{ meter: 1, from: '2025-10-14', to: '2025-10-19', days: 6, estimate: 60 }],
  long_periods: [],
  outliers: [{ month: '2025-01', volume: 9_000 }],
}

const open = async () => {
  const world = bidWorld()
  addRow(world, 'utilityAccounts', { account_number: '00-12', organization: 1, utility_state: 1 })
  addRow(world, 'meters', { meter_number: 'M-1', utility_account: 1, unit: 'th' })
  const period = { meter: 1, read_from: '2025-10-14', read_to: '2025-11-15', unit: 'ccf', days: 32 }
  addRow(world, 'billPeriods', {
    ...period,
    ...{ quantity: 915, volume_dth: 95.672, read_type: 'estimated', status: 'cancelled' },
  })
  addRow(world, 'billPeriods', {
    ...period,
    ...{ quantity: 1_043.7, volume_dth: 109.129, read_type: 'actual', status: 'current' },
  })
  server.use(
    http.get(`*${usageMonthsPath}`, () =>
      HttpResponse.json({
        count: 2,
        results: [
          { month: addMonths(month, -12), volume: 7, days_covered: 0, coverage: 0, estimated: false },
          { month, volume: 1_250.5, days_covered: 25, coverage: 0.8065, estimated: true },
        ],
      }),
    ),
    http.get(`*${usageFindingsPath(1)}`, () => HttpResponse.json(findings)),
  )
  return renderPage('/mpg/utility-accounts/1/usage', { world })
}

it('[USE-7, USE-10] an account shows 36 months with their coverage, its findings, and cancelled periods on demand', async () => {
  const { user } = await open()
  const table = within(await screen.findByRole('table', { name: 'Usage by month' }))
  expect(table.getByText('1,250.500')).toBeVisible()
  expect(table.getByText('80.7 % covered')).toBeVisible()
  expect(table.getByText('not all meters')).toBeVisible()
  const years = table
    .getAllByRole('columnheader')
    .slice(1)
    .map(({ textContent }) => Number(textContent))
  expect(years).toEqual(years.toSorted((a, b) => b - a))
  expect(screen.getByRole('heading', { level: 1, name: 'Usage of 00-12' })).toBeVisible()
  expect(table.getByText('estimated')).toBeVisible()
  expect(lastQueryTo(usageMonthsPath)).toEqual({
    utility_account: '1',
    month_from: addMonths(monthOf(localToday()), -35),
  })
  expect(await screen.findByText(/is far from the same month of other years/)).toBeVisible()
  expect(await screen.findByText(/meter M-1\./)).toBeVisible()
  await waitFor(() => expect(lastQueryTo(path)).toMatchObject({ utility_account: '1', status: 'current' }))
  await user.click(screen.getByRole('switch', { name: 'Show cancelled periods' }))
  await waitFor(() => expect(lastQueryTo(path)).not.toHaveProperty('status'))

  await user.click(screen.getByRole('button', { name: 'Estimate' }))
  await waitFor(() => expect(requestsTo(path).some(({ method }) => method === 'POST')).toBe(true))
  const sent = requestsTo(path).find(({ method }) => method === 'POST')
  expect(await sent?.json()).toEqual({
    meter: 1,
    read_from: '2025-10-14',
    read_to: '2025-10-20',
    quantity: 60,
    unit: 'dth',
    read_type: 'estimated',
  })
})

it.each(['row', 'listitem'] as const)(
  '[USE-5, USE-10, GAS-1] a cancelled period is struck through and called so, in tables and on cards (%s)',
  async (role) => {
    setViewport({ width: role === 'row' ? 1440 : 390 })
    const { user } = await open()
    await user.click(await screen.findByRole('switch', { name: 'Show cancelled periods' }))
    const quantity = await screen.findByText(/^915/)
    const cancelled = quantity.closest<HTMLElement>(role === 'row' ? 'tr' : 'li')
    expect([...(cancelled?.querySelectorAll('s') ?? [])].map(({ textContent }) => textContent)).toEqual([
      '10/14/2025',
      '11/15/2025',
      '915 ccf',
      '95.672 dth',
    ])
    expect(cancelled).toHaveTextContent(/Estimated.*Cancelled/)
    const current = screen.getByText(/^1,043.7/).closest<HTMLElement>(role === 'row' ? 'tr' : 'li')
    expect(current?.querySelector('s')).toBeNull()
    expect(current).toHaveTextContent(/Actual.*Current/)
  },
)
