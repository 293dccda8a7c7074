import { downloadFile } from '../../api/exportsApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { toastShown } from '../../store/toasts'
import { saveAsFile } from './saveAsFile'

/**
 * Saves a file of the server, with toasts that say so and tell a failure.
 * @param what is downloaded, as the subject of a sentence: 'All data'.
 */
export function useDownload(what: string): (path: string) => Promise<void> {
  const dispatch = useAppDispatch()
  return async (path) => {
    dispatch(toastShown({ kind: 'success', title: 'Export', text: `${what} will be saved in a moment.` }))
    const ended = await dispatch(downloadFile({ path, save: saveAsFile }))
    if (downloadFile.fulfilled.match(ended)) return
    const detail = ended.payload?.detail
    dispatch(
      toastShown({
        kind: 'error',
        title: 'Error',
        text: `${what} could not be exported.`,
        ...(detail && { detail }),
      }),
    )
  }
}
