import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { api } from '../../api/kit/api'
import { contract, type Row } from '../../contract'
import {
  dismissalPath,
  duplicatePairsPath,
  type DuplicatePair,
  type DuplicatePairsAnswer,
} from '../../contract/duplicatePairs'
import { maxKeptBack, mergePath, mergesPath, type Merge } from '../../contract/merges'
import { anOrganization } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { holdAnswers, server } from '../../testing/server'
import { addRow, changeRow, createWorld, type World } from '../../testing/world'

let world: World
let pairs: DuplicatePair[]
let sent: unknown[]
const rows = () => world.tables.organizations
const one = () => rows()[0] as Row<'organizations'>
const two = () => rows()[1] as Row<'organizations'>

const merge = (given: Partial<Merge> = {}): Merge => ({
  merge_id: 5,
  resource: 'organizations',
  kept: one().organization_id,
  kept_name: one().name,
  merged: two().organization_id,
  merged_name: two().name,
  taken: [],
  state: 'done',
  moved: 3,
  created_by: 1,
  created_at: '2026-03-07T18:30:00.000Z',
  ended_at: '2026-03-07T18:30:01.000Z',
  undo_until: '2099-03-14T18:30:00.000Z',
  kept_back: [],
  ...given,
})

beforeEach(() => {
  world = createWorld()
  const alike = { type: 'Commercial', version: 1 }
  world.tables.organizations = [
    anOrganization({ ...alike, organization_id: 41, name: 'Kept Mills', dba: null, phone: '713-555-0101' }),
    anOrganization({ ...alike, organization_id: 42, name: 'Other Mills', dba: 'OM', phone: '713-555-0102' }),
  ]
  pairs = [
    {
      pair_id: 3,
      ids: [one().organization_id, two().organization_id],
      reasons: ['tax_id', 'name'],
      dismissed_at: null,
    },
  ]
  sent = []
  server.use(
    http.get(`*${duplicatePairsPath('organizations')}`, ({ request }) => {
      const isDismissed = new URL(request.url).searchParams.get('dismissed') === 'true'
      const shown = pairs.filter(({ dismissed_at }) => (dismissed_at !== null) === isDismissed)
      return HttpResponse.json<DuplicatePairsAnswer<Row<'organizations'>>>({
        count: shown.length,
        pairs: shown,
        results: shown.length > 0 ? [one(), two()] : [],
      })
    }),
    ...(['put', 'delete'] as const).map((method) =>
      http[method](`*${dismissalPath('organizations', 3)}`, () => {
        const dismissed_at = method === 'put' ? '2026-03-07T18:30:00.000Z' : null
        pairs = pairs.map((pair) => ({ ...pair, dismissed_at }))
        return new HttpResponse(null, { status: 204 })
      }),
    ),
    http.get(`*${mergePath('organizations', ':id')}`, () =>
      HttpResponse.json({
        moves: [
          { resource: 'organizationContacts', count: 2 },
          { resource: 'bids', count: 1 },
        ],
      }),
    ),
    http.post(`*${mergePath('organizations', ':id')}`, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(merge(), { status: 201 })
    }),
    http.post(`*${mergesPath}5/undo/`, () => {
      sent.push('undo')
      const kept_back = [{ resource: 'bids', record: 7, name: 'Bid 7', field: 'legal_entity' }] as const
      return HttpResponse.json(merge({ state: 'undone', kept_back: [...kept_back] }))
    }),
  )
})

const mergeAt = () =>
  `/mpg/organizations/${one().organization_id}/merge?with=${two().organization_id}` as const

describe('probable duplicates', () => {
  it('[DUP-1, DUP-2, DUP-6] stand in pairs with what they have in common, and are dismissed and brought back', async () => {
    const { user } = await renderPage('/mpg/organizations/duplicates', { world })
    expect(await screen.findByText('Tax ID, Name and place')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'KEPT MILLS' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'OTHER MILLS' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Merge…' })).toHaveAttribute('href', mergeAt())
    await user.click(screen.getByRole('button', { name: 'Not duplicates' }))
    expect(await screen.findByText('There are no probable duplicates.')).toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Show'), 'Not duplicates')
    await user.click(await screen.findByRole('button', { name: 'Probable again' }))
    expect(await screen.findByText('There are none.')).toBeInTheDocument()
  })

  it('[DUP-5] merges of late are taken back, and what was changed since is named by its labels', async () => {
    const left = [
      { resource: 'bids', record: 7, name: 'Bid 7', field: 'legal_entity' },
      { resource: 'notes', record: 8, name: '#8', field: 'object_id' },
      ...Array.from({ length: 10 }, (_none, index) => ({
        ...{ resource: 'bids', record: 20 + index, name: `Bid ${20 + index}`, field: 'legal_entity' },
      })),
    ] as Merge['kept_back']
    let now = merge()
    server.use(
      http.get(`*${mergesPath}`, () => HttpResponse.json({ count: 1, results: [now] })),
      http.post(`*${mergesPath}5/undo/`, () => {
        now = merge({ state: 'undone', kept_back: left })
        return HttpResponse.json(now)
      }),
    )
    const { user } = await renderPage('/mpg/organizations/duplicates?show=merged', { world })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Taken back. 12 values were changed since and left.')).toBeInTheDocument()
    await user.click(await screen.findByText('Taken back, 12 values changed since and left'))
    expect(
      await screen.findByText('Legal Entity of', { exact: false, selector: 'li:first-child' }),
    ).toHaveTextContent('Legal Entity of Bid 7')
    expect(screen.getByText('a note')).toBeInTheDocument()
    expect(screen.getByText('and 2 more')).toBeInTheDocument()
    expect(screen.queryByText('Bid 29')).not.toBeInTheDocument()
  })

  it('[DUP-5] names begin with any sign, and more than an undo names may be left', async () => {
    const kept_back = Array.from({ length: maxKeptBack }, (_none, index) => ({
      ...{ resource: 'bids' as const, record: 7 + index, name: `#1 Bid ${index}`, field: 'legal_entity' },
    }))
    let now = merge()
    server.use(
      http.get(`*${mergesPath}`, () => HttpResponse.json({ count: 1, results: [now] })),
      http.post(`*${mergesPath}5/undo/`, () => {
        now = merge({ state: 'undone', kept_back })
        return HttpResponse.json(now)
      }),
    )
    const { user } = await renderPage('/mpg/organizations/duplicates?show=merged', { world })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(
      await screen.findByText('Taken back. 100 or more values were changed since and left.'),
    ).toBeInTheDocument()
    await user.click(await screen.findByText('Taken back, 100 or more values changed since and left'))
    const first = await screen.findByText('Legal Entity of', { exact: false, selector: 'li:first-child' })
    expect(first).toHaveTextContent('Legal Entity of #1 Bid 0')
    expect(screen.getByText('and 90 or more')).toBeInTheDocument()
  })

  it('[DUP-5] what an undo has left in the background is named once it has ended', async () => {
    const kept_back = [{ resource: 'bids', record: 7, name: 'Bid 7', field: 'legal_entity' }] as const
    let reads = 0
    server.use(
      http.get(`*${mergesPath}`, () => {
        reads += 1
        const now =
          reads === 1 ? merge({ state: 'undoing' }) : merge({ state: 'undone', kept_back: [...kept_back] })
        return HttpResponse.json({ count: 1, results: [now] })
      }),
    )
    await renderPage('/mpg/organizations/duplicates?show=merged', { world })
    expect(await screen.findByText('Being taken back')).toBeInTheDocument()
    expect(
      await screen.findByText('Taken back, 1 value changed since and left', undefined, { timeout: 5_000 }),
    ).toBeInTheDocument()
  })

  it('[DUP-1, LIST-1] a page that is emptied leads to the last one', async () => {
    server.use(
      http.get(`*${duplicatePairsPath('organizations')}`, ({ request }) => {
        const isFirst = new URL(request.url).searchParams.get('offset') === '0'
        return HttpResponse.json<DuplicatePairsAnswer<Row<'organizations'>>>({
          count: 1,
          pairs: isFirst ? pairs : [],
          results: isFirst ? [one(), two()] : [],
        })
      }),
    )
    const { address } = await renderPage('/mpg/organizations/duplicates?page=2', { world })
    expect(await screen.findByText('Tax ID, Name and place')).toBeInTheDocument()
    expect(address()).toBe('/mpg/organizations/duplicates')
    expect(screen.getByText('Showing 1 to 1 of 1 entries')).toBeInTheDocument()
  })

  it('[DUP-2, LIST-6] nothing is said to be empty before it is known', async () => {
    pairs = []
    const { user } = await renderPage('/mpg/organizations/duplicates', { world })
    expect(await screen.findByText('There are no probable duplicates.')).toBeInTheDocument()
    const release = holdAnswers(duplicatePairsPath('organizations'))
    await user.selectOptions(screen.getByLabelText('Show'), 'Not duplicates')
    await waitFor(() =>
      expect(screen.getByRole('progressbar', { name: 'Loading pairs' })).toBeInTheDocument(),
    )
    expect(screen.queryByText('There are none.')).not.toBeInTheDocument()
    release()
    expect(await screen.findByText('There are none.')).toBeInTheDocument()
  })
})

describe('merging two records', () => {
  it('[DUP-3, DUP-5, DUP-6] shows what differs side by side, takes the chosen values, and offers to undo it', async () => {
    const { user, address } = await renderPage(mergeAt(), { world })
    const phone = within(await screen.findByRole('group', { name: 'Phone' }))
    const [kept, other] = phone.getAllByRole('radio')
    expect(kept).toBeChecked()
    // Empty values give way.
    const dba = within(screen.getByRole('group', { name: 'DBA' }))
    expect(dba.getAllByRole('radio')[1]).toBeChecked()
    // Equal fields are folded away.
    expect(screen.queryByRole('group', { name: 'Type' })).not.toBeInTheDocument()
    if (other) fireEvent.click(other)
    expect(
      await screen.findByText(/^Moves to the one that is kept: 2 contacts and 1 bid\./),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Merge…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge' }))
    expect(dialog.getByText('Its 2 contacts and 1 bid will move.')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await screen.findByText('OTHER MILLS was merged into KEPT MILLS.')).toBeInTheDocument()
    await waitFor(() => expect(address()).toBe(`/mpg/organizations/${one().organization_id}/details`))
    expect(sent).toEqual([
      {
        other: two().organization_id,
        version: one().version,
        other_version: two().version,
        take: expect.arrayContaining(['phone', 'dba']) as string[],
      },
    ])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent).toContain('undo'))
  })

  it('[DUP-3, DUP-6] asks for the other record, keeps the other one on demand, and tells a refusal', async () => {
    server.use(
      http.post(`*${mergePath('organizations', ':id')}`, () =>
        HttpResponse.json(
          {
            detail: 'Organization was changed by somebody else meanwhile.',
            code: 'stale_version',
            request_id: 'x',
          },
          { status: 409 },
        ),
      ),
    )
    const { user, address, navigate } = await renderPage(
      `/mpg/organizations/${one().organization_id}/merge`,
      { world },
    )
    await user.click(await screen.findByRole('button', { name: 'Compare' }))
    expect(await screen.findByText('Choose another organization.')).toBeInTheDocument()
    navigate(mergeAt())
    await user.click(await screen.findByRole('button', { name: 'Keep the other one' }))
    await waitFor(() => expect(address()).toBe(`/mpg/organizations/42/merge?with=41`))
    const keptName = () => within(screen.getByRole('region', { name: 'Kept' })).getByRole('link')
    await waitFor(() => expect(keptName()).toHaveTextContent('OTHER MILLS'))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Merge…' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Merge…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge' }))
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('was changed by somebody else meanwhile')
  })

  const phone = async () => within(await screen.findByRole('group', { name: 'Phone' }))
  const openDialog = async (user: Awaited<ReturnType<typeof renderPage>>['user']) => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Merge…' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Merge…' }))
    return within(await screen.findByRole('dialog', { name: 'Merge' }))
  }

  it('[DUP-6] chooses a value by a press on its text, which says whose it is', async () => {
    const { user } = await renderPage(mergeAt(), { world })
    const text = (await phone()).getByText('713-555-0102')
    expect(text.closest('a')).toBeNull()
    await user.click(text)
    expect((await phone()).getByRole('radio', { name: 'Merged: 713-555-0102' })).toBeChecked()
    expect((await phone()).getByRole('radio', { name: 'Kept: 713-555-0101' })).not.toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Take all values of KEPT MILLS, which is kept' }))
    expect((await phone()).getByRole('radio', { name: 'Kept: 713-555-0101' })).toBeChecked()
  })

  it('[DUP-6] shows names as they are written, so that no two look the same', async () => {
    two().name = 'KEPT Mills'
    await renderPage(mergeAt(), { world })
    const name = within(await screen.findByRole('group', { name: 'Name' }))
    expect(name.getByText('Kept Mills')).toBeVisible()
    expect(name.getByText('KEPT Mills')).toBeVisible()
  })

  it('[DUP-6] says that what would move could not be read, and tries again', async () => {
    let isBroken = true
    server.use(
      http.get(`*${mergePath('organizations', ':id')}`, () =>
        isBroken ? refusal(500, 'Broken') : HttpResponse.json({ moves: [] }),
      ),
    )
    const { user } = await renderPage(mergeAt(), { world })
    expect(await screen.findByText('What would move could not be read.')).toBeVisible()
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument()
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Nothing else belongs to the one that is merged.')).toBeInTheDocument()
  })

  it('[DUP-6] keeps what was chosen where a record cannot be read anew', async () => {
    const { user, store } = await renderPage(mergeAt(), { world })
    await user.click((await phone()).getByText('713-555-0102'))
    server.use(http.get(`*${contract.organizations.path}42/`, () => refusal(500, 'Broken')))
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'organizations', id: 42 }])))
    expect(await screen.findByText('The organizations could not be loaded.')).toBeVisible()
    expect((await phone()).getByRole('radio', { name: 'Merged: 713-555-0102' })).toBeChecked()
  })

  it('[DUP-3, TRUST-28] succeeds where the answer was lost on its way', async () => {
    const gone = {
      detail: 'Organization was merged into Kept Mills.',
      code: 'merged',
      current: { organization_id: 41, name: 'Kept Mills' },
      request_id: 'x',
    }
    server.use(
      http.post(`*${mergePath('organizations', ':id')}`, () => {
        server.use(
          http.get(`*${contract.organizations.path}42/`, () => HttpResponse.json(gone, { status: 404 })),
          http.get(`*${mergesPath}`, () => HttpResponse.json({ count: 1, results: [merge()] })),
        )
        return HttpResponse.error()
      }),
    )
    const { user, address } = await renderPage(mergeAt(), { world })
    await user.click((await openDialog(user)).getByRole('button', { name: 'Merge' }))
    expect(await screen.findByText('Organization was merged into Kept Mills.')).toBeInTheDocument()
    await waitFor(() => expect(address()).toBe('/mpg/organizations/41/details'))
    expect(screen.queryByText('This organization does not exist.')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent).toContain('undo'))
  })

  it('[DUP-3, OPE-5] merges what was seen when it was asked, and else leads back to look again', async () => {
    const { user, store } = await renderPage(mergeAt(), { world })
    await phone()
    const dialog = await openDialog(user)
    const seen = one().version
    changeRow(one(), { phone: '713-555-0999' })
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'organizations', id: 41 }])))
    expect(await (await phone()).findByText('713-555-0999')).toBeInTheDocument()
    server.use(
      http.post(`*${mergePath('organizations', ':id')}`, async ({ request }) => {
        sent.push(await request.json())
        return refusal(409, 'It was changed meanwhile.', 'stale_version')
      }),
    )
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('It was changed meanwhile.')
    expect(sent).toEqual([expect.objectContaining({ version: seen })])
    expect(dialog.queryByRole('button', { name: 'Merge' })).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Look again' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toHaveLength(1)
  })

  it('[DUP-3] tries again what was refused for another reason than a newer version', async () => {
    let isRefused = true
    server.use(
      http.post(`*${mergePath('organizations', ':id')}`, () =>
        isRefused
          ? refusal(409, 'A merge of this record is under way.', 'refused')
          : HttpResponse.json(merge(), { status: 201 }),
      ),
    )
    const { user, address } = await renderPage(mergeAt(), { world })
    const dialog = await openDialog(user)
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('A merge of this record is under way.')
    isRefused = false
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(address()).toBe('/mpg/organizations/41/details'))
  })

  it('[DUP-3] asks for no confirmation of a pair that the address has left', async () => {
    addRow(world, 'organizations', { name: 'Third Mills' })
    const { user, navigate } = await renderPage('/mpg/organizations/41/merge?with=43', { world })
    const merged = async (name: string) =>
      within(await screen.findByRole('region', { name: 'Merged' })).findByText(name)
    await merged('THIRD MILLS')
    navigate(mergeAt())
    await merged('OTHER MILLS')
    await openDialog(user)
    navigate('/mpg/organizations/41/merge?with=43')
    await merged('THIRD MILLS')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('[DUP-3] tells how far a merge has come, and goes on without its page', async () => {
    let state: 'running' | 'broken' = 'running'
    server.use(
      http.get(`*${mergePath('organizations', ':id')}`, () =>
        HttpResponse.json({ moves: [{ resource: 'bids', count: 48 }] }),
      ),
      http.post(`*${mergePath('organizations', ':id')}`, () =>
        HttpResponse.json(merge({ state: 'running', moved: 20 }), { status: 202 }),
      ),
      http.get(`*${mergesPath}5/`, () =>
        state === 'broken'
          ? refusal(500, 'Broken')
          : HttpResponse.json(merge({ state: 'running', moved: 31 })),
      ),
    )
    const { user, address } = await renderPage(mergeAt(), { world })
    await user.click((await phone()).getByText('713-555-0102'))
    const dialog = await openDialog(user)
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await dialog.findByText('31 of 48')).toBeInTheDocument()
    state = 'broken'
    expect(await dialog.findByRole('alert', undefined, { timeout: 5_000 })).toHaveTextContent('Broken')
    await user.click(dialog.getByRole('button', { name: 'Go on in the background' }))
    await waitFor(() => expect(address()).toBe('/mpg/organizations/duplicates?show=merged'))
  })

  it('[DUP-6] keeps the chosen values where the other one is kept, and asks before they are lost', async () => {
    const { user, address, navigate } = await renderPage(mergeAt(), { world })
    await user.click((await phone()).getByText('713-555-0102'))
    const flip = screen.getByRole('button', { name: 'Keep the other one' })
    await user.click(flip)
    await waitFor(() => expect(address()).toBe('/mpg/organizations/42/merge?with=41'))
    expect(await (await phone()).findByRole('radio', { name: 'Kept: 713-555-0102' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Keep the other one' })).toHaveFocus()
    expect(screen.getByText('OTHER MILLS is kept.')).toHaveAttribute('role', 'status')
    await user.click((await phone()).getByText('713-555-0101'))
    navigate('/mpg/organizations')
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    expect(question.getByText('The values that you have chosen will be lost.')).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/mpg/organizations'))
  })

  it('[DUP-4] the page of a merged record leads to where it went, and says so', async () => {
    const [first, second] = [one().organization_id, two().organization_id]
    server.use(
      http.get(`*${contract.organizations.path}${second}/`, () =>
        HttpResponse.json(
          {
            detail: 'Organization was merged into Kept Mills.',
            code: 'merged',
            current: { organization_id: first, name: 'Kept Mills' },
            request_id: 'x',
          },
          { status: 404 },
        ),
      ),
    )
    const { address } = await renderPage(`/mpg/organizations/${second}/details`, { world })
    expect(await screen.findByText('Organization was merged into Kept Mills.')).toBeInTheDocument()
    expect(address()).toBe(`/mpg/organizations/${first}/details`)
  })
})
