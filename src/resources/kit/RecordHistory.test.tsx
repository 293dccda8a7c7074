import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { api } from '../../api/kit/api'
import { listOf } from '../../api/kit/cacheTags'
import { subscribeToChanges } from '../../api/live/subscribeToChanges'
import { contract } from '../../contract'
import { timelinePath, type TimelineEntry } from '../../contract/history'
import { streamChanges } from '../../testing/changes'
import { renderPage } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { connectedTabs } from '../../testing/tabs'
import { addRow, createWorld, findRow } from '../../testing/world'

const path = timelinePath('opportunities', 1)
const moment = '2026-11-20T16:00:00.000Z'

const changed = (
  id: number,
  changes: TimelineEntry['changes'],
  over: Partial<TimelineEntry> = {},
): TimelineEntry => ({
  id,
  at: moment,
  actor: 2,
  actor_name: 'Ruth Abernathy',
  action: 'update',
  kind: 'changes',
  resource: 'opportunities',
  record: null,
  message: null,
  moved: null,
  facts: null,
  changes,
  ...over,
})

const answers = (results: readonly TimelineEntry[], next: string | null = null) =>
  server.use(http.get(`*${path}`, () => HttpResponse.json({ results, next })))

const open = async (query = '', world = createWorld()) => {
  const app = await renderPage(`/mpg/opportunities/1/history${query}`, { world })
  return { ...app, history: within(await screen.findByRole('region', { name: 'History' })) }
}

/** The parameters of each request. */
const asked = () =>
  requestsTo(path).map(({ url }) => {
    const { searchParams } = new URL(url)
    searchParams.delete('limit')
    return Object.fromEntries(searchParams)
  })

describe('the history of a record', () => {
  it('[HIST-1] tells who changed which field from what to what', async () => {
    answers([
      changed(3, [], { action: 'delete', actor: null, actor_name: null }),
      changed(2, [
        { field: 'sales_annual_volume_manual', before: 1_000, after: 25_000 },
        { field: 'tags', before: null, after: [1, 7], names: { 1: 'Renewal', 7: 'Gone' } },
        { field: 'unknown_field', before: 'a', after: 'b' },
      ]),
      changed(1, [{ field: 'opportunity_name', before: null, after: 'Deal 001' }], { action: 'create' }),
    ])
    const { history } = await open()
    const [deletion, update, creation] = await history.findAllByRole('listitem')
    expect(deletion).toHaveTextContent(/^Citygate moved it to the trash November 20, 2026/)
    expect(update).toHaveTextContent(/Ruth Abernathy changed.*Annual Volume.*1,000 .*25,000/)
    expect(update).toHaveTextContent(/Tagsfrom –.* to Renewal, Gone/)
    expect(update).not.toHaveTextContent('unknown')
    expect(creation).toHaveTextContent(/created it/)
  })

  it('[K2, HIST-1] tells numbers in the unit that the record had then', async () => {
    const volume = (before: number | null, after: number) => ({
      ...{ field: 'sales_annual_volume_manual', before, after },
    })
    const unit = (before: boolean | null, after: boolean) => ({ field: 'dekatherms', before, after })
    const world = createWorld()
    Object.assign(findRow(world, 'opportunities', 1) ?? {}, { dekatherms: false })
    answers([
      changed(5, [volume(1_000, 1_100)]),
      changed(4, [volume(100, 1_000), unit(true, false)]),
      changed(3, [volume(90, 100)]),
      changed(2, [volume(900, 90), unit(false, true)]),
      changed(1, [volume(null, 900), { field: 'broker_fee', before: null, after: 0.5 }, unit(null, false)], {
        action: 'create',
      }),
    ])
    const { history } = await open('', world)
    const entries = await history.findAllByRole('listitem')
    const told = [
      '1,000 th → to 1,100 th',
      '100 dth → to 1,000 th',
      '90 dth → to 100 dth',
      '900 th → to 90 dth',
    ]
    told.forEach((text, index) => expect(entries[index]).toHaveTextContent(`Annual Volumefrom ${text}`))
    expect(entries[4]).toHaveTextContent('Annual Volumefrom – → to 900 th')
    expect(entries[4]).toHaveTextContent(/Broker Feefrom – → to \$0\.50? \/ th/)
  })

  it('[HIST-1] shows the difference of long texts by words', async () => {
    const text = 'Two sites in the valley, both metered monthly and read by the utility on the fifth'
    answers([changed(1, [{ field: 'notes', before: text, after: text.replace('Two', 'Three') }])])
    const { history } = await open()
    expect(await history.findByText('Two')).toHaveProperty('tagName', 'DEL')
    expect(history.getByText('Three')).toHaveProperty('tagName', 'INS')
  })

  it('[HIST-2, HIST-3] tells what happened to links, notes, files and tasks, with links to what is there', async () => {
    const about = (record: TimelineEntry['record'], over: Partial<TimelineEntry>) => ({
      ...over,
      record,
      resource: record?.resource ?? 'opportunities',
    })
    answers([
      changed(
        5,
        [],
        about(
          { resource: 'organizations', id: 7, name: 'Alder Foundry', state: 'present' },
          { kind: 'links', action: 'create' },
        ),
      ),
      changed(
        4,
        [],
        about(
          { resource: 'organizations', id: 8, name: 'Birch Works', state: 'trash' },
          { kind: 'links', action: 'delete' },
        ),
      ),
      changed(
        3,
        [{ field: 'description', before: null, after: '<p>Two sites</p>' }],
        about(
          { resource: 'notes', id: 9, name: '#9', state: 'present' },
          { kind: 'notes', action: 'create' },
        ),
      ),
      changed(
        2,
        [],
        about(
          { resource: 'files', id: 3, name: 'loa.pdf', state: 'gone' },
          { kind: 'files', action: 'create' },
        ),
      ),
      changed(
        1,
        [{ field: 'status', before: 'todo', after: 'done' }],
        about({ resource: 'todos', id: 4, name: 'Call them', state: 'present' }, { kind: 'tasks' }),
      ),
    ])
    const release = holdAnswers(path)
    const { history } = await open()
    release()
    const [added, removed, note, file, task] = await history.findAllByRole('listitem')
    expect(added).toHaveTextContent(/Ruth Abernathy linked the organization Alder Foundry November/)
    expect(history.getByRole('link', { name: 'Alder Foundry' })).toHaveAttribute(
      'href',
      '/mpg/organizations/7/details',
    )
    expect(removed).toHaveTextContent(/removed the link to the organization Birch Works \(in the trash\)/)
    expect(history.queryByRole('link', { name: 'Birch Works' })).toBeNull()
    expect(note).toHaveTextContent(/added a note/)
    expect(await history.findByText('Two sites')).toBeVisible()
    expect(file).toHaveTextContent(/added the file loa.pdf \(deleted for good\)/)
    expect(task).toHaveTextContent(/changed the task Call them/)
    expect(await within(task as HTMLElement).findByText('Status')).toBeVisible()
  })

  it('[HIST-6] says where a note has come from, and where it has gone', async () => {
    const here = { resource: 'opportunities', id: 1, name: 'Here', state: 'present' } as const
    const contact = { resource: 'contacts', id: 5, name: 'Ann Bell', state: 'present' } as const
    const note = {
      kind: 'notes',
      resource: 'notes',
      record: { resource: 'notes', id: 9, name: '#9', state: 'present' },
    } as const
    answers([
      changed(3, [], { ...note, moved: { from: here, to: contact } }),
      changed(2, [], { ...note, moved: { from: contact, to: here } }),
      changed(1, [], { ...note, moved: { from: null, to: here } }),
    ])
    const { history } = await open()
    const [gone, come, unknown] = await history.findAllByRole('listitem')
    expect(gone).toHaveTextContent(/Ruth Abernathy moved a note to the contact Ann Bell November/)
    expect(come).toHaveTextContent(/moved a note here from the contact Ann Bell November/)
    expect(unknown).toHaveTextContent(/moved a note here November/)
    expect(within(gone as HTMLElement).getByRole('link', { name: 'Ann Bell' })).toHaveAttribute(
      'href',
      '/mpg/contacts/5/details',
    )
  })

  it('[HIST-7] tells what was done with quotes, with supplier and terms as they were', async () => {
    const quote = {
      kind: 'quotes',
      resource: 'quotes',
      record: { resource: 'quotes', id: 9, name: 'Copperlamp', state: 'present' },
      facts: { term: 12, pricing_type: 1, price: 0.41, price_unit: 'th', fee_unit: 'dth' },
    } as const
    const reason = (before: string | null, after: string | null) => [{ field: 'award_reason', before, after }]
    answers([
      changed(6, [], { ...quote, action: 'delete', facts: null, record: { ...quote.record, state: 'gone' } }),
      changed(5, [], { ...quote, action: 'withdraw' }),
      changed(4, reason('Best', null), { ...quote, action: 'revoke award' }),
      changed(3, reason(null, 'Best'), { ...quote, action: 'award' }),
      changed(2, [{ field: 'price', before: 0.4, after: 0.41 }], quote),
      changed(1, [], { ...quote, action: 'create' }),
    ])
    const release = holdAnswers(path)
    const { user, history } = await open()
    release()
    const allAreCalled = () => waitFor(() => expect(history.getAllByText(/12 months/)).toHaveLength(5))
    await allAreCalled()
    const texts = history
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '))
    const called = 'the quote Copperlamp (12 months, fixed, $0.41 per th)'
    for (const [index, told] of [
      'moved to the trash the quote Copperlamp (deleted for good) November',
      `marked ${called} as withdrawn November`,
      `revoked the award of ${called} November`,
      `awarded ${called} November`,
      `changed ${called} November`,
      `added ${called} November`,
    ].entries())
      expect(texts[index]).toMatch(new RegExp(`^Ruth Abernathy ${told.replaceAll(/[()$.]/g, '\\$&')}`))
    expect(texts[4]).toMatch(/Pricefrom \$0\.40? per th → to \$0\.41 per th$/)
    expect(texts[3]).toMatch(/Reason of the Awardfrom – → to Best$/)
    const [link] = history.getAllByRole('link', { name: 'Copperlamp' })
    expect(link).toHaveAttribute('href', '/mpg/quotes/9')
    await user.selectOptions(history.getByRole('combobox', { name: 'Show' }), 'Quotes')
    await waitFor(() => expect(asked()).toEqual([{}, { kind: 'quotes' }]))
    await allAreCalled()
  })

  it('[HIST-7] says between which bids a quote was moved', async () => {
    const bid = (id: number) => ({ resource: 'bids', id, name: `Bid ${id}`, state: 'present' }) as const
    const quote = { resource: 'quotes', id: 9, name: 'Copperlamp', state: 'present' } as const
    const moved = { from: bid(3), to: bid(4) }
    answers([changed(1, [], { kind: 'quotes', resource: 'quotes', record: quote, moved })])
    const { history } = await open()
    expect(await history.findByRole('listitem')).toHaveTextContent(
      /moved the quote Copperlamp from the bid Bid 3 to the bid Bid 4 November/,
    )
  })

  it('[DUP-3, DUP-5] says which record was merged into it, or it into which, and what was taken back', async () => {
    const other = { resource: 'organizations', id: 7, name: 'Alder Foundry', state: 'present' } as const
    const inTrash = { ...other, state: 'trash' } as const
    answers([
      changed(3, [], { action: 'undo merge', record: other }),
      changed(2, [], { action: 'merge', record: inTrash }),
      changed(1, [], { action: 'merge into', record: other }),
    ])
    const { history } = await open()
    const [undone, merged, into] = await history.findAllByRole('listitem')
    expect(undone).toHaveTextContent(/took back the merge of the organization Alder Foundry into it November/)
    expect(merged).toHaveTextContent(
      /^Ruth Abernathy merged the organization Alder Foundry \(in the trash\) into it November/,
    )
    expect(into).toHaveTextContent(/merged it into the organization Alder Foundry November/)
    expect(within(undone as HTMLElement).getByRole('link', { name: 'Alder Foundry' })).toBeVisible()
    expect(within(merged as HTMLElement).queryByRole('link')).toBeNull()
  })

  it('[HIST-5] shows one kind, which the address keeps', async () => {
    answers([])
    const { user, address, history } = await open('?history=notes')
    expect(await history.findByText('Nothing is told of notes so far.')).toBeVisible()
    const choice = history.getByRole('combobox', { name: 'Show' })
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([...['All', 'Changes', 'Links', 'Quotes', 'Notes', 'Files', 'Meetings']])
    await user.selectOptions(choice, 'Links')
    expect(await history.findByText('Nothing is told of links so far.')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities/1/history?history=links')
    await user.selectOptions(choice, 'All')
    expect(address()).toBe('/mpg/opportunities/1/history')
    expect(asked()).toEqual([{ kind: 'notes' }, { kind: 'links' }, {}])
  })

  it('[HIST-5] shows more on demand', async () => {
    server.use(
      http.get(`*${path}`, ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.has('before')
            ? {
                results: [changed(1, [{ field: 'broker_name', before: null, after: 'Ashdown' }])],
                next: null,
              }
            : {
                results: [changed(9, [{ field: 'broker_name', before: null, after: 'Quillfeather' }])],
                next: 9,
              },
        ),
      ),
    )
    const { user, history } = await open()
    await user.click(await history.findByRole('button', { name: 'Show more' }))
    expect(await history.findByText('Ashdown')).toBeVisible()
    expect(history.getByText('Quillfeather')).toBeVisible()
    expect(history.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(history.getByText('Ashdown').closest('li')).toHaveFocus()
    expect(await history.findByText('1 entry more.')).toHaveAttribute('role', 'status')
    expect(asked()).toEqual([{}, { before: '9' }])
  })

  it('[HIST-5] counts the entries that it shows', async () => {
    const unseen = (id: number) => changed(id, [{ field: 'unknown_field', before: 'a', after: 'b' }])
    const seen = (id: number, after: string) => changed(id, [{ field: 'broker_name', before: null, after }])
    server.use(
      http.get(`*${path}`, ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.has('before')
            ? { results: [unseen(4), seen(3, 'Ashdown'), unseen(2)], next: null }
            : { results: [unseen(9), unseen(8)], next: 8 },
        ),
      ),
    )
    const { user, history } = await open()
    await user.click(await history.findByRole('button', { name: 'Show more' }))
    expect(await history.findByText('1 entry more.')).toBeInTheDocument()
    expect(history.getByText('Ashdown').closest('li')).toHaveFocus()
  })

  it('[HIST-5] says that nothing was changed where it shows no change', async () => {
    answers([changed(1, [{ field: 'unknown_field', before: 'a', after: 'b' }])])
    const { history } = await open()
    expect(await history.findByText('Nothing has been changed since it was made.')).toBeVisible()
  })

  it('[HIST-5] tries again what has failed last', async () => {
    let isBroken = false
    server.use(
      http.get(`*${path}`, ({ request }) =>
        isBroken || new URL(request.url).searchParams.has('before')
          ? HttpResponse.json({ detail: isBroken ? 'Down.' : 'No more.' }, { status: 500 })
          : HttpResponse.json({
              results: [changed(9, [{ field: 'broker_name', before: null, after: 'Ashdown' }])],
              next: 9,
            }),
      ),
    )
    const { user, store, history } = await open()
    await user.click(await history.findByRole('button', { name: 'Show more' }))
    expect(await history.findByText('No more.')).toBeVisible()
    await user.click(history.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked()).toEqual([{}, { before: '9' }, { before: '9' }]))
    isBroken = true
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'opportunities', id: 1 }])))
    expect(await history.findByText('Down.')).toBeVisible()
    isBroken = false
    await user.click(history.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(history.queryByText('Down.')).not.toBeInTheDocument())
    expect(asked().slice(3)).toEqual([{}, {}])
  })

  it('[HIST-1, LIVE-1] is not read anew for a change of another record', async () => {
    answers([changed(1, [{ field: 'broker_name', before: null, after: 'Ashdown' }])])
    const { store, history } = await open()
    expect(await history.findByText('Ashdown')).toBeVisible()
    const readAnewFor = (id: number) =>
      api.util
        .selectInvalidatedBy(store.getState(), [{ type: 'opportunities', id }, listOf('opportunities')])
        .map(({ endpointName }) => endpointName)
    expect(readAnewFor(1)).toContain('timeline')
    expect(readAnewFor(2)).not.toContain('timeline')
  })

  it('[HIST-5, LIVE-1] keeps what was asked for on demand while a change of another user is read', async () => {
    const world = createWorld()
    const streams = streamChanges(world)
    let newest = 'Quillfeather'
    server.use(
      http.get(`*${path}`, ({ request }) => {
        const isFirst = !new URL(request.url).searchParams.has('before')
        const name = isFirst ? newest : 'Ashdown'
        const changes = [{ field: 'broker_name', before: null, after: name }]
        return HttpResponse.json({ results: [changed(isFirst ? 9 : 1, changes)], next: isFirst ? 9 : null })
      }),
    )
    const { user, store } = await renderPage('/mpg/opportunities/1/history', { world })
    const stop = subscribeToChanges(store, { channel: connectedTabs()(), locks: undefined })
    await waitFor(() => expect(streams.open()).toBe(1))
    const history = within(await screen.findByRole('region', { name: 'History' }))
    await user.click(await history.findByRole('button', { name: 'Show more' }))
    const entry = await history.findByText('Ashdown')
    newest = 'Thistlewood'
    const known = asked().length
    const release = holdAnswers(path)
    streams.tell({ resource: 'opportunities', id: 1, version: 99 })
    await waitFor(() => expect(asked()).toHaveLength(known + 1))
    expect(history.getByText('Quillfeather')).toBeVisible()
    expect(entry).toBeVisible()
    release()
    expect(await history.findByText('Thistlewood')).toBeVisible()
    expect(history.getByText('Ashdown')).toBe(entry)
    expect(history.queryByText('Quillfeather')).toBeNull()
    stop()
  })

  it('[HIST-1] tells a change of one’s own at once', async () => {
    const world = createWorld()
    addRow(world, 'suppliers', { name: 'Copperlamp Energy' })
    const supplierPath = timelinePath('suppliers', 1)
    server.use(
      http.get(`*${supplierPath}`, () => {
        const name = world.tables.suppliers[0]?.name
        const changes = [{ field: 'name', before: 'Copperlamp Energy', after: name }]
        const isChanged = name !== 'Copperlamp Energy'
        return HttpResponse.json({
          results: isChanged ? [changed(1, changes, { resource: 'suppliers' })] : [],
          next: null,
        })
      }),
    )
    const { user } = await renderPage('/mpg/suppliers/1', { world })
    const history = within(await screen.findByRole('region', { name: 'History' }))
    await user.click(history.getByRole('button', { name: 'Show history' }))
    expect(await history.findByText('Nothing has been changed since it was made.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Supplier' }))
    await user.type(form.getByLabelText('Name *'), ' 2')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await history.findByText(/Copperlamp Energy 2$/)).toBeInTheDocument()
  })

  it('[HIST-5] has a placeholder, and is read together with its record', async () => {
    answers([changed(1, [{ field: 'broker_name', before: null, after: 'Ashdown' }])])
    const release = holdAnswers(`${contract.opportunities.path}1/`)
    const { history } = await open()
    expect(history.getByRole('status', { name: 'Loading' })).toBeVisible()
    await waitFor(() => expect(asked()).toEqual([{}]))
    release()
    expect(await history.findByText('Ashdown')).toBeVisible()
    expect(asked()).toEqual([{}])
  })

  it('[HIST-1] cuts long texts, and shows what was written first without a difference', async () => {
    const text = `${'Both sites are read by the utility on the fifth. '.repeat(40)}The end.`
    answers([changed(1, [{ field: 'notes', before: null, after: text }])])
    const { user, history } = await open()
    const start = await history.findByText(/^Both sites/)
    expect(start).toHaveProperty('tagName', 'SPAN')
    expect(start.textContent.length).toBeLessThan(700)
    await user.click(history.getByRole('button', { name: 'Show all' }))
    expect(history.getByText(/^Both sites/)).toHaveTextContent(/The end\.$/)
    await user.click(history.getByRole('button', { name: 'Show less' }))
    expect(history.getByText(/^Both sites/)).not.toHaveTextContent(/The end\.$/)
  })

  it('[HIST-1] shows texts with too little in common one after the other', async () => {
    const words = (count: number, of: string) =>
      Array.from({ length: count }, (_none, index) => `${of}${index}`)
    const [before, after] = [words(3_000, 'old').join(' '), words(3_000, 'new').join(' ')]
    answers([changed(1, [{ field: 'notes', before, after }])])
    const { user, history } = await open()
    expect(await history.findByText(/^old0 old1/)).toHaveProperty('tagName', 'DEL')
    await user.click(history.getByRole('button', { name: 'Show all' }))
    expect(history.getByText(/^new0 new1/)).toHaveProperty('tagName', 'INS')
  })

  it('[HIST-1] says that nothing was changed, and offers another attempt after a failure', async () => {
    let isBroken = true
    server.use(
      http.get(`*${path}`, () =>
        isBroken
          ? HttpResponse.json({ detail: 'No.' }, { status: 500 })
          : HttpResponse.json({ results: [], next: null }),
      ),
    )
    const { user, history } = await open()
    const retry = await history.findByRole('button', { name: /again|Retry/i })
    isBroken = false
    await user.click(retry)
    expect(await history.findByText('Nothing has been changed since it was made.')).toBeVisible()
  })

  it('[HIST-5] is asked for on demand at the end of a page without tabs', async () => {
    const world = createWorld()
    addRow(world, 'suppliers', { name: 'Copperlamp Energy' })
    const asksOf = () => requestsTo(timelinePath('suppliers', 1))
    const { user } = await renderPage('/mpg/suppliers/1', { world })
    const history = within(await screen.findByRole('region', { name: 'History' }))
    expect(asksOf()).toEqual([])
    await user.click(history.getByRole('button', { name: 'Show history' }))
    expect(await history.findByText('Nothing has been changed since it was made.')).toBeVisible()
    expect(history.queryByRole('combobox')).toBeNull()
  })

  it('[MAIL-1, MAIL-2] tells messages: who wrote what to whom, whose mailbox shares it, and how it begins', async () => {
    const person = (first_name: string) => ({
      id: null,
      email: `${first_name}@basin.example`,
      first_name,
      last_name: null,
    })
    const told = (id: number, name: string, is_shared: boolean) =>
      changed(id, [], {
        action: 'create',
        kind: 'messages',
        resource: 'messages',
        record: { resource: 'messages', id, name, state: 'present' },
        message: {
          from: [person('Tom')],
          to: [person('Bea'), person('Ann')],
          excerpt: 'Four cents',
          is_shared,
        },
      })
    const results = [told(5, 'Winter strip', false), told(4, 'Summer strip', true)]
    const of = timelinePath('contacts', 1)
    server.use(http.get(`*${of}`, () => HttpResponse.json({ results, next: null })))
    const world = createWorld()
    addRow(world, 'contacts', { contact_id: 1, name: 'Bell, Ann', first_name: 'Ann', last_name: 'Bell' })
    const { user } = await renderPage('/mpg/contacts/1/history', { world })
    const history = within(await screen.findByRole('region', { name: 'History' }))
    const [own, shared] = await history.findAllByRole('listitem')
    expect(own).toHaveTextContent(/^Tom wrote Winter strip to Bea, Ann November 20, 2026.*Four cents$/)
    expect(own).not.toHaveTextContent('shared')
    expect(shared).toHaveTextContent(/, shared by Ruth Abernathy/)
    expect(history.getByRole('link', { name: 'Winter strip' })).toHaveAttribute('href', '/mpg/inbox/5')
    await user.selectOptions(history.getByLabelText('Show'), 'Messages')
    await waitFor(() =>
      expect(new URL(requestsTo(of).at(-1)?.url ?? '').searchParams.get('kind')).toBe('messages'),
    )
  })
})
