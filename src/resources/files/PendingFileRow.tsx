import { lineFrom } from '../../contract/textRules'
import { Button } from '../../ui/antd/Button'
import type { ReactNode } from 'react'
import { formatBytes, formatNumber } from '../../ui/value/numbers'
import { isStored, type PendingFile, type Progress } from './uploadQueue'

/** In whole percent; 100 only when everything is sent. */
const percent = (share: number) => Math.floor(share * 100)

const wordsFor = (progress: Progress): string => {
  switch (progress.step) {
    case 'waiting':
      return 'Waiting'
    case 'uploading':
      return `Uploading ${percent(progress.share)} %`
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return `Failed: ${progress.reason}`
    case 'uploaded':
      return 'Uploaded'
  }
}

interface PendingFileRowProps {
  pending: PendingFile
  cancel: () => void
  remove: () => void
  /** Further inputs of the file. */
  children?: ReactNode
}

/** A selected file: its upload progress and actions (FILE-1). */
export const PendingFileRow = ({ pending, cancel, remove, children }: PendingFileRowProps) => {
  const { file, progress } = pending
  // The stored form of the name: direction marks in it may reorder its letters.
  const name = lineFrom(file.name)
  const { size } = file
  const isUploading = progress.step === 'uploading'
  return (
    <li className="pending-file" data-file={pending.id}>
      <span className="file-name">
        <bdi>{name}</bdi>
      </span>
      <span className="file-size quiet" title={`${formatNumber(size)} bytes`}>
        {formatBytes(size)}
      </span>
      <span
        className={progress.step === 'failed' ? 'pending-file-state problem' : 'pending-file-state quiet'}
      >
        {wordsFor(progress)}
        {isUploading && (
          <progress aria-label={`Upload of ${name}`} max={100} value={percent(progress.share)} />
        )}
      </span>
      {children}
      <span className="file-action">
        {isUploading && (
          <Button size="small" aria-label={`Cancel ${name}`} onClick={cancel}>
            Cancel
          </Button>
        )}
        {!isUploading && !isStored(pending) && (
          <Button size="small" aria-label={`Delete ${name}`} onClick={remove}>
            Delete
          </Button>
        )}
      </span>
    </li>
  )
}
