/** Statements that are run many times with other ids: their texts are composed once. */
import { sql } from 'kysely'

/**
 * Put in front of a query (`modifyFront`), it has PostgreSQL keep the plan, which takes longer to make than to run. For queries
 * whose text stays the same whatever their values are, and one plan with it.
 */
export const keptPrepared = sql`/* prepared */`
/** How the text of such a query begins. */
export const preparedFront = 'select /* prepared */'

/** `?` stands for a value. An array among the values is a list of ids, for `Dialect.inIdList`. */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | number | null | readonly number[])[]
  /** Columns that hold moments, and those that hold booleans. */
  readonly moments?: readonly string[]
  readonly booleans?: readonly string[]
}

export type StatementRow = Record<string, unknown>

/** A quoted identifier, for both databases. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The statement with numbered parameters, as PostgreSQL needs them. */
export function numbered(text: string): string {
  let number = 0
  return text.replaceAll('?', () => `$${++number}`)
}

/** Several statements as one, whose only row holds the rows of each as JSON. */
export const combineStatements = (statements: readonly Statement[]): string =>
  `select ${statements
    .map(({ text }, index) => `(select coalesce(json_agg(part), '[]') from (${text}) as part) as "${index}"`)
    .join(', ')}`

/** Converts moments from PostgreSQL's JSON format to that of all other answers. */
export function readMoments(rows: StatementRow[], { moments = [] }: Statement): StatementRow[] {
  for (const row of rows)
    for (const name of moments)
      if (row[name] !== null) row[name] = new Date(row[name] as string).toISOString()
  return rows
}

/** Converts SQLite's booleans, 0 and 1. */
export function readBooleans(rows: StatementRow[], { booleans = [] }: Statement): StatementRow[] {
  for (const row of rows) for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1
  return rows
}
