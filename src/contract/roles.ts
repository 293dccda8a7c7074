/** The names of roles and rights; what a role may do is in policy.ts (ROLE-1). */

/** Roles of users beside their user type. A user without one may do whatever the user type may. */
export const roles = ['administrator', 'manager', 'member', 'read_only'] as const
export type Role = (typeof roles)[number]

/**
 * What users do beyond reading, as far as it can be taken from them:
 * - write: create, change and delete shared records;
 * - export: download lists as files;
 * - import: store files as records, and replace the list of source names;
 * - bulk_delete: delete many records at once, and for good, as all that no trash keeps;
 * - users: administer users and service tokens;
 * - installation: look after connections and webhooks, and read the audit.
 */
export const rights = ['write', 'export', 'import', 'bulk_delete', 'users', 'installation'] as const
export type Right = (typeof rights)[number]

/** Rights that an account can have, or lack, beside its role. */
export const separateRights = [
  'export',
  'import',
  'bulk_delete',
  'users',
  'installation',
] as const satisfies readonly Right[]
export type SeparateRight = (typeof separateRights)[number]

/** The role of an account, and what differs from it. */
export interface RoleFields {
  readonly role: Role | null
  readonly granted_rights: readonly SeparateRight[]
  readonly withheld_rights: readonly SeparateRight[]
}
