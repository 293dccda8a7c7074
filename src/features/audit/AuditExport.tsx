import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useState } from 'react'
import { exportList } from '../../api/exportsApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { auditExportPath, type AuditFilters } from '../../contract/audit'
import { toastShown } from '../../store/toasts'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { saveAsFile } from '../../ui/files/saveAsFile'

/** Saves the rows that the filters find as CSV. */
export const AuditExport = ({ filters }: { filters: AuditFilters }) => {
  const dispatch = useAppDispatch()
  const [isRunning, setIsRunning] = useState(false)
  const save = async () => {
    setIsRunning(true)
    const ended = await dispatch(
      exportList({
        path: auditExportPath,
        format: 'csv',
        params: { ...filters },
        onProgress: () => undefined,
        save: saveAsFile,
      }),
    )
    setIsRunning(false)
    if (exportList.fulfilled.match(ended)) return
    const detail = ended.payload?.detail
    dispatch(
      toastShown({
        kind: 'error',
        title: 'Error',
        text: 'The audit could not be exported.',
        ...(detail && { detail }),
      }),
    )
  }
  return (
    <BusyButton busy={isRunning} icon={<DownloadOutlined aria-hidden />} onClick={() => void save()}>
      Export CSV
    </BusyButton>
  )
}
