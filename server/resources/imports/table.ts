/** Reads a table from a CSV or XLSX file; the event loop is never held for long (GAS-7). */
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { maxImportRows } from '../../../src/contract/imports'
import { functionWorker } from '../../db/functionWorker'
import { CsvFault, decodeText, readCsv, type CsvRow } from '../../kit/csv'
import { asWritten } from '../../kit/export/cells'
import { inTurns } from '../../kit/turns'
import { from1900To1904 } from './cells'
import { uncomputed } from './mapping'
import { readWorkbook, type SheetRows } from './workbook'

/** Why a file is no table, as a text for users. */
export class UnreadableFile extends Error {}

/** The rows of a file that hold anything, headers first. */
export interface Table {
  readonly rows: readonly CsvRow[]
  /** Whether plain numbers of days are counted from 1904 on, as in some workbooks. */
  readonly isFrom1904: boolean
}

/** Bytes of an unpacked workbook, and of the thread that reads it. */
const maxUnpacked = 64_000_000

const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/**
 * Reads a file. Texts of the product's own files are as they were before these kept them from being formulas (TRUST-22).
 * @throws UnreadableFile for a file that is no table, or too large a one.
 */
export async function readTable(bytes: Buffer): Promise<Table> {
  const table = isWorkbook(bytes)
    ? await fromWorkbook(bytes)
    : { rows: await fromCsv(bytes), isFrom1904: false }
  const { rows } = table
  if (rows.length < 2) throw new UnreadableFile('The file has no rows below its headers.')
  if (rows.length > maxImportRows + 1)
    throw new UnreadableFile(`At most ${maxImportRows.toLocaleString('en-US')} rows.`)
  return {
    ...table,
    rows: await inTurns(rows, ({ line, cells }) => ({ line, cells: cells.map(asWritten) })),
  }
}

const hasContent = ({ cells }: CsvRow): boolean => cells.some((cell) => cell.trim() !== '')

/** How files begin that are texts, but no tables: PDF, RTF, HTML and XML. */
const otherTexts = /^\s*(%PDF-|\{\\rtf|<!doctype|<html|<\?xml)/i
/** Characters that binary files are full of, and texts have at most by mistake. */
const controls = /[\x01-\x08\x0E-\x1F\x7F]/g
/** Characters at the beginning of a text in which these are counted, how many may be such in any text, and what part of a long one. */
const [sampled, mostControls, partOfControls] = [4_096, 5, 0.02]

/** Whether a text may be a table: no content of another kind of file. */
function isTable(text: string): boolean {
  if (text.includes('\0') || otherTexts.test(text.slice(0, 100))) return false
  const sample = text.slice(0, sampled)
  const found = sample.match(controls)?.length ?? 0
  return found <= Math.max(mostControls, sample.length * partOfControls)
}

async function fromCsv(bytes: Buffer): Promise<CsvRow[]> {
  const text = await decodeText(bytes)
  if (!isTable(text)) throw new UnreadableFile('The file is no CSV or XLSX file. Save the table as one.')
  try {
    return (await readCsv(text, maxImportRows + 1)).rows
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    throw new UnreadableFile(
      `The file is not CSV: by line ${error.line} a quote is not closed, or stands within a cell.`,
    )
  }
}

async function fromWorkbook(bytes: Buffer): Promise<Table> {
  const require = createRequire(import.meta.url)
  const libraries = {
    sheets: require.resolve('read-excel-file/node'),
    zip: require.resolve('fflate'),
    xml: pathToFileURL(require.resolve('saxen')).href,
  }
  const worker = functionWorker(readWorkbook, {
    workerData: { bytes, libraries, most: maxUnpacked, uncomputed, from1900To1904 },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const failed = new Promise<null>((resolve) => {
    worker.once('error', () => {
      resolve(null)
    })
  })
  const received = () =>
    Promise.race([
      failed,
      new Promise<SheetRows | null>((resolve) => {
        worker.once('message', resolve)
      }),
    ])
  try {
    const rows: CsvRow[] = []
    for (let line = 1, next = received(); ;) {
      const sheet = await next
      if (sheet === null)
        throw new UnreadableFile('The file is no workbook that can be read, or too large a one.')
      for (const cells of sheet.rows) {
        const row = { line: line++, cells }
        if (hasContent(row)) rows.push(row)
      }
      if (sheet.isLast) return { rows, isFrom1904: sheet.isFrom1904 }
      await nextTurn()
      next = received()
      worker.postMessage('next')
    }
  } finally {
    await worker.terminate()
  }
}
