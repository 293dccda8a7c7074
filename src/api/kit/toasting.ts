import { createListenerMiddleware, type UnknownAction } from '@reduxjs/toolkit'
import { contract, type ResourceName } from '../../contract'
import type { Resource } from '../../contract/fields'
import { toastShown, type RecordKey } from '../../store/toasts'
import type { Meta } from './baseQuery'
import type { ApiError } from './errors'

interface Told extends UnknownAction {
  payload: unknown
  meta: { baseQueryMeta: Meta; arg: { originalArgs?: unknown } }
}

const carriesWords = (action: UnknownAction): action is Told => {
  const { meta } = action as { meta?: { baseQueryMeta?: Meta } }
  return !!meta?.baseQueryMeta?.words
}

/** The record that a call has moved to the trash, if any. */
const trashedBy = ({ meta: { baseQueryMeta, arg } }: Told): RecordKey | undefined => {
  const { removes: resource } = baseQueryMeta
  const { originalArgs: id } = arg
  const resources: Record<ResourceName, Resource> = contract
  return resource && resources[resource].trash && typeof id === 'number' ? { resource, id } : undefined
}

/** Shows the toasts of mutations: the texts of the endpoint, with the server's message below. */
export const toasting = () => {
  const listener = createListenerMiddleware()
  listener.startListening({
    matcher: carriesWords,
    effect: (action, { dispatch }) => {
      const { type, payload, meta } = action
      const { success, failure } = meta.baseQueryMeta.words ?? {}
      if (type.endsWith('/fulfilled') && success) {
        const trashed = trashedBy(action)
        dispatch(toastShown({ kind: 'success', ...success, ...(trashed && { undo: trashed }) }))
      }
      if (!type.endsWith('/rejected') || !failure) return
      const { code, detail } = payload as ApiError
      // After a sign-out the sign-in page says so.
      if (code === 'signed_out') return
      const { title, text, exceptConflict } = failure
      if (exceptConflict && code === 'stale_version') return
      dispatch(
        toastShown({
          kind: 'error',
          title,
          ...(text && text !== detail ? { text, detail } : { text: detail }),
        }),
      )
    },
  })
  return listener.middleware
}
