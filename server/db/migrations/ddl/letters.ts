/** The index of SQLite that finds texts holding one letter or two, which the trigram index cannot. */
import { sql } from 'kysely'
import type { DatabaseKind, Statement } from './columns'
import { settingsOf, usualSearch } from './indexes'

/** The separator of letters in the index; no folded text holds it. */
export const between = 'X'

/**
 * A text as the index stores it: with a separator between any two of its letters and around them, every trigram that
 * begins with a separator is one letter, and all others are two adjacent letters.
 */
const lettersOf = (text: string): string =>
  `(select '${between}' || group_concat(substr(part, letter.key + 1, 1), '${between}') || '${between}' from (select substr(${text}, key * ${partLength} + 1, ${partLength}) as part from ${numbers(`(length(${text}) + ${partLength - 1}) / ${partLength}`)} limit -1), ${numbers('length(part)')} as letter)`

/** A long text is split in two steps: SQLite finds a character by its position in time proportional to the position. */
const partLength = 500

/** Rows whose keys are the numbers from 0, at least one. */
const numbers = (count: string): string =>
  `json_each('[0' || replace(hex(zeroblob(${count} - 1)), '00', ',0') || ']')`

/** Fills an empty index from the table's rows. */
export const fillLetters = (table: string): string =>
  `insert into ${table}_letters(rowid, letters) select rowid, ${lettersOf('search')} from ${table}`

/** Makes the search for one or two letters fast, too. PostgreSQL has none: there each write would cost too much. */
export const letterIndex = (kind: DatabaseKind, table: string, idColumn: string): Statement[] =>
  (kind === 'postgres'
    ? []
    : [
        `create virtual table ${table}_letters using fts5(letters, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`,
        ...settingsOf(`${table}_letters`, usualSearch),
        ...letterTriggers(table, idColumn),
        fillLetters(table),
      ]
  ).map((text) => sql.raw(text))

function letterTriggers(table: string, idColumn: string): string[] {
  const add = `insert into ${table}_letters(rowid, letters) values (new.${idColumn}, ${lettersOf('new.search')});`
  const remove = `delete from ${table}_letters where rowid = old.${idColumn};`
  return [
    `create trigger ${table}_letters_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_letters_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_letters_update after update of search on ${table} when old.search is not new.search begin ${remove} ${add} end`,
  ]
}
