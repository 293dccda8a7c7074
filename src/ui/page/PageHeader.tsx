import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { usePageState, usePageTitle } from './pageState'
import { isInDialog, isTypingIn } from './typing'
import './page-header.css'

interface Crumb {
  label: string
  to?: string
}

interface PageHeaderProps {
  title: string
  /** The steps that lead to this page, itself left out. */
  trail?: readonly Crumb[]
  /** Beside the title: badges and the like. */
  children?: ReactNode
  actions?: ReactNode
  /** The first of the actions creates what the page lists. */
  creates?: boolean
}

const Trail = ({ crumbs, title }: { crumbs: readonly Crumb[]; title: string }) => (
  <nav aria-label="Breadcrumb" className="trail">
    <ol>
      {crumbs.map(({ label, to }) => (
        <li key={label}>{to ? <Link to={to}>{label}</Link> : label}</li>
      ))}
      <li aria-current="page">{title}</li>
    </ol>
  </nav>
)

/** The head of a page: its one h1, what belongs to it, its actions; and its breadcrumb in the frame. */
export const PageHeader = ({ title, trail = [], children, actions, creates }: PageHeaderProps) => {
  const { trailPlace, isUnderWay } = usePageState()
  const heading = useRef<HTMLHeadingElement>(null)
  const [cameFromAnotherPage] = useState(isUnderWay)
  usePageTitle(title)

  useLayoutEffect(() => {
    if (!cameFromAnotherPage) return
    // To take the focus, the page has to be laid out: in the frame that shows it, which does so anyway.
    const frame = requestAnimationFrame(() => {
      if (!isTypingIn(document.querySelector('main')) && !isInDialog()) heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [cameFromAnotherPage])

  return (
    <header className="page-header">
      {trailPlace && createPortal(<Trail crumbs={trail} title={title} />, trailPlace)}
      <div className="page-header-title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
      {actions && (
        <div className="page-header-actions" data-key={creates && 'create'}>
          {actions}
        </div>
      )}
    </header>
  )
}
