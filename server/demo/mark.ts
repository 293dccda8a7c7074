/**
 * The progress of a fill: a table of one row that exists while the fill is unfinished, so that an interrupted one can
 * be resumed.
 */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../db/tables'

const table = 'unfinished_demo'

export interface FillMark {
  readonly opportunities: number
  readonly seed: number
  /** Midnight, UTC, in milliseconds. */
  readonly today: number
  /** Whether the contents of files are stored as well. */
  readonly withFiles: boolean
  /** Batches in the database. */
  readonly batches: number
  /** The remaining statements that restore indexes. */
  readonly indexes: readonly string[]
}

/** The mark of an unfinished fill; null: there is none. */
export async function unfinishedFill(db: Kysely<Tables>): Promise<FillMark | null> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === table)) return null
  const { rows } = await sql<{ mark: string }>`select mark from ${sql.table(table)}`.execute(db)
  return rows[0] ? (JSON.parse(rows[0].mark) as FillMark) : null
}

/** Creates the mark of a fill, in the transaction of its beginning. */
export async function setMark(db: Kysely<Tables>, mark: FillMark): Promise<FillMark> {
  await sql`create table ${sql.table(table)} (mark text not null)`.execute(db)
  await sql`insert into ${sql.table(table)} (mark) values (${JSON.stringify(mark)})`.execute(db)
  return mark
}

/** Updates the mark, in the transaction of the progress. */
export async function moveMark(
  db: Kysely<Tables>,
  mark: FillMark,
  change: Partial<Pick<FillMark, 'batches' | 'indexes'>>,
): Promise<FillMark> {
  const moved = { ...mark, ...change }
  await sql`update ${sql.table(table)} set mark = ${JSON.stringify(moved)}`.execute(db)
  return moved
}

/** Deletes the mark: the fill has finished, or its rows are deleted. */
export async function removeMark(db: Kysely<Tables>): Promise<void> {
  await sql`drop table ${sql.table(table)}`.execute(db)
}
