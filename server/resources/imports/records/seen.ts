/** The rows of a file before one: it may not be of the record of another one (IMP-2), unless it links that to another organization (IMP-11). */
import { importedLabel, rulesOf, type RecordImport } from '../../../../src/contract/recordImports'
import type { Write } from '../../../kit/context'
import { fold } from '../../../kit/fold'
import { RefusedCell } from '../cells'
import { ownKeys, placedKeys, type Given, type Match } from './match'
import { sentences } from './texts'

type Db = Write['db']

/** A row before that makes a record, or changes one. */
export interface SeenRow {
  readonly line: number
  /** The stored record that it changes; null for a new one. */
  readonly id: number | null
  readonly given: Given
  /** What it says of the record, and what rows say that join it. */
  readonly body: Record<string, unknown>
  /** To which these rows link the record. */
  readonly organizations: Set<number>
}

type Values = Readonly<Record<string, unknown>>

/** What a row says of its record. */
interface Said {
  readonly given: Given
  readonly body: Values
}

export interface Seen {
  /** The lines of rows before by the keys that no other row may have, used or not. */
  readonly lines: Map<string, number>
  /** The rows that are used, by all that their records are found by. */
  readonly rows: Map<string, SeenRow[]>
}

export const noneSeen = (): Seen => ({ lines: new Map<string, number>(), rows: new Map<string, SeenRow[]>() })

/** Rows with one key that are looked at: files where more share it are no lists of different records. */
const comparedAtMost = 10

export const standsBefore = (label: string, line: number) =>
  new RefusedCell(`Its ${label} stands in line ${line} already.`)

/** What no other row of a file may have, beside a row that is of the same record. */
function onceKeys(db: Db, name: RecordImport, given: Given): { key: string; label: string }[] {
  const { link } = rulesOf(name)
  // Of one record there may be a row for each organization.
  const place = link ? given.ids(link.other).join() : ''
  return ownKeys(db, name, given).map(({ key, label }) => ({ key: `${key}\n${place}`, label }))
}

/** @throws RefusedCell for a row that is in the file already. */
export function assertOnce(db: Db, name: RecordImport, given: Given, { lines }: Seen): void {
  for (const { key, label } of onceKeys(db, name, given)) {
    const before = lines.get(key)
    if (before !== undefined) throw standsBefore(label, before)
  }
}

/** Keeps that a row is used: one that is refused stands in no other's way. */
export function addLine(db: Db, name: RecordImport, given: Given, line: number, { lines }: Seen): void {
  for (const { key } of onceKeys(db, name, given)) lines.set(key, line)
}

/** The rows whose records a row is of, once these are stored: by its lowest rank that finds any. */
export interface Before {
  readonly rank: number
  readonly label: string
  readonly rows: readonly SeenRow[]
}

export function rowsBefore(db: Db, name: RecordImport, given: Given, { rows }: Seen): Before | null {
  const found = placedKeys(db, name, given)
    .map(({ label, rank, sought }) => ({ label, rank, rows: sought.flatMap((key) => rows.get(key) ?? []) }))
    .filter((one) => one.rows.length > 0)
  const rank = Math.min(...found.map((one) => one.rank))
  const [first, ...others] = found.filter((one) => one.rank === rank)
  return first ? { ...first, rows: [...first.rows, ...others.flatMap((one) => one.rows)] } : null
}

/** Whether two rows say the same of a record, by what records are found by: case and accents do not count. */
const isLike = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string'
    ? fold(a.trim()) === fold(b.trim())
    : JSON.stringify(a) === JSON.stringify(b)

/** What a row says that another one, or a record, does not say already. */
export const beyond = (body: Values, known: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([column, value]) => !isLike(value, known[column] ?? null)))

/**
 * The row before of whose record a row is as well, to link it to a further organization; null: it is of none of them.
 * @throws RefusedCell for a row that names no further organization, or says something else of the record.
 */
export function rowJoined(
  db: Db,
  name: RecordImport,
  { given, body }: Said,
  match: Match,
  seen: Seen,
): SeenRow | null {
  const { link } = rulesOf(name)
  const before = link ? rowsBefore(db, name, given, seen) : null
  if (!link || before === null || before.rank > match.rank) return null
  const [first, ...others] = new Set(before.rows)
  if (!first) return null
  const organizations = given.ids(link.other)
  const isUnclear =
    others.length > 0 || (before.rank === match.rank && match.ids.some((id) => id !== first.id))
  const isFurther = organizations.length > 0 && !organizations.some((id) => first.organizations.has(id))
  if (isUnclear || !isFurther) throw standsBefore(before.label, first.line)
  const wrong = Object.keys(beyond(body, first.body)).filter((column) => first.body[column] !== undefined)
  if (wrong.length > 0)
    throw new RefusedCell(
      sentences(
        wrong.map(
          (column) =>
            `${importedLabel(name, column)}: Line ${first.line} says something else of the same record.`,
        ),
      ),
    )
  return first
}

/** Keeps what the record of a row is found by: that of the row itself, or of the one that it joins. */
export function addSeen(
  db: Db,
  name: RecordImport,
  { given, body }: Said,
  row: SeenRow,
  { rows }: Seen,
): void {
  const { link } = rulesOf(name)
  Object.assign(row.body, beyond(body, row.body))
  if (link) for (const id of given.ids(link.other)) row.organizations.add(id)
  for (const { kept } of placedKeys(db, name, given))
    for (const key of kept) {
      const same = rows.get(key) ?? []
      if (same.length < comparedAtMost && !same.includes(row)) rows.set(key, [...same, row])
    }
}
