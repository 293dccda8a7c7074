import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import { useCallback, useRef } from 'react'
import { maxFileBytes } from '../../contract/files'
import {
  attachedTooLarge,
  maxAttachedBytes,
  maxAttachments,
  tooManyAttached,
} from '../../contract/messageAttachments'
import { lineFrom } from '../../contract/textRules'
import { Button } from '../../ui/antd/Button'
import { FileDrop } from '../../ui/files/FileDrop'
import { useNavigationGuard } from '../../ui/navigationGuard/guards'
import { formatBytes } from '../../ui/value/numbers'
import './attached-files.css'

const bytesOf = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0)

const limit = `Up to ${formatBytes(maxFileBytes)} each, ${formatBytes(maxAttachedBytes)} together`

interface AttachedFilesProps {
  files: readonly File[]
  change: (files: readonly File[]) => void
}

/** The files that go with a message which is being written; they stay for as long as it has not gone out (K6). */
export const AttachedFiles = ({ files, change }: AttachedFilesProps) => {
  const place = useRef<HTMLDivElement>(null)
  useNavigationGuard(useCallback(() => files.length > 0 && 'The attached files will be lost.', [files]))
  const refuse = useCallback(
    (more: readonly File[]) => {
      const all = [...files, ...more]
      if (all.length > maxAttachments) return tooManyAttached
      return bytesOf(all) > maxAttachedBytes ? attachedTooLarge : null
    },
    [files],
  )
  const remove = (index: number) => {
    // The next one takes its place; behind the last one stands where files are chosen.
    place.current?.querySelector<HTMLElement>('input[type="file"]')?.focus()
    change(files.filter((_file, at) => at !== index))
  }
  return (
    <div ref={place} className="attached-files">
      {files.length > 0 && (
        <ul aria-label="Attached files">
          {files.map((file, index) => {
            const name = lineFrom(file.name)
            return (
              <li key={`${index} ${name}`} className="attached-file line">
                <PaperClipOutlined aria-hidden />
                <bdi>{name}</bdi>
                <span className="quiet">{formatBytes(file.size)}</span>
                <Button size="small" aria-label={`Remove ${name}`} onClick={() => remove(index)}>
                  Remove
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <FileDrop
        compact
        label="Files to attach"
        limit={limit}
        refuse={refuse}
        add={(more) => change([...files, ...more])}
      />
    </div>
  )
}
