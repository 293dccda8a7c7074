import {
  boolean,
  choice,
  id,
  many,
  one,
  options,
  resource,
  stamps,
  text,
  timestamp,
  type InputOf,
} from './fields'
import { roles, separateRights } from './roles'

/** The three user types; their rights are the same (AUTH-17), as far as roles leave them (ROLE-1). */
export const userTypes = ['customer', 'team', 'broker'] as const
export type UserType = (typeof userTypes)[number]

/** Status of an account: waiting and deactivated accounts cannot sign in. */
export const userStatuses = ['waiting', 'active', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Accounts that can sign in. Passwords are never part of an answer. */
export const users = resource({
  name: 'users',
  path: '/api/users/',
  title: 'User',
  idField: 'id',
  nameField: 'username',
  fields: {
    id: id(),
    username: text({ max: 150, required: true, shape: 'identifier' }),
    first_name: text({ format: 'personName', shape: 'line' }),
    last_name: text({ format: 'personName', shape: 'line' }),
    email: text({ format: 'email' }),
    is_email_confirmed: boolean({
      default: false,
      apiDescription:
        "Whether the email has been proved to be the user's: a link sent to it was opened, or the provider's team says so. Until then nobody is known by it. A change of the email makes it false.",
    }),
    user_type: choice(userTypes, { required: true }),
    is_active: boolean({
      required: true,
      apiDescription:
        'False until the account is approved, and once it has been closed; `status` tells the two apart.',
    }),
    status: choice(userStatuses, {
      default: 'waiting',
      apiDescription: 'Goes with `is_active`: whichever of the two changes takes the other along.',
    }),
    role: choice(roles, {
      apiDescription:
        'What it may do of what its user type may; null: all of it. Given by administrators, and by the team where there is none yet.',
    }),
    granted_rights: options(separateRights, {
      apiDescription: 'Rights that it has beside its role.',
    }),
    withheld_rights: options(separateRights, {
      apiDescription: 'Rights that it lacks, whatever its role.',
    }),
    is_service: boolean({
      readOnly: true,
      default: false,
      apiDescription: 'Whether it acts for programs: it has API tokens, and cannot sign in otherwise.',
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
  filters: ['user_type', 'role', 'is_active', 'status', 'is_email_confirmed'],
})

const password = text({
  required: true,
  secret: true,
  max: 128,

  apiDescription:
    'From 15 characters on, without spaces at its beginning or end; no common one. Never part of an answer.',
})

/** Body of the provider's team's POST of a new user, at the path of the list. */
export const newUser = { fields: { ...users.fields, password } } as const
export type NewUser = InputOf<typeof newUser>

/**
 * Body of a registration (AUTH-16). The answer does not depend on whether the username or the email is taken; in that
 * case nothing is created.
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

/** State of a registration, as far as it is public. */
export interface RegistrationAnswer {
  /**
   * Whether the account is active at once or waits for the provider's team; where the installation sends mail, both
   * only after the link in the confirmation email was opened.
   */
  status: 'unconfirmed' | 'waiting' | 'active'
}

/** The page that the link in an email opens, with the token after a `#`, and the path to which that page posts it. */
export const emailConfirmationPage = '/confirm-email'
export const emailConfirmation = {
  path: '/api/email-confirmation/',
  fields: {
    token: text({
      required: true,
      secret: true,
      max: 100,
      apiDescription: 'What stands behind the # of the link.',
    }),
  },
} as const

/** The page that the link to set a new password opens, with the token after a `#`. */
export const passwordResetPage = '/reset-password'

/** The result of a confirmation. */
export interface EmailConfirmed {
  status: 'confirmed' | 'waiting' | 'active'
}

/** POST sends the link to the user's own email again, GET answers its state. */
export const emailLinkPath = `${users.path}me/email-confirmation/`

/** The state of the confirmation link of the user's own email. */
export interface EmailLink {
  /** Expiry of the last link; null without a valid one. */
  good_until: string | null
  /** When the next link can be sent; null: at once. */
  possible_at: string | null
}

/** Refuses all waiting accounts with an unconfirmed email; for the provider's team. */
export const refuseUnconfirmedPath = `${users.path}refuse-unconfirmed/`

/** Refuses several waiting accounts in one call; for the provider's team. */
export const refusal = {
  path: `${users.path}refuse/`,
  fields: {
    users: many('users', {
      required: true,
      apiDescription: 'Those to refuse. Who does not wait any more by then is passed over.',
    }),
  },
} as const

/** The result of a refusal. */
export interface RefusedRegistrations {
  refused: number
}

/** Path of a password. Users set their own with the current one; the provider's team sets those of others. */
export const passwordPath = (id: number | string) => `${users.path}${id}/password/`
export const passwordChange = {
  fields: {
    password,
    current_password: text({ secret: true, max: 1_000, apiDescription: 'Needed for the own password.' }),
  },
} as const
export type PasswordChange = InputOf<typeof passwordChange>

/** The result of a password change. */
export interface PasswordChanged {
  /** Number of the user's other sessions that were ended. */
  ended_sessions: number
}
