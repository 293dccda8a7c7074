import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useState } from 'react'
import { exportList } from '../../api/exportsApi'
import { useAppDispatch } from '../../api/kit/hooks'
import { exportFormats, type ExportFormat } from '../../contract/exports'
import { wonReportExportPath } from '../../contract/reports'
import { toastShown } from '../../store/toasts'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { saveAsFile } from '../../ui/files/saveAsFile'

/** Saves what was won and lost as a table (REP-5). */
export const ReportExport = ({ filters }: { filters: Readonly<Record<string, string>> }) => {
  const dispatch = useAppDispatch()
  const [running, setRunning] = useState<ExportFormat | null>(null)
  const save = async (format: ExportFormat) => {
    setRunning(format)
    const ended = await dispatch(
      exportList({
        path: wonReportExportPath,
        format,
        params: filters,
        onProgress: () => undefined,
        save: saveAsFile,
      }),
    )
    setRunning(null)
    if (exportList.fulfilled.match(ended)) return
    const detail = ended.payload?.detail
    dispatch(
      toastShown({
        kind: 'error',
        title: 'Error',
        text: 'The report could not be exported.',
        ...(detail && { detail }),
      }),
    )
  }
  return (
    <>
      {exportFormats.map((format) => (
        <BusyButton
          key={format}
          busy={running === format}
          disabled={running !== null}
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void save(format)}
        >
          Export {format.toUpperCase()}
        </BusyButton>
      ))}
    </>
  )
}
