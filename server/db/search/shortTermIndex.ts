/**
 * What uses the short-term index of the embedded database (migrations/ddl/letters.ts): it finds texts that hold one
 * letter or two, which the trigram index cannot.
 */
import { between } from '../migrations/ddl/letters'
import type { TableRows } from '../tables'

/** The tables that have one: those whose lists users search most. Each costs every write a little. */
export const shortTermTables: ReadonlyMap<string, string> = new Map([
  ['organizations', 'organization_id'],
  ['addresses', 'address_id'],
  ['contacts', 'contact_id'],
  ['opportunities', 'opportunity_id'],
])

/** A table of texts as the index stores them, to be copied into it. */
export const shortTermStaging = (name: string): string =>
  `create table ${name} (id integer primary key, letters text not null)`

/** The rows of such a table, from those of a searched one: JavaScript takes a tenth of the time of SQL. */
export function shortTermRows(name: string, { table, columns, rows }: TableRows): TableRows {
  const [id, search] = [columns.indexOf(shortTermTables.get(table) ?? ''), columns.indexOf('search')]
  return {
    table: name,
    columns: ['id', 'letters'],
    rows: rows.map((row) => [row[id], between + [...String(row[search])].join(between) + between]),
  }
}
