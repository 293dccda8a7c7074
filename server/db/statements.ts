/** Statements that are read many times with other ids: their texts are put together once. */

/** `?` stands for a value. An array among the values is a list of ids, for what `Dialect.among` says. */
export interface Statement {
  readonly text: string
  readonly values: readonly (string | number | null | readonly number[])[]
  /** Columns of its rows that hold moments, and those that hold booleans. */
  readonly moments?: readonly string[]
  readonly booleans?: readonly string[]
}

export type StatementRow = Record<string, unknown>

/** A name as both databases take it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The statement as PostgreSQL counts its parameters. */
export function numbered(text: string): string {
  let number = 0
  return text.replaceAll('?', () => `$${++number}`)
}

/** Statements as one, whose only row holds the rows of each as JSON. */
export const together = (statements: readonly Statement[]): string =>
  `select ${statements
    .map(({ text }, index) => `(select coalesce(json_agg(part), '[]') from (${text}) as part) as "${index}"`)
    .join(', ')}`

/** Moments as PostgreSQL writes them in JSON become those of all other answers. */
export function readMoments(rows: StatementRow[], { moments = [] }: Statement): StatementRow[] {
  for (const row of rows)
    for (const name of moments)
      if (row[name] !== null) row[name] = new Date(row[name] as string).toISOString()
  return rows
}

/** Booleans as SQLite keeps them, 0 and 1. */
export function readBooleans(rows: StatementRow[], { booleans = [] }: Statement): StatementRow[] {
  for (const row of rows) for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1
  return rows
}
