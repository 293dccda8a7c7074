import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { api } from '../../api/kit/api'
import { listOf } from '../../api/kit/cacheTags'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { uploadFile } from '../../api/filesApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { idIn } from '../../api/kit/mutations'
import { useLeaveGuard } from '../../ui/leaving/guards'
import { createUploadQueue, isStored, type QueueState, type UploadQueue } from './uploadQueue'

/** Files that have been picked and the uploads of them, for whatever record. */
export type Uploads = QueueState & Omit<UploadQueue, 'state' | 'subscribe' | 'stop'>

/** After the uploads the list is read again so many milliseconds later (FILE-3). */
const reloadMs = 100

/**
 * The files that somebody picks on a page, and their uploads. Whoever leaves while some are not stored is asked first;
 * what is under way then ends. The record need not be there before `upload` is called.
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
  useLeaveGuard(
    useCallback(
      () => !queue.state().files.every(isStored) && 'The files that have not been uploaded yet will be lost.',
      [queue],
    ),
  )
  return useMemo(() => ({ ...queue, ...state }), [queue, state])
}
