import { downloadFile } from '../../api/exportsApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { toastShown } from '../../store/toasts'
import { saveAsFile } from './saveAsFile'
import { exportFailed } from './useExport'

/**
 * Saves a file of the server, with toasts that say so and tell a failure.
 * @param what is downloaded, as the subject of a sentence: 'All data'.
 */
export function useDownload(what: string): (path: string) => Promise<void> {
  const dispatch = useAppDispatch()
  return async (path) => {
    dispatch(toastShown({ kind: 'success', title: 'Export', text: `${what} will be saved in a moment.` }))
    const ended = await dispatch(downloadFile({ path, save: saveAsFile }))
    if (!downloadFile.fulfilled.match(ended)) dispatch(exportFailed(what, ended.payload?.detail))
  }
}
