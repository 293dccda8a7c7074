/** Goes through a table in the order of its primary key, so many rows at a time, whether they are traces or not. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { anyTable, type Write } from '../../kit/context'

/** Rows that one transaction looks at; few of them are traces. */
const rowsAtOnce = 2_000

export interface Keyed {
  readonly table: string
  /** The columns of its primary key. */
  readonly key: readonly string[]
}

export interface Portion {
  /** Whether a row is one of the portion. */
  readonly isIn: RawBuilder<SqlBool>
  /** The key of its last row, as JSON. */
  readonly doneTo: string
}

const columnsOf = ({ table, key }: Keyed) =>
  sql`(${sql.join(key.map((column) => sql.ref(`${table}.${column}`)))})`
const valuesOf = (row: readonly (string | number)[]) =>
  sql`(${sql.join(row.map((value) => (typeof value === 'number' ? sql.lit(value) : sql`${value}`)))})`

/** The rows after the one up to which a table is done; null after its last row. */
export async function nextPortion(
  db: Write['db'],
  { table, key }: Keyed,
  doneTo: string | null,
): Promise<Portion | null> {
  const columns = columnsOf({ table, key })
  const values = (text: string) => valuesOf(JSON.parse(text) as (string | number)[])
  const isAfter = doneTo === null ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${columns} > ${values(doneTo)}`
  let rows = anyTable(db)
    .selectFrom(table)
    .select([...key])
    .where(isAfter)
  for (const column of key) rows = rows.orderBy(column)
  const some = await rows.limit(rowsAtOnce).execute()
  const last = some.at(-1)
  if (!last) return null
  const end = JSON.stringify(key.map((column) => last[column]))
  return { isIn: sql<SqlBool>`(${isAfter} and ${columns} <= ${values(end)})`, doneTo: end }
}

/**
 * Finds the rows of a portion that may be traces, so that no transaction looks at the others.
 * @returns whether a row is one of them; null where there are none.
 */
export async function tracesIn(
  db: Write['db'],
  { table, key }: Keyed,
  { isIn }: Portion,
  mayBeTrace: RawBuilder<SqlBool>,
): Promise<Portion['isIn'] | null> {
  const rows = await anyTable(db)
    .selectFrom(table)
    .select([...key])
    .where(isIn)
    .where(mayBeTrace)
    .execute()
  const found = rows.map((row) => valuesOf(key.map((column) => row[column] as string | number)))
  return found.length === 0 ? null : sql<SqlBool>`${columnsOf({ table, key })} in (values ${sql.join(found)})`
}
