import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { RouteTabs } from './RouteTabs'

const tabs = ['details', 'bids', 'files'].map((label) => ({ label, to: `/${label}` }))

const Page = () => {
  const { pathname } = useLocation()
  return (
    <RouteTabs label="Deal" tabs={tabs} open={tabs.findIndex(({ to }) => to === pathname)}>
      {null}
    </RouteTabs>
  )
}

/** Presses a key on the active tab. */
const pressed = (key: string, together: KeyboardEventInit = {}) => {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: ['/bids'] })
  render(<RouterProvider router={router} />)
  const isLeft = fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key, ...together })
  return { isLeft, at: router.state.location.pathname }
}

describe('tabs that are addresses', () => {
  it.each([
    ['ArrowLeft', '/details'],
    ['ArrowRight', '/files'],
    ['Home', '/details'],
    ['End', '/files'],
  ])('are gone through by %s', (key, at) => {
    expect(pressed(key)).toEqual({ isLeft: false, at })
    expect(screen.getByRole('tab', { selected: true })).toHaveFocus()
  })

  it.each([
    ['Alt and ArrowLeft, the way back', 'ArrowLeft', { altKey: true }],
    ['⌘ and ArrowRight', 'ArrowRight', { metaKey: true }],
    ['Ctrl and End', 'End', { ctrlKey: true }],
    ['Shift and Home', 'Home', { shiftKey: true }],
  ])('leave to the browser %s', (_which, key, together) => {
    expect(pressed(key, together)).toEqual({ isLeft: true, at: '/bids' })
  })
})
