/**
 * How far a fill has come: a table of one row that is there as long as the fill is under way, so that an interrupted
 * one goes on where it stood.
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
  /** Batches that are in the database. */
  readonly batches: number
  /** Statements that bring indexes back; those still to run. */
  readonly indexes: readonly string[]
}

/** The mark of a fill that has begun and not ended; null: there is none. */
export async function unfinishedFill(db: Kysely<Tables>): Promise<FillMark | null> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === table)) return null
  const { rows } = await sql<{ mark: string }>`select mark from ${sql.table(table)}`.execute(db)
  return rows[0] ? (JSON.parse(rows[0].mark) as FillMark) : null
}

/** Sets the first mark of a fill, in the transaction of what it tells. */
export async function setMark(db: Kysely<Tables>, mark: FillMark): Promise<FillMark> {
  await sql`create table ${sql.table(table)} (mark text not null)`.execute(db)
  await sql`insert into ${sql.table(table)} (mark) values (${JSON.stringify(mark)})`.execute(db)
  return mark
}

/** Moves the mark on, in the transaction of what it tells. */
export async function moveMark(
  db: Kysely<Tables>,
  mark: FillMark,
  change: Partial<Pick<FillMark, 'batches' | 'indexes'>>,
): Promise<FillMark> {
  const moved = { ...mark, ...change }
  await sql`update ${sql.table(table)} set mark = ${JSON.stringify(moved)}`.execute(db)
  return moved
}

/** Takes the mark away: the fill has ended, or what it has filled is gone. */
export async function removeMark(db: Kysely<Tables>): Promise<void> {
  await sql`drop table ${sql.table(table)}`.execute(db)
}
