/** Sales people of opportunities are texts; users are found among them by their names. */
import type { Kysely } from 'kysely'
import type { Row } from '../../src/contract'
import type { Tables } from '../db/tables'
import { fold } from '../kit/fold'

/** The names by which opportunities can call a user, in the form of `sales_represented_key`: user name and full name. */
export const salesNamesOf = ({
  username,
  first_name,
  last_name,
}: Pick<Row<'users'>, 'username' | 'first_name' | 'last_name'>): string[] =>
  [username, [first_name, last_name].filter(Boolean).join(' ')].filter(Boolean).map((name) => fold(name))

/** The active users by the names by which opportunities call them, in the form of `sales_represented_key`. */
export async function salesUsers(db: Kysely<Tables>): Promise<ReadonlyMap<string | null, number>> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('is_active', '=', true)
    .orderBy('id', 'desc')
    .execute()
  return new Map(users.flatMap((user) => salesNamesOf(user).map((name) => [name, user.id])))
}
