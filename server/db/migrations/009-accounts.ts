import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** Accounts that wait for approval, changes of accounts that are counted, and where sessions were begun (AUTH-16). */
export async function accounts(db: Kysely<unknown>, { types, sortIndexes }: Dialect): Promise<void> {
  const statements = [
    sql`alter table users add column status ${types.key} not null default 'active'`,
    sql`alter table users add column version integer not null default 1`,
    // Whoever could not sign in so far has been approved and closed, as far as anybody knows.
    sql`update users set status = 'deactivated' where not is_active`,
    ...sortIndexes('users', 'id', 'status', false, ''),
    sql`alter table sessions add column user_agent text`,
  ]
  for (const statement of statements) await statement.execute(db)
}
