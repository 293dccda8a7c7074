import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { pathInDataDir } from '../../dataDir'
import { countChange } from '../../migrations/ddl/counts'
import { settingsOf, usualSearch, type SearchSettings } from '../../migrations/ddl/indexes'
import { fillLetters } from '../../migrations/ddl/letters'
import type { ChunkTable } from '../../rowChunks'
import { shortTermStaging } from '../../search/shortTermIndex'
import type { Tables } from '../../tables'
import type { BulkLoadDialect } from '../bulkLoadDialect'

const raw = (text: string) => sql.raw(text)

export const bulkLoad: BulkLoadDialect = {
  // Always: the triggers would write what the chunks bring along.
  worthDropping: 0,
  dropIndexes: async (db, table) => {
    const { rows } = await sql<{ type: string; name: string; sql: string }>`
      select type, name, sql from sqlite_master
      where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null
      order by rowid`.execute(db)
    for (const { type, name } of rows) await raw(`drop ${type} ${name}`).execute(db)
    const hadTrigger = (trigger: string) => rows.some(({ name }) => name === `${table}_${trigger}`)
    const searchIndexes = await searchIndexesOf(db, table)
    for (const name of searchIndexes)
      for (const statement of settingsOf(name, bulkSearchSettings)) await raw(statement).execute(db)
    return [
      ...rows.map((row) => row.sql),
      ...(hadTrigger('counted_insert') ? [recomputeCounts(table)] : []),
      ...(hadTrigger('changed_insert') ? [countChange(table)] : []),
      ...searchIndexes.flatMap((name) => [
        `insert into ${name}(${name}) values ('optimize')`,
        ...settingsOf(name, usualSearch),
      ]),
    ]
  },
  rebuildSearchIndexes: async (db, table) => {
    const searchIndexes = await searchIndexesOf(db, table)
    return searchIndexes.flatMap((name) =>
      name === `${table}_letters`
        ? [`insert into ${name}(${name}) values ('delete-all')`, fillLetters(table)]
        : [`insert into ${name}(${name}) values ('rebuild')`],
    )
  },
  chunkFormat: async (db, tables) => {
    const { rows } = await sql<{ file: string }>`
      select file from pragma_database_list where name = 'main'`.execute(db)
    return {
      kind: 'file',
      directory: pathInDataDir(path.dirname(rows[0]?.file ?? ''), 'chunks'),
      tables: (await Promise.all(tables.map((table) => chunkTablesOf(db, table)))).flat(),
    }
  },
  // SQLite continues from the largest id by itself.
  continueIds: () => Promise.resolve(),
  // Its plans follow from the schema alone.
  analyze: () => Promise.resolve(),
}

/** Counts the rows of a table anew, after many were written without triggers. */
const recomputeCounts = (table: string): string =>
  `update row_counts set alive = (select count(*) from ${table} where deleted_at is null) where table_name = '${table}'`

/** The search indexes of a table, which are tables of their own. */
async function searchIndexesOf(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where name in (${`${table}_search`}, ${`${table}_letters`}) order by name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** For many rows at a time: segments are merged in the end only, instead of being written three or four times each. */
const bulkSearchSettings: SearchSettings = {
  hashsize: 33_554_432,
  pgsz: 4_050,
  automerge: 0,
  crisismerge: 1_000,
}

/** The tables of a file of rows for a table and its search indexes. */
async function chunkTablesOf(db: Kysely<Tables>, table: string): Promise<ChunkTable[]> {
  const { rows } = await sql<{ definition: string }>`
    select sql as definition from sqlite_master where type = 'table' and name = ${table}`.execute(db)
  const searchIndexes = await searchIndexesOf(db, table)
  const [search, letters] = [`${table}_search`, `${table}_letters`]
  const copies = [
    `insert into main.${table} select * from chunk.${table}`,
    // One statement for many rows: each statement leaves a segment behind that is merged later.
    ...(searchIndexes.includes(search)
      ? [`insert into main.${search} (rowid, search) select rowid, search from chunk.${table}`]
      : []),
  ]
  const copyLetters = `insert into main.${letters} (rowid, letters) select id, letters from chunk.${letters}`
  return [
    ...rows.map(({ definition }) => ({ name: table, definition, copies })),
    ...(searchIndexes.includes(letters)
      ? [{ name: letters, definition: shortTermStaging(letters), copies: [copyLetters] }]
      : []),
  ]
}
