import { boolean, choice, id, one, resource, stamps, text, timestamp, type InputOf } from './kit'

/** The three kinds of people who sign in; what they may do is the same for all (AUTH-17). */
export const userTypes = ['customer', 'team', 'broker'] as const
export type UserType = (typeof userTypes)[number]

/** How far an account has come: nobody signs in with one that waits for approval, or has been closed. */
export const userStatuses = ['waiting', 'active', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Everybody who can sign in. Passwords are never part of an answer. */
export const users = resource({
  name: 'users',
  path: '/api/users/',
  title: 'User',
  idField: 'id',
  nameField: 'username',
  fields: {
    id: id(),
    username: text({ max: 150, required: true }),
    first_name: text(),
    last_name: text(),
    email: text({ format: 'email' }),
    user_type: choice(userTypes, { required: true }),
    is_active: boolean({
      required: true,
      about:
        'False until the account is approved, and once it has been closed; `status` tells the two apart.',
    }),
    status: choice(userStatuses, {
      default: 'waiting',
      about: 'Goes with `is_active`: whichever of the two changes takes the other along.',
    }),
    profile: one('profiles', { readOnly: true }),
    version: stamps.version,
    created_at: timestamp({ readOnly: true, required: true }),
  },
  orderings: [
    'username',
    'first_name',
    'last_name',
    'email',
    'user_type',
    'is_active',
    'status',
    'created_at',
  ],
  defaultOrdering: 'username',
  filters: ['user_type', 'is_active', 'status'],
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

/**
 * What somebody sends who wants an account (AUTH-16). The answer is the same whether or not the username or the email
 * is somebody else's; in that case nothing is made.
 */
const { first_name, last_name, email, user_type, username } = users.fields
export const registration = {
  path: '/api/registration/',
  fields: {
    user_type,
    username: { ...username, format: 'username' },
    first_name: { ...first_name, required: true },
    last_name: { ...last_name, required: true },
    email: { ...email, required: true },
    password,
  },
} as const
export type Registration = InputOf<typeof registration>

/** What becomes of a registration, as far as everybody may know. */
export interface Registered {
  /** Whether the account opens at once, or waits for somebody of the provider's team. */
  status: 'waiting' | 'active'
}

/** Where a password is set. Users set their own with the current one; the provider's team sets those of others. */
export const passwordPath = (id: number | string) => `${users.path}${id}/password/`
export const passwordChange = {
  fields: {
    password,
    current_password: text({ max: 1_000, about: 'Needed for the own password.' }),
  },
} as const
export type PasswordChange = InputOf<typeof passwordChange>

/** What the change of a password has brought about. */
export interface PasswordChanged {
  /** How many other sessions of the user it has ended. */
  ended_sessions: number
}
