import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { RecordLink, RecordLinks } from './RecordLink'

const opened = (link: Parameters<typeof RecordLink>[0], how: MouseEventInit = {}) => {
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <RecordLinks>
          <RecordLink {...link} />
        </RecordLinks>
      ),
    },
  ])
  render(<RouterProvider router={router} />)
  const shown = screen.getByRole('link', { name: 'Alder Creek' })
  const click = createEvent.click(shown, { button: 0, ...how })
  // An unprevented click would navigate jsdom.
  let isTaken = false
  const look = (event: Event) => {
    isTaken = event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', look, { once: true })
  fireEvent(shown, click)
  return { isTaken, at: router.state.location.pathname, shown }
}

const link = { to: '/deals/5', children: 'Alder Creek' }

describe('the way to a record', () => {
  it('leads on within the application', () => {
    const { isTaken, at, shown } = opened({ ...link, title: 'The deal' })
    expect(isTaken).toBe(true)
    expect(at).toBe('/deals/5')
    expect(shown).toHaveAttribute('href', '/deals/5')
    expect(shown).toHaveAttribute('title', 'The deal')
  })

  it.each([
    ['a click with Ctrl', {}, { ctrlKey: true }],
    ['the middle button', {}, { button: 1 }],
    ['one that opens in a tab of its own', { target: '_blank' }, {}],
  ])('leaves to the browser %s', (_which, more, how) => {
    const { isTaken, at } = opened({ ...link, ...more }, how)
    expect(isTaken).toBe(false)
    expect(at).toBe('/')
  })
})
