import type { Page } from 'playwright-core'
import { changesPath } from '../src/contract/events'

/**
 * Lets nothing be told of what others change: without a stream that stays open, a page comes to rest once it has been
 * answered all that it asks for.
 */
export const stillChanges = (page: Page) =>
  page.route(`**${changesPath}`, (route) =>
    route.fulfill({ status: 200, contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }),
  )
