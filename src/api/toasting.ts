import { createListenerMiddleware, type UnknownAction } from '@reduxjs/toolkit'
import { toastShown } from '../store/toasts'
import type { Meta } from './baseQuery'
import type { ApiError } from './errors'

interface Told extends UnknownAction {
  payload: unknown
  meta: { baseQueryMeta: Meta }
}

const carriesWords = (action: UnknownAction): action is Told => {
  const { meta } = action as { meta?: { baseQueryMeta?: Meta } }
  return !!meta?.baseQueryMeta?.words
}

/** The one place that says how a change went: in the words of its endpoint, and the server's below them. */
export const toasting = () => {
  const listener = createListenerMiddleware()
  listener.startListening({
    matcher: carriesWords,
    effect: ({ type, payload, meta: { baseQueryMeta } }, { dispatch }) => {
      const { success, failure } = baseQueryMeta.words ?? {}
      if (type.endsWith('/fulfilled') && success) dispatch(toastShown({ kind: 'success', ...success }))
      if (!type.endsWith('/rejected') || !failure) return
      const { code, detail } = payload as ApiError
      // Whoever is signed out reads that on the page they get to.
      if (code === 'signed_out') return
      const { title, text } = failure
      dispatch(toastShown({ kind: 'error', title, ...(text ? { text, detail } : { text: detail }) }))
    },
  })
  return listener.middleware
}
