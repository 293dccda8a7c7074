import type { ReactNode } from 'react'
import './state.css'

interface EmptyStateProps {
  /** What is the case. */
  title: string
  /** What can be done about it. */
  children?: ReactNode
}

/** Says that there is nothing, and what to do next. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div className="state">
    <p className="state-title">{title}</p>
    {children}
  </div>
)
