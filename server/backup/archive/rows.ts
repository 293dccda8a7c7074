import { rowsAtOnce, type SnapshotRow } from '../../db/dialects/snapshot'

const lineFeed = 0x0a

/** Rows as lines of JSON: the same rows are the same bytes, whichever database they come from. */
export const linesOf = (rows: readonly SnapshotRow[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

/**
 * Reads rows from lines of JSON, some at a time.
 * @throws SyntaxError for a line that is no row of so many columns, and the content's own errors.
 */
export async function* rowsOf(
  content: AsyncIterable<Buffer>,
  columns: number,
): AsyncGenerator<SnapshotRow[]> {
  let rows: SnapshotRow[] = []
  for await (const line of linesIn(content)) {
    rows.push(rowOf(line, columns))
    if (rows.length < rowsAtOnce) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** Splits at line feeds alone: node:readline takes U+2028 and U+2029, which texts may hold, for ends of lines, too. */
async function* linesIn(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of content) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString()
      begun = []
      from = end + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) throw new SyntaxError('The last line has no end.')
}

function rowOf(line: string, columns: number): SnapshotRow {
  const row: unknown = JSON.parse(line)
  if (!Array.isArray(row) || row.length !== columns || !row.every(isValue))
    throw new SyntaxError(`A line holds no row of ${columns} values.`)
  return row
}

const isValue = (value: unknown): value is SnapshotRow[number] =>
  value === null || typeof value === 'string' || typeof value === 'number'
