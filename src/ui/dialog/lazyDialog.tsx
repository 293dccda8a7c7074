import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useAppDispatch } from '../../api/kit/hooks'
import { toastShown } from '../../store/toasts'
import { persistent } from '../page/persistent'

/** Says that something was to open and could not be fetched. */
export const cannotOpen = (title = 'Not available') =>
  toastShown({ kind: 'error', title, text: 'This cannot be opened now. Try again.' })

/**
 * A dialog, or a menu, in a module of its own, fetched when it first opens. Where that fails, a toast says so and the dialog
 * counts as closed: the page below stays as it is, and the next opening asks again.
 */
export function lazyDialog<P extends { close: () => void }>(
  fetch: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const load = persistent(fetch)
  let known: ComponentType<P> | null = null
  const LazyDialog = (props: P) => {
    const dispatch = useAppDispatch()
    const [Dialog, setDialog] = useState(() => known)
    const { close } = props
    const latestClose = useRef(close)
    useEffect(() => {
      latestClose.current = close
    }, [close])
    useEffect(() => {
      if (known) return undefined
      let isOpen = true
      load().then(
        (found) => {
          known = found
          if (isOpen) setDialog(() => found)
        },
        () => {
          if (!isOpen) return
          latestClose.current()
          dispatch(cannotOpen())
        },
      )
      return () => {
        isOpen = false
      }
    }, [dispatch])
    return Dialog && <Dialog {...props} />
  }
  return LazyDialog
}
