/** Reads the cells of a file of records, by the kinds of their fields (IMP-1). */
import type { Field } from '../../../../src/contract/fields'
import { formats, type FormatRule } from '../../../../src/contract/formats'
import { headerKey } from '../../../../src/contract/importHeaders'
import { rulesOf, type ImportedField, type RecordImport } from '../../../../src/contract/recordImports'
import { readDay, readNumber, readYesNo, RefusedCell } from '../cells'

/** Between the parts of a cell with several. */
const separators = /[;|\n]/

/** Characters of a cell with names that are read. */
export const maxNames = 2_000

const partsOf = (cell: string, between: RegExp): string[] => [
  ...new Set(
    cell
      .split(between)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** The readings of a cell with names: one that holds separators, several, then also with commas between them. */
export const namesIn = (cell: string): string[][] => [
  [cell.trim()],
  partsOf(cell, separators),
  partsOf(cell, /[,;|\n]/),
]

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

/** A day, else as it stands: the rules of the field tell whether it is a moment. */
function readDayOrMoment(cell: string): string {
  // A time of day does not go lost.
  if (/^\d{4}-\d\d-\d\dT(?!00:00)/.test(cell)) return cell
  try {
    return readDay(cell)
  } catch (error) {
    if (error instanceof RefusedCell && cell.includes(':')) return cell
    throw error
  }
}

const isLines = (field: Field) => field.kind === 'text' && field.shape === 'lines'

/** A text as it is stored, so that rows that write one number in two ways say the same. */
function keptText(field: Field, text: string): string {
  if (field.kind !== 'text' || !field.format || text.length > field.max) return text
  const rule: FormatRule = formats[field.format]
  return rule.kept?.(text) ?? text
}

/**
 * The value of a cell as the body of a request has it. Relations are read by their names instead.
 * @throws RefusedCell with the reason for people.
 */
export function readCell(name: RecordImport, { name: column, field }: ImportedField, cell: string): unknown {
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
    case 'timestamp':
      return readDayOrMoment(cell)
    default:
      return isLines(field) ? cell : keptText(field, cell.replaceAll(/\s+/g, ' '))
  }
}
