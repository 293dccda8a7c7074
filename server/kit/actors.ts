/** Users in whose name the server works without a request of theirs, by today's permissions. */
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables'
import type { Writer } from './context'
import { permissionColumns, permissionsOf, type PermissionColumns } from './permissions'

interface Users {
  readonly db: Kysely<Tables>
}

const columns = ['id', 'email', ...permissionColumns] as const

const asWriter = (
  row: PermissionColumns & Pick<Tables['users'], 'email'> & { readonly id: number },
  requestId: string | null,
) => ({ actor: row.id, ...permissionsOf(row), email: row.email, requestId }) satisfies Writer

const activeUsers = ({ db }: Users) => db.selectFrom('users').select(columns).where('status', '=', 'active')

/** The user who began long work, or set up what goes on by itself; null for one that is no longer active. */
export async function writerOf(
  users: Users,
  user: number | null,
  requestId: string | null,
): Promise<Writer | null> {
  const row = await activeUsers(users)
    .where('id', '=', user ?? 0)
    .executeTakeFirst()
  return row ? asWriter(row, requestId) : null
}

/** The active users of the provider's team. */
export const activeTeam = async (users: Users) =>
  (await activeUsers(users).where('user_type', '=', 'team').orderBy('id').execute()).map((row) =>
    asWriter(row, null),
  )
