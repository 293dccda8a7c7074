/** What an account may do, as its row says; read with each request, so that a change takes effect at once (ROLE-2). */
import { withheldRights } from '../../src/contract/policy'
import type { SeparateRight } from '../../src/contract/roles'
import type { Tables } from '../db/tables'
import type { Caller } from './context'

/** The columns of users that permissions follow from. */
export const permissionColumns = ['user_type', 'role', 'granted_rights', 'withheld_rights'] as const
export type PermissionColumns = Pick<Tables['users'], (typeof permissionColumns)[number]>

/** The same as a part of the text of a statement. */
export const permissionColumnsText = permissionColumns.map((name) => `users.${name}`).join(', ')

const rightsIn = (json: string) => JSON.parse(json) as SeparateRight[]

/** The permissions of an account. */
export const permissionsOf = ({
  user_type: userType,
  role,
  granted_rights,
  withheld_rights,
}: PermissionColumns): Pick<Caller, 'userType' | 'role' | 'withheld'> => ({
  userType,
  role,
  withheld: withheldRights({
    role,
    granted_rights: rightsIn(granted_rights),
    withheld_rights: rightsIn(withheld_rights),
  }),
})
