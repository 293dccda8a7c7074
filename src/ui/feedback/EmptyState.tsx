import type { ReactNode } from 'react'
import './state.css'

interface EmptyStateProps {
  /** What is the case. */
  title: string
  /** What belongs there. */
  hint?: string
  /** The first step, or what else can be done about it. */
  children?: ReactNode
}

/** Says that there is nothing, and what to do next. */
export const EmptyState = ({ title, hint, children }: EmptyStateProps) => (
  <div className="state">
    <div>
      <p className="state-title">{title}</p>
      {hint && <p className="quiet">{hint}</p>}
    </div>
    {children}
  </div>
)
