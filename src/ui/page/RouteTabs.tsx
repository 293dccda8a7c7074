import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { formatNumber } from '../value/numbers'
import { isPlainKey } from './keyboardEvents'
import './route-tabs.css'

interface RouteTab {
  label: string
  to: string
  /** Number of its entries; null while loading. Without it the tab shows no number. */
  count?: number | null
}

interface RouteTabsProps {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly RouteTab[]
  /** Index of the active tab. */
  open: number
  /** Content of the active tab. */
  children: ReactNode
}

const steps: Partial<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

/** Keeps its space while loading. */
const Count = ({ of }: { of: number | null }) => (
  <>
    {' '}
    <span className="route-tab-count">{of === null ? '' : formatNumber(of)}</span>
  </>
)

/**
 * Tabs with URLs: links, so that each can open in a browser tab; arrow keys move between them. Not antd's Tabs, which put
 * the role on an element around the label: a tab may hold no link.
 */
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
