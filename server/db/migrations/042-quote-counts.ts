import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from './ddl/columns'
import { changeCount, rowCount } from './ddl/counts'

/** Each index of a moment, with the columns by which the state of a quote is told from it alone. */
const indexes = {
  quotes_by_valid_until: ['valid_until', 'quote_id', 'awarded_at', 'withdrawn_at', 'lost_at', 'replaced_at'],
  quotes_lost_at: ['lost_at', 'quote_id', 'awarded_at', 'withdrawn_at'],
  quotes_replaced_at: ['replaced_at', 'quote_id', 'awarded_at', 'withdrawn_at', 'lost_at'],
  quotes_withdrawn_at: ['withdrawn_at', 'quote_id', 'awarded_at'],
} as const

/**
 * Lets quotes of a state be counted from an index alone, and keeps counts of quotes, and of searches among them, while quotes and
 * suppliers stay as they are: each took a look at every quote, after any write (GAS-8).
 */
export async function quoteCounts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await sql`drop index if exists quotes_states`.execute(db)
  for (const [name, columns] of Object.entries(indexes)) {
    const [moment] = columns
    const isNeeded = moment === 'valid_until' ? '' : `${moment} is not null and `
    await sql`drop index ${sql.raw(name)}`.execute(db)
    await sql`create index ${sql.raw(name)} on quotes (${sql.raw(columns.join(', '))})
      where ${sql.raw(isNeeded)}deleted_at is null`.execute(db)
  }
  await sql`insert into row_counts (table_name, alive)
    select 'suppliers', count(*) from suppliers where deleted_at is null`.execute(db)
  const statements = [
    ...rowCount(kind, 'suppliers'),
    ...changeCount(kind, 'suppliers', ['search', 'deleted_at']),
    ...changeCount(kind, 'quotes', null),
  ]
  for (const statement of statements) await statement.execute(db)
}
