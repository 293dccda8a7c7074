import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'
import { alive, sortIndexes } from './ddl/indexes'

/** How ready opportunities are to be priced. Existing ones are due at once, and are counted in the background. */
export async function readiness(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, key } = columnTypes[kind]
  const statements = [
    sql`alter table opportunities add column ready_score integer`,
    // Lists of six names in a fixed order: few different ones, so that an index finds any of them.
    sql`alter table opportunities add column ready_missing ${key} not null default '[]'`,
    sql`alter table opportunities add column ready_until ${key} default ''`,
    ...sortIndexes(kind, 'opportunities', 'opportunity_id', 'ready_score', true, alive),
    sql.raw(
      `create index opportunities_by_ready_missing on opportunities (ready_missing, opportunity_id) ${alive}`,
    ),
    sql.raw(`create index opportunities_by_ready_until on opportunities (ready_until) ${alive}`),

    // What readiness rests on has changed, until the last of the opportunities that rest on it is counted anew.
    sql`create table readiness_marks (
      id ${id},
      kind text not null,
      target integer not null,
      done_to integer not null default 0
    )`,
  ]
  for (const statement of statements) await statement.execute(db)
}
