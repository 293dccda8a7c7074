import type { ReactNode } from 'react'
import { useIsAllowed } from '../../api/kit/hooks'
import type { ResourceName } from '../../contract'
import type { Change } from '../../contract/policy'

interface IfAllowedProps {
  /** What its children lead to. */
  to: Change
  of: ResourceName
  children: ReactNode
}

/** Shows its children to users who may make such a change of the records of a resource (ROLE-5). */
export const IfAllowed = ({ to, of, children }: IfAllowedProps): ReactNode =>
  useIsAllowed(of, to) ? children : null
