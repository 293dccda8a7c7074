import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { usePageState, usePageTitle } from './pageState'
import { isInDialog, isTypingIn } from './keyboardEvents'
import './page-header.css'

interface Crumb {
  label: string
  to?: string
  /** The title is a record's name. */
  isName?: boolean
}

interface PageHeaderProps {
  title: string
  /** The title is a record's name. */
  isName?: boolean
  /** The breadcrumb, without this page. */
  trail?: readonly Crumb[]
  /** Beside the title: badges and the like. */
  children?: ReactNode
  actions?: ReactNode
  /** The first action creates a record of the page's list. */
  creates?: boolean
}

interface TrailProps extends Pick<PageHeaderProps, 'title' | 'isName'> {
  crumbs: readonly Crumb[]
}

/** Record names must not be translated. */
const kept = (isName: boolean | undefined) => (isName ? 'no' : undefined)

const Trail = ({ crumbs, title, isName }: TrailProps) => (
  <nav aria-label="Breadcrumb" className="trail">
    <ol>
      {crumbs.map(({ label, to, isName: isRecord }) => (
        <li key={label} translate={kept(isRecord)}>
          {to ? <Link to={to}>{label}</Link> : <bdi>{label}</bdi>}
        </li>
      ))}
      <li aria-current="page" translate={kept(isName)}>
        <bdi>{title}</bdi>
      </li>
    </ol>
  </nav>
)

/** The header of a page: its only h1, badges and actions; and its breadcrumb in the layout. */
export const PageHeader = ({
  title,
  isName = false,
  trail = [],
  children,
  actions,
  creates,
}: PageHeaderProps) => {
  const { trailPlace, isUnderWay } = usePageState()
  const heading = useRef<HTMLHeadingElement>(null)
  const [cameFromAnotherPage] = useState(isUnderWay)
  usePageTitle(title)

  useLayoutEffect(() => {
    if (!cameFromAnotherPage) return
    // Focusing forces a layout, which the frame of the first paint does anyway.
    const frame = requestAnimationFrame(() => {
      if (!isTypingIn(document.querySelector('main')) && !isInDialog()) heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [cameFromAnotherPage])

  return (
    <header className="page-header row-apart">
      {trailPlace && createPortal(<Trail crumbs={trail} title={title} isName={isName} />, trailPlace)}
      <div className="page-header-title row">
        <h1 ref={heading} tabIndex={-1} translate={kept(isName)}>
          <bdi>{title}</bdi>
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
