import { Link } from 'react-router-dom'
import { useFilesOfQuery } from '../../api/filesApi'
import { useIsAllowed, useRows } from '../../api/kit/hooks'
import { counted } from '../../ui/value/numbers'
import { useFreshLinks } from './useFreshLinks'

/** Number of files shown, the newest first. */
const shown = 5
const noIds: readonly number[] = []

interface NewestFilesProps {
  objectId: string
  /** The path of all files. */
  to: string
}

/** The newest files of a record, and a link to all of them. */
export const NewestFiles = ({ objectId, to }: NewestFilesProps) => {
  const { data, fulfilledTimeStamp, refetch } = useFilesOfQuery(objectId)
  useFreshLinks(fulfilledTimeStamp, refetch)
  const files = useRows('files', (data?.ids ?? noIds).slice(-shown).toReversed())
  const mayUpload = useIsAllowed('files', 'create')
  return (
    <>
      {files.length > 0 && (
        <ul>
          {files.map(({ file_id, filename, file }) => (
            <li key={file_id}>
              {file === null ? (
                filename
              ) : (
                <a href={file} download={filename}>
                  {filename}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.count > shown ? (
        <Link to={to}>All {counted(data.count, 'file')}</Link>
      ) : (
        mayUpload && (
          <Link className="not-printed" to={to}>
            Upload files
          </Link>
        )
      )}
    </>
  )
}
