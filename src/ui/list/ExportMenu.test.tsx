import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { exportCountHeader, exportPath } from '../../contract/exports'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'

const path = exportPath('opportunities')
const headers = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="x.csv"; filename*=UTF-8''Opportunities%202026-11-27.csv`,
  [exportCountHeader]: '3',
}
const saved: Blob[] = []
beforeEach(() => {
  saved.length = 0
  URL.createObjectURL = (file) => {
    saved.push(file as Blob)
    return 'blob:export'
  }
  URL.revokeObjectURL = () => undefined
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
})
afterEach(() => jest.restoreAllMocks())

const open = async (address: string) => {
  const page = await renderPage(address)
  await screen.findByText(/^Showing 1 to/)
  await page.user.click(screen.getByRole('button', { name: 'Export' }))
  return page
}
const start = async (name: 'CSV' | 'XLSX') => screen.findByRole('button', { name })

it('[EXP-5] saves what the list shows, all pages, and says so', async () => {
  const text = '\uFEFFName\r\n"Deal\r\n001"\r\nDeal 002\r\nDeal 003\r\n'
  server.use(http.get(`*${path}`, () => new HttpResponse(text, { headers })))
  const { user } = await open('/?q=deal&sort=-created_at&page=1')
  await user.click(await start('CSV'))
  expect(await screen.findByText('Saved 3 rows as Opportunities 2026-11-27.csv.')).toBeVisible()
  expect(await saved[0]?.text()).toBe(text.slice(1))
  const { titles, columns, ...query } = lastQueryTo(path)
  expect(query).toEqual({ format: 'csv', q: 'deal', ordering: '-created_at', unit: 'dth' })
  expect(columns).toBe(
    'opportunity_name,tags,sales_annual_volume_manual,pricing_due_date,created_at,modified_at,sales_represented',
  )
  expect(JSON.parse(titles ?? '')).toEqual([
    'Opportunity Name',
    'Tags',
    'Annual Volume',
    'Due Date',
    'Created At',
    'Modified At',
    'Sales Person Represented',
  ])
  const [request] = requestsTo(path)
  expect(request?.headers.get('Authorization')).toMatch(/^Bearer /)
  expect(request?.url).not.toMatch(/access-/)
})

it('[EXP-5] tells how far it is, and stops', async () => {
  setViewport({ width: 390 })
  let isStopped = false
  server.use(
    http.get(`*${path}`, ({ request }) => {
      request.signal.addEventListener('abort', () => (isStopped = true))
      const body = new ReadableStream<Uint8Array>({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode('Name\r\nDeal 001\r\nDeal 002\r\n')),
      })
      return new HttpResponse(body, { headers })
    }),
  )
  const { user } = await open('/')
  await user.click(await start('CSV'))
  expect(await screen.findByText('2 of 3 rows')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Export' })).toHaveValue(2)
  expect(screen.getByRole('button', { name: 'Stop' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await start('CSV')).toHaveFocus()
  await waitFor(() => expect(isStopped).toBe(true))
  expect(saved).toEqual([])
})

it('[EXP-5] says what failed, and tries again in the same format', async () => {
  server.use(http.get(`*${path}`, () => refusal(503, 'The server is busy.')))
  const { user } = await open('/')
  await user.click(await start('XLSX'))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The list could not be exported.')
  expect(alert).toHaveTextContent('The server is busy.')
  server.use(http.get(`*${path}`, () => new HttpResponse('', { headers })))
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/^Saved 3 rows/)).toBeVisible()
  expect(lastQueryTo(path).format).toBe('xlsx')
})

it.each([
  ['an icon beside many tools', 1440, 'opportunities', ['', '']],
  ['words on the widest screens', 1680, 'opportunities', ['Export', 'Add Filter']],
  ['words beside few tools', 1440, 'organizations', ['Export', 'Add Filter']],
])('[LIST-2] is %s', async (_, width, list, texts) => {
  setViewport({ width })
  await open(`/mpg/${list}`)
  const textOf = (name: string) => screen.getByRole('button', { name }).textContent
  expect([textOf('Export'), textOf('Add Filter')]).toEqual(texts)
})
