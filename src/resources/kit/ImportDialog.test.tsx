import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ErrorAnswer } from '../../contract/answers'
import { importKinds, type ImportAnswer } from '../../contract/imports'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { addRow, createWorld } from '../../testing/world'

const { curves, heatContents, marketHolidays } = importKinds

const world = (user_type: 'broker' | 'team' = 'team') => {
  const made = createWorld()
  Object.assign(made.tables.users[0] ?? {}, { user_type })
  addRow(made, 'curves', { name: 'NYMEX Henry Hub', kind: 'nymex' })
  addRow(made, 'utilities', { name: 'Larkmoor Gas' })
  return made
}

const proposed: ImportAnswer = {
  import_id: 7,
  state: 'proposed',
  filename: 'prices.csv',
  target: 1,
  headers: ['Trade Date', 'Contract Month', 'Settle', ''],
  mapping: { trade_date: 0, delivery_month: 1, price: 2 },
  rows: [
    { trade_date: '2026-11-25', delivery_month: '2027-01', price: 4.61, settled: false },
    { trade_date: '2026-11-25', delivery_month: '2027-02', price: 4.4812, settled: true },
  ],
  counts: { new: 1, same: 0, replaced: 1, refused: 1_200 },
  refused: [
    { line: 4, reason: 'Stands in line 3 already.' },
    { line: 5, reason: 'Write the month as YYYY-MM.' },
  ],
  options: null,
  unknown: [],
  unknown_count: 0,
  progress: null,
}

/** Answers the next calls below a path of imports, the last answer for good. */
const answers = (path: string, ...given: (ImportAnswer | Response)[]) => {
  let at = 0
  server.use(
    http.post<never, never, ImportAnswer | ErrorAnswer>(`*${path}`, () => {
      const answer = given[Math.min(at, given.length - 1)] ?? proposed
      at += 1
      return answer instanceof Response ? answer.clone() : HttpResponse.json(answer, { status: 201 })
    }),
  )
}

const posts = (path: string) => requestsTo(path).filter(({ method }) => method === 'POST')
const formsTo = async (path: string) => Promise.all(posts(path).map((request) => request.formData()))
const file = (name = 'prices.csv') =>
  new File(['Trade Date,Contract Month,Settle\n'], name, { type: 'text/csv' })

const open = async (page: string, title: string, made = world()) => {
  const app = await renderPage(page, { world: made })
  await app.user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const choose = async (chosen = file()) => app.user.upload(await dialog.findByLabelText('browse'), chosen)
  return { ...app, dialog, choose }
}

const press = async ({ user, dialog }: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(dialog.getByRole('button', { name }))

describe('the import of a curve', () => {
  const ofCurve = () => open('/mpg/curves/1', 'Import Curve')

  it('[GAS-7, CRV-1] is looked at, stored, and taken back unless something rests on it', async () => {
    answers(curves.path, proposed)
    answers(`${curves.path}7/commit/`, { ...proposed, state: 'committed' })
    answers(`${curves.path}7/undo/`, refusal(409, 'Import 8 rests on it. Take that back first.'), {
      ...proposed,
      state: 'undone',
    })
    const shown = await ofCurve()
    const { dialog, choose } = shown
    expect(dialog.getByText('CSV or XLSX, at most 5,000,000 bytes and 50,000 rows')).toBeVisible()
    await choose()
    expect(await dialog.findByText('1 new, 0 the same, 1 replaced, 1,200 refused.')).toBeVisible()
    expect(dialog.getByRole('heading', { name: 'Columns of the file' })).toHaveFocus()
    const preview = within(dialog.getByRole('table', { name: 'The first 2 rows as they are stored' }))
    expect(preview.getByRole('row', { name: '11/25/2026 2027-02 $4.4812/dth Yes' })).toBeVisible()
    const refused = within(dialog.getByRole('table', { name: '1,200 refused rows' }))
    expect(refused.getByRole('row', { name: '4 Stands in line 3 already.' })).toBeVisible()
    expect(dialog.getByText('and 1,198 others in the download')).toBeVisible()
    const [form] = await formsTo(curves.path)
    expect([form?.get('curve'), form?.get('mapping')]).toEqual(['1', null])

    await press(shown, 'Commit')
    expect(await dialog.findByRole('heading', { name: 'Stored' })).toHaveFocus()
    await press(shown, 'Undo')
    expect(await dialog.findByText('Import 8 rests on it. Take that back first.')).toBeVisible()
    await press(shown, 'Undo')
    expect(await dialog.findByText('Everything is as it was before the import.')).toBeVisible()
    const keys = posts(`${curves.path}7/undo/`).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^\w{16,}$/)
    expect(new Set(keys).size).toBe(1)
    await press(shown, 'Done')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Import' })).toHaveFocus()
  })

  it('[GAS-7] is proposed anew with each mapping, and not stored before that', async () => {
    answers(
      curves.path,
      {
        ...proposed,
        mapping: { trade_date: 0, price: 2 },
        rows: [],
        counts: { new: 0, same: 0, replaced: 0, refused: 2 },
      },
      refusal(503, 'The server is busy.'),
      proposed,
    )
    const shown = await ofCurve()
    const { dialog, user, choose } = shown
    await choose()
    const month = await dialog.findByLabelText('Delivery Month')
    expect(month).toHaveValue('')
    expect(
      within(month)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'Trade Date', 'Contract Month', 'Settle', 'Column 4'])
    expect(dialog.getByLabelText('Settled')).toHaveDisplayValue('Not in the file')
    const commit = dialog.getByRole('button', { name: 'Commit' })
    expect(commit).toBeDisabled()

    await user.selectOptions(month, 'Contract Month')
    expect(await dialog.findByText('The server is busy.')).toBeVisible()
    expect(month).toHaveValue('1')
    expect(commit).toBeDisabled()
    await press(shown, 'Retry')
    expect(dialog.getByRole('heading', { name: 'Columns of the file' })).toHaveFocus()
    await waitFor(() => expect(commit).toBeEnabled())
    const forms = await formsTo(curves.path)
    expect(forms.slice(1).map((form) => JSON.parse(form.get('mapping') as string) as unknown)).toEqual(
      Array.from({ length: 2 }, () => ({ trade_date: 0, delivery_month: 1, price: 2 })),
    )
    const [, first, again] = posts(curves.path).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(again).toBe(first)
  })

  it('[GAS-7] counts only what was chosen last', async () => {
    answers(curves.path, proposed)
    const { dialog, user, choose } = await ofCurve()
    await choose()
    const price = await dialog.findByLabelText('Price')
    const release = holdAnswers(curves.path, 'post')
    await user.selectOptions(price, 'Contract Month')
    expect(dialog.getByText('Reading the file…')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Commit' })).toBeDisabled()
    await user.click(dialog.getByRole('button', { name: 'Choose another file' }))
    release()
    expect(await dialog.findByLabelText('browse')).toHaveFocus()
    expect(dialog.queryByText('Reading the file…')).not.toBeInTheDocument()
  })

  it('[GAS-7] is refused before it is sent where the file is too large, else with the reason of the server', async () => {
    answers(
      curves.path,
      refusal(400, 'file: The file has no rows below its headers.', 'invalid', {
        fields: { file: 'The file has no rows below its headers.' },
      }),
    )
    const { dialog, choose } = await ofCurve()
    await choose(new File([new Uint8Array(5_000_001)], 'prices.csv'))
    expect(await dialog.findByRole('alert')).toHaveTextContent('prices.csv (5,000,001 bytes)')
    expect(posts(curves.path)).toHaveLength(0)
    await choose()
    expect(await dialog.findByText('The file has no rows below its headers.')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  })

  it('[GAS-7] gives the refused rows as a file', async () => {
    const text = 'Line,Reason,Settle\r\n4,Stands in line 3 already.,4.5\r\n'
    server.use(http.get(`*${curves.path}7/refused/`, () => HttpResponse.text(text)))
    answers(curves.path, proposed)
    const saved: { name: string; size: number | undefined }[] = []
    const blobs: Blob[] = []
    // jsdom has no addresses of blobs.
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
      revokeObjectURL: () => undefined,
    })
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, size: blobs.at(-1)?.size })
    })
    const shown = await ofCurve()
    await shown.choose()
    await shown.dialog.findByText(/1,200 refused\.$/)
    await press(shown, 'Download refused rows')
    await waitFor(() => expect(saved).toEqual([{ name: 'refused.csv', size: text.length }]))
    await waitFor(() => expect(shown.dialog.getByRole('button', { name: /^Download/ })).toBeEnabled())

    server.use(http.get(`*${curves.path}7/refused/`, () => refusal(404, 'Import not found.', 'not_found')))
    await press(shown, 'Download refused rows')
    expect(await shown.dialog.findByText('Import not found.')).toBeVisible()
    expect(saved).toHaveLength(1)
    click.mockRestore()
  })

  it('[GAS-7, CRV-1] asks for the curve where the page does not know it', async () => {
    answers(curves.path, proposed)
    const { dialog, user, choose } = await open('/mpg/curves', 'Import Curve')
    await choose()
    expect(await dialog.findByRole('alert')).toHaveTextContent('Choose the curve first. Nothing was added.')
    await user.type(dialog.getByLabelText('Curve *'), 'nymex{Enter}')
    await dialog.findAllByText('NYMEX Henry Hub')
    await choose()
    expect(await dialog.findByText('NYMEX Henry Hub', { selector: 'strong *' })).toBeVisible()
    expect((await formsTo(curves.path)).map((form) => form.get('curve'))).toEqual(['1'])
  })

  it('[GAS-4, GAS-7] is offered to the team only', async () => {
    await renderPage('/mpg/curves/1', { world: world('broker') })
    expect(await screen.findByRole('heading', { name: 'NYMEX Henry Hub' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument()
  })
})

it('[GAS-7, UNIT-6] heat contents are imported for a utility', async () => {
  answers(heatContents.path, {
    ...proposed,
    headers: ['From', 'BTU factor'],
    mapping: { valid_from: 0, mmbtu_per_mcf: 1 },
    rows: [{ valid_from: '2027-01-01', mmbtu_per_mcf: 1.031 }],
    counts: { new: 1, same: 0, replaced: 0, refused: 0 },
    refused: [],
  })
  const { dialog, user, choose } = await open('/mpg/heat-contents', 'Import Heat Contents')
  await user.type(dialog.getByLabelText('Utility *'), 'larkmoor{Enter}')
  await dialog.findAllByText('Larkmoor Gas')
  await choose()
  const preview = within(await dialog.findByRole('table', { name: 'The row as it is stored' }))
  expect(preview.getByRole('row', { name: '01/01/2027 1.031 MMBtu per mcf' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Download refused rows' })).not.toBeInTheDocument()
  expect((await formsTo(heatContents.path)).map((form) => form.get('utility'))).toEqual(['1'])
})

it('[GAS-6, GAS-7] market holidays are imported, after which the list is read anew', async () => {
  const holidays: ImportAnswer = {
    ...proposed,
    target: null,
    headers: ['Date', 'Holiday'],
    mapping: { day: 0, name: 1 },
    rows: [{ day: '2035-12-24', name: 'Christmas Eve' }],
    counts: { new: 1, same: 0, replaced: 0, refused: 0 },
    refused: [],
  }
  answers(marketHolidays.path, holidays)
  const shown = await open('/mpg/market-holidays', 'Import Market Holidays')
  const { dialog, choose, world: made } = shown
  await choose(file('holidays.csv'))
  expect(await dialog.findByText('Dec 24, 2035')).toBeVisible()
  expect(dialog.getByText(/^A file replaces each of its years as a whole/)).toBeVisible()
  server.use(
    http.post(`*${marketHolidays.path}7/commit/`, () => {
      addRow(made, 'marketHolidays', { day: '2035-12-24', name: 'Christmas Eve' })
      return HttpResponse.json<ImportAnswer>({ ...holidays, state: 'committed' })
    }),
  )
  await press(shown, 'Commit')
  await dialog.findByRole('heading', { name: 'Stored' })
  await press(shown, 'Done')
  expect(await screen.findByRole('cell', { name: 'Christmas Eve' })).toBeVisible()
})
