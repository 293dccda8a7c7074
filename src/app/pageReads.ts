import type { LoaderFunction, ShouldRevalidateFunction } from 'react-router-dom'
import type { Store } from '../api/kit/createStore'
import { selectSignedIn } from '../store/session'
import type { PageRead, ReadAt } from '../ui/page/pageRoute'

/** Starts the reads of pages: with a navigation to them, or before it. */
export interface PageReads {
  /** The part of a route that starts the read of its page, and again where its parameters ask for another one. */
  routeOf: (readAt: ReadAt) => { loader: LoaderFunction; shouldRevalidate: ShouldRevalidateFunction }
  /** Starts a read that a navigation would start, unless its data are cached. */
  prefetch: (read: PageRead) => void
}

export const createPageReads = ({ dispatch, getState }: Store): PageReads => {
  let prefetched = { key: '', at: 0 }

  /** Data that were read since the prefetch are not read again. */
  const maxAge = (key: string) =>
    key === prefetched.key ? Math.max(0.001, (Date.now() - prefetched.at) / 1_000) : true

  return {
    routeOf: (readAt) => ({
      // It returns at once: chunk and data travel together, and the page shows what of them is there.
      loader: ({ params, request }) => {
        const read = readAt({ params, search: new URL(request.url).search })
        if (!read || !selectSignedIn(getState())) return null
        void dispatch(read.start({ subscribe: false, forceRefetch: maxAge(read.key) }))
        return read.key
      },
      // What a change of its query asks for, the page reads itself: no chunk is awaited then.
      shouldRevalidate: ({ currentParams, nextParams, nextUrl: { search } }) =>
        readAt({ params: currentParams, search })?.key !== readAt({ params: nextParams, search })?.key,
    }),
    prefetch: (read) => {
      if (!selectSignedIn(getState())) return
      prefetched = { key: read.key, at: Date.now() }
      void dispatch(read.start({ subscribe: false, forceRefetch: false }))
    },
  }
}
