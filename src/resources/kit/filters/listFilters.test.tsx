import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract } from '../../../contract'
import { renderPage } from '../../../testing/renderApp'
import { lastQueryTo, requestsTo } from '../../../testing/server'
import { addRow, createWorld } from '../../../testing/world'

const { path } = contract.opportunities

const open = (query = '') => renderPage(`/mpg/opportunities${query}`, { world: createWorld() })
const chips = async () =>
  within(await screen.findByRole('list', { name: 'Filters' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** The first two options of a picker. */
const optionsOf = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(screen.getByRole('combobox', { name }))
  await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option').length).toBeGreaterThan(1))
  return [...document.querySelectorAll('.ant-select-item-option')].slice(0, 2)
}

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('[VIEW-1] filters by fields', () => {
  it('name what the address has and the list does not know, and take the rest', async () => {
    const { user, address } = await open(
      '?stage=bogus&pricing_due_date_is=nonsense&foo=bar&utm_source=x&q=002',
    )
    expect(
      await screen.findByText(
        'This address has filters that the list does not know: stage=bogus, pricing_due_date_is=nonsense, foo=bar.',
      ),
    ).toBeVisible()
    expect(await screen.findByText('Deal 002')).toBeVisible()
    expect(screen.queryByText('Deal 001')).toBeNull()
    await user.type(screen.getByRole('searchbox'), '{Backspace}3')
    await waitFor(() => expect(address()).toBe('/mpg/opportunities?q=003'))
    await waitFor(() => expect(screen.queryByText(/does not know/)).toBeNull())
  })

  it('are added in a dialog, shown in words, kept in the address, and removed', async () => {
    const { user, address } = await open('?page=2')
    await user.click(await screen.findByRole('button', { name: 'Add Filter' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Filter' }))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(dialog.getByLabelText('Text')).toHaveAccessibleDescription('This field is required'),
    )
    choose('Field', 'sales_annual_volume_manual')
    const enter = (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    enter('From', '1,000')
    enter('To', '500')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(dialog.getByLabelText('To')).toHaveAccessibleDescription('Must not be below From.'),
    )
    enter('To', '5000')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(address()).toBe(
        '/mpg/opportunities?sales_annual_volume_manual_from=1000&sales_annual_volume_manual_to=5000',
      ),
    )
    expect(await chips()).toEqual(['Annual Volume 1,000–5,000 dth'])
    expect(lastQueryTo(path)).toMatchObject({
      sales_annual_volume_manual_from: '1000',
      sales_annual_volume_manual_to: '5000',
    })

    await user.click(screen.getByRole('button', { name: 'Remove the filter by Annual Volume' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities'))
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Add Filter' })).toHaveFocus()
  })

  it('are changed from their words, with the values that they have', async () => {
    const { user, address } = await open(
      '?opportunity_name_contains=deal&sales_annual_volume_manual_from=1000&sales_annual_volume_manual_to=5000&credit_request=no,yes',
    )
    await chips()
    const change = async (words: string | RegExp, name: string) => {
      await user.click(screen.getByRole('button', { name: words }))
      return within(await screen.findByRole('dialog', { name: `Filter by ${name}` }))
    }
    const volume = await change('Annual Volume 1,000–5,000 dth', 'Annual Volume')
    expect(volume.queryByLabelText('Field')).not.toBeInTheDocument()
    expect(volume.getByLabelText('From')).toHaveValue('1,000')
    fireEvent.change(volume.getByLabelText('To'), { target: { value: '7500' } })
    await user.click(volume.getByRole('button', { name: 'Apply' }))
    await waitFor(async () => expect((await chips())[1]).toBe('Annual Volume 1,000–7,500 dth'))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Annual Volume 1,000–7,500 dth' })).toHaveFocus(),
    )

    const credit = await change(/^Credit Request any of NO/, 'Credit Request')
    expect(credit.getByRole('checkbox', { name: 'NO' })).toBeChecked()
    await user.click(credit.getByRole('checkbox', { name: 'NO' }))
    await user.click(credit.getByRole('button', { name: 'Apply' }))
    await waitFor(async () => expect((await chips())[2]).toBe('Credit Request YES'))

    const name = await change('Opportunity Name contains “deal”', 'Opportunity Name')
    expect(name.getByLabelText('Text')).toHaveValue('deal')
    fireEvent.change(name.getByLabelText('Condition'), { target: { value: 'filled' } })
    await user.click(name.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(new URLSearchParams(address().split('?')[1])).toEqual(
        new URLSearchParams({
          sales_annual_volume_manual_from: '1000',
          sales_annual_volume_manual_to: '7500',
          credit_request: 'yes',
          opportunity_name_empty: 'false',
        }),
      ),
    )
  })

  it.each([
    ['created_by=me', 'Created by me', 'Condition', 'me'],
    ['broker_name_equals=Ruth', 'Broker Name is “Ruth”', 'Condition', 'equals'],
    ['broker_name_equals=Ruth', 'Broker Name is “Ruth”', 'Text', 'Ruth'],
    ['pricing_due_date_is=overdue', 'Pricing Due Date before today', 'Condition', 'overdue'],
    ['broker_name_empty=true', 'Broker Name is empty', 'Condition', 'empty'],
    ['expected_close_date_from=2026-11-01', 'Expected Close Date from 11/01/2026', 'From', '11/01/2026'],
  ])('%s opens with what it asks', async (query, words, label, value) => {
    const { user } = await open(`?${query}`)
    await user.click(await screen.findByRole('button', { name: words }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText(label)).toHaveValue(value)
  })

  it('leave the focus to the next of them when one is removed', async () => {
    const { user } = await open(
      '?opportunity_name_contains=deal&broker_name_empty=true&pricing_due_date_is=overdue',
    )
    const removal = (label: string) => screen.getByRole('button', { name: `Remove the filter by ${label}` })
    expect(await chips()).toHaveLength(3)
    await user.click(removal('Broker Name'))
    await waitFor(() => expect(removal('Pricing Due Date')).toHaveFocus())
    await user.click(removal('Pricing Due Date'))
    await waitFor(() => expect(removal('Opportunity Name')).toHaveFocus())
  })

  it('stand in words, each once, and are cleared together', async () => {
    const { user, address } = await open(
      '?q=deal&tags=1&ready_score_from=80&pricing_due_date_is=this_week&credit_request=no,yes' +
        '&opportunity_name_contains=deal&broker_name_empty=true&created_by=me&expected_close_date_from=2026-11-01',
    )
    expect(await chips()).toEqual([
      'Opportunity Name contains “deal”',
      'Broker Name is empty',
      'Pricing Due Date this week',
      'Credit Request any of NO, YES',
      'Expected Close Date from 11/01/2026',
      'Created by me',
    ])
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities?q=deal'))
  })

  it('are cleared together with the one that another input shows', async () => {
    const { user, address } = await open('?tags=1&opportunity_name_contains=deal')
    expect(await chips()).toEqual(['Opportunity Name contains “deal”'])
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities'))
    expect(screen.queryByRole('button', { name: /^Stop filtering by tag/ })).not.toBeInTheDocument()
  })

  it('say of a record that was deleted that it is not there any more', async () => {
    await open('?tags=12&organizations=987654&sales_represented_contains=x')
    expect(await screen.findByText('deleted tag')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Stop filtering by tag/ })).toBeVisible()
    await waitFor(async () => expect((await chips())[0]).toBe('Organizations deleted organization'))
  })

  it('say so of one among several', async () => {
    await open('?tags_all=1,12')
    await waitFor(async () => expect((await chips())[0]).toMatch(/^Tags all of \S.*, deleted tag$/))
  })

  it('that are impossible are left out of the request', async () => {
    await open(
      '?pricing_due_date_is=tomorrow&sales_annual_volume_manual_from=many&created_by=you&opportunity_name_empty=1',
    )
    await screen.findByText('Deal 002')
    expect(Object.keys(lastQueryTo(path)).sort()).toEqual(['expand', 'limit', 'offset', 'ordering'])
  })

  it('of relations are chosen by search, any or all of them', async () => {
    const { user, address } = await open()
    await user.click(await screen.findByRole('button', { name: 'Add Filter' }))
    await screen.findByRole('dialog', { name: 'Add Filter' })
    choose('Field', 'tags')
    choose('Condition', 'all')
    for (const option of await optionsOf(user, 'Tags')) await user.click(option)
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(address()).toMatch(/\?tags_all=\d+%2C\d+$/))
    expect((await chips())[0]).toMatch(/^Tags all of \S.*, \S/)
  })

  it('are part of a saved view', async () => {
    const world = createWorld()
    addRow(world, 'views', {
      ...{ name: 'Due', list: 'opportunities', query: 'pricing_due_date_is=overdue', created_by: 1 },
      ...{ hidden_columns: [], shown_columns: [], density: 'comfortable' },
    })
    const { user, address } = await renderPage('/mpg/opportunities', { world })
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('link', { name: 'Due' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities?pricing_due_date_is=overdue&view=1'))
    expect(await chips()).toEqual(['Pricing Due Date before today'])
    expect(await screen.findByRole('button', { name: 'View: Due' })).toBeVisible()
    expect(requestsTo(contract.views.path).every(({ method }) => method === 'GET')).toBe(true)
  })
})
