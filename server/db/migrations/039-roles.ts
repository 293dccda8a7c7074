import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** Roles of users, and the rights that differ from them. Without a role an account may do what it could before. */
export async function roles(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { key } = columnTypes[kind]
  const statements = [
    sql`alter table users add column role ${key}`,
    sql`alter table users add column granted_rights text not null default '[]'`,
    sql`alter table users add column withheld_rights text not null default '[]'`,
    sql`create index users_by_role on users (role) where role is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
