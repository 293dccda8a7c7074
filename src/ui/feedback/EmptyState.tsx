import type { ReactNode } from 'react'
import './state.css'

interface EmptyStateProps {
  title: string
  /** What the list is for. */
  hint?: string
  /** The first step, or other actions. */
  children?: ReactNode
}

/** Placeholder for missing data, with the next step. */
export const EmptyState = ({ title, hint, children }: EmptyStateProps) => (
  <div className="state">
    <div>
      <p className="state-title">{title}</p>
      {hint && <p className="quiet">{hint}</p>}
    </div>
    {children}
  </div>
)
