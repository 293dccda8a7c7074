import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { formatBytes } from '../../ui/value/numbers'
import './attached-files.css'

/** The files of a message, by plain links to their contents; those that belong to its text come last (K6). */
export const MessageFiles = ({ message: { attachments, subject } }: { message: Row<'messages'> }) => {
  const files = useRows('messageAttachments', attachments)
  if (files.length === 0) return null
  return (
    <ul className="message-files" aria-label={`Files of ${subject}`}>
      {files.map(({ id, filename, file, size }) => (
        <li key={id} className="attached-file line">
          <PaperClipOutlined aria-hidden />
          {file === null ? (
            <bdi>{filename}</bdi>
          ) : (
            <a href={file} download={filename}>
              {filename}
            </a>
          )}
          {size !== null && <span className="quiet">{formatBytes(size)}</span>}
        </li>
      ))}
    </ul>
  )
}
