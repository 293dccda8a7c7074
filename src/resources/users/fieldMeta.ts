import type { Right, Role } from '../../contract/roles'
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

/** Labels of the roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  administrator: 'Administrator',
  manager: 'Manager',
  member: 'Member',
  read_only: 'Read-only',
}

/** Labels of the rights. */
export const rightNames: Readonly<Record<Right, string>> = {
  write: 'Change records',
  export: 'Export',
  import: 'Import',
  bulk_delete: 'Delete many records at once, and for good',
  users: 'Administer users',
  installation: 'Connections, webhooks and the audit',
}
const rightName = (right: Right) => rightNames[right]

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
  role: {
    label: 'Role',
    nameOf: (role: Role) => roleNames[role],
    help: 'Without one, the user may do whatever the user type may.',
  },
  granted_rights: { label: 'Rights besides the role', wide: true, nameOf: rightName },
  withheld_rights: { label: 'Rights taken away', wide: true, nameOf: rightName },
  is_active: excludedFields,
  status: { label: 'Status', nameOf: (status: UserStatus) => statusNames[status] },
  profile: excludedFields,
  version: stampFieldMeta.version,
  created_at: { label: 'Created at' },
})
