import { defineLayout } from '../../resources/kit/layout'

/** Activation and email confirmation have their own actions. */
export const layout = defineLayout(
  'users',
  {
    person: { title: 'Person', fields: ['username', 'email', 'first_name', 'last_name'] },
    type: { title: 'User type', fields: ['user_type'] },
    role: { title: 'Role', fields: ['role', 'granted_rights', 'withheld_rights'] },
  },
  ['is_email_confirmed', 'is_active', 'status'],
)
