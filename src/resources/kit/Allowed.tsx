import type { ReactNode } from 'react'
import { usePermission } from '../../api/kit/hooks'
import type { ResourceName } from '../../contract'
import type { Change } from '../../contract/policy'
import { Button } from '../../ui/antd/Button'
import { EmptyState } from '../../ui/feedback/EmptyState'

/** In place of a form that the user may not save: why not, and the way back (ROLE-5). */
export const Refused = ({ reason, leave }: { reason: string; leave: () => void }) => (
  <EmptyState title={reason}>
    <Button onClick={leave}>Back</Button>
  </EmptyState>
)

interface AllowedProps {
  /** What the form does. */
  to: Change
  of: ResourceName
  leave: () => void
  children: ReactNode
}

/** A form of several records, which RecordForm does not show: only for users who may save it. */
export const Allowed = ({ to, of, leave, children }: AllowedProps) => {
  const { reason } = usePermission(of, to)
  return reason === null ? children : <Refused reason={reason} leave={leave} />
}
