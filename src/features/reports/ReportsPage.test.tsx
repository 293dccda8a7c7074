import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { dayPath } from '../../contract/day'
import { exportCountHeader } from '../../contract/exports'
import { wonReportExportPath, wonReportPath, type WonReport } from '../../contract/reports'
import { stageTotalsPath } from '../../contract/stages'
import { emptyDay, refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, requestsTo, server } from '../../testing/server'
import { addRow, createWorld } from '../../testing/world'
import { menuEntries } from '../menu'

const both = { won: 2, won_volume: 3_000.5, lost: 1, lost_volume: 7 }
const none = { won: 0, won_volume: 0, lost: 0, lost_volume: 0 }
const report: WonReport = {
  total: both,
  median_days: 15.5,
  months: [
    { month: '2026-01', ...both },
    { month: '2026-02', ...none },
  ],
  brokers: [{ name: null, ...both }],
  sales_people: [{ name: 'Jo Fields', ...both }],
}

const world = () => {
  const made = createWorld()
  const volume = { sales_annual_volume_manual: 40_000, dekatherms: true }
  addRow(made, 'opportunities', { opportunity_name: 'Priced', stage: 'pricing', ...volume })
  return made
}
/** The days in the head of the page. */
const days = () => screen.getByRole('heading', { name: 'Reports' }).nextSibling?.textContent
const show = (search: string) => renderPage(`/mpg/reports${search}`, { world: world() })
const answer = (body: WonReport) => server.use(http.get(`*${wonReportPath}`, () => HttpResponse.json(body)))
const table = async (name: string) => within(await screen.findByRole('table', { name }))
const rowsOf = (shown: Awaited<ReturnType<typeof table>>) =>
  shown
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

describe('the reports', () => {
  it('[REP-6, REP-2, REP-3, REP-4] show the pipeline, and what was won and lost, each leading to its list', async () => {
    answer(report)
    await show('?period=custom&from=2026-01-10&to=2026-02-20')
    const months = await table('Won Volume by Month')
    expect(rowsOf(months)).toEqual([
      ['Month', 'Won', 'Won Volume (dth)', 'Lost', 'Win Rate'],
      ['Jan 2026', '2', '3,001', '1', '66.7%'],
      ['Feb 2026', '0', '0', '0', '–'],
    ])
    expect(months.getByRole('link', { name: '2 opportunities won in Jan 2026' })).toHaveAttribute(
      'href',
      '/mpg/opportunities?stage_changed_on_from=2026-01-10&stage_changed_on_to=2026-01-31&stage=won',
    )
    const people = await table('Won Volume by Sales Person')
    expect(people.getByRole('link', { name: 'Jo Fields' })).toHaveAttribute(
      'href',
      '/mpg/opportunities?stage_changed_on_from=2026-01-10&stage_changed_on_to=2026-02-20&sales_represented_equals=Jo+Fields&stage=won%2Clost',
    )
    const numbers = {
      won: '2 opportunities won, Sales Person Jo Fields',
      lost: '1 opportunity lost, Sales Person Jo Fields',
    }
    for (const [stage, name] of Object.entries(numbers))
      expect(people.getByRole('link', { name })).toHaveAttribute(
        'href',
        `/mpg/opportunities?stage_changed_on_from=2026-01-10&stage_changed_on_to=2026-02-20&sales_represented_equals=Jo+Fields&stage=${stage}`,
      )
    const brokers = await table('Won Volume by Broker')
    expect(brokers.getByRole('link', { name: 'None' }).getAttribute('href')).toMatch(
      /broker_name_empty=true&stage=won%2Clost$/,
    )
    expect(screen.getByText('15.5 days')).toBeVisible()
    const pipeline = await table('Pipeline by Stage')
    const priced = await pipeline.findByRole('link', { name: '1 opportunity Pricing' })
    expect(priced).toHaveAttribute(
      'href',
      '/mpg/opportunities?created_at_from=2026-01-10&created_at_to=2026-02-20&stage=pricing',
    )
    expect(within(priced.closest('tr') as HTMLElement).getByText('40,000')).toBeVisible()
    expect(requestsTo(wonReportPath)).toHaveLength(1)
    expect(requestsTo(stageTotalsPath)).toHaveLength(1)
    expect(menuEntries).toContainEqual(expect.objectContaining({ label: 'Reports', to: '/mpg/reports' }))
  })

  it('[REP-6] are of a period that the address keeps', async () => {
    const { user, address } = await show('')
    expect(await screen.findByText('No opportunity was won or lost in this period.')).toBeVisible()
    const months = lastQueryTo(wonReportPath)
    expect(months).toEqual({ stage_changed_on_from: expect.stringMatching(/^\d{4}-\d{2}-01$/) as unknown })
    await user.selectOptions(screen.getByLabelText('Period'), 'All')
    await waitFor(() => expect(address()).toBe('/mpg/reports?period=all'))
    await waitFor(() => expect(lastQueryTo(wonReportPath)).toEqual({}))
    expect(days()).toBe('All time until today, Jan 05, 2026')
    await user.selectOptions(screen.getByLabelText('Period'), 'Custom')
    await user.type(await screen.findByLabelText('From'), '2026-02-03')
    await waitFor(() =>
      expect(lastQueryTo(wonReportPath)).toMatchObject({ stage_changed_on_from: '2026-02-03' }),
    )
    expect(lastQueryTo(stageTotalsPath)).toMatchObject({ created_at_from: '2026-02-03' })
    expect(address()).toMatch(/^\/mpg\/reports\?period=custom&from=2026-02-03&to=/)
  })

  it('[REP-6] tell by themselves what could not be loaded, and try again', async () => {
    let isBroken = true
    server.use(
      http.get(`*${wonReportPath}`, () => (isBroken ? refusal(500, 'Broken') : HttpResponse.json(report))),
    )
    const { user } = await show('')
    expect(await table('Pipeline by Stage')).toBeDefined()
    const retry = await screen.findByRole('button', { name: 'Retry' })
    isBroken = false
    await user.click(retry)
    expect(await table('Won Volume by Month')).toBeDefined()
  })

  it('[REP-6] keep the last numbers with their own period while others are awaited, and say a failure', async () => {
    answer(report)
    const { user } = await show('?period=custom&from=2026-01-10&to=2026-02-20')
    await table('Won Volume by Month')
    server.use(http.get(`*${wonReportPath}`, () => refusal(500, 'Broken')))
    const release = holdAnswers(wonReportPath)
    await user.selectOptions(screen.getByLabelText('Period'), 'All')
    const months = await table('Won Volume by Month')
    expect(days()).toMatch(/^All time/)
    await waitFor(() =>
      expect(
        screen.getByRole('table', { name: 'Won Volume by Month' }).closest('[aria-busy=true]'),
      ).not.toBeNull(),
    )
    // What is still shown is of the period before, and so are its links.
    expect(months.getByRole('link', { name: '2 opportunities won in Jan 2026' })).toHaveAttribute(
      'href',
      expect.stringContaining('stage_changed_on_from=2026-01-10'),
    )
    release()
    expect(await screen.findByText('What was won and lost could not be loaded.')).toBeVisible()
    expect(screen.queryByRole('table', { name: 'Won Volume by Month' })).not.toBeInTheDocument()
    answer(report)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await table('Won Volume by Month')).toBeDefined()
  })

  it('[REP-6] show no empty pipeline while it is awaited', async () => {
    answer(report)
    const release = holdAnswers(stageTotalsPath)
    await show('')
    await table('Won Volume by Month')
    expect(screen.queryByRole('table', { name: 'Pipeline by Stage' })).not.toBeInTheDocument()
    release()
    expect(await table('Pipeline by Stage')).toBeDefined()
  })

  it.each(['?from=2026-01-10&to=2026-02-20', '?period=weeks&from=2026-01-10&to=2026-02-20'])(
    '[REP-6] are of the days of an address without the name of a period: %s',
    async (search) => {
      await show(search)
      expect(screen.getByLabelText('From')).toHaveValue('2026-01-10')
      expect(screen.getByLabelText('To')).toHaveValue('2026-02-20')
      expect(screen.getByLabelText('Period')).toHaveValue('custom')
    },
  )

  it('[REP-6] name a period without a first day', async () => {
    await show('?period=custom&to=2026-02-20')
    const last = await screen.findByText(
      (_text, element) =>
        element?.matches('span') === true && /^until \w+ 20, 2026$/.test(element.textContent),
    )
    expect(last).toBeVisible()
    expect(screen.getByLabelText('To')).toBeValid()
  })

  it('[REP-6] say at the field that a period ends before it begins', async () => {
    await show('?period=custom&from=2026-03-01&to=2026-02-20')
    expect(await screen.findByLabelText('To')).toHaveAccessibleDescription(
      'The last day is before the first one.',
    )
    expect(screen.getByLabelText('To')).toBeInvalid()
  })

  it('[REP-6] say by which day a period without an end is, for paper', async () => {
    await show('?period=year')
    await waitFor(() => expect(days()).toBe('Jan 01, 2026 – today, Jan 05, 2026'))
  })

  it('[REP-3, REP-6] show ten names, all when they are asked for, and keep all of them for paper', async () => {
    const people = Array.from({ length: 12 }, (_, index) => ({ name: `Person ${index + 1}`, ...both }))
    answer({ ...report, sales_people: people })
    const { user } = await show('?period=all')
    const shown = await table('Won Volume by Sales Person')
    const names = () => shown.queryAllByRole('rowheader').length
    expect(names()).toBe(10)
    expect(shown.getAllByRole('rowheader', { hidden: true })).toHaveLength(12)
    await user.click(screen.getByRole('button', { name: 'Show all 12' }))
    expect(names()).toBe(12)
    await user.click(screen.getByRole('button', { name: 'Show the first 10' }))
    expect(names()).toBe(10)
  })

  it("[REP-6] begin by the market's day, not by that of the browser", async () => {
    server.use(http.get(`*${dayPath}`, () => HttpResponse.json({ ...emptyDay, day: '2031-01-01' })))
    await show('?period=year')
    await waitFor(() => expect(lastQueryTo(wonReportPath)).toEqual({ stage_changed_on_from: '2031-01-01' }))
  })

  it('[REP-5] are exported with their period', async () => {
    const saved: string[] = []
    URL.createObjectURL = () => 'blob:report'
    URL.revokeObjectURL = () => undefined
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    server.use(
      http.get(`*${wonReportExportPath}`, () => refusal(503, 'Busy.'), { once: true }),
      http.get(
        `*${wonReportExportPath}`,
        () => new HttpResponse('Report\r\n', { headers: { [exportCountHeader]: '0' } }),
      ),
    )
    const { user } = await show('?period=all')
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText('The report could not be exported.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toEqual(['export.csv']))
    expect(lastQueryTo(wonReportExportPath)).toEqual({ format: 'csv' })
    await user.click(screen.getByRole('button', { name: 'Export XLSX' }))
    await waitFor(() => expect(saved).toEqual(['export.csv', 'export.xlsx']))
    expect(lastQueryTo(wonReportExportPath)).toEqual({ format: 'xlsx' })
    click.mockRestore()
  })
})
