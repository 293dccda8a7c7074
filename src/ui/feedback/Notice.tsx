import type { ReactNode } from 'react'
import './notice.css'

interface NoticeProps {
  /** Its place among its neighbours. */
  className?: string
  children: ReactNode
}

/** Paragraphs, and what can be done about them, in a box that stands out from the page around it. */
export const Notice = ({ className, children }: NoticeProps) => (
  <div className={className ? `notice tinted ${className}` : 'notice tinted'}>{children}</div>
)
