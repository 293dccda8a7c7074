import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

interface PageState {
  /** Where the frame shows the page's breadcrumb; null where there is no frame. */
  trailPlace: HTMLElement | null
  setTrailPlace: (element: HTMLElement | null) => void
  announce: (title: string) => void
  /** Another page of the visit has shown its title before. */
  isUnderWay: boolean
}

const PageContext = createContext<PageState | null>(null)

/** What surrounds the page. */
export const usePageState = (): PageState => {
  const state = useContext(PageContext)
  if (!state) throw new Error('Pages live inside a PageProvider.')
  return state
}

/** Lets each page put its breadcrumb into the frame, and tells screen readers which page has opened. */
export const PageProvider = ({ children }: { children: ReactNode }) => {
  const [trailPlace, setTrailPlace] = useState<HTMLElement | null>(null)
  const [announcement, announce] = useState('')
  const isUnderWay = announcement !== ''
  const state = useMemo(() => ({ trailPlace, setTrailPlace, announce, isUnderWay }), [trailPlace, isUnderWay])
  return (
    <PageContext value={state}>
      {children}
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
    </PageContext>
  )
}

/** Names the page in the browser's tab and to screen readers. */
export const usePageTitle = (title: string) => {
  const { announce } = usePageState()
  useEffect(() => {
    document.title = `${title} · Citygate`
    announce(title)
  }, [title, announce])
}
