import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { fold } from '../../contract/fold'
import { importKinds, noImportOptions, type ImportAnswer } from '../../contract/imports'
import { importedLabel, recordImportNames } from '../../contract/recordImports'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'
import { browserTimeZone, timeZoneName } from '../../ui/value/timeZone'
import { addressImport } from '../addresses/import'
import { contactImport } from '../contacts/import'
import { opportunityImport } from '../opportunities/import'
import { organizationImport } from '../organizations/import'

const { path } = importKinds.organizations
const views = {
  organizations: organizationImport,
  contacts: contactImport,
  addresses: addressImport,
  opportunities: opportunityImport,
}

const proposed: ImportAnswer = {
  import_id: 7,
  state: 'proposed',
  filename: 'mills.csv',
  target: null,
  headers: ['Company', 'City', 'State', 'Weg', 'Fax', ''],
  mapping: { name: 0, city: 1, state: 2 },
  rows: [
    { becomes: 'New', name: 'Alder Mills', city: 'Larkfield', state: 'TX' },
    { becomes: 'Changes Birch Mills (#4)', name: 'Birch Mills', city: 'Ashford' },
  ],
  counts: { new: 1, same: 0, replaced: 1, refused: 1 },
  refused: [{ line: 4, reason: 'State: No state is called Nowhere.' }],
  options: noImportOptions,
  unknown: [],
  unknown_count: 0,
  progress: { done: 0, undo_until: null, kept: [], kept_count: 0 },
}
const running: ImportAnswer = { ...proposed, state: 'running' }
const progress = { done: 2, undo_until: '2026-12-05T15:05:00.000Z', kept: [], kept_count: 0 }
const committed: ImportAnswer = { ...proposed, state: 'committed', progress }
const undone: ImportAnswer = {
  ...committed,
  state: 'undone',
  progress: {
    ...progress,
    kept: [{ line: 3, name: 'Birch Mills', reason: 'Organization Birch Mills was changed since.' }],
    kept_count: 1,
  },
}

/** Answers the calls of an import; what the import is, `now` says. */
function answering() {
  const now = { is: running }
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      const sent = await request.formData()
      const options = JSON.parse(sent.get('options') as string) as Partial<typeof noImportOptions>
      const answer: ImportAnswer = {
        ...proposed,
        options: { ...noImportOptions, ...options },
        ...(options.matches === 'skip' && { counts: { new: 1, same: 1, replaced: 0, refused: 1 } }),
      }
      return HttpResponse.json(answer, { status: 201 })
    }),
    http.post(`*${path}7/commit/`, () => HttpResponse.json<ImportAnswer>(running)),
    http.post(`*${path}7/undo/`, () => {
      now.is = { ...committed, state: 'returning' }
      return HttpResponse.json<ImportAnswer>(now.is)
    }),
    http.get(`*${path}7/`, () => HttpResponse.json<ImportAnswer>(now.is)),
  )
  return now
}

const open = async () => {
  const app = await renderPage('/mpg/organizations', { world: createWorld() })
  await app.user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Organizations' }))
  await app.user.upload(await dialog.findByLabelText('browse'), new File(['a'], 'mills.csv'))
  await dialog.findByText('1 new, 0 unchanged or skipped, 1 changed, 1 refused.')
  return { ...app, dialog }
}

it('[IMP-7] a file of records is looked at with its columns, its rows and what becomes of them', async () => {
  answering()
  const { dialog, user } = await open()
  expect(dialog.getByLabelText('Name')).toHaveDisplayValue('Company')
  expect(dialog.queryByText('What Happens', { selector: 'label' })).not.toBeInTheDocument()
  const preview = within(dialog.getByRole('table', { name: 'The first 2 rows as they are stored' }))
  expect(preview.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['What Happens', 'Name', 'City', 'State'],
  ])
  expect(preview.getByRole('row', { name: 'Changes Birch Mills (#4) BIRCH MILLS Ashford' })).toBeVisible()
  // Its code is loaded meanwhile.
  expect(await dialog.findByText(/^They are found by tax ID, DUNS number or Experian ID/)).toBeVisible()
  await user.click(dialog.getByText(/fields without a column$/))
  expect(dialog.getByText('Not imported: Weg, Fax')).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('Street'), 'Weg')
  expect(dialog.getByText('Not imported: Fax')).toBeVisible()
  await waitFor(() => expect(requestsTo(path)).toHaveLength(2))
  await user.click(await dialog.findByLabelText('Left as they are'))
  expect(await dialog.findByText('1 new, 1 unchanged or skipped, 0 changed, 1 refused.')).toBeVisible()
  const form = await requestsTo(path).at(-1)?.formData()
  expect(JSON.parse(form?.get('mapping') as string)).toEqual({ ...proposed.mapping, address_street: 3 })
  expect(JSON.parse(form?.get('options') as string)).toMatchObject({ matches: 'skip' })
})

it('[IMP-7] it is stored in the background with its progress, and taken back but for what was changed since', async () => {
  const now = answering()
  const { dialog, user } = await open()
  await user.click(dialog.getByRole('button', { name: 'Commit' }))
  expect(await dialog.findByRole('heading', { name: 'Being stored' })).toHaveFocus()
  expect(dialog.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('max', '2')
  expect(dialog.getByRole('link', { name: 'Imports' })).toHaveAttribute('href', '/mpg/imports')
  now.is = committed
  expect(await dialog.findByRole('heading', { name: 'Stored' }, { timeout: 4_000 })).toBeVisible()
  expect(dialog.getByText('1 new, 0 unchanged or skipped, 1 changed, 1 refused.')).toBeVisible()
  expect(dialog.getByText('Not imported: Weg, Fax')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(await dialog.findByRole('heading', { name: 'Being taken back' })).toHaveFocus()
  now.is = undone
  const kept = within(await dialog.findByRole('table', { name: '1 record kept' }, { timeout: 4_000 }))
  expect(
    kept.getByRole('row', { name: '3 Birch Mills Organization Birch Mills was changed since.' }),
  ).toBeVisible()
  expect(dialog.getByText('The rest is as it was before the import.')).toBeVisible()
})

it('[IMP-12] the zone of the browser goes with the file, and the dialog tells it where there are times', async () => {
  const time_zone = browserTimeZone()
  server.use(
    http.post(`*${importKinds.opportunities.path}`, () =>
      HttpResponse.json<ImportAnswer>(
        {
          ...proposed,
          headers: ['Name', 'Due'],
          mapping: { opportunity_name: 0, pricing_due_date: 1 },
          rows: [],
          options: { ...noImportOptions, time_zone },
        },
        { status: 201 },
      ),
    ),
  )
  const { user } = await renderPage('/mpg/opportunities', { world: createWorld() })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Opportunities' }))
  await user.upload(await dialog.findByLabelText('browse'), new File(['a'], 'deals.csv'))
  expect(
    await dialog.findByText(`Times without a zone are read as ${timeZoneName(time_zone)}.`),
  ).toBeVisible()
  const form = await requestsTo(importKinds.opportunities.path)[0]?.formData()
  expect(JSON.parse(form?.get('options') as string)).toEqual({ time_zone })
})

it('[IMP-14] a title that no column gives is said to lack, and chosen for all new contacts', async () => {
  const contactsPath = importKinds.contacts.path
  server.use(
    http.post(`*${contactsPath}`, async ({ request }) => {
      const options = JSON.parse((await request.formData()).get('options') as string) as object
      const answer: ImportAnswer = {
        ...proposed,
        ...{ headers: ['Name', 'Prefix'], mapping: { name: 0 }, rows: [] },
        options: { ...noImportOptions, ...options },
      }
      return HttpResponse.json(answer, { status: 201 })
    }),
  )
  const { user } = await renderPage('/mpg/contacts', { world: createWorld() })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Contacts' }))
  await user.upload(await dialog.findByLabelText('browse'), new File(['a'], 'people.csv'))
  // The name is in one cell.
  expect(await dialog.findByText('No column gives Title, which new records need.')).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('Title'), 'Ms')
  await waitFor(() => expect(dialog.queryByText(/^No column gives/)).not.toBeInTheDocument())
  const sent = async () => {
    const form = await requestsTo(contactsPath).at(-1)?.formData()
    return ['mapping', 'options'].map((field) => JSON.parse(form?.get(field) as string) as unknown)
  }
  await waitFor(() => expect(requestsTo(contactsPath)).toHaveLength(2))
  expect(await sent()).toMatchObject([{ name: 0 }, { values: { title: 'ms' } }])
  await user.selectOptions(dialog.getByLabelText('Title'), 'Prefix')
  await waitFor(() => expect(requestsTo(contactsPath)).toHaveLength(3))
  expect(await sent()).toMatchObject([{ name: 0, title: 1 }, { values: {} }])
})

it('[IMP-7] each of the four lists has its import', async () => {
  for (const [list, title] of [
    ['contacts', 'Import Contacts'],
    ['addresses', 'Import Addresses'],
    ['opportunities', 'Import Opportunities'],
  ] as const) {
    const { user, unmount } = await renderPage(`/mpg/${list}`, { world: createWorld() })
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
    unmount()
  }
})

it.each(recordImportNames)('[IMP-1] the labels of the form and the list are headers of %s', (name) => {
  const headers = Object.values(importKinds[name].columns).flatMap(({ synonyms }) => synonyms)
  const known = new Set(headers.map((header) => fold(header)))
  const labels = views[name].columns.flatMap(({ title, isOfAnswer }) => (isOfAnswer ? [] : [title]))
  expect(labels.filter((label) => !known.has(fold(label)))).toEqual([])
})

it.each(recordImportNames)('[IMP-1] reasons call the columns of %s as the form or the list does', (name) => {
  const called = views[name].columns.flatMap(({ key, title, isOfAnswer }) =>
    isOfAnswer ? [] : [[fold(importedLabel(name, key)), fold(title)]],
  )
  expect(called.filter(([label, title]) => label !== title)).toEqual([])
})
