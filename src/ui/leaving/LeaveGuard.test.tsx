import { screen, waitFor, within } from '@testing-library/react'
import { renderApp } from '../../testing/renderApp'
import { createWorld } from '../../testing/world'

/** A page with a form in which something has been typed. */
const typeSomething = async () => {
  const app = await renderApp('/mpg/opportunities/1/edit', { world: createWorld() })
  const name = await screen.findByLabelText(/^Opportunity Name/)
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

  it('does not ask where nothing was typed', async () => {
    const { user, address } = await renderApp('/mpg/opportunities/1/edit', { world: createWorld() })
    await screen.findByLabelText(/^Opportunity Name/)
    await user.click(screen.getByRole('link', { name: 'Tags' }))
    await waitFor(() => expect(address()).toBe('/mpg/tags'))
  })
})
