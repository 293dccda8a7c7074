import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { auditExportPath, type AuditFilters } from '../../contract/audit'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { useExport } from '../../ui/files/useExport'

/** Saves the rows that the filters find as CSV. */
export const AuditExport = ({ filters }: { filters: AuditFilters }) => {
  const { running, save } = useExport(auditExportPath, { ...filters }, 'The audit')
  return (
    <BusyButton
      busy={running !== null}
      icon={<DownloadOutlined aria-hidden />}
      onClick={() => void save('csv')}
    >
      Export CSV
    </BusyButton>
  )
}
