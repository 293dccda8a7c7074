import { notification } from '../antd/notification'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { useRestoreMutation, useTakeBackMutation, useUndoMergeMutation } from '../../api/restoreApi'
import { toastClosed, type Toast, type Undo } from '../../store/toasts'
import { Antd } from '../antd/Antd'
import { Button } from '../antd/Button'
import { focusHeading } from '../page/focusHeading'

type Notifications = ReturnType<typeof notification.useNotification>[0]

const successMs = 5000
/** Longer, so that there is time to reach the undo button. */
const undoMs = 10_000

const UndoButton = ({ undo: { change, merge, ...record }, close }: { undo: Undo; close: () => void }) => {
  const [restore] = useRestoreMutation()
  const [takeBack] = useTakeBackMutation()
  const [undoMerge] = useUndoMergeMutation()
  return (
    <Button
      type="link"
      size="small"
      onClick={() => {
        if (merge !== undefined) void undoMerge(merge)
        else void (change ? takeBack({ ...record, ...change }) : restore(record))
        close()
        focusHeading()
      }}
    >
      Undo
    </Button>
  )
}

/** Forms have their actions at the bottom of narrow screens; dialogs are full screen there, with theirs at the top. */
const placement = () => {
  if (!window.matchMedia('(width < 768px)').matches) return 'bottomRight'
  return document.documentElement.classList.contains('scroll-locked') ? 'bottom' : 'top'
}

/** Shows a toast as long as it is mounted, and lets a success end unless the pointer or the focus is on it. */
const ShownToast = ({ toast, notifications }: { toast: Toast; notifications: Notifications }) => {
  const dispatch = useAppDispatch()
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const { id, kind, title, text, detail, undo } = toast
  const goesAway = kind === 'success' && !hasPointer && !hasFocus
  const close = useMemo(() => () => dispatch(toastClosed(id)), [dispatch, id])

  useEffect(() => {
    notifications.open({
      key: id,
      type: kind,
      role: kind === 'error' ? 'alert' : 'status',
      title,
      description: (
        <>
          <div>{text}</div>
          {detail && <div className="quiet">{detail}</div>}
        </>
      ),
      actions: undo && <UndoButton undo={undo} close={close} />,
      className: `toast toast-${kind}`,
      // A shadow alone does not set it off from a dark page.
      style: { border: '1px solid var(--line-strong)' },
      placement: placement(),
      duration: false,
      onClose: close,
      props: {
        onPointerEnter: () => setHasPointer(true),
        onPointerLeave: () => setHasPointer(false),
        onFocus: () => setHasFocus(true),
        onBlur: () => setHasFocus(false),
      },
    })
    return () => notifications.destroy(id)
  }, [notifications, id, kind, title, text, detail, undo, close])

  useEffect(() => {
    if (!goesAway) return undefined
    const timer = setTimeout(close, undo ? undoMs : successMs)
    return () => clearTimeout(timer)
  }, [goesAway, undo, close])

  return null
}

const Toasts = () => {
  const toasts = useAppSelector((state) => state.toasts)
  const region = useRef<HTMLDivElement>(null)
  const [settings] = useState(() => ({
    stack: false,
    top: 56,
    bottom: 16,
    getContainer: () => region.current ?? document.body,
  }))
  const [notifications, holder] = notification.useNotification(settings)
  return (
    <>
      {/* A live region is announced only if it was there before its content. */}
      <div className="toaster" aria-live="polite" ref={region} />
      {holder}
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} notifications={notifications} />
      ))}
    </>
  )
}

/** The toasts: successes disappear by themselves unless hovered or focused, errors stay. */
export const Toaster = () => (
  <Antd>
    <Toasts />
  </Antd>
)
