import { useEffect, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../api/hooks'
import { toastClosed, type Toast } from '../store/toasts'
import './toaster.css'

const successMs = 5000

const ToastCard = ({ toast: { id, kind, title, text, detail } }: { toast: Toast }) => {
  const dispatch = useAppDispatch()
  const [isHeld, setIsHeld] = useState(false)
  const goesAway = kind === 'success' && !isHeld

  useEffect(() => {
    if (!goesAway) return undefined
    const timer = setTimeout(() => dispatch(toastClosed(id)), successMs)
    return () => clearTimeout(timer)
  }, [goesAway, id, dispatch])

  return (
    <div
      className={`toast toast-${kind}`}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      <div className="toast-words">
        <strong>{title}</strong>
        <p>{text}</p>
        {detail && <p className="quiet">{detail}</p>}
      </div>
      <button
        type="button"
        className="toast-close"
        aria-label="Close"
        onClick={() => dispatch(toastClosed(id))}
      >
        ×
      </button>
    </div>
  )
}

/** Short messages in a corner: successes leave by themselves unless the pointer rests on them, errors stay. */
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
