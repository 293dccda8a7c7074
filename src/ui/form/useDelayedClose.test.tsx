import { act, renderHook } from '@testing-library/react'
import type { KeyboardEvent } from 'react'
import { useDelayedClose } from './useDelayedClose'

const press = (key: string) => ({ key }) as KeyboardEvent

describe('a list of suggestions', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  const opened = (ms: number) => {
    const closed = jest.fn()
    const { result } = renderHook(() => useDelayedClose(ms, closed))
    const { handlers } = result.current
    act(() => handlers.onOpenChange(true))
    expect(result.current.isOpen).toBe(true)
    return { result, closed, handlers }
  }
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms))

  it('[OPE-4] stays for its time after the field was left, however often that is said', () => {
    const { result, closed, handlers } = opened(500)
    act(() => handlers.onOpenChange(false))
    wait(400)
    act(() => handlers.onOpenChange(false))
    wait(99)
    expect(result.current.isOpen).toBe(true)
    wait(1)
    expect(result.current.isOpen).toBe(false)
    expect(closed).toHaveBeenCalledTimes(1)
  })

  it('[OPE-4] stays open when the focus returns in time', () => {
    const { result, handlers } = opened(500)
    act(() => handlers.onOpenChange(false))
    act(() => handlers.onFocus())
    wait(1000)
    expect(result.current.isOpen).toBe(true)
  })

  it('closes at once with Esc, and where it has no time', () => {
    const escaped = opened(500)
    act(() => escaped.handlers.onKeyDown(press('Escape')))
    act(() => escaped.handlers.onOpenChange(false))
    expect(escaped.result.current.isOpen).toBe(false)
    const prompt = opened(0)
    act(() => prompt.handlers.onOpenChange(false))
    expect(prompt.result.current.isOpen).toBe(false)
  })
})
