import type { ReactNode } from 'react'
import { Alert } from '../antd/Alert'
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
  <Alert
    className={inline ? 'state-inline' : 'state-inline state-alone'}
    type="error"
    showIcon
    title={title}
    description={
      <>
        <p>{error.detail}</p>
        {error.requestId && <p className="quiet">Request id: {error.requestId}</p>}
      </>
    }
    action={
      <div className="state-actions">
        <Button onClick={retry}>Retry</Button>
        {children}
      </div>
    }
  />
)
