import { problems } from '../../contract/problems'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ListAnswer } from '../../contract/answers'
import { bulkChangesPath, type BulkChange, type BulkOrder, type BulkRecord } from '../../contract/bulkChanges'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'
import { addRow, createWorld } from '../../testing/world'

const none = { waiting: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0, undone: 0, kept: 0 }

/** The server's bulk changes: each goes on when the test says so. */
const serveBulkChanges = (reasons: readonly BulkRecord[] = []) => {
  const changes: BulkChange[] = []
  const find = (id: unknown) => changes.find(({ bulk_change_id }) => bulk_change_id === Number(id))
  const answer = (id: unknown) => {
    const found = find(id)
    return found ? HttpResponse.json(found) : refusal(404, 'Bulk change not found.', 'not_found')
  }
  const move = (id: unknown, more: Partial<BulkChange>) => {
    Object.assign(find(id) ?? {}, more)
    return answer(id)
  }
  server.use(
    http.post(`*${bulkChangesPath}`, async ({ request }) => {
      const { list, action, field, value, along, ids, count } = (await request.json()) as BulkOrder & {
        ids?: number[]
        count?: number
      }
      const total = ids?.length ?? count ?? 0
      const change: BulkChange = {
        bulk_change_id: changes.length + 1,
        ...{
          list,
          action,
          field: field ?? null,
          value: value ?? null,
          along: along ?? {},
          state: 'running',
          total,
        },
        counts: { ...none, waiting: total },
        ...{ created_at: '2026-01-05T09:00:00.000Z', ended_at: null, undo_until: '2026-01-12T09:00:00.000Z' },
      }
      changes.push(change)
      return HttpResponse.json(change, { status: 201 })
    }),
    http.get(`*${bulkChangesPath}:id/`, ({ params: { id } }) => answer(id)),
    http.get(`*${bulkChangesPath}:id/records/`, () =>
      HttpResponse.json<ListAnswer<BulkRecord>>({ count: reasons.length, results: [...reasons] }),
    ),
    http.get(`*${bulkChangesPath}:id/refused/`, () => new HttpResponse('Id,Name,Outcome,Reason\r\n')),
    http.post(`*${bulkChangesPath}:id/stop/`, ({ params: { id } }) =>
      move(id, { state: 'stopped', ended_at: '2026-01-05T09:01:00.000Z' }),
    ),
    http.post(`*${bulkChangesPath}:id/undo/`, ({ params: { id } }) =>
      move(id, { state: 'undoing', ended_at: null }),
    ),
  )
  return { move }
}

const worldOf = (count: number) => {
  const world = createWorld()
  world.tables.opportunities = []
  for (let index = 1; index <= count; index += 1)
    addRow(world, 'opportunities', { opportunity_name: `Deal ${String(index).padStart(3, '0')}`, tags: [] })
  return world
}

const sent = async () =>
  Promise.all(
    requestsTo(bulkChangesPath)
      .filter(({ method }) => method === 'POST')
      .map((request) => request.json()),
  )
const open = async (count = 3, path = '/mpg/opportunities') => {
  const app = await renderApp(path, { world: worldOf(count) })
  await screen.findByRole('link', { name: 'Deal 001' })
  return app
}
const box = (name: string) => screen.getByRole('checkbox', { name })
const bar = () => within(screen.getByRole('group', { name: 'Selection' }))
const notice = async () => within(await screen.findByRole('region', { name: 'Change of many records' }))
/** Lets the page look at the change again. */
const told = async (store: Awaited<ReturnType<typeof open>>['store'], id = 1) => {
  const { api } = await import('../../api/kit/api')
  act(() => {
    store.dispatch(api.util.invalidateTags([{ type: 'bulkChanges', id }]))
  })
}

describe('the selection of a list', () => {
  it('[BULK-6] takes rows by the space bar and in ranges, the page, and all that match', async () => {
    serveBulkChanges()
    const { user } = await open(23)
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument()
    act(() => box('Select Deal 002').focus())
    await user.keyboard(' ')
    expect(bar().getByRole('status')).toHaveTextContent('1 selected')
    await user.keyboard('{Shift>}')
    await user.click(box('Select Deal 005'))
    await user.keyboard('{/Shift}')
    expect(bar().getByRole('status')).toHaveTextContent('4 selected')

    expect(bar().queryByRole('button', { name: /^Select all/ })).not.toBeInTheDocument()
    await user.click(box('All on this page'))
    expect(bar().getByRole('status')).toHaveTextContent('10 selected')
    await user.click(bar().getByRole('button', { name: 'Select all 23 that match' }))
    expect(bar().getByRole('status')).toHaveTextContent('All 23 selected')
    expect(box('Select Deal 010')).toBeChecked()
    await user.click(box('Select Deal 010'))
    expect(bar().getByRole('status')).toHaveTextContent('9 selected')
    await user.click(bar().getByRole('button', { name: 'Clear the selection' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument()
  })

  it('[BULK-6] of all ends with another search, also for a return', async () => {
    serveBulkChanges()
    const { user, navigate } = await open(23)
    await user.click(box('All on this page'))
    await user.click(bar().getByRole('button', { name: 'Select all 23 that match' }))
    navigate('/mpg/opportunities?q=Deal%20020')
    await waitFor(() => expect(screen.queryByText('Deal 001')).not.toBeInTheDocument())
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument()
    navigate('/mpg/opportunities')
    expect(await screen.findByRole('link', { name: 'Deal 001' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument()
  })

  it('[BULK-6] ends with another search, and stays on other pages', async () => {
    serveBulkChanges()
    const { user, navigate } = await open(23)
    await user.click(box('Select Deal 002'))
    navigate('/mpg/opportunities?page=2')
    expect(await screen.findByRole('link', { name: 'Deal 011' })).toBeVisible()
    expect(bar().getByRole('status')).toHaveTextContent('1 selected')
    navigate('/mpg/opportunities?q=Deal%20020')
    await waitFor(() => expect(screen.queryByText('Deal 011')).not.toBeInTheDocument())
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument()
  })

  it('[BULK-6] is by checkboxes of cards on phones', async () => {
    setViewport({ width: 390 })
    serveBulkChanges()
    const { user } = await open(3)
    await user.click(box('Select Deal 002'))
    await user.click(bar().getByRole('checkbox', { name: 'All on this page' }))
    expect(bar().getByRole('status')).toHaveTextContent('3 selected')
  })
})

describe('changes of the selected records', () => {
  it('[BULK-6] set one field, by the input and the rules of the form', async () => {
    serveBulkChanges()
    const { user } = await open()
    await user.click(box('All on this page'))
    await user.click(bar().getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 3 opportunities' }))
    const field = dialog.getByRole('combobox', { name: 'Field' })
    expect(
      within(field)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Tags',
      'Organizations',
      'Stage',
      'Broker Name',
      'Sales Person Represented',
      'Pricing Due Date',
      'Expected Close Date',
      'Credit Request',
    ])
    await user.selectOptions(field, 'Expected Close Date')
    await user.type(dialog.getByRole('textbox', { name: 'Expected Close Date' }), 'soon')
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    expect(await dialog.findByText(/“soon” is no date/, { selector: '.problem' })).toBeVisible()
    expect(await sent()).toEqual([])

    await user.selectOptions(field, 'Broker Name')
    await user.type(dialog.getByRole('textbox', { name: 'Broker Name' }), ' Ada ')
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    expect(await (await notice()).findByText('Changing 3 opportunities')).toBeVisible()
    expect(await sent()).toEqual([
      { list: 'opportunities', action: 'set', field: 'broker_name', value: 'Ada', ids: [1, 2, 3] },
    ])
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument()
  })

  it('[BULK-6, BOARD-2] set the stage Lost with its reason and details, which are asked for with it alone', async () => {
    serveBulkChanges()
    const { user } = await open()
    await user.click(box('All on this page'))
    await user.click(bar().getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 3 opportunities' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Field' }), 'Stage')
    await user.click(dialog.getByRole('radio', { name: 'Won' }))
    expect(dialog.queryByRole('combobox', { name: 'Lost Reason' })).not.toBeInTheDocument()
    await user.click(dialog.getByRole('radio', { name: 'Lost' }))
    await user.type(dialog.getByRole('textbox', { name: 'Lost Details' }), ' Moved away ')
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    expect(await dialog.findByText('This field is required')).toBeVisible()
    expect(await sent()).toEqual([])
    await user.type(dialog.getByRole('combobox', { name: 'Lost Reason' }), 'price')
    await user.keyboard('{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    await notice()
    const along = { lost_reason: 'price', lost_note: 'Moved away' }
    expect(await sent()).toEqual([
      { list: 'opportunities', action: 'set', field: 'stage', value: 'lost', along, ids: [1, 2, 3] },
    ])
  })

  it('[BULK-6] empty a field only where that is chosen', async () => {
    serveBulkChanges()
    const { user } = await open()
    await user.click(box('All on this page'))
    await user.click(bar().getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 3 opportunities' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Field' }), 'Broker Name')
    const name = () => dialog.queryByRole('textbox', { name: 'Broker Name' })
    await user.type(name() as HTMLElement, ' {Enter}')
    await waitFor(() => expect(name()).toHaveAccessibleDescription(problems.required))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Field' }), 'Stage')
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    expect(await dialog.findByText(problems.required)).toBeVisible()
    expect(await sent()).toEqual([])

    await user.click(dialog.getByRole('radio', { name: 'Lost' }))
    expect(dialog.getByRole('combobox', { name: 'Lost Reason' })).toBeVisible()
    await user.click(dialog.getByRole('switch', { name: 'Empty the field' }))
    expect(dialog.queryByRole('radio', { name: 'Lost' })).not.toBeInTheDocument()
    expect(dialog.queryByRole('combobox', { name: 'Lost Reason' })).not.toBeInTheDocument()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Field' }), 'Pricing Due Date')
    expect(dialog.getByRole('switch', { name: 'Empty the field' })).not.toBeChecked()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Field' }), 'Stage')
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    await notice()
    expect(await sent()).toEqual([
      { list: 'opportunities', action: 'set', field: 'stage', value: null, ids: [1, 2, 3] },
    ])
  })

  it('[BULK-6] add and remove tags', async () => {
    serveBulkChanges()
    const { user } = await open()
    await user.click(box('Select Deal 001'))
    await user.click(bar().getByRole('button', { name: 'Tags' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Tags of 1 opportunity' }))
    await user.click(dialog.getByRole('radio', { name: 'Remove' }))
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    expect(await dialog.findByText('This field is required')).toBeVisible()
    await user.type(dialog.getByRole('combobox', { name: 'Tags' }), 'index')
    await screen.findByRole('option', { name: /INDEX/i })
    await user.keyboard('{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Change' }))
    await notice()
    expect(await sent()).toEqual([
      { list: 'opportunities', action: 'remove', field: 'tags', value: [expect.any(Number)], ids: [1] },
    ])
  })

  it('[BULK-6] delete all that match, by their number, which is told with the way back', async () => {
    serveBulkChanges()
    const { user } = await open(23, '/mpg/opportunities?q=Deal')
    await user.click(box('All on this page'))
    await user.click(bar().getByRole('button', { name: 'Select all 23 that match' }))
    await user.click(bar().getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 23 opportunities' }))
    expect(dialog.getByText(/They can be restored/)).toBeVisible()
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await notice()
    expect(await sent()).toEqual([
      { list: 'opportunities', action: 'delete', query: { q: 'Deal' }, count: 23 },
    ])
  })

  it('[BULK-6] tell a refusal in their dialog', async () => {
    serveBulkChanges()
    server.use(
      http.post(`*${bulkChangesPath}`, () =>
        refusal(409, '24 records match by now, not 23. Look at them again.', 'selection_grown'),
      ),
    )
    const { user } = await open()
    await user.click(box('All on this page'))
    await user.click(bar().getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('24 records match by now, not 23.')
    expect(bar().getByRole('status')).toHaveTextContent('3 selected')
  })

  it('[BULK-6] restore from the trash', async () => {
    serveBulkChanges()
    const world = createWorld()
    for (const id of [8, 9])
      world.trash.push({
        resource: 'opportunities',
        row: { ...world.tables.opportunities[0], opportunity_id: id, opportunity_name: `Gone ${id}` },
      })
    const { user } = await renderApp('/mpg/trash/opportunities', { world })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Gone 8' }))
    await user.click(bar().getByRole('button', { name: 'Restore' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore 1 opportunity' }))
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    await notice()
    expect(await sent()).toEqual([{ list: 'opportunities', action: 'restore', ids: [8] }])
  })
})

describe('the progress of a change', () => {
  const begin = async (reasons: readonly BulkRecord[] = []) => {
    const { move } = serveBulkChanges(reasons)
    const app = await open()
    await app.user.click(box('All on this page'))
    await app.user.click(bar().getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await notice()
    return { ...app, move }
  }

  it('[BULK-7] is shown on every page, and stops', async () => {
    const { user, store, navigate, move } = await begin()
    expect((await notice()).getByRole('progressbar')).toHaveAttribute('value', '0')
    move(1, { counts: { ...none, waiting: 2, changed: 1 } })
    await told(store)
    expect(await (await notice()).findByText('1 of 3')).toBeVisible()
    navigate('/mpg/contacts')
    await screen.findByRole('heading', { level: 1, name: 'Contacts' })
    await user.click((await notice()).getByRole('button', { name: 'Stop' }))
    await waitFor(async () =>
      expect((await notice()).getByRole('status')).toHaveTextContent(
        'Stopped. Moved to the trash: 1 opportunity. 2 are as before.',
      ),
    )
    await user.click((await notice()).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('region', { name: 'Change of many records' })).not.toBeInTheDocument()
  })

  it('[BULK-7] ends with what could not be changed and why, and one undo', async () => {
    const { user, store, move } = await begin([
      { record: 2, name: 'Deal 002', outcome: 'refused', reason: 'This opportunity has a signed contract.' },
    ])
    const ended_at = '2026-01-05T09:01:00.000Z'
    move(1, { state: 'done', ended_at, counts: { ...none, changed: 2, refused: 1 } })
    await told(store)
    await waitFor(async () =>
      expect((await notice()).getByRole('status')).toHaveTextContent(
        'Moved to the trash: 2 opportunities. 1 could not be changed.',
      ),
    )
    await user.click((await notice()).getByRole('button', { name: 'Show why' }))
    const dialog = within(await screen.findByRole('dialog', { name: '1 opportunity left as they are' }))
    expect(await dialog.findByRole('row', { name: /Deal 002.*signed contract/ })).toBeVisible()
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body)

    await user.click((await notice()).getByRole('button', { name: 'Undo' }))
    expect((await notice()).getByRole('status')).toHaveFocus()
    await waitFor(async () =>
      expect((await notice()).getByRole('status')).toHaveTextContent(
        'Taking back the change of 2 opportunities',
      ),
    )
    move(1, { state: 'undone', ended_at, counts: { ...none, undone: 1, kept: 1, refused: 1 } })
    await told(store)
    await waitFor(async () =>
      expect((await notice()).getByRole('status')).toHaveTextContent(
        'Taken back for 1 opportunity. 1 is kept, because of later changes.',
      ),
    )
    expect((await notice()).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('[BULK-7] is still there after a reload of the tab', async () => {
    const { unmount, world } = await begin()
    unmount()
    await renderApp('/mpg/opportunities', { world })
    expect((await notice()).getByRole('button', { name: 'Stop' })).toBeVisible()
  })
})
