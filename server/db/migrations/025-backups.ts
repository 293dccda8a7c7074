import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** Backups of this installation: those under way, and what became of the others (docs/decisions/031-backups.md). */
export async function backups(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, boolean, epoch } = columnTypes[kind]
  await sql`create table backups (
    id ${id},
    file text not null,
    is_scheduled ${boolean} not null,
    started_at ${timestamp} not null,
    held_until ${timestamp},
    ended_at ${timestamp},
    size ${epoch},
    failure text
  )`.execute(db)
}
