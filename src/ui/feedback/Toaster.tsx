import { useEffect, useState, type ComponentProps } from 'react'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { useRestoreMutation } from '../../api/restoreApi'
import { toastClosed, type RecordKey, type Toast } from '../../store/toasts'
import './toaster.css'

const successMs = 5000
/** Longer, so that there is time to reach the undo button. */
const undoMs = 10_000

interface UndoButtonProps extends Pick<ComponentProps<'button'>, 'onFocus' | 'onBlur'> {
  undo: RecordKey
  close: () => void
}

const UndoButton = ({ undo, close, ...focus }: UndoButtonProps) => {
  const [restore] = useRestoreMutation()
  return (
    <button
      type="button"
      className="toast-undo"
      {...focus}
      onClick={() => {
        void restore(undo)
        close()
      }}
    >
      Undo
    </button>
  )
}

const ToastCard = ({ toast: { id, kind, title, text, detail, undo } }: { toast: Toast }) => {
  const dispatch = useAppDispatch()
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const goesAway = kind === 'success' && !hasPointer && !hasFocus
  const close = () => dispatch(toastClosed(id))
  const focus = { onFocus: () => setHasFocus(true), onBlur: () => setHasFocus(false) }

  useEffect(() => {
    if (!goesAway) return undefined
    const timer = setTimeout(() => dispatch(toastClosed(id)), undo ? undoMs : successMs)
    return () => clearTimeout(timer)
  }, [goesAway, id, undo, dispatch])

  return (
    <div
      className={`toast toast-${kind}`}
      onPointerEnter={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
    >
      <div className="toast-words">
        <strong>{title}</strong>
        <p>{text}</p>
        {detail && <p className="quiet">{detail}</p>}
      </div>
      {undo && <UndoButton undo={undo} close={close} {...focus} />}
      <button type="button" className="toast-close" aria-label="Close" onClick={close} {...focus}>
        ×
      </button>
    </div>
  )
}

/** The toasts: successes disappear by themselves unless hovered or focused, errors stay. */
export const Toaster = () => {
  const toasts = useAppSelector((state) => state.toasts)
  return (
    <div className="toaster" role="status">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
