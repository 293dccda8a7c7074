/** Workbooks as programs write them, cell by cell: with what spreadsheets themselves would not write, too. */
import { strToU8, zipSync } from 'fflate'

/** A text, a number, or a cell by its type, its content and the place of its format among those of the workbook. */
type Cell = string | number | { readonly type?: string; readonly xml: string; readonly format?: number }

interface Rules {
  /** How the workbook says that its days are counted from 1904; null: it does not. */
  readonly date1904?: string
  /** The formats of its cells; null: it has none, nor a part for them. */
  readonly formats?: readonly string[] | null
  /** Sheets before that of the rows, by how they are shown: 'visible', 'hidden'. */
  readonly before?: readonly { readonly state: string; readonly rows: Rows }[]
  /** Whether rows and cells do not say where they are. */
  readonly isUnplaced?: boolean
}

type Rows = readonly (readonly Cell[])[]

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function cellXml(cell: Cell, at: string): string {
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`
  const { type: of, xml, format } = cell
  return `<c r="${at}"${format === undefined ? '' : ` s="${format}"`}${of ? ` t="${of}"` : ''}>${xml}</c>`
}

const stylesXml = (formats: readonly string[]) =>
  `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
    .map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${format}"/>`)
    .join('')}</numFmts><cellXfs count="${formats.length}">${formats
    .map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`)
    .join('')}</cellXfs></styleSheet>`

function sheetXml(rows: Rows): string {
  const data = rows.map((row, index) => {
    const cells = row.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${index + 1}`))
    return `<row r="${index + 1}">${cells.join('')}</row>`
  })
  return `${head}<worksheet xmlns="${main}"><sheetData>${data.join('')}</sheetData></worksheet>`
}

/** A workbook with one sheet, unless there are others before it. */
export function workbook(
  rows: Rows,
  { date1904, formats = ['General'], before = [], isUnplaced = false }: Rules = {},
): Buffer {
  const sheets = [...before, { state: 'visible', rows }].map((sheet, index) => ({
    ...{ id: index + 1, state: sheet.state },
    xml: isUnplaced ? sheetXml(sheet.rows).replaceAll(/ r="[A-Z]*\d+"/g, '') : sheetXml(sheet.rows),
  }))
  const ofSheets = (xml: (sheet: (typeof sheets)[number]) => string) => sheets.map(xml).join('')
  const properties = date1904 === undefined ? '' : `<workbookPr date1904="${date1904}"/>`
  const ifFormats = (xml: string) => (formats === null ? '' : xml)
  const parts = {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${ofSheets(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${type}.worksheet+xml"/>`)}${ifFormats(`<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>`)}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}">${properties}<sheets>${ofSheets(({ id, state }) => `<sheet name="A${id}" sheetId="${id}" state="${state}" r:id="rId${id}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${ofSheets(({ id }) => `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`)}${ifFormats(`<Relationship Id="rIdStyles" Type="${relations}/styles" Target="styles.xml"/>`)}</Relationships>`,
    ...(formats !== null && { 'xl/styles.xml': stylesXml(formats) }),
    ...Object.fromEntries(sheets.map(({ id, xml }) => [`xl/worksheets/sheet${id}.xml`, xml])),
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  )
}
