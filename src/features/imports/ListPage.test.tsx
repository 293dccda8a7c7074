import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ErrorAnswer, ListAnswer } from '../../contract/answers'
import { importKinds, importsPath, type ImportAnswer, type PastImport } from '../../contract/imports'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'
import { menuEntries } from '../menu'

const world = (user_type: 'broker' | 'team' = 'team') => {
  const made = createWorld()
  Object.assign(made.tables.users[0] ?? {}, { user_type })
  return made
}

const past: PastImport = {
  import_id: 7,
  kind: 'curves',
  state: 'committed',
  filename: 'prices.csv',
  target: 1,
  target_name: 'NYMEX Henry Hub',
  counts: { new: 1, same: 0, replaced: 2, refused: 1_200 },
  created_by: 1,
  created_by_name: 'lena',
  created_at: '2026-11-25T15:04:00.000Z',
  committed_at: '2026-11-25T15:05:00.000Z',
}
const holidays: PastImport = {
  ...past,
  import_id: 6,
  kind: 'marketHolidays',
  target_name: null,
  filename: null,
}
const whole: ImportAnswer = {
  import_id: 7,
  state: 'committed',
  filename: 'prices.csv',
  target: 1,
  headers: ['Trade Date', 'Contract Month', 'Settle'],
  mapping: { trade_date: 0, delivery_month: 1, price: 2 },
  rows: [{ trade_date: '2026-11-25', delivery_month: '2027-01', price: 4.61, settled: false }],
  counts: past.counts,
  refused: [{ line: 4, reason: 'Stands in line 3 already.' }],
  options: null,
  unknown: [],
  unknown_count: 0,
  progress: null,
}

const lists = (path: string, results: PastImport[]) =>
  server.use(http.get(`*${path}`, () => HttpResponse.json<ListAnswer<PastImport>>({ count: 12, results })))

it('[GAS-7] past imports are listed by pages and by kind', async () => {
  lists(importsPath, [past, holidays])
  lists(importKinds.marketHolidays.path, [holidays])
  const { user, address } = await renderPage('/mpg/imports', { world: world() })
  const row = within((await screen.findByRole('button', { name: 'prices.csv' })).closest('tr') as HTMLElement)
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'prices.csv',
    'Curve: NYMEX Henry Hub',
    'Stored',
    expect.stringMatching(/^November 25, 2026 /),
    'lena',
    '1',
    '2',
    '1,200',
  ])
  expect(screen.getByText('Showing 1 to 2 of 12 entries')).toBeVisible()
  expect(lastQueryTo(importsPath)).toEqual({ limit: '10', offset: '0' })
  await user.click(screen.getByRole('link', { name: 'Page 2' }))
  await waitFor(() => expect(lastQueryTo(importsPath)).toEqual({ limit: '10', offset: '10' }))
  await user.selectOptions(screen.getByLabelText('Kind'), 'Market holidays')
  expect(await screen.findByRole('button', { name: 'Import 6' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'prices.csv' })).not.toBeInTheDocument())
  expect(address()).toBe('/mpg/imports?kind=marketHolidays')
})

it('[GAS-7] a past import shows its refused rows, and is taken back unless something rests on it', async () => {
  lists(importsPath, [past])
  let attempts = 0
  let state: ImportAnswer['state'] = 'committed'
  server.use(
    http.get(`*${importKinds.curves.path}7/`, () => HttpResponse.json<ImportAnswer>({ ...whole, state })),
    http.post<never, never, ImportAnswer | ErrorAnswer>(`*${importKinds.curves.path}7/undo/`, () => {
      attempts += 1
      if (attempts === 1) return refusal(409, 'Import 8 rests on it. Take that back first.')
      state = 'undone'
      return HttpResponse.json<ImportAnswer>({ ...whole, state })
    }),
  )
  const { user } = await renderPage('/mpg/imports', { world: world() })
  await user.click(await screen.findByRole('button', { name: 'prices.csv' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'prices.csv' }))
  expect(await dialog.findByText('Stands in line 3 already.')).toBeVisible()
  expect(dialog.getByText('1 new, 0 the same, 2 replaced, 1,200 refused.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(await dialog.findByText('Import 8 rests on it. Take that back first.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(await dialog.findByText('Taken back')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

it('[GAS-4, GAS-7] a past import is taken back by the team only, whose menu leads to them', async () => {
  lists(importsPath, [past])
  server.use(http.get(`*${importKinds.curves.path}7/`, () => HttpResponse.json<ImportAnswer>(whole)))
  const { user } = await renderPage('/mpg/imports', { world: world('broker') })
  await user.click(await screen.findByRole('button', { name: 'prices.csv' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'prices.csv' }))
  expect(await dialog.findByText('Stored', { selector: '[role=status]' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(menuEntries.find(({ label }) => label === 'Imports')).toMatchObject({
    to: '/mpg/imports',
    for: ['team'],
  })
})
