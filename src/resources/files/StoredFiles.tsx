import { useState } from 'react'
import { useRows } from '../../api/kit/hooks'
import type { ApiError } from '../../api/kit/errors'
import type { Row } from '../../contract'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { StoredFileRow } from './StoredFileRow'

const DeleteFile = lazyDialog(async () => (await import('./DeleteFile')).DeleteFile)

interface StoredFilesProps {
  /** Undefined before the first answer. */
  ids: readonly number[] | undefined
  isLoading: boolean
  error: ApiError | undefined
  retry: () => void
  /** Resolves when the file is removed from the list. */
  remove: (id: number) => Promise<unknown>
}

const noIds: readonly number[] = []

/** The stored files of a record; a deleted one stays until the list is refetched (FILE-1). */
export const StoredFiles = ({ ids, isLoading, error, retry, remove }: StoredFilesProps) => {
  const files = useRows('files', ids ?? noIds)
  const [doomed, setDoomed] = useState<Row<'files'> | null>(null)
  return (
    <section className="stored-files" aria-label="Stored files">
      <h2>Stored files</h2>
      {error && !(isLoading && !ids) && (
        <ErrorState
          inline={ids !== undefined}
          title="The files could not be loaded."
          error={error}
          retry={retry}
        />
      )}
      {!ids && isLoading && (
        <div className="stored-files-waiting panel" role="status" aria-label="Loading">
          <span className="bar" />
          <span className="bar" />
          <span className="bar" />
        </div>
      )}
      {ids?.length === 0 && (
        <EmptyState
          title="There are no file(s)"
          hint="Bills, usage histories and LOAs belong here. Choose them above, or drop them there."
        />
      )}
      {files.length > 0 && (
        <ul className="file-list panel">
          {files.map((file) => (
            <StoredFileRow key={file.file_id} file={file} remove={() => setDoomed(file)} />
          ))}
        </ul>
      )}
      {doomed && (
        <DeleteFile file={doomed} remove={() => remove(doomed.file_id)} close={() => setDoomed(null)} />
      )}
    </section>
  )
}
