/** Indexes of lists and searches. */
import { sql } from 'kysely'
import type { DatabaseKind, Statement } from './columns'

const raw = (text: string) => sql.raw(text)

/** The condition of a partial index of rows that are not in the trash. */
export const alive = 'where deleted_at is null'

/** Makes ordering by a column fast, both ways, with nulls last and ties by id. */
export const sortIndexes = (
  kind: DatabaseKind,
  table: string,
  idColumn: string,
  column: string,
  nullable: boolean,
  where: string,
): Statement[] => [
  raw(`create index ${table}_by_${column} on ${table} (${column}, ${idColumn}) ${where}`),
  // PostgreSQL reads an index backwards with nulls first; SQLite sorts nulls as lists need them.
  ...(nullable && kind === 'postgres'
    ? [
        raw(
          `create index ${table}_by_${column}_desc on ${table} (${column} desc nulls last, ${idColumn} desc) ${where}`,
        ),
      ]
    : []),
]

/** An index of the rows of a table that are in the trash. */
export const trashIndex = (table: string, idColumn: string): Statement =>
  raw(`create index ${table}_in_trash on ${table} (${idColumn}) where deleted_at is not null`)

/**
 * Growth of a search index of SQLite (FTS5): `hashsize` bytes are gathered in memory for a segment, which is written in
 * pages of `pgsz`; `automerge` segments of a level are merged, 64 pages or a few times as many with a write now and
 * then, and at once when they are as many as `crisismerge`. The defaults of FTS5 are pages of 4,050, four segments and
 * sixteen: an index that has just been filled would be rewritten every few writes, which would wait for it.
 */
export type SearchSettings = Record<'hashsize' | 'pgsz' | 'automerge' | 'crisismerge', number>
export const usualSearch: SearchSettings = {
  hashsize: 1_048_576,
  pgsz: 1_024,
  automerge: 16,
  crisismerge: 64,
}

export const settingsOf = (index: string, settings: SearchSettings): string[] =>
  Object.entries(settings).map(
    ([setting, value]) => `insert into ${index}(${index}, rank) values ('${setting}', ${value})`,
  )

/**
 * Kilobytes of new texts in the pending list of a search index of PostgreSQL (GIN). Every search reads them, too, and
 * the write that fills the list waits for its merge: with the usual 4 MB one search took 26 ms instead of 2.
 */
const maxPending = 256

/** The definition of a search index of PostgreSQL. */
export const usingGin = (what: string): string =>
  `using gin (${what}) with (gin_pending_list_limit = ${maxPending})`

/** Makes substring search on a table's `search` column fast. */
export const searchIndex = (kind: DatabaseKind, table: string, idColumn: string): Statement[] =>
  (kind === 'postgres'
    ? [`create index ${table}_search on ${table} ${usingGin('search gin_trgm_ops')}`]
    : [
        `create virtual table ${table}_search using fts5(search, content='${table}', content_rowid='${idColumn}', tokenize='trigram case_sensitive 1')`,
        ...settingsOf(`${table}_search`, usualSearch),
        ...searchTriggers(table, idColumn),
      ]
  ).map(raw)

function searchTriggers(table: string, idColumn: string): string[] {
  const add = `insert into ${table}_search(rowid, search) values (new.${idColumn}, new.search);`
  const remove = `insert into ${table}_search(${table}_search, rowid, search) values ('delete', old.${idColumn}, old.search);`
  return [
    `create trigger ${table}_search_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_search_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_search_update after update of search on ${table} when old.search is not new.search begin ${remove} ${add} end`,
  ]
}

/** What makes the lists of a table fast: search, and each of its orderings. */
export const listIndexes = (
  kind: DatabaseKind,
  table: string,
  idColumn: string,
  where = '',
  orderings: readonly (readonly [column: string, nullable: boolean])[] = [],
): Statement[] => [
  ...searchIndex(kind, table, idColumn),
  ...orderings.flatMap(([column, nullable]) => sortIndexes(kind, table, idColumn, column, nullable, where)),
]

/** The orderings of tables with the columns of stampColumns. */
export const stampOrderings = [
  ['created_at', false],
  ['modified_at', false],
] as const
