/**
 * Reads that wait for a paint. Where a page shows cached data at once, its further requests are sent after the paint:
 * sent before, the requests and their answers would compete with rendering for the processor.
 */

/** Milliseconds: hidden pages are not painted, and not all of them are known to be hidden. */
const maxWait = 500

let pendingPaint: Promise<void> | undefined

/** Delays reads until the current document changes are painted. */
export const deferReadsUntilPaint = (): void => {
  if (document.hidden) return
  const painted = new Promise<void>((resolve) => {
    // Requests of a frame run before its paint, a task after it.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, maxWait)
  })
  pendingPaint = painted
  void painted.then(() => {
    if (pendingPaint === painted) pendingPaint = undefined
  })
}

/** Resolves when reads may be sent; undefined where they may at once. */
export const whenPainted = (): Promise<void> | undefined => pendingPaint
