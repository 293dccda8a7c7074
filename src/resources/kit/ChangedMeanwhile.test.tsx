import { act, screen, waitFor, within } from '@testing-library/react'
import { api } from '../../api/kit/api'
import type { ResourceName } from '../../contract'
import { renderPage } from '../../testing/renderApp'
import { loseAnswer, requestsTo } from '../../testing/server'
import { changeRow, createWorld, findRow, removeRow } from '../../testing/world'

const told = () => screen.queryByText(/changed this .* meanwhile/)

/** Opens a page and changes its record concurrently. */
const open = async (address: string, resource: ResourceName, id: number) => {
  const world = createWorld()
  const page = await renderPage(address, { world })
  const followed = () =>
    act(() => void page.store.dispatch(api.util.invalidateTags([{ type: resource, id }])))
  return {
    ...page,
    others: (body: Record<string, unknown>, by = 2) => {
      const row = findRow(world, resource, id) ?? {}
      Object.assign(changeRow(row, body), { modified_by: by })
      followed()
    },
    deleted: () => {
      removeRow(world, resource, id)
      followed()
    },
  }
}

const name = () => screen.findByLabelText<HTMLInputElement>(/^Opportunity Name/)
const edit = '/mpg/opportunities/1/edit'

describe('an open form whose record another user changes', () => {
  it('[LIVE-5] follows it as long as nothing has been typed', async () => {
    const { others } = await open(edit, 'opportunities', 1)
    expect((await name()).value).toBe('Deal 001')
    others({ opportunity_name: 'Deal of theirs' })
    await waitFor(async () => expect((await name()).value).toBe('Deal of theirs'))
    expect(told()).not.toBeInTheDocument()
  })

  it('[LIVE-5] says so quietly, keeps what has been typed and the focus, and shows what is different', async () => {
    const { user, others } = await open(edit, 'opportunities', 1)
    await user.type(await name(), ' of mine')
    others({ opportunity_name: 'Deal of theirs', broker_name: 'Theirs' })
    expect(await screen.findByText(/^team has changed this opportunity meanwhile/)).toBeVisible()
    expect(told()?.closest('[role="status"]')).toBeVisible()
    expect(await name()).toHaveFocus()
    expect((await name()).value).toBe('Deal 001 of mine')
    await user.click(screen.getByRole('button', { name: 'Show changes' }))
    const conflict = within(await screen.findByRole('region', { name: 'Changed by somebody else meanwhile' }))
    expect(conflict.getByRole('row', { name: /^Opportunity Name/ })).toHaveTextContent('Deal 001 of mine')
    expect(conflict.getByRole('row', { name: /^Broker Name/ })).toHaveTextContent('not touched')
    expect(told()).not.toBeInTheDocument()
    others({ broker_name: 'Theirs again' })
    expect(await screen.findByText(/^team has changed this opportunity meanwhile/)).toBeVisible()
  })

  it('[LIVE-5] overwrites nothing that has not been touched', async () => {
    const { user, others, world } = await open(edit, 'opportunities', 1)
    await user.type(await name(), ' of mine')
    others({ broker_name: 'Theirs' })
    await user.click(await screen.findByRole('button', { name: 'Show changes' }))
    await user.click(await screen.findByRole('button', { name: 'Save merged' }))
    await waitFor(() =>
      expect(findRow(world, 'opportunities', 1)).toMatchObject({
        opportunity_name: 'Deal 001 of mine',
        broker_name: 'Theirs',
      }),
    )
    const saves = requestsTo('/api/mpg/opportunities/1/').filter(({ method }) => method === 'PUT')
    expect(saves).toHaveLength(1)
    expect(saves[0]?.headers.get('If-Match')).toBe('"2"')
  })

  it('[LIVE-5] in a dialog above a list says so, too', async () => {
    const { user, others } = await open('/mpg/tags', 'tags', 2)
    await user.click(await screen.findByRole('button', { name: 'Edit Index' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText(/^Name/), 'ed')
    others({ description: 'Theirs' })
    expect(await dialog.findByText(/^Somebody else has changed this tag meanwhile/)).toBeVisible()
  })

  it('[LIVE-6] stays open when its record is deleted', async () => {
    const { user, deleted, address } = await open(edit, 'opportunities', 1)
    await user.type(await name(), ' of mine')
    deleted()
    expect(await screen.findByText('This opportunity has been deleted meanwhile.')).toBeVisible()
    expect((await name()).value).toBe('Deal 001 of mine')
    expect(address()).toBe(edit)
  })
})

describe('a save whose answer got lost', () => {
  const save = (user: Awaited<ReturnType<typeof open>>['user']) =>
    user.click(screen.getByRole('button', { name: 'Save' }))
  const conflict = () => screen.queryByRole('region', { name: 'Changed by somebody else meanwhile' })

  it('[OPE-5, TRUST-28] counts as saved on retry, and is attributed to no other user', async () => {
    const { user, world, address } = await open(edit, 'opportunities', 1)
    await user.type(await name(), ' of mine')
    loseAnswer('/api/mpg/opportunities/1/', 'put')
    await save(user)
    expect(await screen.findByText('Cannot update opportunity.')).toBeVisible()
    await save(user)
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/1/details'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Deal 001 of mine' })).toBeVisible()
    expect(findRow(world, 'opportunities', 1)).toMatchObject({
      opportunity_name: 'Deal 001 of mine',
      version: 2,
    })
  })

  it('[OPE-5, TRUST-28] says that it has been saved, as any other does', async () => {
    const { user } = await open('/mpg/tags', 'tags', 2)
    await user.click(await screen.findByRole('button', { name: 'Edit Index' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText(/^Name/), 'ed')
    loseAnswer('/api/mpg/tag/2/', 'put')
    await save(user)
    expect(await dialog.findByText(/The server cannot be reached/)).toBeVisible()
    await save(user)
    expect(await screen.findByText('Update successfully.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('[OPE-5] is laid to oneself where one has changed the record elsewhere since', async () => {
    const { user, others } = await open(edit, 'opportunities', 1)
    await user.type(await name(), ' of mine')
    others({ opportunity_name: 'Mine, too' }, 1)
    await save(user)
    const told = await screen.findByRole('region', { name: 'Changed by you meanwhile, elsewhere' })
    expect(told).toHaveTextContent('by broker on')
  })

  it('[OPE-5] reports a conflict where another user has changed the same field since', async () => {
    const { user, world, others } = await open(edit, 'opportunities', 1)
    await user.type(await name(), ' of mine')
    loseAnswer('/api/mpg/opportunities/1/', 'put')
    await save(user)
    expect(await screen.findByText('Cannot update opportunity.')).toBeVisible()
    others({ opportunity_name: 'Deal of theirs' })
    await save(user)
    await waitFor(() => expect(conflict()).toBeVisible())
    expect(findRow(world, 'opportunities', 1)).toMatchObject({ opportunity_name: 'Deal of theirs' })
  })
})
