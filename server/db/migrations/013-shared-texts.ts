import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'
import type { Tables } from '../tables'
import { fold } from '../../kit/fold'

/** How many records are read and written at a time. */
const batchSize = 1_000

/** A table whose `search` loses lines: how many of the record's texts decide, and which lines stay. */
interface Shortened {
  id: string
  count?: string
  stays: (lines: readonly string[], count: number) => readonly string[]
}
const tables: Readonly<Record<string, Shortened>> = {
  // The name of the deal, then its tags.
  opportunities: {
    id: 'opportunity_id',
    count:
      'select count(*) from opportunity_tags where opportunity_tags.opportunity_id = opportunities.opportunity_id',
    stays: ([name = '', ...lines], tags) => [name, ...lines.slice(tags)],
  },
  // The names of the utility and its service come last.
  bids: { id: 'bid_id', stays: (lines) => lines.slice(0, -2) },
  utility_states: { id: 'utility_state_id', stays: (lines) => lines.slice(0, 1) },
  // Street and city, then the name and code of the state.
  addresses: {
    id: 'address_id',
    stays: ([street = '', city = '', , , ...lines]) => [street, city, ...lines],
  },
}

/**
 * Texts that very many records share leave their `search`: tags, utilities and states are searched where they stand,
 * so that a rename changes one row.
 */
export async function sharedTexts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const statement of [
    sql`alter table states add column name_key ${dialect.types.key} not null default ''`,
    sql`create index addresses_by_state on addresses (state)`,
  ])
    await statement.execute(db)
  const states = await sql<{ name: string }>`select name from states`.execute(db)
  for (const { name } of states.rows)
    await sql`update states set name_key = ${fold(name)} where name = ${name}`.execute(db)
  for (const [table, shortened] of Object.entries(tables)) {
    const indexes = await dialect.takeIndexes(db as unknown as Kysely<Tables>, table)
    await shorten(db, table, shortened)
    const searches = await dialect.searchAnew(db as unknown as Kysely<Tables>, table)
    for (const statement of [...searches, ...indexes]) await sql.raw(statement).execute(db)
  }
}

async function shorten(db: Kysely<unknown>, table: string, { id, count, stays }: Shortened): Promise<void> {
  const idColumn = sql.ref(id)
  for (let last = 0; ;) {
    const { rows } = await sql<{ id: number; search: string; count: number }>`
      select ${idColumn} as id, search, (${sql.raw(count ?? 'select 0')}) as count from ${sql.table(table)}
      where ${idColumn} > ${last} order by ${idColumn} limit ${batchSize}`.execute(db)
    const fresh = rows.map(
      (row) => sql`(${sql.lit(row.id)}, ${stays(row.search.split('\n'), row.count).join('\n')})`,
    )
    if (fresh.length > 0)
      await sql`
        with fresh (id, search) as (values ${sql.join(fresh)})
        update ${sql.table(table)} set search = fresh.search from fresh
        where ${sql.table(table)}.${idColumn} = fresh.id`.execute(db)
    if (rows.length < batchSize) return
    last = rows.at(-1)?.id ?? last
  }
}
