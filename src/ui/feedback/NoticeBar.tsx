import type { ReactNode } from 'react'
import './notice-bar.css'

interface NoticeBarProps {
  /** What it is about. */
  label: string
  /** A paragraph, and what can be done about it. */
  children: ReactNode
}

/** A notice above every page, as wide as the page. */
export const NoticeBar = ({ label, children }: NoticeBarProps) => (
  <section className="notice-bar row" aria-label={label}>
    {children}
  </section>
)
