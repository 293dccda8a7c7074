import type { UserStatus } from '../../contract/users'
import { statusNames } from '../../records/users/faces'

/** How far an account has come, in a word. */
export const AccountStatus = ({ status }: { status: UserStatus }) => (
  <span className={`account-status account-status-${status}`}>{statusNames[status]}</span>
)
