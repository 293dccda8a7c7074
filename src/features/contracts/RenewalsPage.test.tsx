import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { contract } from '../../contract'
import { dayPath } from '../../contract/day'
import { addDays } from '../../contract/gas/calendar'
import { renewalsPath } from '../../contract/renewals'
import { emptyDay } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { addRow, createWorld } from '../../testing/world'
import { menuEntries } from '../menu'

const { path } = contract.contracts

const world = () => {
  const made = createWorld()
  addRow(made, 'suppliers', { name: 'Copperlamp Energy' })
  const terms = { organization: 1, supplier: 1, signed_on: '2026-01-05' }
  const known = { annual_dth: 10_000, yearly_fee: 1_200.5 }
  const end = (days: number) => ({ end_date: addDays(new Date().toISOString().slice(0, 10), days) })
  addRow(made, 'contracts', { ...terms, ...end(20), ...known, contract_number: 'Alder 1' })
  addRow(made, 'contracts', { ...terms, ...end(50), contract_number: 'Brackwater 2', renewal: 1 })
  return made
}
/** The parameters of the last request to exactly this address. */
const lastParams = (address: string) => {
  const urls = requestsTo(address).map(({ url }) => new URL(url))
  const last = urls.findLast(({ pathname }) => pathname === address)
  return Object.fromEntries(last?.searchParams ?? [])
}
const bucket = (name: RegExp) => screen.findByRole('button', { name })

describe('renewals', () => {
  it('[CTR-5, CTR-8] stand below what is late to be enrolled, which leads to its contracts', async () => {
    const day = { ...emptyDay, late_enrollments: 1 }
    server.use(http.get(`*${dayPath}`, () => HttpResponse.json(day)))
    const { user, address } = await renderPage('/mpg/renewals', { world: world() })
    const late = await screen.findByRole('link', { name: '1 contract with accounts that are late to enroll' })
    expect(late).toHaveClass('overdue')
    await user.click(late)
    await waitFor(() => expect(lastParams(path)).toMatchObject({ enrollment_late: 'true' }))
    expect(await screen.findByLabelText('Due')).toHaveDisplayValue('Enrollment')
    await user.selectOptions(screen.getByLabelText('Due'), 'Notice')
    await waitFor(() => expect(address()).toBe('/mpg/contracts?notice_within=14'))
  })

  it('[CTR-8] are summed up by bucket, and listed by notice with what is at stake', async () => {
    const { user } = await renderPage('/mpg/renewals', { world: world() })
    expect(menuEntries).toContainEqual(expect.objectContaining({ label: 'Renewals', to: '/mpg/renewals' }))
    expect(await bucket(/0 to 30/)).toHaveTextContent('1 contract10,000 dth a year$1,200.50 fee a year')
    expect(await bucket(/31 to 60/)).toHaveTextContent(
      '1 contract0 dth a year$0.00 fee a year1 without volumes',
    )
    const row = within((await screen.findByText('Alder 1')).closest('tr') as HTMLElement)
    expect(row.getByRole('link', { name: 'Alder 1' })).toHaveAttribute('href', '/mpg/contracts/1')
    expect(row.getByText('10,000')).toBeVisible()
    expect(row.getByText('$1,200.50')).toBeVisible()
    expect(lastParams(path)).toMatchObject({ at_stake: 'true', ordering: 'notice_by' })
    await user.click(await bucket(/31 to 60/))
    await waitFor(() => expect(lastParams(path)).toMatchObject({ bucket: '60' }))
    expect(await bucket(/31 to 60/)).toHaveAttribute('aria-pressed', 'true')
    expect(lastParams(renewalsPath)).not.toHaveProperty('bucket')
  })

  it('[CTR-8] are narrowed by supplier, organization and sales person', async () => {
    const { user } = await renderPage('/mpg/renewals', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Filter by supplier' }))
    await user.click(await screen.findByRole('button', { name: 'Copperlamp Energy' }))
    await waitFor(() => expect(lastParams(renewalsPath)).toMatchObject({ supplier: '1' }))
    await user.type(screen.getByLabelText('Sales Person'), 'Jo Fields{Enter}')
    await waitFor(() =>
      expect(lastParams(renewalsPath)).toMatchObject({ supplier: '1', sales_represented: 'Jo Fields' }),
    )
    await user.click(screen.getByRole('button', { name: 'Stop filtering by supplier COPPERLAMP ENERGY' }))
    await waitFor(() => expect(lastParams(path)).not.toHaveProperty('supplier'))
    expect(lastParams(path)).toMatchObject({ sales_represented: 'Jo Fields' })
    expect(screen.getByRole('button', { name: 'Filter by organization' })).toBeEnabled()
  })

  it('[CTR-8, CTR-9] are begun from the row, once', async () => {
    const made = world()
    const { user } = await renderPage('/mpg/renewals', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Renew Alder 1' }))
    expect(screen.queryByRole('button', { name: 'Renew Brackwater 2' })).toBeNull()
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew Contract' }))
    await user.click(dialog.getByRole('button', { name: 'Renew' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Renew Alder 1' })).toBeNull())
    expect(made.tables.contracts[0]?.renewal).toEqual(expect.any(Number))
  })
})
