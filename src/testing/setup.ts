import '@testing-library/jest-dom'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { defaultConfig } from 'antd/es/theme/context'
import * as React from 'react'
import { keepComputedStyles } from './computedStyle'
import { assertQuietConsole, listenToConsole } from './console'
import { indexLabels } from './labels'
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
})

indexLabels()
keepComputedStyles()

// React's development build captures a stack for each of the first 10,000 elements of a second, a sixth of a test's time.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object,
  'recentlyCreatedOwnerStacks',
  { get: () => 10_000, set: () => undefined },
)

// No test checks styles, and antd would compute those of each component that is rendered without the product's theme.
Object.assign(defaultConfig, { zeroRuntime: true })

// Without a layout there is no element at any point.
document.elementFromPoint = () => null
Element.prototype.scrollIntoView = () => undefined

// Only affects the time until a failure: waiting ends as soon as the expectation holds.
configure({ asyncUtilTimeout: 30_000 })

// What a query has found is printed once it has failed for good; it would be at each look of one that waits, too.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? new Error(message ?? '')
      : getElementError(message, container),
})

/** As a browser opens a page: files of tests share the document. */
const resetDocument = () => {
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  window.history.replaceState(null, '', '/')
}

beforeAll(() => {
  resetDocument()
  server.listen({ onUnhandledRequest: 'error' })
})
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
