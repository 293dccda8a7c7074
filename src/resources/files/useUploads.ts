import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { api } from '../../api/kit/api'
import { listOf } from '../../api/kit/cacheTags'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { uploadFile } from '../../api/filesApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { idIn } from '../../api/kit/mutations'
import { useNavigationGuard } from '../../ui/navigationGuard/guards'
import { createUploadQueue, isStored, type QueueState, type UploadQueue } from './uploadQueue'

/** Selected files and their uploads, for any record. */
export type Uploads = QueueState & Omit<UploadQueue, 'state' | 'subscribe' | 'stop'>

/** The list is refetched this many milliseconds after the uploads (FILE-3). */
const reloadMs = 100

/**
 * The files selected on a page, and their uploads. The navigationGuard asks while some are not stored; leaving aborts
 * running uploads. The record need not exist before `upload` is called.
 */
export const useUploads = (): Uploads => {
  const dispatch = useAppDispatch()
  const [queue] = useState(() =>
    createUploadQueue({
      send: ({ file, tags, key }, objectId, onProgress) => {
        const sent = dispatch(uploadFile({ file, tags, key, objectId, onProgress }))
        return { done: sent.unwrap().then(idIn), abort: () => sent.abort() }
      },
      reasonOf: (cause) => asApiError(cause as ApiError)?.detail ?? '',
      settled: () => setTimeout(() => void dispatch(api.util.invalidateTags([listOf('files')])), reloadMs),
    }),
  )
  const state = useSyncExternalStore(queue.subscribe, queue.state)
  useEffect(() => queue.stop, [queue])
  useNavigationGuard(
    useCallback(
      () => !queue.state().files.every(isStored) && 'The files that have not been uploaded yet will be lost.',
      [queue],
    ),
  )
  return useMemo(() => ({ ...queue, ...state }), [queue, state])
}
