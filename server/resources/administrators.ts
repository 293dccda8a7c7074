/** Who administers whom, and who gives roles and rights (ROLE-3, ROLE-4). */
import type { Row } from '../../src/contract'
import { administrationRefusal, withheldRights } from '../../src/contract/policy'
import type { RoleFields } from '../../src/contract/roles'
import type { Caller, Write } from '../kit/context'
import { ApiError, unauthorized } from '../kit/errors'
import { permissionColumns, permissionsOf } from '../kit/permissions'
import { assertAllowed } from '../kit/policy'

/** What counts of the author of a change. */
export type Administrator = Pick<Caller, 'userType' | 'role' | 'withheld'>

const refused = (text: string) => new ApiError(409, 'refused', text)

/** Whether an account that signs in is an administrator. */
async function hasAdministrator({ db }: Pick<Write, 'db'>): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'administrator')
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a user of the provider's team gives roles because there is no administrator yet (ROLE-4). */
const beginsRoles = async (write: Pick<Write, 'db'>, { withheld }: Administrator): Promise<boolean> =>
  withheld.length === 0 && !(await hasAdministrator(write))

/** @throws ApiError 409 for a user of the provider's team who gives no roles (ROLE-4). */
export async function assertGivesRoles(write: Pick<Write, 'db'>, actor: Administrator): Promise<void> {
  if (actor.role !== 'administrator' && !(await beginsRoles(write, actor)))
    throw refused('Only administrators give roles and rights.')
}

/** @throws ApiError 409 for a user who may not administer another (administrationRefusal). */
function assertAdministers(actor: Administrator, target: Pick<Administrator, 'role' | 'withheld'>): void {
  const text = administrationRefusal(actor, target)
  if (text !== null) throw refused(text)
}

/**
 * The same for a user by id; oneself always. The author may have been deactivated or lost the right since the request began.
 * @throws ApiError 401, 409
 */
export async function assertAdministersUser(
  { db, actor }: Pick<Write, 'db' | 'actor'>,
  id: number,
): Promise<void> {
  if (actor === null || actor === id) return
  const rows = await db
    .selectFrom('users')
    .select(['id', 'is_active', ...permissionColumns])
    .where('id', 'in', [actor, id])
    .execute()
  const [own, other] = [actor, id].map((one) => rows.find((row) => row.id === one))
  if (!own?.is_active) throw unauthorized()
  const permissions = permissionsOf(own)
  assertAllowed({ actor, requestId: null, ...permissions }, 'users', 'change')
  if (other) assertAdministers(permissions, permissionsOf(other))
}

const sameRights = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((right) => others.includes(right))

const isSame = (one: RoleFields, other: RoleFields): boolean =>
  one.role === other.role &&
  sameRights(one.granted_rights, other.granted_rights) &&
  sameRights(one.withheld_rights, other.withheld_rights)

const without: RoleFields = { role: null, granted_rights: [], withheld_rights: [] }

/**
 * Role and rights of an account after a change by a user. Administrators give them; where there is none yet, those of the
 * provider's team who lack nothing, who may make an administrator of their own account. An account that others make,
 * or approve, has theirs.
 * @throws ApiError 409
 */
export async function checkedRole(
  write: Write,
  actor: Administrator,
  wanted: RoleFields,
  before: Row<'users'> | null,
): Promise<RoleFields> {
  const isOwn = before !== null && before.id === write.actor
  if (before && !isOwn) {
    const target = { role: before.role, withheld: withheldRights(before) }
    const isNew = before.status === 'waiting' && isSame(before, without)
    if (isNew && isSame(wanted, without) && administrationRefusal(actor, target) !== null)
      return ownRole(write)
    assertAdministers(actor, target)
  }
  if (isSame(wanted, before ?? without))
    return before || actor.role === 'administrator' ? wanted : ownRole(write)
  if (isOwn) {
    const becomes = isSame(wanted, { ...before, role: 'administrator' })
    if (!becomes || !(await beginsRoles(write, actor)))
      throw refused('Nobody can change their own role and rights.')
  } else await assertGivesRoles(write, actor)
  return wanted
}

/** Role and rights of the author of a write. */
async function ownRole({ db, actor }: Write): Promise<RoleFields> {
  const row = await db
    .selectFrom('users')
    .select(['role', 'granted_rights', 'withheld_rights'])
    .where('id', '=', actor)
    .executeTakeFirstOrThrow()
  return {
    role: row.role,
    granted_rights: JSON.parse(row.granted_rights) as RoleFields['granted_rights'],
    withheld_rights: JSON.parse(row.withheld_rights) as RoleFields['withheld_rights'],
  }
}

/** What is wrong with role and rights, by field. */
export function roleProblems({
  role,
  granted_rights = [],
  withheld_rights = [],
  user_type,
  is_service,
}: Partial<Row<'users'>>): Partial<Record<'role' | 'withheld_rights', string>> {
  if (granted_rights.some((right) => withheld_rights.includes(right)))
    return { withheld_rights: 'A right is either given or taken.' }
  if (role !== 'administrator') return {}
  if (user_type !== 'team') return { role: "Administrators are of the provider's team." }
  if (is_service) return { role: 'A service user is no administrator.' }
  return withheld_rights.includes('users') ? { withheld_rights: 'Administrators administer users.' } : {}
}
