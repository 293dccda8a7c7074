import type pg from 'pg'
import { ownTables, type TableShape } from '../snapshot'

/** A table with what PostgreSQL needs to read and to write it. */
export interface PostgresTable extends TableShape {
  /** The types of its columns, as in casts. */
  types: readonly string[]
  /** The columns of its primary key; texts are ordered by their bytes. */
  key: readonly { name: string; isText: boolean }[]
  /** The sequence of its ids. */
  sequence: string | null
}

interface ColumnRow {
  table: string
  column: string
  type: string
  is_text: boolean
  key_place: number | null
  sequence: string | null
}

/** The tables of the schema by their names, without search texts beside them (migrations/ddl/textsBeside.ts). */
export async function tablesOf(client: pg.Client): Promise<PostgresTable[]> {
  const { rows } = await client.query<ColumnRow>(`
    select relname as table, attname as column, format_type(atttypid, null) as type, typcategory = 'S' as is_text,
      array_position(conkey, attnum) as key_place,
      case when attidentity <> '' then pg_get_serial_sequence(quote_ident(relname), attname) end as sequence
    from pg_class
      join pg_attribute on attrelid = pg_class.oid
      join pg_type on pg_type.oid = atttypid
      left join pg_constraint on conrelid = pg_class.oid and contype = 'p'
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
      and not (relname like '%\\_texts' and to_regclass(quote_ident(left(relname, -6))) is not null)
    order by relname collate "C", attnum`)
  const byTable = new Map<string, ColumnRow[]>()
  for (const row of rows) byTable.set(row.table, [...(byTable.get(row.table) ?? []), row])
  return [...byTable]
    .filter(([name]) => !ownTables.includes(name))
    .map(([name, columns]) => {
      const key = columns
        .filter(({ key_place }) => key_place !== null)
        .sort((a, b) => (a.key_place ?? 0) - (b.key_place ?? 0))
      return {
        name,
        columns: columns.map(({ column }) => column),
        types: columns.map(({ type }) => type),
        key: (key.length > 0 ? key : columns).map(({ column, is_text }) => ({
          name: column,
          isText: is_text,
        })),
        sequence: columns.find(({ sequence }) => sequence !== null)?.sequence ?? null,
      }
    })
}
