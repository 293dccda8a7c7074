import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { useCallback, useId, useRef, useState, type ReactNode } from 'react'
import { fileTooLarge, maxFileBytes } from '../../contract/files'
import { counted, formatBytes, formatNumber } from '../value/numbers'
import { useFileDrop, type Dropped } from './useFileDrop'
import './file-drop.css'

interface FileDropProps {
  /** Accessible name: the purpose of the files. */
  label: string
  /** What may be chosen, where that is not any file of the usual size. */
  limit?: string
  /** Why a selection cannot be taken whose files are not too large by themselves; null where it can. */
  refuse?: (files: readonly File[]) => string | null
  /** The types of files that the browser offers, as an `accept` attribute. */
  accept?: string
  /** Takes one file at a time. */
  isSingle?: boolean
  /** In one line, such as among the fields of a form. */
  compact?: boolean
  /** Receives all files of one selection, or none where one is too large. */
  add: (files: File[]) => void
}

/** Maximum number of too large files listed by name. */
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

const takeAll = () => null

/** A drop zone with a file input; earlier selections stay (FILE-1, FILE-2). */
export const FileDrop = ({
  label,
  limit = `Any kind of file, up to ${formatBytes(maxFileBytes)} each`,
  refuse = takeAll,
  accept,
  isSingle = false,
  compact = false,
  add,
}: FileDropProps) => {
  const id = useId()
  const zone = useRef<HTMLDivElement>(null)
  // Counted, so that the same problem is announced again.
  const [problem, setProblem] = useState<{ attempt: number; text: ReactNode }>({ attempt: 0, text: null })

  const take = useCallback(
    ({ files, folders }: Dropped) => {
      const say = (text: ReactNode) => setProblem(({ attempt }) => ({ attempt: attempt + 1, text }))
      const tooLarge = files.filter(({ size }) => size > maxFileBytes)
      if (tooLarge.length > 0) {
        say(<TooLarge files={tooLarge} />)
        return
      }
      const refused = isSingle && files.length > 1 ? 'Choose one file.' : refuse(files)
      if (refused !== null) {
        say(`${refused} Nothing was added.`)
        return
      }
      if (folders > 0) say('Folders cannot be uploaded. Open the folder and choose the files in it.')
      else say(files.length === 0 ? 'There was no file in what was dropped.' : null)
      if (files.length > 0) add(files)
    },
    [add, refuse, isSingle],
  )
  const isOver = useFileDrop(zone, take)

  return (
    <div
      ref={zone}
      className={['file-drop', isOver && 'file-drop-over', compact && 'file-drop-compact']
        .filter(Boolean)
        .join(' ')}
      role="group"
      aria-label={label}
    >
      {!compact && <InboxOutlined aria-hidden className="file-drop-sign" />}
      <p className="file-drop-words">
        {isOver
          ? `Drop the ${isSingle ? 'file' : 'files'} here`
          : `Drag ${isSingle ? 'a file' : 'files'} here or `}
        <label className={isOver ? 'visually-hidden' : 'file-drop-browse'}>
          browse
          <input
            type="file"
            multiple={!isSingle}
            accept={accept}
            className="visually-hidden"
            aria-describedby={`${id}-limit`}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              // Allows selecting the same file again.
              target.value = ''
              if (files.length > 0) take({ files, folders: 0 })
            }}
          />
        </label>
      </p>
      <p id={`${id}-limit`} className="quiet">
        {limit}
      </p>
      {problem.text && (
        <p key={problem.attempt} className="problem file-drop-problem" role="alert">
          {problem.text}
        </p>
      )}
    </div>
  )
}
