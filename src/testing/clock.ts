import { act } from '@testing-library/react'

/**
 * Fake timers: time advances by `pass` alone, so that a test distinguishes 499 ms from 500 independent of its own
 * duration. `go` restores real time, which every test starts with.
 */
export const stopClock = () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'clearImmediate'] })
  return {
    pass: (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms)),
    go: () => jest.useRealTimers(),
  }
}

/** Sets a fixed date; timers stay real. */
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
 * Holds timers of 50 ms and more; `goOff` fires those of one length. For events that need real time, such as an upload,
 * followed by a delay.
 */
export const holdTimers = () => {
  const held: { ms: number; run: () => void }[] = []
  const { setTimeout } = window
  // Not a jest mock, which testing-library would take for fake timers.
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
