import { boolean, choice, id, one, resource, text, timestamp } from './kit'

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
    email: text(),
    user_type: choice(userTypes, { required: true }),
    is_active: boolean({ readOnly: true, required: true, about: 'False once the account has been closed.' }),
    profile: one('profiles', { readOnly: true }),
    created_at: timestamp({ readOnly: true, required: true }),
  },
  orderings: ['username', 'first_name', 'last_name', 'email'],
  defaultOrdering: 'username',
})
