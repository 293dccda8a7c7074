/**
 * Everything that differs between the embedded database and PostgreSQL: how it is opened, column types,
 * search, and the order of nulls. No other file asks which of the two it talks to.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
  type Dialect as KyselyDialect,
  type Driver,
  sql,
  type Expression,
  type KyselyPlugin,
  type LogEvent,
  type OperationNodeSource,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import pg from 'pg'
import { contract } from '../../src/contract'
import type { Field } from '../../src/contract/kit'
import type { Notice } from '../ports/events'
import { placeIn } from './dataDir'
import { keepPrepared, post, preparing } from './preparedOnPostgres'
import { reasonOf } from './lock'
import { between, fillLetters, lettered, letterTable, letterTriggers } from './letters'
import type { FileTable, Packing } from './packs'
import { createQueue, type Manner, type Queue } from './queue'
import { EmbeddedDriver, ScanDriver } from './embeddedDriver'
import { countAnew, countChange, countsOnPostgres, countsOnSqlite, type Counts } from './rowCounts'
import { Scanner } from './scanner'
import {
  numbered,
  readBooleans,
  readMoments,
  together,
  type Statement,
  type StatementRow,
} from './statements'
import type { Tables } from './tables'
import { idsByTexts, keepTexts, maxPending, patternOf, textFunctions, usingGin } from './textsOnPostgres'

/** The types of columns, in the words of the database. */
interface ColumnTypes {
  /** Counts up by itself and never gives an id twice. */
  id: RawBuilder<unknown>
  timestamp: RawBuilder<unknown>
  boolean: RawBuilder<unknown>
  number: RawBuilder<unknown>
  /** Whole seconds, beyond 2038. */
  epoch: RawBuilder<unknown>
  /** Text that is ordered by its bytes, the same on both databases. */
  key: RawBuilder<unknown>
}

/** Characters of a text that every search index knows; of shorter ones few tables have an index. */
export const minIndexed = 3
/** The tables of which it is kept how many rows are alive. */
export const counted: ReadonlySet<string> = new Set([...lettered.keys(), 'bids'])

/** How long it takes to look for the page of a search, each compared with the others (kit/read/ahead.ts). */
export interface PageCosts {
  /** To look for the text in one of the records that a list begins with. */
  text: number
  /** To look there for the id among those that an index tells; null where the database would rather read the text. */
  id: number | null
  /** To be told one of those ids by the index, for each three letters of the text that follow each other. */
  told: number
  /** To put one of the records in order that are found. */
  ordered: number
}

/** A place in an order by a key and by the id; neither of them is ever null. */
export interface Keyset {
  key: RawBuilder<unknown>
  id: RawBuilder<unknown>
  at: { key: unknown; id: number }
  /** Which way from there. */
  descending: boolean
  /** Whether the row at that place is meant, too. */
  including: boolean
}

export interface Dialect extends Counts {
  readonly kind: 'sqlite' | 'postgres'
  readonly types: ColumnTypes
  /** The condition that an id is one of a list, which is one value: the text of a statement tells not how many. */
  readonly among: string
  /** Runs statements that only read, in one round trip, and gives the rows of each. */
  readAll(db: Kysely<Tables>, statements: readonly Statement[]): Promise<StatementRow[][]>
  /**
   * The rows of a selection that may be very many, with values as the database has them; others get their turn while
   * they are taken in.
   */
  readMany(db: Kysely<Tables>, selection: Compilable & OperationNodeSource): Promise<StatementRow[]>
  /** The condition that `search` of a row contains the folded text; `%`, `_` and quotes are plain characters. */
  contains(table: string, idColumn: string, folded: string): Expression<SqlBool>
  /**
   * A selection of the ids whose `search` contains the folded text, by an index alone; undefined where no index tells
   * them without the rows. What waits in the trash is among them.
   */
  idsWith(table: string, folded: string): RawBuilder<unknown> | undefined
  /** What looking for the page of a search takes, in proportion. */
  pageCosts: PageCosts
  /** Of some rows those from a place of an index on, so that it is read from there. */
  onwards<DB, TB extends keyof DB, Row>(
    rows: SelectQueryBuilder<DB, TB, Row>,
    place: Keyset,
  ): SelectQueryBuilder<DB, TB, Row>
  /** A column as a list is ordered by it that is put in order whole: not by walking through an index. */
  unwalked(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** The condition that a text contains another one. */
  includes(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>
  /** A text with its Latin letters in lower case, and no others changed. */
  lower(text: RawBuilder<unknown>): RawBuilder<string>
  /** Statements that make substring search on a table's `search` column fast. */
  searchIndex(table: string, idColumn: string): RawBuilder<unknown>[]
  /** Statements that make the search for one or two letters fast, too, where an index is worth its making. */
  letterIndex(table: string, idColumn: string): RawBuilder<unknown>[]
  /** Statements that let every index of search grow as new ones do. */
  searchSettings(db: Kysely<Tables>): Promise<RawBuilder<unknown>[]>
  /** Statements that let a table's texts be searched beside it, where its own index of them (searchIndex) was slower. */
  keepTexts(table: string, idColumn: string): RawBuilder<unknown>[]
  /** Statements that make anew what the texts beside tables are taken apart by. */
  textFunctions(): RawBuilder<unknown>[]
  /** Statements that make ordering by a column fast, both ways, with nulls last and ties by id. */
  sortIndexes(
    table: string,
    idColumn: string,
    column: string,
    nullable: boolean,
    where: string,
  ): RawBuilder<unknown>[]
  /** Statements after which the database refuses whatever changes or removes rows of a table. */
  appendOnly(table: string): RawBuilder<unknown>[]
  /** Statements that take this back. */
  changeable(table: string): RawBuilder<unknown>[]
  /** Whether transactions can write side by side. Where they cannot, each of them is alone. */
  readonly writesSideBySide: boolean
  /**
   * Alone: waits until nobody else writes, and keeps all others waiting until the transaction ends. Beside: waits
   * only for those.
   */
  takeTurn(transaction: Kysely<Tables>, manner: Manner): Promise<void>
  /**
   * Runs a statement of a transaction whose answer nobody needs. It may go to the database with the next one, which
   * then fails for it.
   */
  post(transaction: Kysely<Tables>, statement: CompiledQuery): Promise<void>
  /** Runs what one process at a time may do when it starts, while other processes that start wait for it. */
  alone<T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T>
  /**
   * Takes a table's indexes away: a bulk load without them, and one sort of each in the end, is many times faster than
   * keeping them right row by row. An index of search that is a table of its own stays, set for many rows at a time,
   * and nothing keeps it right.
   * Rows that are counted go on being so, or are counted anew by one of the statements.
   * @returns statements that bring them back, and those settings, each of which may run in a transaction of its own.
   */
  takeIndexes(db: Kysely<Tables>, table: string): Promise<string[]>
  /** Statements that make anew from its rows what takeIndexes has left of a table's indexes of search. */
  searchAnew(db: Kysely<Tables>, table: string): Promise<string[]>
  /** How rows of tables are packed for insertPacked (packs.ts), while their indexes are taken away. */
  packing(db: Kysely<Tables>, tables: readonly string[]): Promise<Packing>
  /** Lets a table go on counting after the largest of the ids that a bulk load has given. */
  countOn(db: Kysely<Tables>, table: string, idColumn: string): Promise<void>
  /** Tells the planner what a bulk load has brought, where it otherwise learns of it only minutes later. */
  analyze(db: Kysely<Tables>): Promise<void>
}

export interface OpenDatabase {
  readonly db: Kysely<Tables>
  /**
   * For reads that go through many rows, so that short ones do not wait for them: those of the embedded database run
   * on threads of their own. Nothing is written here, and it ends with `db`.
   */
  readonly scans: Kysely<Tables>
  readonly dialect: Dialect
  /** Told of what each transaction of kit/context.ts has changed, once it is committed. */
  readonly committed: Set<(notices: readonly Notice[]) => void>
  /** Told that keys of orderings are late (kit/late.ts). */
  readonly late: Set<() => void>
  /** Given the keys of contents that no row names any more, once that is committed. */
  readonly discarded: Set<(keys: readonly string[]) => void>
  /**
   * SQL text of a value that tells one state of the data from another: where it is the same, every statement that
   * began since it was read sees what those before saw, whoever writes. It is read before what it stands for.
   */
  readonly version: string
  /** SQL text of a value that differs where numbers that the database counts up may have gone back. */
  readonly era: string
  /** Where the transactions of this process wait for their turn, before they take a connection. */
  readonly writers: Queue
}

const raw = (text: string) => sql.raw(text)

const sqlite: Dialect = {
  kind: 'sqlite',
  types: {
    id: raw('integer primary key autoincrement'),
    timestamp: raw('text'),
    boolean: raw('integer'),
    number: raw('real'),
    epoch: raw('integer'),
    key: raw('text'),
  },
  among: 'in (select value from json_each(?))',
  // They answer one after the other; there is no way between to save.
  readAll: (db, statements) =>
    Promise.all(
      statements.map(async (statement) => {
        const values = statement.values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value))
        const query = CompiledQuery.raw(statement.text, values)
        const { rows } = await db.withoutPlugins().executeQuery(query)
        return readBooleans(rows as StatementRow[], statement)
      }),
    ),
  // Its threads tell some at a time. To look for booleans afterwards takes 50 ms for 100,000, in one turn.
  readMany: async (db, selection) => {
    const { rows } = await db.withoutPlugins().executeQuery(selection.compile())
    return rows as StatementRow[]
  },
  pageCosts: { text: 3, id: 1, told: 0.5, ordered: 10 },
  // Asked for both at once, it goes through all of the same key.
  onwards: (rows, { key, id, at, descending, including }) => {
    const sign = sql.raw(descending ? '<' : '>')
    const orAt = sql.raw(including ? '=' : '')
    return rows
      .where(sql<SqlBool>`${key} = ${at.key} and ${id} ${sign}${orAt} ${at.id}`)
      .unionAll(rows.where(sql<SqlBool>`${key} ${sign} ${at.key}`))
  },
  // It does so by itself where a selection of ids is joined.
  unwalked: (column) => column,
  includes: (text, part) => sql<SqlBool>`instr(${text}, ${part}) > 0`,
  lower: (text) => sql<string>`lower(${text})`,
  contains: (table, idColumn, folded) => {
    const ids = [...folded].length < minIndexed ? undefined : sqlite.idsWith(table, folded)
    return ids === undefined
      ? sqlite.includes(sql.ref(`${table}.search`), folded)
      : sql<SqlBool>`${sql.ref(`${table}.${idColumn}`)} in (${ids})`
  },
  idsWith: (table, folded) => {
    const letters = [...folded]
    const isShort = letters.length < minIndexed
    if (isShort && !lettered.has(table)) return undefined
    const index = sql.table(`${table}_${isShort ? 'letters' : 'search'}`)
    const text = !isShort
      ? folded
      : letters.length === 1
        ? `${between}${folded}${between}`
        : letters.join(between)
    return sql`select rowid from ${index} where ${index} match ${`"${text.replaceAll('"', '""')}"`}`
  },
  searchIndex: (table, idColumn) => [
    raw(
      `create virtual table ${table}_search using fts5(search, content='${table}', content_rowid='${idColumn}', tokenize='trigram case_sensitive 1')`,
    ),
    ...settingsOf(`${table}_search`, usualSearch).map(raw),
    ...searchTriggers(table, idColumn).map(raw),
  ],
  letterIndex: (table, idColumn) => [
    raw(
      `create virtual table ${table}_letters using fts5(letters, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`,
    ),
    ...settingsOf(`${table}_letters`, usualSearch).map(raw),
    ...letterTriggers(table, idColumn).map(raw),
    raw(fillLetters(table)),
  ],
  searchSettings: async (db) => {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where sql like 'create virtual table % using fts5(%' order by name`.execute(
      db,
    )
    return rows.flatMap(({ name }) => settingsOf(name, usualSearch).map(raw))
  },
  // Its indexes stand beside the tables anyway.
  keepTexts: () => [],
  textFunctions: () => [],
  ...countsOnSqlite,
  sortIndexes: (table, idColumn, column, _nullable, where) => [
    raw(`create index ${table}_by_${column} on ${table} (${column}, ${idColumn}) ${where}`),
  ],
  // A row that replaces another one fires no trigger of its removal.
  appendOnly: (table) =>
    Object.entries({
      update: '',
      delete: '',
      insert: `when exists (select 1 from ${table} where id = new.id)`,
    }).map(([event, when]) =>
      raw(
        `create trigger ${table}_refuses_${event} before ${event} on ${table} ${when} begin select raise(abort, '${table} is append-only'); end`,
      ),
    ),
  changeable: (table) =>
    ['update', 'delete', 'insert'].map((event) => raw(`drop trigger ${table}_refuses_${event}`)),
  // Its driver lets one transaction through at a time.
  writesSideBySide: false,
  takeTurn: () => Promise.resolve(),
  // There is no way between to save.
  post: async (transaction, statement) => {
    await transaction.executeQuery(statement)
  },
  // The data directory has one holder at a time (db/lock.ts).
  alone: (_db, work) => work(),
  takeIndexes: async (db, table) => {
    const { rows } = await sql<{ type: string; name: string; sql: string }>`
      select type, name, sql from sqlite_master
      where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null
      order by rowid`.execute(db)
    for (const { type, name } of rows) await raw(`drop ${type} ${name}`).execute(db)
    const had = (trigger: string) => rows.some(({ name }) => name === `${table}_${trigger}`)
    const searches = await searchesOf(db, table)
    for (const name of searches)
      for (const statement of settingsOf(name, bulkSearch)) await raw(statement).execute(db)
    return [
      ...rows.map((row) => row.sql),
      ...(had('counted_insert') ? [countAnew(table)] : []),
      ...(had('changed_insert') ? [countChange(table)] : []),
      ...searches.flatMap((name) => [
        `insert into ${name}(${name}) values ('optimize')`,
        ...settingsOf(name, usualSearch),
      ]),
    ]
  },
  searchAnew: async (db, table) => {
    const searches = await searchesOf(db, table)
    return searches.flatMap((name) =>
      name === `${table}_letters`
        ? [`insert into ${name}(${name}) values ('delete-all')`, fillLetters(table)]
        : [`insert into ${name}(${name}) values ('rebuild')`],
    )
  },
  packing: async (db, tables) => {
    const { rows } = await sql<{ file: string }>`
      select file from pragma_database_list where name = 'main'`.execute(db)
    return {
      kind: 'file',
      directory: placeIn(path.dirname(rows[0]?.file ?? ''), 'packed'),
      tables: (await Promise.all(tables.map((table) => fileTables(db, table)))).flat(),
    }
  },
  // It counts on from the largest id by itself.
  countOn: () => Promise.resolve(),
  // Its plans follow from the schema alone.
  analyze: () => Promise.resolve(),
}

/** The indexes of a table's search, which are tables of their own. */
async function searchesOf(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where name in (${`${table}_search`}, ${`${table}_letters`}) order by name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/**
 * How an index of search grows: so many bytes are gathered in memory for a part of it, which is written in pages of so
 * many; so many parts of a size are made one, 64 pages or a few times as many with a write now and then, and at once when
 * they are as many as `crisismerge`. FTS5 itself takes pages of 4,050, four parts and sixteen: an index that has just
 * been filled would be written anew every few writes, and who writes waits for it.
 */
type SearchSettings = Record<'hashsize' | 'pgsz' | 'automerge' | 'crisismerge', number>
const usualSearch: SearchSettings = { hashsize: 1_048_576, pgsz: 1_024, automerge: 16, crisismerge: 64 }
/** Many rows at a time: parts are made one in the end only, where otherwise each would be written three or four times. */
const bulkSearch: SearchSettings = { hashsize: 33_554_432, pgsz: 4_050, automerge: 0, crisismerge: 1_000 }

const settingsOf = (index: string, settings: SearchSettings): string[] =>
  Object.entries(settings).map(
    ([setting, value]) => `insert into ${index}(${index}, rank) values ('${setting}', ${value})`,
  )

/** The tables of a file of rows that go into a table and its indexes of search. */
async function fileTables(db: Kysely<Tables>, table: string): Promise<FileTable[]> {
  const { rows } = await sql<{ definition: string }>`
    select sql as definition from sqlite_master where type = 'table' and name = ${table}`.execute(db)
  const searches = await searchesOf(db, table)
  const [search, letters] = [`${table}_search`, `${table}_letters`]
  const copies = [
    `insert into main.${table} select * from packed.${table}`,
    // One statement for many rows: each leaves a part of the index behind that is joined with the others later.
    ...(searches.includes(search)
      ? [`insert into main.${search} (rowid, search) select rowid, search from packed.${table}`]
      : []),
  ]
  const copyLetters = `insert into main.${letters} (rowid, letters) select id, letters from packed.${letters}`
  return [
    ...rows.map(({ definition }) => ({ name: table, definition, copies })),
    ...(searches.includes(letters)
      ? [{ name: letters, definition: letterTable(letters), copies: [copyLetters] }]
      : []),
  ]
}

function searchTriggers(table: string, idColumn: string): string[] {
  const add = `insert into ${table}_search(rowid, search) values (new.${idColumn}, new.search);`
  const remove = `insert into ${table}_search(${table}_search, rowid, search) values ('delete', old.${idColumn}, old.search);`
  return [
    `create trigger ${table}_search_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_search_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_search_update after update of search on ${table} when old.search is not new.search begin ${remove} ${add} end`,
  ]
}

/** Of very many rows so many are made of text in a turn of the event loop: a few milliseconds' work. */
const rowsAtOnce = 5_000

/** Numbers of this product's own among the advisory locks of a PostgreSQL server's database. */
const writeLock = 1_670_402_113
const startLock = 1_670_402_114
/** Milliseconds between two looks whether another process has done what it does alone. */
const startRetry = 100

const postgres: Dialect = {
  kind: 'postgres',
  types: {
    id: raw('integer primary key generated by default as identity'),
    timestamp: raw('timestamptz(3)'),
    boolean: raw('boolean'),
    number: raw('double precision'),
    epoch: raw('bigint'),
    key: raw('text collate "C"'),
  },
  pageCosts: { text: 1, id: null, told: 0, ordered: 5 },
  // It puts both parts of a union in order whole.
  onwards: (rows, { key, id, at, descending, including }) => {
    const sign = sql.raw(`${descending ? '<' : '>'}${including ? '=' : ''}`)
    return rows.where(sql<SqlBool>`(${key}, ${id}) ${sign} (${at.key}, ${at.id})`)
  },
  // Its planner takes what is found to be spread over the order. Of what stands at its end it would read all before.
  unwalked: (column) => sql`greatest(${column}, ${column})`,
  includes: (text, part) => sql<SqlBool>`strpos(${text}, ${part}) > 0`,
  // As if nobody knew how many ids there are: what is planned once then holds for all of them.
  among: '= any((select ?::int[])::int[])',
  readAll: async (db, statements) => {
    const [first, ...others] = statements
    if (!first) return []
    const text = others.length === 0 ? first.text : together(statements)
    const values = statements.flatMap((statement) => statement.values)
    const query = CompiledQuery.raw(numbered(text), values)
    keepPrepared(query.sql)
    const found = await db.executeQuery(query)
    const rows = found.rows as StatementRow[]
    if (others.length === 0) return [rows]
    return statements.map((statement, index) => readMoments(rows[0]?.[index] as StatementRow[], statement))
  },
  // Its driver makes an object of each row as it comes, and two megabytes of them may come in one turn.
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
  lower: (text) => sql<string>`lower((${text}) collate "C")`,
  contains: (table, _idColumn, folded) =>
    [...folded].length < minIndexed
      ? postgres.includes(sql.ref(`${table}.search`), folded)
      : sql<SqlBool>`${sql.ref(`${table}.search`)} like ${patternOf(folded)}`,
  idsWith: idsByTexts,
  letterIndex: () => [],
  searchSettings: async (db) => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_index
        join pg_class on pg_class.oid = indexrelid
        join pg_am on pg_am.oid = relam
      where amname = 'gin' and relnamespace = current_schema()::regnamespace
      order by relname`.execute(db)
    return rows.map(({ name }) => raw(`alter index ${name} set (gin_pending_list_limit = ${maxPending})`))
  },
  keepTexts,
  textFunctions,
  searchIndex: (table) => [
    raw('create extension if not exists pg_trgm'),
    raw(`create index ${table}_search on ${table} ${usingGin('search gin_trgm_ops')}`),
  ],
  ...countsOnPostgres,
  // Read backwards, an index puts nulls first; so a column that can be null gets one for each direction.
  sortIndexes: (table, idColumn, column, nullable, where) => [
    raw(`create index ${table}_by_${column} on ${table} (${column}, ${idColumn}) ${where}`),
    ...(nullable
      ? [
          raw(
            `create index ${table}_by_${column}_desc on ${table} (${column} desc nulls last, ${idColumn} desc) ${where}`,
          ),
        ]
      : []),
  ],
  appendOnly: (table) => [
    raw(
      `create function ${table}_refuses() returns trigger language plpgsql as $$ begin raise exception '${table} is append-only' using errcode = 'insufficient_privilege'; end $$`,
    ),
    raw(
      `create trigger ${table}_append_only before update or delete or truncate on ${table} for each statement execute function ${table}_refuses()`,
    ),
    // Also where replication or a restore has switched the others off.
    raw(`alter table ${table} enable always trigger ${table}_append_only`),
  ],
  changeable: (table) => [
    raw(`drop trigger ${table}_append_only on ${table}`),
    raw(`drop function ${table}_refuses`),
  ],
  writesSideBySide: true,
  takeTurn: async (transaction, manner) => {
    const take = raw(manner === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
    const turn = sql`select ${take}(${writeLock})`
    // Whoever is alone may rely on what does not stand in this database.
    await (manner === 'alone' ? turn.execute(transaction) : post(transaction, turn.compile(transaction)))
  },
  post,
  // Asked for again and again: a statement that waits would be cut off while a large database is migrated.
  alone: (db, work) =>
    db.connection().execute(async (holder) => {
      const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(${startLock}) as taken`
      while (!(await take.execute(holder)).rows[0]?.taken) await wait(startRetry)
      try {
        return await work()
      } finally {
        await sql`select pg_advisory_unlock(${startLock})`.execute(holder)
      }
    }),
  takeIndexes: async (db, table) => {
    const { rows } = await sql<{ name: string; definition: string; untold: boolean }>`
      select relname as name, pg_get_indexdef(indexrelid) as definition,
        exists (select 1 from pg_attribute where attrelid = indexrelid and attstattarget = 0) as untold
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid in (to_regclass(${table}), to_regclass(${`${table}_texts`}))
        and not exists (select 1 from pg_constraint where conindid = indexrelid)
      order by indexrelid`.execute(db)
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
    return rows.flatMap(({ name, definition, untold }) => [
      definition,
      ...(untold ? [`alter index ${name} alter column 1 set statistics 0`] : []),
    ])
  },
  // Its indexes of search are indexes like others.
  searchAnew: () => Promise.resolve([]),
  packing: () => Promise.resolve({ kind: 'texts' }),
  countOn: async (db, table, idColumn) => {
    await sql`select setval(pg_get_serial_sequence(${table}, ${idColumn}), (select coalesce(max(${sql.ref(idColumn)}), 0) + 1 from ${sql.table(table)}), false)`.execute(
      db,
    )
  },
  analyze: async (db) => {
    await sql`analyze`.execute(db)
  },
}

/** SQLite's schema changes are transactional too; Kysely's adapter only does not say so (TRUST-33). */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
class EmbeddedDialect implements KyselyDialect {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  createDriver = () => this.#driver
  createAdapter = () => new TransactionalSqliteAdapter()
  createQueryCompiler = () => new SqliteQueryCompiler()
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
}

const booleanColumns = [
  ...Object.values(contract).flatMap(({ fields }) =>
    Object.entries<Field>(fields).flatMap(([name, field]) => (field.kind === 'boolean' ? [name] : [])),
  ),
  // Columns that only the server knows.
  ...['from_bureau', 'is_default'],
]

/** SQLite keeps booleans as 0 and 1. */
const booleans: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    for (const row of result.rows)
      for (const column of booleanColumns)
        if (typeof row[column] === 'number') row[column] = row[column] === 1
    return Promise.resolve(result)
  },
}

/** Told of each statement that has run, for tests and benchmarks. */
export type StatementListener = (text: string, parameters: readonly unknown[]) => void

const logTo = (listener: StatementListener | undefined) =>
  listener
    ? {
        log: ({ query }: LogEvent) => {
          listener(query.sql, query.parameters)
        },
      }
    : {}

/** Opens (and if need be creates) the embedded database in a folder. */
export function openEmbedded(dataDir: string, listener?: StatementListener): OpenDatabase {
  const file = placeIn(dataDir, 'database')
  const open = (...pragmas: string[]) => {
    const handle = new Database(file)
    for (const pragma of ['busy_timeout = 5000', 'cache_size = -32768', ...pragmas])
      handle.exec(`pragma ${pragma}`)
    return handle
  }
  const over = (driver: Driver) =>
    new Kysely<Tables>({
      dialect: new EmbeddedDialect(driver),
      plugins: [booleans],
      ...logTo(listener),
    })
  const writer = open('journal_mode = wal', 'synchronous = full', 'foreign_keys = on')
  const scanner = new Scanner(file, ['busy_timeout = 5000', 'query_only = on'])
  return {
    db: over(new EmbeddedDriver(writer, open('query_only = on'), scanner)),
    scans: over(new ScanDriver(scanner)),
    dialect: sqlite,
    // Counts the commits of all others than the connection that reads, on which nothing is written; from any number.
    version: `'${randomUUID()}:' || (select data_version from pragma_data_version)`,
    // No other file takes the place of one that is open.
    era: "''",
    committed: new Set(),
    late: new Set(),
    discarded: new Set(),
    // Its driver has turns of its own, in which it commits several transactions at once.
    writers: createQueue(Infinity),
  }
}

// Answers carry ISO 8601 moments in UTC and plain numbers, as SQLite gives them.
const toMoment = (value: string) =>
  new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.TIMESTAMPTZ]: toMoment,
  [pg.types.builtins.INT8]: Number,
}

/** Connections of a process to PostgreSQL, and how many of them may write at a time: the others are there for reads. */
const connections = 16
const writersAtOnce = 8

/** Another server has taken the place of one, from a backup or a copy that is behind: what it counts goes back. */
const startOfServer = 'pg_postmaster_start_time()::text'

/** No statement takes as long, the largest migrations and demo data included. */
const statementSeconds = 300

/** Opens a PostgreSQL database by its address. */
export function openPostgres(connectionString: string, listener?: StatementListener): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 2_000,
    // Several statements of a connection may be under way (preparedOnPostgres.ts).
    pipeline: true,
    // A host that has vanished in the middle of a statement must not keep all others waiting.
    keepAlive: true,
    query_timeout: statementSeconds * 1_000 + 5_000,
    // Moments of long ago have zones of odd seconds elsewhere, which JavaScript does not read.
    // Nor must a process that stops in the middle of a write. To compile a statement takes longer than to run it.
    // What a write reads after it has waited for another one, it reads as that one has left it.
    options: `-c timezone=UTC -c jit=off -c default_transaction_isolation=read\\ committed -c idle_in_transaction_session_timeout=30000 -c statement_timeout=${statementSeconds}s`,
    types: {
      getTypeParser: (oid, format) =>
        parsers[oid] ?? (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
    },
  })
  // A lost connection fails the statement that runs on it, and the pool replaces it. Its own event would end the
  // process where nobody listens: on the pool while it is idle, on the connection while somebody holds it.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    ...logTo(listener),
  })
  return {
    db,
    scans: db,
    dialect: postgres,
    // The same transactions are under way and the same are over.
    version: `${startOfServer} || pg_current_snapshot()::text`,
    era: startOfServer,
    committed: new Set(),
    late: new Set(),
    discarded: new Set(),
    writers: createQueue(writersAtOnce),
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Why the database refuses, in the words of PostgreSQL where it has some: they say what is to be mended. */
export const refusalOf = (error: unknown): string =>
  error instanceof pg.DatabaseError ? `${error.message} (${error.code})` : reasonOf(error)

/** A unique index that two writers met at the same time. */
export const isDuplicate = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE'].includes(String(codeOf(error)))

/** Writes that waited for each other, of which the database has undone one: again it may go well. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(String(codeOf(error)))

/** A row that rows of another table name was to be deleted. */
export const isInUse = (error: unknown): boolean =>
  ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(String(codeOf(error)))

/** A statement for which the disk of the database has no room. */
export const isFull = (error: unknown): boolean => ['53100', 'SQLITE_FULL'].includes(String(codeOf(error)))

/** Codes of the network, and of PostgreSQL while it starts, stops, takes nobody in or has no connection left. */
const connectionCodes =
  /^(E(CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|57P0[123]|53300|55000|08...)$/
/** The driver's own failures have no code. */
const connectionTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** Whether a statement failed because the database cannot be reached now. */
export const isUnreachable = (error: unknown): boolean =>
  connectionCodes.test(String(codeOf(error))) ||
  (error instanceof Error && connectionTexts.test(error.message))

/** Codes of statements that the database has ended, or not begun, since it or others were too slow. */
const lateCodes = /^(57014|SQLITE_BUSY.*)$/

/** Whether a statement that failed may go well later, with nothing changed in it. */
export const isPassing = (error: unknown): boolean =>
  isUnreachable(error) || isFull(error) || isConflict(error) || lateCodes.test(String(codeOf(error)))

/** What a connection or a transaction talks to. */
export const dialectOf = (db: Kysely<Tables>): Dialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite

/** Opens the database that the configuration names. */
export const openDatabase = (
  config: { databaseUrl: string | null; dataDir: string },
  listener?: StatementListener,
): OpenDatabase =>
  config.databaseUrl === null
    ? openEmbedded(config.dataDir, listener)
    : openPostgres(config.databaseUrl, listener)
