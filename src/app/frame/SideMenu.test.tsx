import { screen, within } from '@testing-library/react'
import { renderApp } from '../../testing/renderApp'
import { addRow, createWorld } from '../../testing/world'

const worldOf = () => {
  const world = createWorld()
  addRow(world, 'views', {
    ...{ name: 'Second deal', list: 'opportunities', query: 'q=002' },
    ...{ hidden_columns: [], shown_columns: [], density: 'comfortable', created_by: 1 },
  })
  return world
}

describe('the side menu', () => {
  it('[VIEW-4] has the views that the user has pinned, below their list', async () => {
    const { user, address } = await renderApp('/mpg/opportunities?q=002&view=1', { world: worldOf() })
    await user.click(await screen.findByRole('button', { name: 'View: Second deal' }))
    expect(screen.queryByRole('list', { name: 'Views of Opportunities' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Pin to the menu' }))
    const pinned = within(await screen.findByRole('list', { name: 'Views of Opportunities' }))
    const link = pinned.getByRole('link', { name: 'Second deal' })
    expect(link).toHaveAttribute('href', '/mpg/opportunities?q=002&view=1')
    expect(link).toHaveAttribute('aria-current', 'page')
    await user.click(screen.getByRole('link', { name: 'Contacts' }))
    await screen.findByRole('heading', { level: 1, name: 'Contacts' })
    expect(link).not.toHaveAttribute('aria-current')
    await user.click(link)
    expect(await screen.findByText('Deal 002')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?q=002&view=1')
    await user.click(await screen.findByRole('button', { name: 'View: Second deal' }))
    await user.click(await screen.findByRole('button', { name: 'Take it off the menu' }))
    expect(await screen.findByRole('button', { name: 'Pin to the menu' })).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Views of Opportunities' })).not.toBeInTheDocument()
  })

  it('[VIEW-4] leads to a pinned view of tasks without the filter of its own link', async () => {
    const world = createWorld()
    addRow(world, 'views', {
      ...{ name: 'Done ones', list: 'todos', query: 'status=done' },
      ...{ hidden_columns: [], shown_columns: [], density: 'comfortable', created_by: 1 },
    })
    const { user } = await renderApp('/mpg/tasks?status=done&view=1', { world })
    await user.click(await screen.findByRole('button', { name: 'View: Done ones' }))
    await user.click(await screen.findByRole('button', { name: 'Pin to the menu' }))
    const link = await screen.findByRole('link', { name: 'Done ones', current: 'page' })
    expect(link).toHaveAttribute('href', '/mpg/tasks?status=done&view=1')
  })
})
