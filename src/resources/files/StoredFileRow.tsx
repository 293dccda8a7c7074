import { Button } from '../../ui/antd/Button'
import { useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { Badge } from '../../ui/value/Badge'
import { DateText } from '../../ui/value/DateText'
import { formatBytes, formatNumber } from '../../ui/value/numbers'
import { tagName } from './fieldMeta'
import { IfAllowed } from '../kit/IfAllowed'

interface StoredFileRowProps {
  file: Row<'files'>
  remove: () => void
}

/** A stored file: a plain link to its content, its metadata, and who uploaded it when (FILE-1). */
export const StoredFileRow = ({ file: row, remove }: StoredFileRowProps) => {
  const { filename, file, size, tags, created_at } = row
  const username = useRow('users', row.created_by)?.username
  return (
    <li className="stored-file">
      <span className="file-name">
        {file === null ? (
          <bdi>{filename}</bdi>
        ) : (
          <a href={file} download={filename}>
            {filename}
          </a>
        )}
      </span>
      <span className="badges">
        {tags.map((tag) => (
          <Badge key={tag} text={tagName(tag)} asWritten />
        ))}
      </span>
      <span className="file-size quiet" title={`${formatNumber(size)} bytes`}>
        {formatBytes(size)}
      </span>
      <span className="stored-file-origin quiet">
        {username && <>{username} · </>}
        <DateText value={created_at} format="moment" />
      </span>
      <span className="file-action">
        <IfAllowed to="remove" of="files">
          <Button size="small" aria-label={`Delete ${filename}`} onClick={remove}>
            Delete
          </Button>
        </IfAllowed>
      </span>
    </li>
  )
}
