/** Which column of a file holds what: as said, as it was last, or by the headers (GAS-7). */
import { columnsByHeaders } from '../../../src/contract/importHeaders'
import {
  importKinds,
  type ImportKind,
  type ImportName,
  type ImportOptions,
  noImportOptions,
} from '../../../src/contract/imports'
import type { Write } from '../../kit/context'
import type { CsvRow } from '../../kit/csv'
import { dayFrom1904, RefusedCell } from './cells'
import type { Mapping } from './way'

type Db = Write['db']

/** Rows among which the headers are looked for. */
const headersWithin = 10

/** Known names by which a row below the first one is taken for the headers: one alone is in rows of values, too. */
const fewestHeaders = 2

/** The row of headers: of the first ones that with the most known names; undefined: none has any. */
function knownHeaders(name: ImportName, rows: readonly CsvRow[]): { place: number } | undefined {
  const found = rows
    .slice(0, headersWithin)
    .map(({ cells }, place) => ({ place, known: Object.keys(columnsByHeaders(name, cells)).length }))
    .filter(({ place, known }) => known >= (place === 0 ? 1 : fewestHeaders))
  return found.sort((a, b) => b.known - a.known || a.place - b.place)[0]
}

/** The place of the row of headers: the first one where none has known names. */
export const headerPlace = (name: ImportName, rows: readonly CsvRow[]): number =>
  knownHeaders(name, rows)?.place ?? 0

/** Whether the first rows of a table have headers with known names. */
export const hasHeaders = (name: ImportName, rows: readonly CsvRow[]): boolean =>
  knownHeaders(name, rows) !== undefined

/** The mapping last used for the target with the same headers. */
export async function lastUsed(
  db: Db,
  name: ImportName,
  target: number | null,
  headers: readonly string[],
): Promise<Mapping | null> {
  const last = await db
    .selectFrom('imports')
    .select('mapping')
    .where('kind', '=', name)
    .where('target', target === null ? 'is' : '=', target)
    .where('headers', '=', JSON.stringify(headers))
    .where('committed_at', 'is not', null)
    .orderBy('import_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? (JSON.parse(last.mapping) as Mapping) : null
}

/** A whole number that a spreadsheet has shortened: by the exponent of its first digits, the others are lost. */
const shortened = /^[-+]?\d(\.\d+)?E\+?(1[1-9]|[2-9]\d|\d{3})$/i

/** What stands for a formula whose result the file does not have. */
export const uncomputed = '#FORMULA!'
/** What spreadsheets write where a formula has failed: #N/A, #DIV/0!, #NAME? */
const failed = /^#(N\/A|[A-Z0-9_/]+[!?])$/

/**
 * Reads the cells of a row by the columns needed.
 * @throws RefusedCell for one that does not hold what was meant.
 */
export const cellsOf =
  (cells: readonly string[], mapping: Mapping) =>
  (column: string): string => {
    const cell = cells[mapping[column] ?? -1] ?? ''
    if (cell === uncomputed)
      throw new RefusedCell('Its formula has no result: open the file in a spreadsheet, and save it.')
    if (failed.test(cell.trim())) throw new RefusedCell(`The spreadsheet has an error here: ${cell.trim()}`)
    if (shortened.test(cell.trim()))
      throw new RefusedCell('A spreadsheet keeps only 15 digits of a number: format the column as text.')
    return cell
  }

/**
 * The rows of a workbook that counts days from 1904 on: plain numbers in the columns that hold days are these days. Cells
 * that the workbook shows as days come as such.
 */
export function daysFrom1904(name: ImportName, rows: readonly CsvRow[], mapping: Mapping): CsvRow[] {
  const { days }: ImportKind = importKinds[name]
  const places = new Set(days.flatMap((column) => mapping[column] ?? []))
  return rows.map(({ line, cells }) => {
    const read = [...cells]
    for (const place of places) read[place] = dayFrom1904(cells[place] ?? '')
    return { line, cells: read }
  })
}

/** Why no row of a file can be read, where a column is lacking. */
export function lackingColumn(name: ImportName, mapping: Mapping): string | null {
  const { columns }: ImportKind = importKinds[name]
  const lacking = Object.entries(columns).find(
    ([column, { isOptional }]) => !isOptional && mapping[column] === undefined,
  )
  return lacking ? `No column holds the ${lacking[0].replaceAll('_', ' ')}.` : null
}

/** How a file is read beside its mapping, as it was said. */
export const optionsOf = ({ options }: { options: string }): ImportOptions => ({
  ...noImportOptions,
  ...(JSON.parse(options) as Partial<ImportOptions>),
})

/** The options that are not said of a file: what the target's files have in common, as it was last (USE-3). */
export async function lastOptions(db: Db, name: ImportName, target: number | null): Promise<ImportOptions> {
  const last = await db
    .selectFrom('imports')
    .select('options')
    .where('kind', '=', name)
    .where('target', target === null ? 'is' : '=', target)
    .where('committed_at', 'is not', null)
    .orderBy('import_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { last_day_inclusive, matches } = last ? optionsOf(last) : noImportOptions
  return { ...noImportOptions, last_day_inclusive, matches }
}
