import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

interface PageState {
  /** Where the frame shows the page's breadcrumb; null where there is no frame. */
  trailPlace: HTMLElement | null
  /** Another page of the visit has shown its title before. */
  isUnderWay: boolean
}

/** These stay the same, so that whoever needs nothing else is not drawn anew. */
interface PageActions {
  setTrailPlace: (element: HTMLElement | null) => void
  announce: (title: string) => void
}

const StateContext = createContext<PageState | null>(null)
const ActionsContext = createContext<PageActions | null>(null)

const required = <T,>(value: T | null): T => {
  if (value === null) throw new Error('Pages live inside a PageProvider.')
  return value
}

/** What surrounds the page. */
export const usePageState = (): PageState => required(useContext(StateContext))

/** What changes it. */
export const usePageActions = (): PageActions => required(useContext(ActionsContext))

/** Lets each page put its breadcrumb into the frame, and tells screen readers which page has opened. */
export const PageProvider = ({ children }: { children: ReactNode }) => {
  const [trailPlace, setTrailPlace] = useState<HTMLElement | null>(null)
  const [announcement, announce] = useState('')
  const isUnderWay = announcement !== ''
  const state = useMemo(() => ({ trailPlace, isUnderWay }), [trailPlace, isUnderWay])
  const actions = useMemo(() => ({ setTrailPlace, announce }), [])
  return (
    <ActionsContext value={actions}>
      <StateContext value={state}>
        {children}
        <div className="visually-hidden" aria-live="polite">
          {announcement}
        </div>
      </StateContext>
    </ActionsContext>
  )
}

/** Names the page in the browser's tab and to screen readers. */
export const usePageTitle = (title: string) => {
  const { announce } = usePageActions()
  useEffect(() => {
    document.title = `${title} · Citygate`
    announce(title)
  }, [title, announce])
}
