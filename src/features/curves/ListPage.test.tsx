import { screen, waitFor, within } from '@testing-library/react'
import { addMonths, monthOf } from '../../contract/gas/calendar'
import { marketToday } from '../../testing/quotes'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo } from '../../testing/server'
import { addRow, createWorld } from '../../testing/world'

const first = addMonths(monthOf(marketToday()), 1)

const world = (user_type: 'broker' | 'team' = 'broker') => {
  const made = createWorld()
  Object.assign(made.tables.users[0] ?? {}, { user_type })
  addRow(made, 'curves', { name: 'NYMEX Henry Hub', kind: 'nymex' })
  for (let index = 0; index < 14; index += 1)
    addRow(made, 'curvePoints', {
      curve: 1,
      trade_date: '2026-01-05',
      delivery_month: addMonths(first, index),
      price: 4 + index / 10,
      settled: index === 0,
    })
  return made
}

describe('the curves', () => {
  it('[CRV-1, GAS-4] are listed, and changed by the team only', async () => {
    await renderPage('/mpg/curves', { world: world() })
    expect(await screen.findByRole('link', { name: 'NYMEX Henry Hub' })).toHaveAttribute(
      'href',
      '/mpg/curves/1',
    )
    expect(screen.queryByRole('button', { name: 'Create Curve' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Edit NYMEX Henry Hub' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Market holidays' })).toBeVisible()
  })

  it('[ROLE-5] are deleted with the right to delete for good, as no trash keeps them', async () => {
    const made = world('team')
    Object.assign(made.tables.users[0] ?? {}, { role: 'member' })
    await renderPage('/mpg/curves', { world: made })
    expect(await screen.findByRole('button', { name: 'Edit NYMEX Henry Hub' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Delete NYMEX Henry Hub' })).not.toBeInTheDocument()
  })

  it('[CRV-1] are made by the team', async () => {
    const { user, world: made } = await renderPage('/mpg/curves', { world: world('team') })
    await user.click(await screen.findByRole('button', { name: 'Create Curve' }))
    const form = within(await screen.findByRole('dialog', { name: 'Create Curve' }))
    await user.type(form.getByLabelText('Name *'), 'Chicago')
    await user.click(form.getByRole('radio', { name: 'Index' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(made.tables.curves[1]).toMatchObject({ name: 'Chicago', kind: 'index' }))
  })

  it('[CRV-2, CRV-3] show a strip with its table, marked where it is old', async () => {
    const { user } = await renderPage('/mpg/curves/1', { world: world() })
    const table = within(await screen.findByRole('table', { name: 'Strip' }))
    expect(table.getAllByRole('row')).toHaveLength(13)
    expect(table.getByRole('row', { name: new RegExp(`^${first} \\$4.0000 Yes`) })).toBeVisible()
    expect(screen.getByText('$4.5500', { selector: 'strong' })).toBeVisible()
    expect(screen.getByText('Old')).toBeVisible()
    // The day of the market decides, not that of the browser.
    expect(lastQueryTo('/strip/')).toEqual({ months: '12' })
    expect(screen.getByLabelText('From')).toHaveValue(first)
    await user.selectOptions(screen.getByLabelText('Months'), '24')
    expect(await screen.findByText(/^The curve of 2026-01-05 ends with /)).toBeVisible()
  })
})

describe('what the market rests on', () => {
  it('[GAS-4, UNIT-6] heat contents are entered by the team', async () => {
    const made = world('team')
    addRow(made, 'utilities', { name: 'Larkmoor Gas' })
    const { user } = await renderPage('/mpg/heat-contents', { world: made })
    await user.click(
      (await screen.findAllByRole('button', { name: 'Create Heat Content' }))[0] as HTMLElement,
    )
    const form = within(await screen.findByRole('dialog', { name: 'Create Heat Content' }))
    await user.type(form.getByLabelText('Utility *'), 'larkmoor{Enter}')
    await form.findAllByText('Larkmoor Gas')
    await user.type(form.getByLabelText('Valid From *'), '01/01/2027')
    await user.type(form.getByLabelText('Heat Content *'), '1.3')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('Must be 1.2 or less.')).toBeVisible()
    await user.clear(form.getByLabelText('Heat Content *'))
    await user.type(form.getByLabelText('Heat Content *'), '1.04')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(made.tables.heatContents[0]).toMatchObject({
        utility: 1,
        valid_from: '2027-01-01',
        mmbtu_per_mcf: 1.04,
      }),
    )
  })

  it('[GAS-4, GAS-6] market holidays are shown to everybody', async () => {
    const made = world()
    addRow(made, 'marketHolidays', { day: '2027-03-26', name: 'Good Friday' })
    await renderPage('/mpg/market-holidays', { world: made })
    expect(await screen.findByText('Good Friday')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Create/ })).not.toBeInTheDocument()
  })
})
