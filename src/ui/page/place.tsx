import { createContext, useContext, useEffect, type MouseEvent, type ReactNode } from 'react'
import { isPlainClick } from './isPlainClick'

/** Location and navigation, for pages that render before the router exists as well as inside it. */
export interface Place {
  pathname: string
  /** With its '?', or ''. */
  search: string
  /** Navigates with a push, or with a replace. */
  go: (to: string, how?: { replace?: boolean }) => void
  back: () => void
}

export const PlaceContext = createContext<Place | null>(null)

export const usePlace = (): Place => {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('Light pages live inside a PlaceContext.')
  return place
}

/** Navigate: replaces the URL as soon as it renders. */
export const Elsewhere = ({ to }: { to: string }) => {
  const { go } = usePlace()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

interface PlaceLinkProps {
  to: string
  className?: string
  children: ReactNode
}

/** A link of a public page. */
export const PlaceLink = ({ to, className, children }: PlaceLinkProps) => {
  const { go } = usePlace()
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  )
}
