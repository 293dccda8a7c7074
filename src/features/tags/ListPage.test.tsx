import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { aTag } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { loseAnswer, requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'
import { createWorld } from '../../testing/world'

const rows = () =>
  within(screen.getByRole('table', { name: 'Tags' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.textContent),
    )

const open = async (world = createWorld()) => {
  const app = await renderPage('/mpg/tags', { world })
  await screen.findByText('Showing 1 to 2 of 2 entries')
  return app
}

const dialog = (name: string) => screen.findByRole('dialog', { name })

/** The form of an opened and focused dialog. */
const formIn = async (name: string) => {
  const form = within(await dialog(name))
  await waitFor(() => expect(form.getByLabelText('Name *')).toHaveFocus())
  return form
}

describe('the tags screen', () => {
  it('[TAG-1, LIST-3] lists the tags by name', async () => {
    await open()
    expect(rows()).toEqual([
      ['INDEX', '#fde047', 'Peaks in the cold months'],
      ['WINTER', '#1d4ed8', 'Peaks in the cold months'],
    ])
  })

  it('[TAG-1, TAG-3] makes a tag, which the list then shows', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Create Tag' }))
    const form = await formIn('Create Tag')
    await user.type(form.getByLabelText('Name *'), ' Baseload ')
    await user.clear(form.getByLabelText('Color *'))
    await user.type(form.getByLabelText('Color *'), '#0af')
    await user.type(form.getByLabelText('Description *'), 'Flat all year')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(rows()[0]).toEqual(['BASELOAD', '#0af', 'Flat all year']))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const [sent] = requestsTo('/api/mpg/tag/').filter(({ method }) => method === 'POST')
    expect(await sent?.json()).toEqual({ name: 'Baseload', color: '#0af', description: 'Flat all year' })
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^\w{16,}$/)
    expect(screen.getByText('Add successfully.')).toBeVisible()
  })

  it('[TAG-2] asks for name, color and description, and for a colour that is one', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Create Tag' }))
    const form = await formIn('Create Tag')
    await user.clear(form.getByLabelText('Color *'))
    expect(form.queryByText('This field is required')).not.toBeInTheDocument()
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByLabelText('Name *')).toHaveFocus())
    for (const label of ['Name *', 'Color *', 'Description *'])
      expect(form.getByLabelText(label)).toHaveAccessibleDescription('This field is required')
    await user.type(form.getByLabelText('Color *'), 'blue')
    expect(form.getByLabelText('Color *')).toHaveAccessibleDescription(
      'Enter a hex colour such as #222 or #1f6feb.',
    )
    expect(requestsTo('/api/mpg/tag/').every(({ method }) => method === 'GET')).toBe(true)
  })

  it('[TAG-2] begins with #222 and nothing else each time it opens', async () => {
    const { user } = await open()
    const opened = async () => {
      await user.click(screen.getByRole('button', { name: 'Create Tag' }))
      return await formIn('Create Tag')
    }
    const first = await opened()
    expect(first.getByLabelText('Color *')).toHaveValue('#222')
    await user.type(first.getByLabelText('Name *'), 'Half a tag')
    await user.clear(first.getByLabelText('Color *'))
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    const second = await opened()
    expect(second.getByLabelText('Color *')).toHaveValue('#222')
    expect(second.getByLabelText('Name *')).toHaveValue('')
  })

  it('[TAG-2, TRUST-28] changes the tag that was made where its answer got lost and its name was corrected', async () => {
    const { user, world } = await open()
    const before = world.tables.tags.length
    await user.click(screen.getByRole('button', { name: 'Create Tag' }))
    const form = await formIn('Create Tag')
    await user.type(form.getByLabelText('Name *'), 'Sumer')
    await user.type(form.getByLabelText('Description *'), 'Peaks in the warm months')
    loseAnswer('/api/mpg/tag/', 'post')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/The server cannot be reached/)).toBeVisible()
    await user.clear(form.getByLabelText('Name *'))
    await user.type(form.getByLabelText('Name *'), 'Summer')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(world.tables.tags.map(({ name }) => name)).toContain('Summer'))
    expect(world.tables.tags).toHaveLength(before + 1)
  })

  it('[TAG-1, TAG-3] changes a tag, sending all of it on the version that was read', async () => {
    const { user, world } = await open()
    await user.click(screen.getByRole('button', { name: 'Edit Winter' }))
    const form = await formIn('Edit Tag')
    expect(form.getByLabelText('Description *')).toHaveValue('Peaks in the cold months')
    await user.clear(form.getByLabelText('Name *'))
    await user.type(form.getByLabelText('Name *'), 'Summer')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(rows()[1]?.[0]).toBe('SUMMER'))
    const [sent] = requestsTo('/api/mpg/tag/1/')
    expect(await sent?.json()).toEqual({
      name: 'Summer',
      color: world.tables.tags[0]?.color,
      description: 'Peaks in the cold months',
    })
    expect(sent?.method).toBe('PUT')
    expect(sent?.headers.get('If-Match')).toBe('"1"')
    expect(await screen.findByText('Update successfully.')).toBeVisible()
  })

  it('[OPE-5] tells who has changed a tag meanwhile', async () => {
    const { user, world } = await open()
    await user.click(await screen.findByRole('button', { name: 'Edit Winter' }))
    const form = await formIn('Edit Tag')
    await user.type(form.getByLabelText('Name *'), ' strip')
    Object.assign(world.tables.tags[0] ?? {}, { name: 'Winter, theirs', version: 2, modified_by: 2 })
    await user.click(form.getByRole('button', { name: 'Save' }))
    const told = within(await form.findByRole('region', { name: 'Changed by somebody else meanwhile' }))
    expect(await told.findByText('team')).toBeVisible()
  })

  it('keeps what was typed when the server refuses, and says why at the field until it changes', async () => {
    const { user } = await open()
    server.use(
      http.post('*/api/mpg/tag/', () =>
        refusal(409, 'name: There is a tag of this name.', 'duplicate', {
          fields: { name: 'There is a tag of this name.' },
        }),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Create Tag' }))
    const form = await formIn('Create Tag')
    await user.type(form.getByLabelText('Name *'), 'Winter')
    await user.type(form.getByLabelText('Description *'), 'Twice')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(form.getByLabelText('Name *')).toHaveAccessibleDescription('There is a tag of this name.'),
    )
    expect(form.getByLabelText('Name *')).toHaveFocus()
    expect(form.getByLabelText('Description *')).toHaveValue('Twice')
    await user.type(form.getByLabelText('Name *'), ' 2')
    expect(form.getByLabelText('Name *')).toHaveAccessibleDescription('')
  })

  it('[TAG-1, TAG-3] deletes a tag after saying where it is in use', async () => {
    const world = createWorld()
    world.tables.opportunities.slice(0, 2).forEach((row) => (row.tags = [1]))
    const { user } = await open(world)
    await user.click(screen.getByRole('button', { name: 'Delete Winter' }))
    const asked = within(await dialog('Delete Tag'))
    await waitFor(() => expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    expect(asked.getByText('Are you sure?')).toBeVisible()
    expect(asked.getByText("You won't be able to revert this.")).toBeVisible()
    expect(await asked.findByText(/is on 2 opportunities\./)).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(world.tables.tags.map(({ name }) => name)).toEqual(['Index'])
  })

  it('leaves a tag where the server refuses to delete it', async () => {
    const { user } = await open()
    server.use(http.delete('*/api/mpg/tag/1/', () => refusal(409, 'Tag is in use and cannot be deleted.')))
    await user.click(screen.getByRole('button', { name: 'Delete Winter' }))
    const asked = within(await dialog('Delete Tag'))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await asked.findByRole('alert')).toHaveTextContent('Tag is in use and cannot be deleted.')
    expect(rows()).toHaveLength(2)
  })

  it('shows a new name wherever the tag stands, without a reload', async () => {
    const world = createWorld()
    world.tables.opportunities.slice(0, 1).forEach((row) => (row.tags = [1]))
    world.tables.tags.push(aTag({ tag_id: 3, name: 'Zonal' }))
    const { user, navigate } = await renderPage('/mpg/opportunities', { world })
    expect(await screen.findByText('WINTER')).toBeVisible()
    navigate('/mpg/tags')
    await user.click(await screen.findByRole('button', { name: 'Edit Winter' }))
    const form = await formIn('Edit Tag')
    await user.type(form.getByLabelText('Name *'), ' strip')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByText('WINTER STRIP')
    navigate('/mpg/opportunities')
    expect(await screen.findByText('WINTER STRIP')).toBeVisible()
  })

  it('[TAG-1] has what can be done with a tag at the head of its card', async () => {
    setViewport({ width: 390 })
    await open()
    expect(screen.getByRole('button', { name: 'Edit Winter' }).closest('.card-head')).toHaveTextContent(
      'WINTER',
    )
    expect(screen.queryByText('Actions')).not.toBeInTheDocument()
  })
})
