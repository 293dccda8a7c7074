import { useState } from 'react'
import { exportList, type ExportCall } from '../../api/exportsApi'
import { useAppDispatch } from '../../api/kit/hooks'
import type { ExportFormat } from '../../contract/exports'
import { toastShown } from '../../store/toasts'
import { saveAsFile } from './saveAsFile'

/**
 * The toast of a file that could not be made.
 * @param what is exported, as the subject of a sentence: 'The report'.
 */
export const exportFailed = (what: string, detail?: string) =>
  toastShown({
    kind: 'error',
    title: 'Error',
    text: `${what} could not be exported.`,
    ...(detail && { detail }),
  })

/**
 * Saves an export whose progress is not shown; a failure is a toast.
 * @param what is exported, as the subject of a sentence: 'The report'.
 * @returns the format that is being saved, and what starts it.
 */
export function useExport(path: string, params: ExportCall['params'], what: string) {
  const dispatch = useAppDispatch()
  const [running, setRunning] = useState<ExportFormat | null>(null)
  const save = async (format: ExportFormat): Promise<void> => {
    setRunning(format)
    const ended = await dispatch(
      exportList({ path, format, params, onProgress: () => undefined, save: saveAsFile }),
    )
    setRunning(null)
    if (!exportList.fulfilled.match(ended)) dispatch(exportFailed(what, ended.payload?.detail))
  }
  return { running, save }
}
