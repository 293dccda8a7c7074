import { api } from '../../api/kit/api'
import type { AppDispatch } from '../../api/kit/createStore'

/** Milliseconds after which a browser that never comes to rest is asked to go on all the same. */
const longestWait = 2_000

/** Resolves when the browser has nothing to do; not every browser tells. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: longestWait })
    else setTimeout(resolve)
  })

/**
 * Resolves once what the page has asked for is answered and drawn: what it does not show is fetched from then on, so that
 * it holds up nothing.
 */
export const atRest = async (dispatch: AppDispatch): Promise<void> => {
  await idle()
  await Promise.allSettled(dispatch(api.util.getRunningQueriesThunk()))
  await idle()
}
