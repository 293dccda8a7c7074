import { File } from 'node:buffer'
import '@testing-library/jest-dom'
import { cleanup, configure } from '@testing-library/react'
import { assertQuietConsole, listenToConsole } from './console'
import { resetServer, server } from './server'
import { matchMedia, resetViewport } from './viewport'

/** jsdom has no layout: sizes never change. */
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Passes messages within the window, like the browser's; Node's own would keep the test process alive. */
class LocalMessageChannel {
  port1 = { onmessage: null as (() => void) | null }
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.()) }
}

Object.assign(window, {
  matchMedia,
  ResizeObserver: NoResizes,
  MessageChannel: LocalMessageChannel,
  scrollTo: () => {},
  // From the environment of FormData, which accepts no other class.
  File,
})

// Without a layout there is no element at any point.
document.elementFromPoint = () => null
Element.prototype.scrollIntoView = () => undefined

// Only affects the time until a failure: waiting ends as soon as the expectation holds.
configure({ asyncUtilTimeout: 30_000 })

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(listenToConsole)
afterEach(() => {
  cleanup()
  resetServer()
  resetViewport()
  jest.useRealTimers()
  window.localStorage.clear()
  window.sessionStorage.clear()
  assertQuietConsole()
})
afterAll(() => server.close())
