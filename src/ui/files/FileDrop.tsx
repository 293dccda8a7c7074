import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { useCallback, useId, useRef, useState, type ReactNode } from 'react'
import { fileTooLarge, maxFileBytes } from '../../contract/files'
import { counted, formatBytes, formatNumber } from '../value/numbers'
import { useFileDrop, type Dropped } from './useFileDrop'
import './file-drop.css'

interface FileDropProps {
  /** What the files are for, for screen readers. */
  label: string
  /** Takes the files of one selection: all of them, or none where one is too large. */
  add: (files: File[]) => void
}

/** Of files that are too large, as many as are named. */
const named = 3

const TooLarge = ({ files }: { files: readonly File[] }) => (
  <>
    <strong>{fileTooLarge}</strong>
    <span>
      Nothing was added. Too large:{' '}
      {files
        .slice(0, named)
        .map(({ name, size }) => `${name} (${formatNumber(size)} bytes)`)
        .join(', ')}
      {files.length > named && ` and ${counted(files.length - named, 'other')}`}
    </span>
  </>
)

/** Where files are dropped or chosen; whatever was chosen before stays (FILE-1, FILE-2). */
export const FileDrop = ({ label, add }: FileDropProps) => {
  const id = useId()
  const zone = useRef<HTMLDivElement>(null)
  // Counted, so that the same problem is said again when it comes again.
  const [problem, setProblem] = useState<{ attempt: number; text: ReactNode }>({ attempt: 0, text: null })

  const take = useCallback(
    ({ files, folders }: Dropped) => {
      const say = (text: ReactNode) => setProblem(({ attempt }) => ({ attempt: attempt + 1, text }))
      const tooLarge = files.filter(({ size }) => size > maxFileBytes)
      if (tooLarge.length > 0) {
        say(<TooLarge files={tooLarge} />)
        return
      }
      if (folders > 0) say('Folders cannot be uploaded. Open the folder and choose the files in it.')
      else say(files.length === 0 ? 'There was no file in what was dropped.' : null)
      if (files.length > 0) add(files)
    },
    [add],
  )
  const isOver = useFileDrop(zone, take)

  return (
    <div
      ref={zone}
      className={isOver ? 'file-drop file-drop-over' : 'file-drop'}
      role="group"
      aria-label={label}
    >
      <InboxOutlined aria-hidden className="file-drop-sign" />
      <p className="file-drop-words">
        {isOver ? 'Drop the files here' : 'Drag files here or '}
        <label className={isOver ? 'visually-hidden' : 'file-drop-browse'}>
          browse
          <input
            type="file"
            multiple
            className="visually-hidden"
            aria-describedby={`${id}-limit`}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              // The same file can be chosen again later.
              target.value = ''
              if (files.length > 0) take({ files, folders: 0 })
            }}
          />
        </label>
      </p>
      <p id={`${id}-limit`} className="quiet">
        Any kind of file, up to {formatBytes(maxFileBytes)} each
      </p>
      {problem.text && (
        <p key={problem.attempt} className="problem file-drop-problem" role="alert">
          {problem.text}
        </p>
      )}
    </div>
  )
}
