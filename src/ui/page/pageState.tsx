import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

interface PageState {
  /** The layout's container of the breadcrumb; null outside the layout. */
  trailPlace: HTMLElement | null
  /** An earlier page of this visit has set its title. */
  isUnderWay: boolean
}

/** Stable functions in a context of their own, so that consumers of only these do not re-render. */
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

/** The state of the current page. */
export const usePageState = (): PageState => required(useContext(StateContext))

/** The actions on that state. */
export const usePageActions = (): PageActions => required(useContext(ActionsContext))

/** Renders each page's breadcrumb into the layout, and announces page changes to screen readers. */
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

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A name within plain text: right-to-left names are isolated, so that they do not reorder the text around them. */
const isolated = (name: string) => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)

/** Sets the document title and announces the page to screen readers. */
export const usePageTitle = (title: string) => {
  const { announce } = usePageActions()
  useEffect(() => {
    document.title = `${isolated(title)} · Citygate`
    announce(title)
  }, [title, announce])
}
