import type { UserStatus } from '../../contract/users'
import { statusNames } from '../../records/users/faces'

/** The status of an account as a badge. */
export const AccountStatus = ({ status }: { status: UserStatus }) => (
  <span className={`account-status account-status-${status}`}>{statusNames[status]}</span>
)
