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
import { readWorkbook, type SheetRequest, type SheetRows } from './workbook'

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

/** Whether some rows are those of a table, and not of a sheet with remarks. */
type HasHeaders = (rows: readonly CsvRow[]) => boolean

/**
 * Reads a file: of a workbook the first sheet that people see and that has headers, else the first that they see. Texts of the product's own files are as they were before these kept them from being formulas (TRUST-22).
 * @throws UnreadableFile for a file that is no table, or too large a one.
 */
export async function readTable(bytes: Buffer, hasHeaders: HasHeaders): Promise<Table> {
  const table = isWorkbook(bytes)
    ? await fromWorkbook(bytes, hasHeaders)
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

/** Sheets in which headers are looked for. */
const maxSheets = 10

async function fromWorkbook(bytes: Buffer, hasHeaders: HasHeaders): Promise<Table> {
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
  const received = async (): Promise<SheetRows> => {
    const sheet = await Promise.race([
      failed,
      new Promise<SheetRows | null>((resolve) => {
        worker.once('message', resolve)
      }),
    ])
    if (sheet === null)
      throw new UnreadableFile('The file is no workbook that can be read, or too large a one.')
    return sheet
  }
  const asked = (request: SheetRequest): Promise<SheetRows> => {
    const answer = received()
    worker.postMessage(request)
    return answer
  }
  try {
    return await rowsOf(await withHeaders(await received(), asked, hasHeaders), asked)
  } finally {
    await worker.terminate()
  }
}

type Asked = (request: SheetRequest) => Promise<SheetRows>

/** The beginning of the first sheet in which headers are found, else of the first one. */
async function withHeaders(first: SheetRows, asked: Asked, hasHeaders: HasHeaders): Promise<SheetRows> {
  const hasAny = ({ rows }: SheetRows) => hasHeaders(rowsWithContent(rows, 1))
  const sheets = Math.min(first.sheets, maxSheets)
  if (sheets < 2 || hasAny(first)) return first
  for (let place = 1; place < sheets; place++) {
    const sheet = await asked(place)
    if (hasAny(sheet)) return sheet
  }
  return asked(0)
}

/** All rows of a sheet that hold anything, of which some have come. */
async function rowsOf(first: SheetRows, asked: Asked): Promise<Table> {
  const rows: CsvRow[] = []
  for (let line = 1, sheet = first; ;) {
    rows.push(...rowsWithContent(sheet.rows, line))
    line += sheet.rows.length
    if (sheet.isLast) return { rows, isFrom1904: sheet.isFrom1904 }
    await nextTurn()
    sheet = await asked('next')
  }
}

const rowsWithContent = (rows: SheetRows['rows'], line: number): CsvRow[] =>
  rows.map((cells, index) => ({ line: line + index, cells })).filter(hasContent)
