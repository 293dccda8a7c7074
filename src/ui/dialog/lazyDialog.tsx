import { useEffect, useRef, type ComponentType } from 'react'
import { useAppDispatch } from '../../api/kit/hooks'
import { toastShown } from '../../store/toasts'
import { lazyPart } from '../page/lazyPart'

/** Toast for a dialog whose module could not be loaded. */
export const cannotOpen = (title = 'Not available') =>
  toastShown({ kind: 'error', title, text: 'This cannot be opened now. Try again.' })

/**
 * A lazily loaded dialog or menu. If the import fails, a toast says so and the dialog counts as closed: the page stays
 * as it is, and the next opening tries again.
 */
export function lazyDialog<P extends { close: () => void }>(
  fetch: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const { usePart } = lazyPart(fetch)
  const LazyDialog = (props: P) => {
    const dispatch = useAppDispatch()
    const { Part: Dialog, isMissing } = usePart()
    const { close } = props
    const latestClose = useRef(close)
    useEffect(() => {
      latestClose.current = close
    }, [close])
    useEffect(() => {
      if (!isMissing) return
      latestClose.current()
      dispatch(cannotOpen())
    }, [isMissing, dispatch])
    return Dialog && <Dialog {...props} />
  }
  return LazyDialog
}
