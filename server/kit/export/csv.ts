import { stringify } from 'csv-stringify/sync'
import { neutralized, type Cell } from './cells'

const textOf = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return neutralized(cell)
  if (typeof cell === 'number') return String(cell)
  return 'day' in cell ? cell.day : cell.moment
}

/** Rows as CSV (RFC 4180): CRLF, quotes where they are needed, no text that is taken for a formula. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(textOf)),
    // Of line breaks the library itself quotes the delimiter of rows only.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )

/** Tells spreadsheets that the text is UTF-8. */
const byteOrderMark = '\uFEFF'

/** A table as a CSV file, portion by portion. */
export async function* csvFile(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvText([header])
  for await (const rows of pages) if (rows.length > 0) yield csvText(rows)
}
