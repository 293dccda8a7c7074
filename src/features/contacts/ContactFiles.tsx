import { Link } from 'react-router-dom'
import { useFilesOfQuery } from '../../api/filesApi'
import { useRows } from '../../api/kit/hooks'
import { contactObjectId, contactPaths } from '../../resources/contacts/paths'
import { useFreshLinks } from '../../resources/files/useFreshLinks'
import { counted } from '../../ui/value/numbers'

/** Number of files shown, the newest first. */
const shown = 5
const noIds: readonly number[] = []

/** The newest files of a contact, and a link to all of them. */
export const ContactFiles = ({ id }: { id: number }) => {
  const { data, fulfilledTimeStamp, refetch } = useFilesOfQuery(contactObjectId(id))
  useFreshLinks(fulfilledTimeStamp, refetch)
  const files = useRows('files', (data?.ids ?? noIds).slice(-shown).toReversed())
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
      <Link to={contactPaths.tab(id, 'files')}>
        {data && data.count > shown ? `All ${counted(data.count, 'file')}` : 'Upload files'}
      </Link>
    </>
  )
}
