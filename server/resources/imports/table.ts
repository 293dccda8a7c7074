/** Reads a table from a CSV or XLSX file; the event loop is never held for long (GAS-7). */
import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker, type MessagePort } from 'node:worker_threads'
import { CsvError, parse } from 'csv-parse'
import { maxImportRows } from '../../../src/contract/imports'

/** Why a file is no table, as a text for users. */
export class UnreadableFile extends Error {}

/** A row with the line of the file at which it stands, from 1. */
export interface TableRow {
  line: number
  cells: string[]
}

/** Characters of CSV parsed in a turn of the event loop. */
const pieceLength = 32_768
/** Bytes of an unpacked workbook, and of the thread that reads it. */
const maxUnpacked = 64_000_000

const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/**
 * The rows of a file that hold anything, headers first.
 * @throws UnreadableFile for a file that is no table, or too large a one.
 */
export async function readTable(bytes: Buffer): Promise<TableRow[]> {
  const rows = isWorkbook(bytes) ? await fromWorkbook(bytes) : await fromCsv(bytes)
  if (rows.length < 2) throw new UnreadableFile('The file has no rows below its headers.')
  if (rows.length > maxImportRows + 1)
    throw new UnreadableFile(`At most ${maxImportRows.toLocaleString('en-US')} rows.`)
  return rows
}

const hasContent = ({ cells }: TableRow): boolean => cells.some((cell) => cell.trim() !== '')

async function* pieces(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += pieceLength) {
    await nextTurn()
    yield text.slice(start, start + pieceLength)
  }
}

/** The text of a file: UTF-16 by its byte order mark, otherwise UTF-8, and Windows-1252 where it is not UTF-8. */
async function decoded(bytes: Buffer): Promise<string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  // 5,000,000 bytes of it take 60 ms; a byte is a character, so it can be cut anywhere.
  const decoder = new TextDecoder('windows-1252')
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += pieceLength) {
    await nextTurn()
    parts.push(decoder.decode(bytes.subarray(start, start + pieceLength)))
  }
  return parts.join('')
}

async function fromCsv(bytes: Buffer): Promise<TableRow[]> {
  const text = await decoded(bytes)
  if (text.includes('\0')) throw new UnreadableFile('Save the table as CSV or XLSX.')
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const delimiter =
    [',', ';', '\t', '|'].sort((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  const rows: TableRow[] = []
  try {
    for await (const { record, info } of Readable.from(pieces(text)).pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      rows.push({ line: info.lines, cells: record })
      if (rows.length > maxImportRows + 1) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      `The file is not CSV: by line ${String(error['lines'])} a quote is not closed, or stands within a cell.`,
    )
  }
  return rows.filter(hasContent)
}

type Cell = string | number | boolean | Date | null | undefined

/** Runs on a thread of its own: unpacking and parsing hold it for as long as they take. */
function readWorkbook(require: NodeJS.Require): void {
  const { parentPort, workerData } = require('node:worker_threads') as {
    parentPort: MessagePort | null
    workerData: unknown
  }
  const { bytes, library, most } = workerData as { bytes: Uint8Array; library: string; most: number }
  const { readSheet } = require(library) as {
    readSheet: (bytes: Buffer, options: object) => Promise<Cell[][]>
  }
  // Workbooks write numbers as doubles, with up to 17 digits and exponents; people see the first 15 digits.
  const inDigits = (text: string): string => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) return text
    const [mantissa = '', exponent = ''] = Math.abs(value).toExponential(14).split('e')
    const point = Number(exponent) + 1
    const digits = mantissa.replace('.', '').padStart(15 + Math.max(0, 1 - point), '0')
    const whole = digits.slice(0, Math.max(1, point)).padEnd(point, '0')
    const fraction = digits.slice(Math.max(1, point)).replace(/0+$/, '')
    return `${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
  }
  // The sizes that the archive declares for its parts, in its central directory.
  const archive = Buffer.from(bytes)
  let unpacked = 0
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 4))
    unpacked += archive.readUInt32LE(at + 24)
  const answer =
    unpacked > most
      ? Promise.reject(new Error('The workbook is too large.'))
      : readSheet(archive, { parseNumber: inDigits })
  const textOf = (cell: Cell): string =>
    cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')
  answer.then(
    (rows) => parentPort?.postMessage({ rows: rows.map((row) => row.map(textOf)) }),
    () => parentPort?.postMessage({ rows: null }),
  )
}

async function fromWorkbook(bytes: Buffer): Promise<TableRow[]> {
  const library = createRequire(import.meta.url).resolve('read-excel-file/node')
  const worker = new Worker(`(${readWorkbook.toString()})(require)`, {
    eval: true,
    workerData: { bytes, library, most: maxUnpacked },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  try {
    const rows = await new Promise<string[][] | null>((resolve) => {
      worker.once('message', ({ rows: read }: { rows: string[][] | null }) => {
        resolve(read)
      })
      worker.once('error', () => {
        resolve(null)
      })
    })
    if (rows === null)
      throw new UnreadableFile('The file is no workbook that can be read, or too large a one.')
    return rows.map((cells, index) => ({ line: index + 1, cells })).filter(hasContent)
  } finally {
    await worker.terminate()
  }
}
