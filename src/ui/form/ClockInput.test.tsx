import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { clockChosen } from '../../store/preferences'
import { ClockProvider } from '../value/clock'
import { startStore } from '../../testing/renderApp'
import { ClockInput } from './ClockInput'

const start = async (clock: 'standard' | 'twelve' | 'twentyFour', first = '') => {
  const { store } = await startStore()
  store.dispatch(clockChosen(clock))
  const told: string[] = []
  const Field = () => {
    const [value, setValue] = useState({ time: first, unread: '' })
    const change = (time: string, unread: string) => {
      told.push(time)
      setValue({ time, unread })
    }
    return (
      <ClockInput
        aria-label="Start, time"
        disabled={false}
        value={value.time}
        unread={value.unread}
        change={change}
      />
    )
  }
  render(
    <Provider store={store}>
      <ClockProvider>
        <Field />
      </ClockProvider>
    </Provider>,
  )
  const input = screen.getByRole('textbox', { name: 'Start, time' })
  return { input, told, user: userEvent.setup({ delay: null }) }
}

describe('the input of a time', () => {
  it.each([
    ['twelve', '6:05 PM'],
    ['twentyFour', '18:05'],
    ['standard', '18:05'],
  ] as const)('[SHELL-2] shows it by the clock that is preferred: %s', async (clock, text) => {
    expect((await start(clock, '18:05')).input).toHaveValue(text)
  })

  it.each([
    ['twelve', '9:30 pm', '9:30 PM', '21:30'],
    ['twelve', '21:30', '9:30 PM', '21:30'],
    ['twentyFour', '9:30 pm', '21:30', '21:30'],
    ['twentyFour', '0930', '09:30', '09:30'],
    ['twelve', '9', '9:00 AM', '09:00'],
  ] as const)('[SHELL-2] takes what is typed either way: %s, %s', async (clock, text, shown, time) => {
    const { user, input, told } = await start(clock)
    await user.type(input, text)
    expect(input).toHaveValue(text)
    await user.tab()
    expect(input).toHaveValue(shown)
    expect(told.at(-1)).toBe(time)
  })

  it('[SHELL-2] counts a short time by Enter, too, and tells of none while one is being typed', async () => {
    const { user, input, told } = await start('twentyFour', '08:00')
    await user.clear(input)
    await user.type(input, '14')
    expect(told).toEqual([''])
    await user.keyboard('{Enter}')
    expect(told).toEqual(['', '14:00'])
  })

  it('[SHELL-2] marks what is no time, and keeps it to be mended', async () => {
    const { user, input, told } = await start('twelve', '08:00')
    await user.clear(input)
    await user.type(input, 'noon')
    await user.tab()
    expect(told.at(-1)).toBe('')
    expect(input).toHaveValue('noon')
    expect(input).toBeInvalid()
    await user.clear(input)
    await user.type(input, '12:15')
    await user.tab()
    expect(input).toHaveValue('12:15 PM')
    expect(input).toBeValid()
  })
})
