/**
 * The index of letters of the embedded database: it finds texts that hold one letter or two, of which an index of
 * trigrams knows nothing.
 */
import type { TableRows } from './tables'

/** The tables that have one: those that people look through in lists. Each costs every write a little. */
export const lettered: ReadonlyMap<string, string> = new Map([
  ['organizations', 'organization_id'],
  ['addresses', 'address_id'],
  ['contacts', 'contact_id'],
  ['opportunities', 'opportunity_id'],
])

/** Stands between two letters in the index of letters; no folded text holds it. */
export const between = 'X'

/**
 * A text as the index of letters takes it: with a mark between any two of its letters and around them, every three
 * characters that begin with a mark are one letter, and all others two that stand beside each other.
 */
const lettersOf = (text: string): string =>
  `(select '${between}' || group_concat(substr(part, letter.key + 1, 1), '${between}') || '${between}' from (select substr(${text}, key * ${partLength} + 1, ${partLength}) as part from ${numbers(`(length(${text}) + ${partLength - 1}) / ${partLength}`)} limit -1), ${numbers('length(part)')} as letter)`

/** A long text is taken apart in two steps: to find a letter takes as long as what stands before it. */
const partLength = 500

/** Rows whose keys are the numbers from 0, so many of them, and at least one. */
const numbers = (count: string): string =>
  `json_each('[0' || replace(hex(zeroblob(${count} - 1)), '00', ',0') || ']')`

export const fillLetters = (table: string): string =>
  `insert into ${table}_letters(rowid, letters) select rowid, ${lettersOf('search')} from ${table}`

export function letterTriggers(table: string, idColumn: string): string[] {
  const add = `insert into ${table}_letters(rowid, letters) values (new.${idColumn}, ${lettersOf('new.search')});`
  const remove = `delete from ${table}_letters where rowid = old.${idColumn};`
  return [
    `create trigger ${table}_letters_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_letters_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_letters_update after update of search on ${table} when old.search is not new.search begin ${remove} ${add} end`,
  ]
}

/** A table of what lettersOf gives, on its way into an index. */
export const letterTable = (name: string): string =>
  `create table ${name} (id integer primary key, letters text not null)`

/** The rows of such a table, from those of a searched one: here it takes a tenth of the time that it takes in SQL. */
export function letterRows(name: string, { table, columns, rows }: TableRows): TableRows {
  const [id, search] = [columns.indexOf(lettered.get(table) ?? ''), columns.indexOf('search')]
  return {
    table: name,
    columns: ['id', 'letters'],
    rows: rows.map((row) => [row[id], between + [...String(row[search])].join(between) + between]),
  }
}
