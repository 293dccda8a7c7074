import { act } from '@testing-library/react'

/**
 * Stops the page's clock: what is to happen later happens by `pass` alone, so that a test tells 499 ms from 500
 * however long its own steps take. `go` lets real time go on; every test begins with that.
 */
export const stopClock = () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'clearImmediate'] })
  return {
    pass: (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms)),
    go: () => jest.useRealTimers(),
  }
}

/** Makes it a certain date, from which time does not go on by itself; timers are the page's own. */
export const setDate = (now: Date) => {
  jest.useFakeTimers({
    now,
    doNotFake: [
      ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'] as const),
      ...(['clearImmediate', 'queueMicrotask', 'nextTick', 'hrtime', 'performance'] as const),
      ...(['requestAnimationFrame', 'cancelAnimationFrame'] as const),
      ...(['requestIdleCallback', 'cancelIdleCallback'] as const),
    ],
  })
}

/**
 * Keeps timers of 50 ms and more from going off by themselves; `goOff` lets those of one length. For what only real
 * time brings about, such as an upload, and what is to happen a while after that.
 */
export const holdTimers = () => {
  const held: { ms: number; run: () => void }[] = []
  const { setTimeout } = window
  // Not a mock of jest, which testing-library would take for a stopped clock.
  window.setTimeout = new Proxy(setTimeout, {
    apply: (target, _window, timer: [run: () => void, ms?: number]) => {
      const [run, ms = 0] = timer
      return ms < 50 ? target(...timer) : held.push({ ms, run })
    },
  })
  return {
    goOff: (wanted: number) => {
      window.setTimeout = setTimeout
      act(() => held.filter(({ ms }) => ms === wanted).forEach(({ run }) => run()))
    },
  }
}
