import { File } from 'node:buffer'
import '@testing-library/jest-dom'
import { cleanup, configure } from '@testing-library/react'
import { assertQuietConsole, listenToConsole } from './console'
import { resetServer, server } from './server'
import { matchMedia, resetViewport } from './viewport'

/** jsdom has no layout: nothing ever changes its size. */
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Carries messages within the window, as the browser's does; Node's own would keep the test running. */
class LocalMessageChannel {
  port1 = { onmessage: null as (() => void) | null }
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.()) }
}

Object.assign(window, {
  matchMedia,
  ResizeObserver: NoResizes,
  MessageChannel: LocalMessageChannel,
  scrollTo: () => {},
  // Of the same make as the environment's FormData, which takes no other.
  File,
})

// Without a layout there is nothing at any point.
document.elementFromPoint = () => null
Element.prototype.scrollIntoView = () => undefined

// Only how long a failure takes to show: what a test waits for comes as soon as the machine gets to it.
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
