import { isMonth } from './monthLabels'
import { readCell, Refused } from './quantities'

/** Rows of cells, all of equal length. */
export type Grid = string[][]

/** A dash that stands alone separates, as Word makes it of a hyphen; a minus stands directly before its digits. */
const dash = '[-\u2010-\u2015\u2212]'
const leadingDash = new RegExp(`^\\s*${dash}\\s+(?=\\S)`)

const tidy = (cell: string) =>
  cell
    .replace(leadingDash, '')
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .replace(/\s+/g, ' ')
    .trim()

/** Splits a line at separators outside quotation marks. */
const partsOf = (line: string, separator: string): string[] => {
  const parts = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    if (character === separator && !isQuoted) parts.push('')
    else parts.push((parts.pop() ?? '') + character)
  }
  return parts
}

const isNumber = (text: string) => ['quantity', 'foreign'].includes(readCell(text).kind)

const refuseList = (): never => {
  throw new Refused(
    'This is one number or several. Paste them from cells, or put a comma and a space between them.',
  )
}

/** Groups like thousands in pairs: '1,100,1,200' is two numbers or four. */
const isThousandsInPairs = (groups: readonly string[]) =>
  groups.length % 2 === 0 &&
  groups.every((group, index) => (index % 2 === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group))

/** '100 200 300' and '100,200,300' are one number or three; '1,200', '1 200' and '1,100,200' are one. */
const isNumberOrList = (text: string) => {
  const spaced = text.split(/\s+/)
  if (spaced.length > 1) return spaced.every((group) => /^\d{3}$/.test(group))
  const groups = text.split(',')
  return groups.length > 2 && groups.every((group) => /^\d{3}$/.test(group))
}

/** The members of a one-line list separated by commas or spaces. */
const listed = (line: string): string[] => {
  const text = line.replace(/(\d)\s+(?=[a-z]+\b\.?(?:[\s,]|$))/gi, '$1')
  if (/,\s/.test(text)) return text.split(/,\s+/)
  const groups = text.split(/\s/.test(text) ? /\s+/ : ',')
  // '0,05' is one number, though not an accepted one.
  if (groups.length < 3 && !/\s/.test(text)) return [line]
  return isThousandsInPairs(groups) ? refuseList() : groups
}

const separators = new RegExp(`\\s*[:;=,|]\\s*(?:${dash}\\s+)?|\\s+${dash}\\s+|\\s+`, 'g')

/** 'January 1,100', 'Jan: 1,100', '1/2027, 1,100 th': a month and its volume. */
const labelled = (line: string): string[] | null => {
  if (isMonth(line.trim())) return null
  for (const match of line.matchAll(separators)) {
    const [separator] = match
    const month = line.slice(0, match.index).trim()
    const volume = line.slice(match.index + separator.length).trim()
    // Text directly after a comma, or with spaces inside, may itself be two cells.
    const isOne = !(separator === ',' && volume.includes(',')) && !/\d\s+\d/.test(volume)
    if (isOne && isMonth(month) && isNumber(volume)) return [month, volume]
  }
  return null
}

/** 'Total 7,800', 'Usage 100'. */
const numbered = (line: string): string[] | null => {
  const [, text = '', number = ''] = /^(.*[a-z.)])[\s:;=,|]+([-$(]?\d.*)$/i.exec(line.trim()) ?? []
  return isNumber(number) ? [text, number] : null
}

/** Lines with commas between their cells, but none within cells. */
const separatedByCommas = (lines: readonly string[]): string[][] | null => {
  const rows = lines.map((line) => partsOf(line, ','))
  const isTable = rows.every((row) => row.length > 1 && row.length === rows[0]?.length)
  const isSpaced = lines.some((line) => /, /.test(line.replace(/"[^"]*"/g, '')))
  return isTable && !isSpaced && rows.some((row) => row.some((cell) => isMonth(tidy(cell)))) ? rows : null
}

const inOneLine = (line: string): string[][] => {
  if (isNumber(line)) return isNumberOrList(line) ? refuseList() : [[line]]
  if (isMonth(line)) return [[line]]
  const pair = labelled(line)
  return [pair ?? listed(line)]
}

const rowsOf = (lines: readonly string[]): string[][] => {
  for (const separator of ['\t', ';', '|'])
    if (lines.some((line) => line.includes(separator))) return lines.map((line) => partsOf(line, separator))
  if (lines.length === 1) return inOneLine(lines[0]?.trim() ?? '')
  const table = separatedByCommas(lines)
  if (table) return table
  const pairs = lines.map(labelled)
  if (pairs.some((pair) => pair !== null))
    return lines.map((line, index) => pairs[index] ?? numbered(line) ?? [line])
  return lines.map((line) => line.trim().split(/\s{2,}/))
}

/** Alternating months and numbers in one line of cells, as one pair per row. */
const paired = (cells: readonly string[]): string[][] | null => {
  const given = cells.filter((cell) => cell !== '')
  const alternates =
    given.length > 2 &&
    given.length % 2 === 0 &&
    given.every((cell, index) => (index % 2 === 0 ? isMonth(cell) : isNumber(cell)))
  if (!alternates) return null
  return given.flatMap((cell, index) => (index % 2 === 0 ? [[cell, given[index + 1] ?? '']] : []))
}

export const transposed = (grid: Grid): Grid =>
  (grid[0] ?? []).map((_cell, column) => grid.map((row) => row[column] ?? ''))

/** Drops empty columns. */
const withoutBlanks = (grid: Grid): Grid =>
  transposed(transposed(grid).filter((column) => column.some((cell) => cell !== '')))

/** The cells of a text, as copied from spreadsheets and tables, or of a one-line list. */
export const gridOf = (text: string): Grid => {
  const lines = text.replace(/^[\r\n]+|[\r\n]+$/g, '').split(/\r\n?|\n/)
  const rows = rowsOf(lines)
  const width = Math.max(...rows.map((row) => row.length))
  const grid = withoutBlanks(rows.map((row) => Array.from({ length: width }, (_, at) => tidy(row[at] ?? ''))))
  const [line] = grid.length === 1 ? grid : width === 1 ? transposed(grid) : []
  return (line && paired(line)) ?? grid
}
