/** The embedded database. */
import { CompiledQuery, sql, type Kysely, type SqlBool } from 'kysely'
import { readBooleans, type StatementRow } from '../../statements'
import type { Tables } from '../../tables'
import type { Dialect } from '../dialect'
import { bulkLoad } from './bulkLoad'
import { search } from './search'
import { dayIn } from './zones'

/** Where work runs alone, by database. */
const workPlaces = new WeakMap<Kysely<Tables>, Set<string>>()

export const sqlite: Dialect = {
  kind: 'sqlite',
  inIdList: 'in (select value from json_each(?))',
  // One after the other: there is no round trip to save, and side by side they would take every thread that reads.
  readAll: async (db, statements) => {
    const found: StatementRow[][] = []
    for (const statement of statements) {
      const values = statement.values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
      const query = CompiledQuery.raw(statement.text, values)
      const { rows } = await db.withoutPlugins().executeQuery(query)
      found.push(readBooleans(rows as StatementRow[], statement))
    }
    return found
  },
  // The threads send portions. Converting booleans afterwards takes 50 ms for 100,000, in one turn of the event loop.
  readMany: async (db, selection) => {
    const { rows } = await db.withoutPlugins().executeQuery(selection.compile())
    return rows as StatementRow[]
  },
  // A condition on both at once makes SQLite read all rows of the same key.
  seekFrom: (rows, { key, id, at, descending, inclusive }) => {
    const sign = sql.raw(descending ? '<' : '>')
    const orAt = sql.raw(inclusive ? '=' : '')
    return rows
      .where(sql<SqlBool>`${key} = ${at.key} and ${id} ${sign}${orAt} ${at.id}`)
      .unionAll(rows.where(sql<SqlBool>`${key} ${sign} ${at.key}`))
  },
  fromIndex: (table, index) =>
    sql<Record<string, unknown>>`${sql.table(table)}`.as<string>(
      sql`${sql.ref(table)} indexed by ${sql.ref(index)}`,
    ),
  lower: (text) => sql<string>`lower(${text})`,
  daysBetween: (moment, day, timeZone) =>
    sql<number>`cast(julianday(${day}) - julianday(${dayIn(moment, timeZone)}) as integer)`,
  atOneMoment: (database, read) => read(database),
  // Its driver admits one transaction at a time.
  writesConcurrently: false,
  lock: () => Promise.resolve(),
  // There is no round trip to save.
  pipeline: async (transaction, statement) => {
    await transaction.executeQuery(statement)
  },
  // The data directory has one holder at a time (db/lock.ts).
  runExclusively: (_db, work) => work(),
  runAlone: async (db, { kind, id }, work) => {
    const places = workPlaces.get(db) ?? new Set()
    workPlaces.set(db, places)
    const place = `${kind} ${id}`
    if (places.has(place)) return null
    places.add(place)
    try {
      return await work()
    } finally {
      places.delete(place)
    }
  },
  search,
  bulkLoad,
}
