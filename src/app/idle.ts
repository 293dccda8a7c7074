/** Milliseconds after which a browser that never comes to rest is asked to go on all the same. */
const longestWait = 2_000

/** Resolves when the browser has nothing to do; not every browser tells. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: longestWait })
    else setTimeout(resolve)
  })
