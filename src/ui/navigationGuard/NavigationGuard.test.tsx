import { act, screen, waitFor, within } from '@testing-library/react'
import { signedOut } from '../../store/session'
import { renderApp } from '../../testing/renderApp'
import { holdAnswers, requestsTo } from '../../testing/server'
import { createWorld } from '../../testing/world'

/** Opens a page with unsaved input in a form. */
const typeSomething = async () => {
  const app = await renderApp('/mpg/opportunities/1/edit', { world: createWorld() })
  const name = await screen.findByRole('textbox', { name: /^Opportunity Name/ })
  await app.user.type(name, ' more')
  return { ...app, name }
}

const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

describe('leaving a form', () => {
  it('asks first where something would be lost, and stays with all that was typed', async () => {
    const { user, address, name } = await typeSomething()
    await user.click(screen.getByRole('link', { name: 'Tags' }))
    const dialog = within(await question())
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Stay' })).toHaveFocus())
    expect(address()).toBe('/mpg/opportunities/1/edit')
    await user.click(dialog.getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(name).toHaveValue('Deal 001 more')
  })

  it('goes on where one says so', async () => {
    const { user, address } = await typeSomething()
    await user.click(screen.getByRole('link', { name: 'Tags' }))
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(address()).toBe('/mpg/tags'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Opportunities' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities'))
  })

  it('asks before the tab closes, and only while something would be lost', async () => {
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const { user, name } = await typeSomething()
    expect(closing()).toBe(true)
    await user.clear(name)
    await user.type(name, 'Deal 001')
    await waitFor(() => expect(closing()).toBe(false))
  })

  it('asks before Back and Forward, keeps the address meanwhile, and goes there when told to', async () => {
    const { user, address, navigate } = await renderApp('/mpg/tags', { world: createWorld() })
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    navigate('/mpg/opportunities/1/edit')
    await screen.findByRole('textbox', { name: /^Opportunity Name/ })
    navigate('/mpg/opportunities')
    await screen.findByText('Showing 1 to 3 of 3 entries')
    navigate(-1)
    const name = await screen.findByRole('textbox', { name: /^Opportunity Name/ })
    await user.type(name, ' more')
    for (const step of [-1, 1]) {
      navigate(step)
      await user.click(within(await question()).getByRole('button', { name: 'Stay' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
      expect(address()).toBe('/mpg/opportunities/1/edit')
      expect(name).toHaveValue('Deal 001 more')
    }
    navigate(-1)
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
    expect(address()).toBe('/mpg/tags')
  })

  it('asks about a form in a dialog, which steps aside meanwhile and comes back with all that was typed', async () => {
    const { user, address, navigate } = await renderApp('/mpg/opportunities', { world: createWorld() })
    await screen.findByText('Showing 1 to 3 of 3 entries')
    navigate('/mpg/tags')
    await user.click(await screen.findByRole('button', { name: 'Edit Winter' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Tag' }))
    await user.type(form.getByLabelText('Name *'), ' strip')
    navigate(-1)
    const stay = await screen.findByRole('button', { name: 'Stay' })
    await waitFor(() => expect(stay).toHaveFocus())
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await user.click(stay)
    await waitFor(() => expect(form.getByLabelText('Name *')).toHaveFocus())
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(address()).toBe('/mpg/tags')
    expect(form.getByLabelText('Name *')).toHaveValue('Winter strip')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    navigate(-1)
    await waitFor(() => expect(address()).toBe('/mpg/opportunities'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('[TRUST-6] does not ask where the session has ended', async () => {
    const { address, store } = await typeSomething()
    act(() => void store.dispatch(signedOut({ key: null })))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(address()).toContain('/login')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('asks before Back to the same address, too, where a dialog would end', async () => {
    const { user, navigate } = await renderApp('/mpg/tags', { world: createWorld() })
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    navigate('/mpg/tags')
    await user.click(await screen.findByRole('button', { name: 'Edit Winter' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Tag' }))
    await user.type(form.getByLabelText('Name *'), ' strip')
    navigate(-1)
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(form.getByLabelText('Name *')).toHaveFocus())
    expect(form.getByLabelText('Name *')).toHaveValue('Winter strip')
  })

  it('does not ask where nothing was typed', async () => {
    const { user, address } = await renderApp('/mpg/opportunities/1/edit', { world: createWorld() })
    await screen.findByRole('textbox', { name: /^Opportunity Name/ })
    await user.click(screen.getByRole('link', { name: 'Tags' }))
    await waitFor(() => expect(address()).toBe('/mpg/tags'))
  })
})

const methodsTo = (path: string) => requestsTo(path).map(({ method }) => method)

describe('leaving while something is under way', () => {
  it('stays on the page opened during a save', async () => {
    const { user, address, navigate } = await renderApp('/mpg/tags', { world: createWorld() })
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    navigate('/mpg/opportunities')
    await screen.findByText('Showing 1 to 3 of 3 entries')
    navigate('/mpg/opportunities/1/edit')
    await user.type(await screen.findByRole('textbox', { name: /^Opportunity Name/ }), ' more')
    const answer = holdAnswers('/api/mpg/opportunities/1/', 'put')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(methodsTo('/api/mpg/opportunities/1/')).toContain('PUT'))
    navigate(-1)
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
    expect(await screen.findByText('Showing 1 to 3 of 3 entries')).toBeVisible()
    answer()
    expect(await screen.findByText('Deal 001 more')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities')
  })

  it('stays on the page opened during a deletion', async () => {
    const { user, address, navigate } = await renderApp('/mpg/opportunities', { world: createWorld() })
    await screen.findByText('Showing 1 to 3 of 3 entries')
    navigate('/mpg/opportunities/1/details')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const answer = holdAnswers('/api/mpg/opportunities/1/', 'delete')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(methodsTo('/api/mpg/opportunities/1/')).toContain('DELETE'))
    navigate('/mpg/tags')
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    answer()
    await screen.findByText('Delete successfully.')
    expect(address()).toBe('/mpg/tags')
  })
})
