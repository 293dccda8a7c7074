import type { UserStatus, UserType } from '../../contract/users'
import { defineFaces, stampFaces, unseen } from '../kit/face'

const typeNames: Readonly<Record<UserType, string>> = {
  customer: 'Customer',
  team: 'Provider’s team',
  broker: 'Broker',
}

/** Labels of the statuses of an account. */
export const statusNames: Readonly<Record<UserStatus, string>> = {
  waiting: 'Waiting',
  active: 'Active',
  deactivated: 'Deactivated',
}

/** fieldMeta of users. */
export const userFaces = defineFaces('users', {
  id: unseen,
  username: { label: 'Username' },
  first_name: { label: 'First name' },
  last_name: { label: 'Last name' },
  email: { label: 'Email' },
  is_email_confirmed: unseen,
  user_type: { label: 'User type', nameOf: (type: UserType) => typeNames[type] },
  is_active: unseen,
  status: { label: 'Status', nameOf: (status: UserStatus) => statusNames[status] },
  profile: unseen,
  version: stampFaces.version,
  created_at: { label: 'Created at' },
})
