import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { formatNumber } from '../value/numbers'
import { isPlainKey } from './isPlainKey'
import './route-tabs.css'

interface RouteTab {
  label: string
  to: string
  /** How many entries it holds; null while that is not known. Without one the tab shows no number. */
  count?: number | null
}

interface RouteTabsProps {
  /** What the tabs belong to, for screen readers. */
  label: string
  tabs: readonly RouteTab[]
  /** The place of the open tab among them. */
  open: number
  /** What the open tab shows. */
  children: ReactNode
}

const steps: Partial<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

/** Keeps its place before the number is there. */
const Count = ({ of }: { of: number | null }) => (
  <>
    {' '}
    <span className="route-tab-count">{of === null ? '' : formatNumber(of)}</span>
  </>
)

/** Tabs that are addresses: links, so that each opens in a browser tab of its own; arrow keys go through them. */
export const RouteTabs = ({ label, tabs, open, children }: RouteTabsProps) => {
  const id = useId()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)

  const pressed = (event: KeyboardEvent) => {
    if (!isPlainKey(event)) return
    const next = steps[event.key]?.(open, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
    void navigate(tab.to)
  }

  return (
    <>
      <div role="tablist" aria-label={label} className="route-tabs" ref={list}>
        {tabs.map((tab, index) => (
          <Link
            key={tab.to}
            id={`${id}-${index}`}
            to={tab.to}
            role="tab"
            aria-selected={index === open}
            aria-controls={index === open ? `${id}-panel` : undefined}
            tabIndex={index === open ? 0 : -1}
            onKeyDown={pressed}
          >
            {tab.label}
            {tab.count !== undefined && <Count of={tab.count} />}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </>
  )
}
