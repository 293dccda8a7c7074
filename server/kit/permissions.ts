/** What an account may do, as its row says; read with each request, so that a change takes effect at once (ROLE-2). */
import { sql } from 'kysely'
import { seesAllTeams, withheldRights } from '../../src/contract/policy'
import type { SeparateRight } from '../../src/contract/roles'
import type { Tables } from '../db/tables'
import type { Caller } from './context'

const ownColumns = ['user_type', 'role', 'granted_rights', 'withheld_rights'] as const

/** What teams add. All are null in an installation where no record has ever been limited, which looks up none of the user. */
const teamColumns = {
  /** The tables of which a record has ever been limited, with commas between them. */
  limited_tables: "(select string_agg(resource, ',') from limited_resources)",
  /** The ids of the user's teams, with commas between them. */
  team_ids: `case when exists (select 1 from limited_resources) then
    coalesce((select string_agg(cast(team_members.team_id as text), ',') from team_members where team_members.user_id = users.id), '') end`,
  /** 1 where there is an administrator, else 0. */
  has_administrator: `case when exists (select 1 from limited_resources) then
    case when exists (select 1 from users as administrators
      where administrators.role = 'administrator' and administrators.is_active) then 1 else 0 end end`,
} as const

/** The columns of users, and what hangs on them, that permissions follow from. */
export const permissionColumns = [
  ...ownColumns,
  sql<string | null>`${sql.raw(teamColumns.limited_tables)}`.as('limited_tables'),
  sql<string | null>`${sql.raw(teamColumns.team_ids)}`.as('team_ids'),
  sql<number | null>`${sql.raw(teamColumns.has_administrator)}`.as('has_administrator'),
] as const
export interface PermissionColumns extends Pick<Tables['users'], (typeof ownColumns)[number]> {
  limited_tables: string | null
  team_ids: string | null
  has_administrator: number | null
}

/** The same as a part of the text of a statement. */
export const permissionColumnsText = [
  ...ownColumns.map((name) => `users.${name}`),
  ...Object.entries(teamColumns).map(([name, text]) => `${text} as ${name}`),
].join(', ')

const rightsIn = (json: string) => JSON.parse(json) as SeparateRight[]

/** The permissions of an account. */
export const permissionsOf = ({
  user_type: userType,
  role,
  granted_rights,
  withheld_rights,
  limited_tables,
  team_ids,
  has_administrator,
}: PermissionColumns): Pick<Caller, 'userType' | 'role' | 'withheld' | 'teams' | 'limitedTables'> => {
  const withheld = withheldRights({
    role,
    granted_rights: rightsIn(granted_rights),
    withheld_rights: rightsIn(withheld_rights),
  })
  const isUnlimited = team_ids === null || seesAllTeams({ userType, role, withheld }, has_administrator === 1)
  const teams = isUnlimited ? null : team_ids.split(',').filter(Boolean).map(Number)
  return { userType, role, withheld, teams, limitedTables: limited_tables?.split(',') }
}
