/** Reads the cells of a file of records, by the kinds of their fields (IMP-1). */
import type { Field } from '../../../../src/contract/fields'
import { completedText } from '../../../../src/contract/completedText'
import { headerKey } from '../../../../src/contract/importHeaders'
import { rulesOf, type ImportedField, type RecordImport } from '../../../../src/contract/recordImports'
import { readDay, readNumber, readYesNo, RefusedCell } from '../cells'
import { readDayOrMoment } from './zonedMoments'

/** Characters of a cell with names that are read. */
export const maxNames = 2_000

/** Texts between commas that one name may consist of, where a cell has several names. */
const maxPieces = 6

const partsOf = (cell: string, between: RegExp): string[] => [
  ...new Set(
    cell
      .split(between)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** The parts of a cell with several names; commas may also be within a name. */
const namedParts = (cell: string): string[] => partsOf(cell, /[;|\n]/)

/** The texts between the commas of a text, and how those from one to another stand there together. */
function piecesOf(text: string): { count: number; joined: (from: number, to: number) => string } {
  const pieces = [...text.matchAll(/[^,]+/g)].filter(([piece]) => piece.trim() !== '')
  const ends = pieces.map((match) => match.index + match[0].length)
  return {
    count: pieces.length,
    joined: (from, to) => text.slice(pieces[from]?.index, ends[to - 1]).trim(),
  }
}

/** All that a cell with names may name: as a whole, between separators, and pieces between commas together. */
export const namesIn = (cell: string): string[] => [
  cell.trim(),
  ...namedParts(cell).flatMap((part) => {
    const { count, joined } = piecesOf(part)
    const all = [part]
    for (let from = 0; from < count; from++)
      for (let to = from + 1; to <= Math.min(count, from + maxPieces); to++) all.push(joined(from, to))
    return all
  }),
]

/**
 * The names in a cell: one, else those between separators, each one or several with commas between them, as exports write
 * them. Names may hold commas themselves.
 * @throws RefusedCell where it can be read in two ways.
 */
export const namesAmong = (cell: string, isKnown: (name: string) => boolean): string[] =>
  isKnown(cell.trim())
    ? [cell.trim()]
    : [...new Set(namedParts(cell).flatMap((part) => namesBetweenCommas(part, isKnown)))]

/** The known names of which a text consists; else what of it is not known. */
function namesBetweenCommas(text: string, isKnown: (name: string) => boolean): string[] {
  if (isKnown(text)) return [text]
  const { count, joined } = piecesOf(text)
  /** For each number of pieces at the beginning up to two ways to read them as names. */
  const ways: string[][][] = [[[]]]
  for (let to = 1; to <= count; to++) {
    const found: string[][] = []
    for (let from = Math.max(0, to - maxPieces); from < to; from++) {
      const name = joined(from, to)
      if (isKnown(name)) found.push(...(ways[from] ?? []).map((way) => [...way, name]))
    }
    ways.push(found.slice(0, 2))
  }
  const [only, other] = ways[count] ?? []
  if (other) throw new RefusedCell('Its commas can be read in two ways: write ; between the names.')
  if (only) return only
  const read = ways.findLastIndex((all) => all.length > 0)
  return [read === 0 ? text : joined(read, read + 1)]
}

type Option = string | number | boolean
type Words = Readonly<Record<string, readonly string[]>>

/** The option that a cell says, by its own name or other words for it; undefined: none. */
function optionSaid<T extends Option>(cell: string, options: readonly T[], words: Words): T | undefined {
  const said = headerKey(cell).replace(/\.$/, '')
  return options.find((option) => {
    const name = String(option)
    return headerKey(name) === said || (words[name] ?? []).includes(said)
  })
}

const noneOf = (cell: string, known: readonly unknown[]) =>
  new RefusedCell(`'${cell.slice(0, 40)}' is none of ${known.join(', ')}.`)

function readOption(cell: string, options: readonly Option[], words: Words = {}): Option {
  const found = optionSaid(cell, options, words)
  if (found === undefined) throw noneOf(cell, options)
  return found
}

/** One of two by the words for them, else as yes or no. */
function readEither(cell: string, words: Words): boolean {
  const found = optionSaid(cell, [true, false], words)
  if (found !== undefined) return found
  try {
    return readYesNo(cell)
  } catch (error) {
    if (!(error instanceof RefusedCell)) throw error
    throw noneOf(cell, [...(words['true'] ?? []), ...(words['false'] ?? [])])
  }
}

const isLines = (field: Field) => field.kind === 'text' && field.shape === 'lines'

/** A text as its form completes it, so that rows that write one number in two ways say the same. */
function keptText(field: Field, text: string): string {
  if (field.kind !== 'text' || !field.format || text.length > field.max) return text
  return completedText(field.format, text)
}

/**
 * The value of a cell as the body of a request has it. Relations are read by their names instead.
 * @param timeZone of times that do not say it
 * @throws RefusedCell with the reason for people.
 */
export function readCell(
  name: RecordImport,
  { name: column, field }: ImportedField,
  cell: string,
  timeZone: string,
): unknown {
  const words = rulesOf(name).words[column]
  const options = 'options' in field ? field.options : undefined
  switch (field.kind) {
    case 'number':
    case 'integer':
      return readNumber(cell)
    case 'boolean':
      return words ? readEither(cell, words) : readYesNo(cell)
    case 'choice':
      return readOption(cell, field.options, words)
    case 'list': {
      const parts = partsOf(cell, /[,;|\n]/)
      return options ? parts.map((part) => readOption(part, options, words)) : parts
    }
    case 'date':
      return readDay(cell)
    case 'dayOrMoment':
      return readDayOrMoment(cell, timeZone)
    case 'timestamp':
      // Screens show its day in UTC.
      return readDayOrMoment(cell, 'UTC')
    default:
      return isLines(field) ? cell : keptText(field, cell.replaceAll(/\s+/g, ' '))
  }
}
