/** Reads a list of source names from what an installation sends: JSON, or a CSV file (OPN-9). */
import { contract } from '../../src/contract'
import { invalidFields, type ApiError } from '../kit/errors'
import { fold } from '../kit/fold'
import { isStorable } from '../kit/input'
import { CsvFault, parseCsv } from './csv'

/** A list holds at most so many names. */
export const maxSourceNames = 5_000

/** A name as it was sent, and where: 'line 3', 'entry 3'. */
interface Sent {
  where: string
  value: unknown
}

/**
 * The names of a request body, each once whatever its case, in the order in which they were sent.
 * @param body the object of a JSON request, or the bytes of a CSV file in UTF-8 whose only column, or the one
 * with the heading `name`, holds the names.
 * @throws ApiError 400 naming the line or the entry that cannot be used.
 */
export function readSourceNames(body: unknown): string[] {
  const names = new Map<string, string>()
  for (const sent of Buffer.isBuffer(body) ? fromCsv(body) : fromJson(body)) {
    const name = readName(sent)
    const key = fold(name)
    if (name !== '' && !names.has(key)) names.set(key, name)
    if (names.size > maxSourceNames) throw refused(`At most ${maxSourceNames} names.`)
  }
  if (names.size === 0) throw refused('Send at least one name.')
  return [...names.values()]
}

const refused = (why: string): ApiError => invalidFields({ names: why })

function fromJson(body: unknown): Sent[] {
  const names = typeof body === 'object' && body !== null && 'names' in body ? body.names : undefined
  if (!Array.isArray(names)) throw refused('Send a list of names.')
  return names.map((value: unknown, index) => ({ where: `entry ${index + 1}`, value }))
}

function fromCsv(bytes: Buffer): Sent[] {
  const records = readRecords(decode(bytes))
  const heading = (records[0]?.cells ?? []).map((cell) => fold(cell.trim()))
  const hasHeading = heading.includes('name')
  const column = hasHeading ? heading.indexOf('name') : 0
  const width = hasHeading ? heading.length : 1
  return records.slice(hasHeading ? 1 : 0).map(({ line, cells }) => {
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      throw refused(`line ${line}: Too many values; a name with a comma has to stand in quotes.`)
    return { where: `line ${line}`, value: cells[column] ?? '' }
  })
}

function decode(bytes: Buffer): string {
  try {
    // Leaves out a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('Send the file in UTF-8.')
  }
}

function readRecords(text: string) {
  try {
    return parseCsv(text)
  } catch (error) {
    if (error instanceof CsvFault) throw refused(`line ${error.line}: ${error.message}`)
    throw error
  }
}

/** A name in one line; empty where there is none. */
function readName({ where, value }: Sent): string {
  const { max } = contract.sourceNames.fields.name
  if (typeof value !== 'string') throw refused(`${where}: Enter text.`)
  if (!isStorable(value)) throw refused(`${where}: Contains characters that cannot be stored.`)
  const name = value.replaceAll(/\s+/g, ' ').trim()
  if (name.length > max) throw refused(`${where}: At most ${max} characters.`)
  return name
}
