import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { exportFormats } from '../../contract/exports'
import { wonReportExportPath } from '../../contract/reports'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { useExport } from '../../ui/files/useExport'

/** Saves what was won and lost as a table (REP-5). */
export const ReportExport = ({ filters }: { filters: Readonly<Record<string, string>> }) => {
  const { running, save } = useExport(wonReportExportPath, filters, 'The report')
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
