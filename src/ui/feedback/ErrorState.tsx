import type { ReactNode } from 'react'
import { Button } from '../button/Button'
import type { ApiError } from '../../api/kit/errors'
import './state.css'

interface ErrorStateProps {
  /** What could not be done. */
  title: string
  error: ApiError
  retry: () => void
  /** Above content that is still there, rather than in its place. */
  inline?: boolean
  /** Other ways out. */
  children?: ReactNode
}

/** Says what failed, in the server's words, and offers to try again. */
export const ErrorState = ({ title, error, retry, inline = false, children }: ErrorStateProps) => (
  <div className={inline ? 'state state-error state-inline' : 'state state-error'} role="alert">
    <div>
      <p className="state-title">{title}</p>
      <p>{error.detail}</p>
      {error.requestId && <p className="quiet">Request id: {error.requestId}</p>}
    </div>
    <Button onClick={retry}>Retry</Button>
    {children}
  </div>
)
