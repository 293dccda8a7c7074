import { File } from 'node:buffer'
import '@testing-library/jest-dom'
import { cleanup, configure } from '@testing-library/react'
import { assertQuietConsole, listenToConsole } from './console'
import { forgetRequests, server } from './server'
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

// The first page of a test file fetches the frame and antd with it.
configure({ asyncUtilTimeout: 5000 })
jest.setTimeout(30_000)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(listenToConsole)
afterEach(() => {
  cleanup()
  server.resetHandlers()
  forgetRequests()
  resetViewport()
  window.localStorage.clear()
  window.sessionStorage.clear()
  assertQuietConsole()
})
afterAll(() => server.close())
