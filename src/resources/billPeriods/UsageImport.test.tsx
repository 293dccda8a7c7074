import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { importKinds, noImportOptions, type ImportAnswer } from '../../contract/imports'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { addRow, createWorld } from '../../testing/world'

const { path } = importKinds.usage

const asked: ImportAnswer = {
  import_id: 7,
  state: 'proposed',
  filename: 'usage.csv',
  target: 1,
  headers: ['LDC Account', 'From', 'To', 'Therms'],
  mapping: { account_number: 0, read_from: 1, read_to: 2, quantity: 3 },
  rows: [
    {
      account_number: '00-12',
      meter_number: 'M-1',
      read_from: '2025-09-12',
      read_to: '2025-10-14',
      quantity: 3_200,
      unit: 'th',
      read_type: 'actual',
      action: 'bill',
    },
  ],
  counts: { new: 1, same: 0, replaced: 0, refused: 2 },
  refused: [{ line: 3, reason: 'The account 00-77 is not known.' }],
  options: noImportOptions,
  unknown: [{ account_number: '00-77', meter_number: null, rows: 2 }],
  unknown_count: 1,
  progress: null,
}

it('[USE-11, USE-3] the last day is asked for, and unknown numbers are created in the same step', async () => {
  const world = createWorld()
  addRow(world, 'utilities', { name: 'Larkmoor Gas' })
  addRow(world, 'utilityStates', { utility: 1, name: 'Upstate', status: 'active' })
  const organization_id = Number(addRow(world, 'organizations', { name: 'Alder Foods' })['organization_id'])
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      const options = (await request.formData()).get('options') as string | null
      return HttpResponse.json(
        { ...asked, options: options === null ? noImportOptions : (JSON.parse(options) as object) },
        { status: 201 },
      )
    }),
  )
  const { user } = await renderPage(`/mpg/organizations/${organization_id}/accounts`, { world })
  await user.click(await screen.findByRole('button', { name: 'Import Usage' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Usage' }))
  await user.type(dialog.getByLabelText('Utility *'), 'larkmoor{Enter}')
  await dialog.findAllByText('Larkmoor Gas')
  await user.upload(
    await dialog.findByLabelText('browse'),
    new File(['a'], 'usage.csv', { type: 'text/csv' }),
  )
  expect(await dialog.findByRole('cell', { name: '00-77' })).toBeVisible()
  const preview = within(dialog.getByRole('table', { name: 'The row as it is stored' }))
  expect(preview.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['00-12', 'M-1', '3,200 th', 'Actual']) as unknown,
  )
  expect(dialog.getByRole('button', { name: 'Commit' })).toBeDisabled()
  await user.click(dialog.getByRole('radio', { name: 'Still part of the period' }))
  await user.click(await dialog.findByRole('button', { name: 'Create them' }))
  expect(await dialog.findByText(/They are created with the import for/)).toHaveTextContent('ALDER FOODS')
  expect(dialog.getByRole('button', { name: 'Commit' })).toBeEnabled()
  const posts = requestsTo(path).filter(({ method }) => method === 'POST')
  const sent = await posts.at(-1)?.formData()
  expect(JSON.parse(sent?.get('options') as string)).toEqual({
    last_day_inclusive: true,
    replace: false,
    organization: organization_id,
    utility_state: 1,
  })

  let store: (answer: ImportAnswer) => void = () => undefined
  const stored = new Promise<ImportAnswer>((resolve) => (store = resolve))
  server.use(http.post(`*${path}7/commit/`, async () => HttpResponse.json(await stored)))
  await user.click(dialog.getByRole('button', { name: 'Commit' }))
  // What is being stored is not read in another way.
  expect(dialog.getByRole('radio', { name: 'The day of the next read' })).toBeDisabled()
  expect(dialog.getByRole('checkbox', { name: /^Replace stored/ })).toBeDisabled()
  expect(dialog.getByRole('button', { name: 'Do not create' })).toBeDisabled()
  store({ ...asked, state: 'committed' })
  expect(await dialog.findByRole('heading', { name: 'Stored' })).toBeVisible()
})
