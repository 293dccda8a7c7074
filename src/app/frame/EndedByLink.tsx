import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

interface EndedByLinkProps {
  close: () => void
  children: ReactNode
}

/**
 * Closes the dialog inside once one of its links has navigated to another page, which it would cover. Not before, as
 * the navigationGuard may cancel the navigation; and not when the page below navigates by itself.
 */
export const EndedByLink = ({ close, children }: EndedByLinkProps) => {
  const { pathname } = useLocation()
  const awaited = useRef<string | null>(null)
  // Before the page takes the focus, which it leaves to an open dialog.
  useLayoutEffect(() => {
    if (awaited.current !== pathname) return
    awaited.current = null
    close()
  })
  const follow = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link) awaited.current = link.pathname === pathname ? null : link.pathname
  }
  // Dialogs are rendered in a portal, but their React events bubble to here.
  return (
    <div role="presentation" onClickCapture={follow}>
      {children}
    </div>
  )
}
