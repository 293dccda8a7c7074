/** The accounts that must have a second factor: by the configuration, and by administrators (MFA-7, MFA-11). */
import { sql, type Kysely } from 'kysely'
import { accountGroups, type AccountGroup, type RequiredFactors } from '../../../src/contract/requiredFactors'
import type { Tables } from '../../db/tables'
import type { Write } from '../../kit/context'
import { audit } from '../../kit/write/audit'

/** The role of an account in `users`, or its lack. */
const roleGroup = "coalesce(users.role, 'no_role')"

/** Whether an account in `users` must have one. The groups are of a closed list, which makes them safe here. */
const isRequired = (fixed: readonly AccountGroup[]): string => {
  const names = fixed.map((group) => `'${group}'`).join(', ')
  return [
    ...(fixed.length > 0 ? [`users.user_type in (${names})`, `${roleGroup} in (${names})`] : []),
    `exists (select 1 from required_factors where account_group in (users.user_type, ${roleGroup}))`,
  ].join(' or ')
}

/**
 * A column beside those of an account in `users`: 1 where it must have a second factor and has none. Read with each request, so
 * that a change of the requirement, of a role or of the factors counts from the next one on. An account without a password has
 * none: its directory asks for one.
 * @param fixed the groups of the configuration.
 */
export const lacksFactorColumn = (fixed: readonly AccountGroup[]): string =>
  `case when (${isRequired(fixed)}) and users.password_hash is not null
    and not exists (select 1 from totp_secrets where totp_secrets.user_id = users.id and totp_secrets.confirmed_at is not null)
    and not exists (select 1 from passkeys where passkeys.user_id = users.id)
    then 1 else 0 end as lacks_factor`

/** Whether a user must have a second factor, as of a write. */
export async function mustHaveFactor(
  { db }: Pick<Write, 'db'>,
  user: number,
  fixed: readonly AccountGroup[],
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user)
    .where(sql<boolean>`(${sql.raw(isRequired(fixed))})`)
    .executeTakeFirst()
  return found !== undefined
}

/** What administrators have said of each group. */
export async function readRequired(db: Kysely<Tables>): Promise<Omit<RequiredFactors, 'fixed'>> {
  const rows = await db.selectFrom('required_factors').select('account_group').execute()
  const required = new Set(rows.map(({ account_group }) => account_group))
  return Object.fromEntries(accountGroups.map((group) => [group, required.has(group)])) as Record<
    AccountGroup,
    boolean
  >
}

const named = (required: Omit<RequiredFactors, 'fixed'>): string | null =>
  accountGroups.filter((group) => required[group]).join(', ') || null

/** Changes what administrators say of some groups; those that are not named stay as they are. */
export async function changeRequired(
  write: Write,
  changes: Partial<Record<AccountGroup, boolean>>,
): Promise<void> {
  const before = await readRequired(write.db)
  const after = { ...before, ...changes }
  for (const account_group of accountGroups.filter((group) => after[group] !== before[group]))
    if (after[account_group])
      await write.db.insertInto('required_factors').values({ account_group }).execute()
    else await write.db.deleteFrom('required_factors').where('account_group', '=', account_group).execute()
  const required_of = { before: named(before), after: named(after) }
  if (required_of.before === required_of.after) return
  await audit(write, {
    action: 'second factors required',
    resource: 'users',
    before: { required_of: required_of.before },
    after: { required_of: required_of.after },
  })
}
