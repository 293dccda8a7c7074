import type { Page } from 'playwright-core'
import { changesPath } from '../src/contract/events'

/** Disables the stream of changes: without an open connection, a page is idle once all its requests are answered. */
export const blockChangeStream = (page: Page) =>
  page.route(`**${changesPath}`, (route) =>
    route.fulfill({ status: 200, contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }),
  )
