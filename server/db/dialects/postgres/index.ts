/** PostgreSQL. */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, sql, type SqlBool } from 'kysely'
import { numbered, readMoments, combineStatements, type StatementRow } from '../../statements'
import type { Dialect } from '../dialect'
import { bulkLoad } from './bulkLoad'
import { keepPrepared, pipeline } from './preparedStatements'
import { search } from './search'

/** Rows decoded from text in one turn of the event loop: a few milliseconds' work. */
const rowsAtOnce = 5_000

/** Numbers of this product's own among the advisory locks of a PostgreSQL server's database. */
const writeLock = 1_670_402_113
/** Held by starting processes, and by a restore. */
export const startLock = 1_670_402_114
/** Milliseconds between two checks whether another process has finished its exclusive work. */
const startRetry = 100

export const postgres: Dialect = {
  kind: 'postgres',
  // PostgreSQL sorts both parts of a union completely.
  seekFrom: (rows, { key, id, at, descending, inclusive }) => {
    const sign = sql.raw(`${descending ? '<' : '>'}${inclusive ? '=' : ''}`)
    return rows.where(sql<SqlBool>`(${key}, ${id}) ${sign} (${at.key}, ${at.id})`)
  },
  // Hides the number of ids from the planner: the prepared plan then holds for any number.
  inIdList: '= any((select ?::int[])::int[])',
  readAll: async (db, statements) => {
    const [first, ...others] = statements
    if (!first) return []
    const text = others.length === 0 ? first.text : combineStatements(statements)
    const values = statements.flatMap((statement) => statement.values)
    const query = CompiledQuery.raw(numbered(text), values)
    keepPrepared(query.sql)
    const found = await db.executeQuery(query)
    const rows = found.rows as StatementRow[]
    if (others.length === 0) return [rows]
    return statements.map((statement, index) => readMoments(rows[0]?.[index] as StatementRow[], statement))
  },
  // The driver makes an object of each row as it arrives, and two megabytes of them may arrive in one turn.
  readMany: async (db, selection) => {
    const { rows } = await sql<{ some: string }>`
      select json_agg(found order by place)::text as some
      from (select row_number() over () as place, found from (${selection}) as found) as placed
      group by (place - 1) / ${rowsAtOnce} order by min(place)`.execute(db)
    const all: StatementRow[] = []
    for (const { some } of rows) {
      await nextTurn()
      for (const row of JSON.parse(some) as StatementRow[]) all.push(row)
    }
    return all
  },
  atOneMoment: (database, read) =>
    database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((db) => read({ ...database, db, scans: db })),
  // Its planner knows how much of an index it would read.
  fromIndex: (table) => sql<Record<string, unknown>>`${sql.table(table)}`.as<string>(sql.ref(table)),
  lower: (text) => sql<string>`lower((${text}) collate "C")`,
  daysBetween: (moment, day, timeZone) =>
    sql<number>`((${day})::date - ((${moment}) at time zone ${sql.lit(timeZone)})::date)`,
  writesConcurrently: true,
  lock: async (transaction, lockMode) => {
    const take = sql.raw(lockMode === 'exclusive' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
    const turn = sql`select ${take}(${writeLock})`
    // Only an exclusive lock is awaited: such a write may rely on data outside this database.
    await (lockMode === 'exclusive'
      ? turn.execute(transaction)
      : pipeline(transaction, turn.compile(transaction)))
  },
  pipeline,
  // Polls: a waiting statement would time out while a large database is migrated.
  runExclusively: (db, work) =>
    db.connection().execute(async (holder) => {
      const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(${startLock}) as taken`
      while (!(await take.execute(holder)).rows[0]?.taken) await wait(startRetry)
      try {
        return await work()
      } finally {
        await sql`select pg_advisory_unlock(${startLock})`.execute(holder)
      }
    }),
  // The lock is the connection's, which ends with its process.
  runAlone: (db, { kind, id }, work) =>
    db.connection().execute(async (holder) => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(${kind}::integer, ${id}::integer) as taken`.execute(holder)
      if (!rows[0]?.taken) return null
      try {
        return await work()
      } finally {
        await sql`select pg_advisory_unlock(${kind}::integer, ${id}::integer)`.execute(holder)
      }
    }),
  search,
  bulkLoad,
}
