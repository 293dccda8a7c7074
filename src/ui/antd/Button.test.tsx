import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { ThemeNameContext } from '../theme/useThemeFor'
import { Antd } from './Antd'
import { Button } from './Button'

const Themed = ({ children }: { children: ReactNode }) => (
  <ThemeNameContext value="light">
    <Antd>{children}</Antd>
  </ThemeNameContext>
)

describe('a button', () => {
  it('cannot be pressed, nor sends its form, while what it does is under way', async () => {
    const pressed = jest.fn()
    const sent = jest.fn()
    const form = (loading: boolean) => (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent()
        }}
      >
        <Button htmlType="submit" loading={loading} onClick={pressed}>
          Save
        </Button>
      </form>
    )
    const { rerender } = render(form(true), { wrapper: Themed })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect([pressed.mock.calls, sent.mock.calls]).toEqual([[], []])
    rerender(form(false))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1])
  })

  it('sends no form unless it says so, and is a link where it has an address', () => {
    render(
      <>
        <Button>Cancel</Button>
        <Button href="/elsewhere">Go on</Button>
      </>,
    )
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveAttribute('type', 'button')
    expect(screen.getByRole('link', { name: 'Go on' })).toHaveAttribute('href', '/elsewhere')
  })
})
