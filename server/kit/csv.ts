/** Reads CSV as spreadsheets write it: in any of their encodings, with any of their separators. */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/** A row with the line of the text at which it begins, from 1. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** A text that is not CSV, with the reason for people and the line by which it shows. */
export class CsvFault extends Error {
  readonly line: number

  constructor(why: string, line: number) {
    super(why)
    this.line = line
  }
}

/** Characters decoded or parsed in a turn of the event loop. */
const pieceLength = 4_096
/** Characters at the beginning in which the separator is sought. */
const sampledLength = 32_768
/** Lines sampled to detect the separator. */
const sampled = 50

const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** The text of a file: in the encoding of its byte order mark, else UTF-16, UTF-8 or Windows-1252, by its bytes. */
export async function decodeText(bytes: Buffer): Promise<string> {
  const encoding = encodingOf(bytes)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  const parts: string[] = []
  // A byte is a character, so it can be cut anywhere.
  for (let start = 0; start < bytes.length; start += pieceLength) {
    await nextTurn()
    parts.push(fromWindows(bytes.subarray(start, start + pieceLength)))
  }
  return parts.join('')
}

/** The characters of Windows-1252 at the places of 32 control characters; the decoder of Node 20 does not map these. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ'

const fromWindows = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9F]/g, (character) => windows[character.charCodeAt(0) - 0x80] ?? '')

/** Null for Windows-1252. */
function encodingOf(bytes: Buffer): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 1_000)
  const zeros = (offset: number) => sample.filter((byte, index) => index % 2 === offset && byte === 0).length
  if (zeros(1) > sample.length / 4) return 'utf-16le'
  if (zeros(0) > sample.length / 4) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : null
}

/** The separator with the same count in each line; else that of the first line, or the most frequent. */
function delimiterOf(text: string): Delimiter {
  // Of a long text the beginning: quotes may stand in pairs far apart.
  const lines = text
    .slice(0, sampledLength)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, sampled * 2)
    .filter((line) => line.trim() !== '')
    .slice(0, sampled)
  const found = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const isRegular = (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0])
    return { delimiter, isRegular, first: counts[0] ?? 0, all: counts.reduce((sum, count) => sum + count, 0) }
  })
  const [best] = found.sort(
    (a, b) => Number(b.isRegular) - Number(a.isRegular) || b.first - a.first || b.all - a.all,
  )
  return best?.delimiter ?? ','
}

/** The errors of csv-parse, as texts for users. */
const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is not closed.',
  CSV_INVALID_CLOSING_QUOTE: 'Text follows a closing quote.',
  INVALID_OPENING_QUOTE: 'A value that holds quotes has to stand in quotes.',
}

/**
 * Reads the rows that hold anything; other requests run meanwhile.
 * @param most rows after which it stops; one more says that there are more.
 * @throws CsvFault
 */
export async function readCsv(text: string, most: number): Promise<{ rows: CsvRow[]; delimiter: Delimiter }> {
  const delimiter = delimiterOf(text)
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  const rows: CsvRow[] = []
  try {
    for await (const { record, info } of Readable.from(pieces(text)).pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      const within = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0
      if (record.some((cell) => cell.trim() !== '')) rows.push({ line: info.lines - within, cells: record })
      if (rows.length > most) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines = 1 } = error as CsvError & { lines?: number }
    throw new CsvFault(faults[error.code] ?? 'This line is not CSV.', lines)
  }
  return { rows, delimiter }
}

async function* pieces(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) {
    await nextTurn()
    yield text.slice(start, start + pieceLength)
  }
}
