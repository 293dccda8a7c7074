/** Reads a table from a CSV or XLSX file; the event loop is never held for long (GAS-7). */
import { createRequire } from 'node:module'
import type { MessagePort } from 'node:worker_threads'
import { maxImportRows } from '../../../src/contract/imports'
import { functionWorker } from '../../db/functionWorker'
import { CsvFault, decodeText, readCsv, type CsvRow } from '../../kit/csv'

/** Why a file is no table, as a text for users. */
export class UnreadableFile extends Error {}

/** Bytes of an unpacked workbook, and of the thread that reads it. */
const maxUnpacked = 64_000_000

const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/**
 * The rows of a file that hold anything, headers first.
 * @throws UnreadableFile for a file that is no table, or too large a one.
 */
export async function readTable(bytes: Buffer): Promise<CsvRow[]> {
  const rows = isWorkbook(bytes) ? await fromWorkbook(bytes) : await fromCsv(bytes)
  if (rows.length < 2) throw new UnreadableFile('The file has no rows below its headers.')
  if (rows.length > maxImportRows + 1)
    throw new UnreadableFile(`At most ${maxImportRows.toLocaleString('en-US')} rows.`)
  return rows
}

const hasContent = ({ cells }: CsvRow): boolean => cells.some((cell) => cell.trim() !== '')

async function fromCsv(bytes: Buffer): Promise<CsvRow[]> {
  const text = await decodeText(bytes)
  if (text.includes('\0')) throw new UnreadableFile('Save the table as CSV or XLSX.')
  try {
    return (await readCsv(text, maxImportRows + 1)).rows
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    throw new UnreadableFile(
      `The file is not CSV: by line ${error.line} a quote is not closed, or stands within a cell.`,
    )
  }
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

async function fromWorkbook(bytes: Buffer): Promise<CsvRow[]> {
  const library = createRequire(import.meta.url).resolve('read-excel-file/node')
  const worker = functionWorker(readWorkbook, {
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
