import { defineLayout } from '../../records/kit/layout'

/** Whether an account is active is decided by actions of their own. */
export const layout = defineLayout(
  'users',
  {
    person: { title: 'Person', fields: ['username', 'email', 'first_name', 'last_name'] },
    type: { title: 'User type', fields: ['user_type'] },
  },
  ['is_active', 'status'],
)
