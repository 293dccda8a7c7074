import type { UserStatus, UserType } from '../../contract/users'
import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'

/** Labels of the user types. */
export const typeNames: Readonly<Record<UserType, string>> = {
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

/** Metadata of the fields of users. */
export const userFieldMeta = defineFieldMeta('users', {
  id: excludedFields,
  username: { label: 'Username' },
  first_name: { label: 'First name' },
  last_name: { label: 'Last name' },
  email: { label: 'Email' },
  is_email_confirmed: excludedFields,
  is_service: { label: 'Service user' },
  user_type: { label: 'User type', nameOf: (type: UserType) => typeNames[type] },
  is_active: excludedFields,
  status: { label: 'Status', nameOf: (status: UserStatus) => statusNames[status] },
  profile: excludedFields,
  version: stampFieldMeta.version,
  created_at: { label: 'Created at' },
})
