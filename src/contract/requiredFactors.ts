/** The accounts that must have a second factor (MFA-7, MFA-11). */
import { boolean, type InputOf } from './fields'
import { roles, type Role } from './roles'
import { userTypes, type UserType } from './users'

/** Accounts by their role, those without one, and by their user type. */
export const accountGroups = [...roles, 'no_role', ...userTypes] as const
export type AccountGroup = (typeof accountGroups)[number]

/** The groups that an account belongs to. */
export const groupsOf = (user: { role: Role | null; user_type: UserType }): readonly AccountGroup[] => [
  user.role ?? 'no_role',
  user.user_type,
]

const group = (whose: string) =>
  boolean({ required: true, apiDescription: `Whether ${whose} must have a second factor.` })

/** GET, and PATCH by those who give roles (ROLE-4): groups that are not sent stay as they are. */
export const requiredFactors = {
  path: '/api/users/required-factors/',
  fields: {
    administrator: group('administrators'),
    manager: group('managers'),
    member: group('members'),
    read_only: group('users who only read'),
    no_role: group('users without a role'),
    customer: group('users of the type customer'),
    team: group('users of the type team'),
    broker: group('users of the type broker'),
  } satisfies Record<AccountGroup, unknown>,
} as const

export type RequiredFactorsInput = InputOf<typeof requiredFactors>

/** What administrators have said of each group. */
export interface RequiredFactors extends Record<AccountGroup, boolean> {
  /** The groups that the configuration of the installation requires one of, whatever is said of them. */
  fixed: readonly AccountGroup[]
}
