import { createListenerMiddleware, type UnknownAction } from '@reduxjs/toolkit'
import { contract, type ResourceName } from '../../contract'
import type { Resource } from '../../contract/fields'
import { toastShown, type RecordKey } from '../../store/toasts'
import type { Meta } from './baseQuery'
import type { ApiError } from './errors'

interface ActionWithMessages extends UnknownAction {
  payload: unknown
  meta: { baseQueryMeta: Meta; arg: { originalArgs?: unknown } }
}

const hasMessages = (action: UnknownAction): action is ActionWithMessages => {
  const { meta } = action as { meta?: { baseQueryMeta?: Meta } }
  return !!meta?.baseQueryMeta?.messages
}

/** The record that a call has moved to the trash, if any. */
const trashedRecordOf = ({ meta: { baseQueryMeta, arg } }: ActionWithMessages): RecordKey | undefined => {
  const { removes: resource } = baseQueryMeta
  const { originalArgs: id } = arg
  const resources: Record<ResourceName, Resource> = contract
  return resource && resources[resource].trash && typeof id === 'number' ? { resource, id } : undefined
}

/** Shows the toasts of mutations: the texts of the endpoint, with the server's message below. */
export const createToastMiddleware = () => {
  const listener = createListenerMiddleware()
  listener.startListening({
    matcher: hasMessages,
    effect: (action, { dispatch }) => {
      const { type, payload, meta } = action
      const { success, failure } = meta.baseQueryMeta.messages ?? {}
      if (type.endsWith('/fulfilled') && success) {
        const trashed = trashedRecordOf(action)
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
