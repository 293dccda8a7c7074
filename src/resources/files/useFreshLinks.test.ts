import { act, renderHook } from '@testing-library/react'
import { useFreshLinks } from './useFreshLinks'

const minutes = 60_000

const start = (answeredAt: number | undefined) => {
  jest.useFakeTimers()
  const ask = jest.fn()
  const { rerender } = renderHook(({ at }: { at: number | undefined }) => useFreshLinks(at, ask), {
    initialProps: { at: answeredAt },
  })
  return { ask, rerender }
}

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))
const look = (visibility: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('links that expire', () => {
  afterEach(() => jest.useRealTimers())

  it('[FILE-1] are asked for anew a minute before the ten that they hold', () => {
    const { ask, rerender } = start(Date.now())
    pass(9 * minutes - 20_000)
    expect(ask).not.toHaveBeenCalled()
    pass(20_000)
    expect(ask).toHaveBeenCalledTimes(1)
    rerender({ at: Date.now() })
    pass(8 * minutes)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('[FILE-1] are asked for as soon as a computer wakes up', () => {
    const { ask } = start(Date.now())
    jest.setSystemTime(Date.now() + 60 * minutes)
    pass(15_000)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('[FILE-1] wait while the tab is hidden, and are requested when it is shown', () => {
    const { ask } = start(Date.now())
    look('hidden')
    pass(30 * minutes)
    expect(ask).not.toHaveBeenCalled()
    look('visible')
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('are not there before the first answer', () => {
    const { ask } = start(undefined)
    look('visible')
    pass(30 * minutes)
    expect(ask).not.toHaveBeenCalled()
  })
})
