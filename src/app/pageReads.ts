import type { LoaderFunction, ShouldRevalidateFunction } from 'react-router-dom'
import type { Store } from '../api/kit/createStore'
import { selectSignedIn } from '../store/session'
import type { PageAddress, PageRead, ReadAt } from '../ui/page/pageRoute'

/** Starts the reads of pages: with a navigation to them, or before it. */
export interface PageReads {
  /** The part of a route that starts the reads of its page, and again where its parameters ask for others. */
  routeOf: (readAt: ReadAt) => { loader: LoaderFunction; shouldRevalidate: ShouldRevalidateFunction }
  /** Starts the reads that a navigation would start, unless their data are cached. */
  prefetch: (readAt: ReadAt, address: Omit<PageAddress, 'preferences'>) => void
}

export const createPageReads = ({ dispatch, getState }: Store): PageReads => {
  let prefetched: { keys: readonly string[]; at: number } = { keys: [], at: 0 }

  const readsAt = (readAt: ReadAt, address: Omit<PageAddress, 'preferences'>) =>
    readAt({ ...address, preferences: getState().preferences })
  const keysOf = (reads: readonly PageRead[]) => reads.map(({ key }) => key)

  /** Data that were read since the prefetch are not read again. */
  const maxAge = (key: string) =>
    prefetched.keys.includes(key) ? Math.max(0.001, (Date.now() - prefetched.at) / 1_000) : true

  return {
    routeOf: (readAt) => ({
      // It returns at once: chunk and data travel together, and the page shows what of them is there.
      loader: ({ params, request }) => {
        const reads = readsAt(readAt, { params, search: new URL(request.url).search })
        if (!selectSignedIn(getState())) return null
        for (const { key, start } of reads)
          void dispatch(start({ subscribe: false, forceRefetch: maxAge(key) }))
        return keysOf(reads)
      },
      // What a change of its query asks for, the page reads itself: no chunk is awaited then.
      shouldRevalidate: ({ currentParams, nextParams, nextUrl: { search } }) =>
        keysOf(readsAt(readAt, { params: currentParams, search })).join() !==
        keysOf(readsAt(readAt, { params: nextParams, search })).join(),
    }),
    prefetch: (readAt, address) => {
      if (!selectSignedIn(getState())) return
      const reads = readsAt(readAt, address)
      prefetched = { keys: keysOf(reads), at: Date.now() }
      for (const { start } of reads) void dispatch(start({ subscribe: false, forceRefetch: false }))
    },
  }
}
