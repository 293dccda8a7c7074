import { useRef } from 'react'
import { lineFrom } from '../../contract/textRules'
import { FileDrop } from '../../ui/files/FileDrop'
import { counted, formatBytes } from '../../ui/value/numbers'
import { FileTagsField } from './FileTagsField'
import { PendingFileRow } from './PendingFileRow'
import type { PendingFile } from './uploadQueue'
import type { Uploads } from './useUploads'
import './files.css'

/** The overall state: '3 files, 1.2 MB', '2 of 3 uploaded', '2 uploaded, 1 failed'. */
const summaryOf = ({ files, isRunning }: Pick<Uploads, 'files' | 'isRunning'>): string => {
  const count = (step: PendingFile['progress']['step']) =>
    files.filter(({ progress }) => progress.step === step).length
  if (isRunning) return `${count('uploaded')} of ${files.length} uploaded`
  const ended = (['uploaded', 'failed'] as const).filter((step) => count(step) > 0)
  if (ended.length > 0) return ended.map((step) => `${count(step)} ${step}`).join(', ')
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return files.length === 0 ? '' : `${counted(files.length, 'file')}, ${formatBytes(bytes)}`
}

interface PendingFilesProps {
  uploads: Uploads
  /** Each file can have tags (OPN-6). */
  withTags?: boolean
  /** No more files can be selected. */
  complete?: boolean
}

/** The drop zone, and the files waiting for upload (FILE-1). */
export const PendingFiles = ({ uploads, withTags = false, complete = false }: PendingFilesProps) => {
  const place = useRef<HTMLDivElement>(null)
  const { files, add, cancel, remove, setTags } = uploads

  /** Moves the focus to the next file, or back to the drop zone. */
  const removeAt = (index: number, id: string) => {
    const next = files[index + 1] ?? files[index - 1]
    const target = place.current?.querySelector<HTMLElement>(
      next ? `[data-file="${next.id}"] .file-action button` : 'input[type="file"]',
    )
    remove(id)
    target?.focus()
  }

  return (
    <div ref={place} className="pending-files">
      {!complete && <FileDrop label="Files to upload" add={add} />}
      <p role="status" className="pending-files-summary quiet">
        {summaryOf(uploads)}
      </p>
      {files.length > 0 && (
        <ul className="file-list panel" aria-label="Pending files">
          {files.map((pending, index) => (
            <PendingFileRow
              key={pending.id}
              pending={pending}
              cancel={() => cancel(pending.id)}
              remove={() => removeAt(index, pending.id)}
            >
              {withTags && (
                <FileTagsField
                  name={lineFrom(pending.file.name)}
                  value={pending.tags}
                  disabled={pending.progress.step === 'uploading' || pending.progress.step === 'uploaded'}
                  change={(tags) => setTags(pending.id, tags)}
                />
              )}
            </PendingFileRow>
          ))}
        </ul>
      )}
    </div>
  )
}
