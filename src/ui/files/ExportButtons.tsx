import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { exportFormats } from '../../contract/exports'
import { BusyButton } from '../feedback/BusyButton'
import { useExport } from './useExport'

interface ExportButtonsProps {
  path: string
  /** What narrows the table. */
  params: Parameters<typeof useExport>[1]
  /** What is exported, as the subject of a sentence: 'The report'. */
  what: string
}

/** Save a table in each format. */
export const ExportButtons = ({ path, params, what }: ExportButtonsProps) => {
  const { running, save } = useExport(path, params, what)
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
