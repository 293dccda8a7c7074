import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

interface EndedByLinkProps {
  close: () => void
  children: ReactNode
}

/**
 * Ends the dialog inside once one of its links has led to another page: it would stand in front of what was asked for.
 * Not before, as whoever is asked about something unsaved may stay; and not where the page below goes on by itself.
 */
export const EndedByLink = ({ close, children }: EndedByLinkProps) => {
  const { pathname } = useLocation()
  const awaited = useRef<string | null>(null)
  // Before the page takes the focus, which it leaves to a dialog.
  useLayoutEffect(() => {
    if (awaited.current !== pathname) return
    awaited.current = null
    close()
  })
  const follow = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link) awaited.current = link.pathname === pathname ? null : link.pathname
  }
  // Dialogs stand elsewhere in the document, but their clicks pass through here.
  return (
    <div role="presentation" onClickCapture={follow}>
      {children}
    </div>
  )
}
