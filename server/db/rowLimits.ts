/**
 * Rows that a reader does not see. They are taken out of every statement that reads, wherever it stands in the code: in the text
 * that goes to the database, the name of a limited table means those of its rows that are seen (docs/decisions/038-teams.md).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseKind } from './migrations/ddl/columns'

/** How a condition names the row that it is about. */
export const seenRow = 'seen'

/** Which rows of a table are seen. */
export interface TableLimit {
  /** The condition as SQL text. The names of limited tables in it mean their seen rows, too. */
  readonly condition: string
  /** The limited tables that it names, none of which depends on this one. */
  readonly reads: readonly string[]
  /** Tables of which it counts every row, named as wholeName() does. */
  readonly readsWhole?: readonly string[]
  /** What is selected of a seen row, where not all of its columns are as they are stored. */
  readonly columns?: Readonly<Record<DatabaseKind, string>> | undefined
}

/** What a reader sees of some tables; of all others, every row. */
export interface RowLimits {
  /** Equal where the same is seen, for what is kept of answers. */
  readonly key: string
  readonly tables: ReadonlyMap<string, TableLimit>
}

const current = new AsyncLocalStorage<RowLimits | null>()

/** The limits of the reader for whom this runs; null: all rows are seen. */
export const currentLimits = (): RowLimits | null => current.getStore() ?? null

const wholePrefix = 'whole_'
/** How the text of a statement with limits names all rows of a table, seen or not. */
export const wholeName = (table: string): string => `${wholePrefix}${table}`

/**
 * A table for a statement of the current reader that shows of its rows no more than their names, where seen records name them
 * (TEAM-6).
 */
export const tableOfNames = (table: string): string =>
  currentLimits()?.tables.has(table) ? wholeName(table) : table

/** Runs work, and all that it starts, for a reader; null: for the server itself, or a reader who sees all rows. */
export const withLimits = <T>(limits: RowLimits | null, work: () => T): T =>
  // From the first use on, each promise of the process costs more: an installation without limits does without.
  limits === null && currentLimits() === null ? work() : current.run(limits, work)

/** Pages that are made while a stream reads them, for the reader for whom they are asked now. */
export function keepingLimits<T>(pages: AsyncIterable<T>): AsyncIterable<T> {
  const limits = currentLimits()
  if (limits === null) return pages
  const iterator = pages[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => withLimits(limits, () => iterator.next()),
      return: async () => {
        await withLimits(limits, () => iterator.return?.())
        return { done: true, value: undefined }
      },
    }),
  }
}

const reading = /^\s*(?:select|with)\b/i
/** Only the server's own part of a write locks rows, by their table. */
const locking = /\bfor (?:no key update|update|key share|share)\s*$/i
const words = /\b[a-z_]+\b/g
/** Rows in place of a table have no index that could be named. */
const hint = / indexed by "\w+"/g

/** The text of a statement as the current reader may run it. */
export function limitedText(text: string, kind: DatabaseKind): string {
  const limits = currentLimits()
  if (limits === null || !reading.test(text) || locking.test(text)) return text
  // With its schema, a name of SQLite never means what is defined here; in PostgreSQL a definition does not see itself.
  const stored = (table: string) => (kind === 'sqlite' ? `main."${table}"` : `"${table}"`)
  // In the order in which they are read: a table of PostgreSQL is found in place of what is defined later, so the whole ones are first.
  const whole = new Map<string, string>()
  const seen = new Map<string, string>()
  const addWhole = (table: string) =>
    whole.set(table, `"${wholeName(table)}" as not materialized (select * from ${stored(table)})`)
  const add = (table: string) => {
    const limit = limits.tables.get(table)
    if (!limit || seen.has(table)) return
    for (const other of limit.reads) add(other)
    limit.readsWhole?.forEach(addWhole)
    seen.set(
      table,
      `"${table}" as not materialized (select ${limit.columns?.[kind] ?? '*'} from ${stored(table)} as ${seenRow} where ${limit.condition})`,
    )
  }
  for (const name of text.match(words) ?? [])
    if (name.startsWith(wholePrefix) && limits.tables.has(name.slice(wholePrefix.length)))
      addWhole(name.slice(wholePrefix.length))
    else add(name)
  if (seen.size === 0 && whole.size === 0) return text
  const definitions = [...whole.values(), ...seen.values()].join(', ')
  const [, own] = /^\s*with\s+(recursive\b)?/i.exec(text) ?? []
  if (own !== undefined) throw new Error('A recursive statement cannot be limited.')
  const read = text.replaceAll(hint, '')
  return /^\s*with\b/i.test(read)
    ? read.replace(/^\s*with\b/i, `with ${definitions},`)
    : `with ${definitions} ${read}`
}
