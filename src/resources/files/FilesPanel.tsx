import { Button } from '../../ui/antd/Button'
import { useLayoutEffect } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useFilesOfQuery, useRemoveFileMutation } from '../../api/filesApi'
import { PendingFiles } from './PendingFiles'
import { StoredFiles } from './StoredFiles'
import { isStored } from './uploadQueue'
import { useFreshLinks } from './useFreshLinks'
import { useUploads, type Uploads } from './useUploads'
import { IfAllowed } from '../kit/IfAllowed'
import './files.css'

interface FilesPanelProps {
  /** The record of the files: 'opportunity-5', or a bid's bare id. */
  objectId: string
}

interface RecordFilesProps extends FilesPanelProps {
  /** The pending uploads: another save of the record can send them, too. */
  uploads: Uploads
}

/** The files of a record, and those selected for upload. */
export const RecordFiles = ({ objectId, uploads }: RecordFilesProps) => {
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = useFilesOfQuery(objectId, {
    refetchOnMountOrArgChange: true,
  })
  const [remove, { isLoading: isRemoving }] = useRemoveFileMutation()
  useFreshLinks(fulfilledTimeStamp, refetch)

  // Before a paint, so that no file is shown in both lists.
  const { files, forget } = uploads
  const ids = data?.ids
  useLayoutEffect(() => {
    if (ids) forget(ids)
  }, [ids, files, forget])

  return (
    <div className="files-panel stack">
      <IfAllowed to="create" of="files">
        <section aria-label="Upload files">
          <PendingFiles uploads={uploads} />
          <Button
            type="primary"
            disabled={files.every(isStored) || uploads.isRunning || isRemoving}
            onClick={() => void uploads.upload(objectId)}
          >
            Upload
          </Button>
        </section>
      </IfAllowed>
      <StoredFiles
        ids={ids}
        isLoading={isFetching}
        error={asApiError(error)}
        retry={() => void refetch()}
        remove={async (id) => {
          await remove(id).unwrap()
          await refetch()
        }}
      />
    </div>
  )
}

const Panel = ({ objectId }: FilesPanelProps) => <RecordFiles objectId={objectId} uploads={useUploads()} />

/** The files of a record of any kind: uploads and the list of stored files (FILE-1 to FILE-3). */
export const FilesPanel = ({ objectId }: FilesPanelProps) => <Panel key={objectId} objectId={objectId} />
