/** Milliseconds after which a browser that is never idle continues. */
const longestWait = 2_000

/** Resolves when the browser is idle; requestIdleCallback is not supported everywhere. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: longestWait })
    else setTimeout(resolve)
  })
