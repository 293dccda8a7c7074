import { ModernFakeTimers } from '@jest/fake-timers'

/** Jest's own fake timers with all of their options, of which the runner offers a few; see decision 033. */
const timers = new ModernFakeTimers({
  config: { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'],
  global: globalThis,
})

Object.assign(jest, {
  useFakeTimers: (config?: Parameters<typeof timers.useFakeTimers>[0]) => timers.useFakeTimers(config),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (now?: number | Date) => timers.setSystemTime(now),
  advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
  mocked: (value: unknown) => value,
})
