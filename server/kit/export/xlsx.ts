/**
 * Writes workbooks row by row, so that a table of any length takes little memory (docs/decisions/027-exports.md): the
 * smallest set of parts that ECMA-376 asks for, with texts in the cells themselves.
 */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { keepingLimits } from '../../db/rowLimits'
import { neutralized, type Cell } from './cells'

/** Rows of a sheet at most, its header included. */
const maxRows = 1_048_576
/** Characters of a cell at most. */
const maxCharacters = 32_767
/** Days from the epoch of spreadsheets to that of the calendar. */
const spreadsheetEpoch = 25_569
const dayLength = 86_400_000

/** Positions of the formats in the styles below. */
const formats = { day: 1, moment: 2, header: 3 } as const

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text within XML: without characters that XML has no form for; what looks like an escape of the format is escaped. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // Those that XML 1.0 leaves out.
    .replaceAll(/[\x00-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** 'A' to 'Z', 'AA' and so on. */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** 1 March 1900: spreadsheets count a 29 February before it, which there was not. */
const afterLeapDay = 61

/** The number by which spreadsheets count a day, or a moment. */
const serial = (moment: string): number => {
  const days = Date.parse(moment) / dayLength + spreadsheetEpoch
  return days < afterLeapDay ? days - 1 : days
}

/** Parts of a day that numbers of moments are rounded to, and by what of one they are above it at least. */
const fineness = { parts: 1e9, above: 0.1 } as const

/** The same, a few microseconds later, so that readers that cut it get its millisecond. */
const serialAbove = (moment: string): number =>
  Math.ceil(serial(moment) * fineness.parts + fineness.above) / fineness.parts

const cellXml = (cell: Cell, at: string, format: string): string => {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') {
    const text = escaped(neutralized(cell).slice(0, maxCharacters))
    return `<c r="${at}"${format} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  return 'day' in cell
    ? `<c r="${at}" s="${formats.day}"><v>${serial(cell.day)}</v></c>`
    : `<c r="${at}" s="${formats.moment}"><v>${serialAbove(cell.moment)}</v></c>`
}

const rowXml = (cells: readonly Cell[], row: number, columns: readonly string[], format = ''): string =>
  `<row r="${row}">${cells.map((cell, index) => cellXml(cell, `${columns[index]}${row}`, format)).join('')}</row>`

interface Columns {
  readonly header: readonly string[]
  /** In characters. */
  readonly widths: readonly number[]
}

const columnsXml = (widths: readonly number[]): string =>
  `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`

/** The rows of a sheet, the rest of which stays in the iterator for the next one. */
async function* sheetXml(
  { header, widths }: Columns,
  rows: AsyncIterator<readonly (readonly Cell[])[]>,
  carried: { rows: readonly (readonly Cell[])[] },
): AsyncGenerator<string> {
  const columns = header.map((_, index) => letters(index))
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widths.length === 0 ? '' : columnsXml(widths)}<sheetData>${rowXml(header, 1, columns, ` s="${formats.header}"`)}`
  for (let count = 1; count < maxRows;) {
    if (carried.rows.length === 0) {
      const next = await rows.next()
      if (next.done) break
      carried.rows = next.value
    }
    const fitting = carried.rows.slice(0, maxRows - count)
    carried.rows = carried.rows.slice(fitting.length)
    if (fitting.length > 0)
      yield fitting.map((row, index) => rowXml(row, count + index + 1, columns)).join('')
    count += fitting.length
  }
  yield '</sheetData></worksheet>'
}

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`

const contentTypes = (sheets: readonly number[]) =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheets.map((sheet) => `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`

const workbook = (name: string, sheets: readonly number[]) =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets.map((sheet) => `<sheet name="${escaped(sheet === 1 ? name : `${name} ${sheet}`)}" sheetId="${sheet}" r:id="rId${sheet}"/>`).join('')}</sheets></workbook>`

const workbookRelationships = (sheets: readonly number[]) =>
  `${declaration}<Relationships xmlns="${packageRelationships}">${sheets.map((sheet) => `<Relationship Id="rId${sheet}" Type="${relationships}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`).join('')}<Relationship Id="rIdStyles" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`

const rootRelationships = `${declaration}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/**
 * A table as an XLSX file. What does not fit into one sheet goes on in the next one.
 * @param name of the sheet, at most 28 characters
 * @param count of all rows, without the header; fewer may come
 */
export function xlsxFile(
  columns: Columns,
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
  { name, count, at }: { name: string; count: number; at: Date },
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const rows = pages[Symbol.asyncIterator]()
  const carried = { rows: [] }
  const sheets = Array.from(
    { length: Math.max(1, Math.ceil(count / (maxRows - 1))) },
    (_, index) => index + 1,
  )
  const contents = sheets.map((sheet) => {
    const content = Readable.from(keepingLimits(sheetXml(columns, rows, carried)))
    content.on('error', (error) => output.destroy(error))
    zip.addReadStream(content, `xl/worksheets/sheet${sheet}.xml`, { mtime: at })
    return content
  })
  const parts = {
    'xl/styles.xml': styles,
    'xl/workbook.xml': workbook(name, sheets),
    'xl/_rels/workbook.xml.rels': workbookRelationships(sheets),
    '_rels/.rels': rootRelationships,
    '[Content_Types].xml': contentTypes(sheets),
  }
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path, { mtime: at })
  zip.end()
  output.once('close', () => {
    for (const content of contents) content.destroy()
    void rows.return?.()
  })
  return output
}
