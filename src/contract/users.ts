import { boolean, choice, id, one, resource, text, timestamp, type InputOf } from './kit'

/** The three kinds of people who sign in; what they may do is the same for all (AUTH-17). */
export const userTypes = ['customer', 'team', 'broker'] as const
export type UserType = (typeof userTypes)[number]

/** Everybody who can sign in. Passwords are never part of an answer. */
export const users = resource({
  name: 'users',
  path: '/api/users/',
  title: 'User',
  idField: 'id',
  fields: {
    id: id(),
    username: text({ max: 150, required: true }),
    first_name: text(),
    last_name: text(),
    email: text({ format: 'email' }),
    user_type: choice(userTypes, { required: true }),
    is_active: boolean({
      required: true,
      about: 'False until the account is approved, and once it has been closed.',
    }),
    profile: one('profiles', { readOnly: true }),
    created_at: timestamp({ readOnly: true, required: true }),
  },
  orderings: ['username', 'first_name', 'last_name', 'email', 'user_type', 'is_active', 'created_at'],
  defaultOrdering: 'username',
  filters: ['user_type', 'is_active'],
})

const password = text({
  required: true,
  max: 128,
  about:
    'From 15 characters on, without spaces at its beginning or end; no common one. Never part of an answer.',
})

/** What the provider's team sends to make a user, at the path of the list. */
export const newUser = { fields: { ...users.fields, password } } as const
export type NewUser = InputOf<typeof newUser>

/** Where a password is set. Users set their own with the current one; the provider's team sets those of others. */
export const passwordPath = (id: number | string) => `${users.path}${id}/password/`
export const passwordChange = {
  fields: {
    password,
    current_password: text({ max: 1_000, about: 'Needed for the own password.' }),
  },
} as const
export type PasswordChange = InputOf<typeof passwordChange>
