import { createContext, useContext, useEffect, type MouseEvent, type ReactNode } from 'react'
import { isPlainClick } from './isPlainClick'

/** Where the visit is, and the ways on, for pages that show before there is a router as well as inside one. */
export interface Place {
  pathname: string
  /** With its '?', or ''. */
  search: string
  /** To another address: as a step of its own, or in this one's stead. */
  go: (to: string, how?: { replace?: boolean }) => void
  back: () => void
}

export const PlaceContext = createContext<Place | null>(null)

export const usePlace = (): Place => {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('Light pages live inside a PlaceContext.')
  return place
}

/** Leads to another address in this one's stead, as soon as it shows. */
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

/** A link of a light page. */
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
