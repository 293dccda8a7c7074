import type { ReactNode } from 'react'
import { Button } from '../antd/Button'
import type { ApiError } from '../../api/kit/errors'
import './state.css'

interface ErrorStateProps {
  /** The failed action. */
  title: string
  error: ApiError
  retry: () => void
  /** Above content that stays, instead of replacing it. */
  inline?: boolean
  /** Other actions. */
  children?: ReactNode
}

/** A failure with the server's message and a retry button. */
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
