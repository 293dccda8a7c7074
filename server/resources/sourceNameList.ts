/** Parses a list of source names: JSON, or a CSV file (OPN-9). */
import { contract } from '../../src/contract'
import { invalidFields, type ApiError } from '../kit/errors'
import { fold } from '../kit/fold'
import { textProblem, tidyText } from '../../src/contract/textRules'
import { readNameTable, UnreadableTable } from './nameTable'

/** Names in a list at most. */
export const maxSourceNames = 5_000

/** A name as sent, and its position: 'line 3', 'entry 3'. */
interface Sent {
  where: string
  value: unknown
}

/**
 * The names of a request body, each once regardless of case, in their order, and remarks about the file.
 * @param body the object of a JSON request, or the bytes of a CSV file.
 * @throws ApiError 400 naming the line or the entry that cannot be used.
 */
export async function readSourceNames(body: unknown): Promise<{ names: string[]; notes: string[] }> {
  const names = new Map<string, string>()
  const { sent: all, notes } = Buffer.isBuffer(body)
    ? await fromCsv(body)
    : { sent: fromJson(body), notes: [] }
  for (const sent of all) {
    const name = readName(sent)
    const key = fold(name)
    if (name !== '' && !names.has(key)) names.set(key, name)
    if (names.size > maxSourceNames) throw refused(`At most ${maxSourceNames} names.`)
  }
  if (names.size === 0) throw refused('Send at least one name.')
  return { names: [...names.values()], notes }
}

const refused = (why: string): ApiError => invalidFields({ names: why })

function fromJson(body: unknown): Sent[] {
  const names = typeof body === 'object' && body !== null && 'names' in body ? body.names : undefined
  if (!Array.isArray(names)) throw refused('Send a list of names.')
  return names.map((value: unknown, index) => ({ where: `entry ${index + 1}`, value }))
}

async function fromCsv(bytes: Buffer): Promise<{ sent: Sent[]; notes: string[] }> {
  try {
    const { names, notes } = await readNameTable(bytes)
    return { sent: names.map(({ line, value }) => ({ where: `line ${line}`, value })), notes }
  } catch (error) {
    if (error instanceof UnreadableTable) throw refused(error.message)
    throw error
  }
}

/** A name in one line; empty where there is none. */
function readName({ where, value }: Sent): string {
  const { max } = contract.sourceNames.fields.name
  if (typeof value !== 'string') throw refused(`${where}: Enter text.`)
  const name = tidyText(value.replaceAll(/\s+/g, ' '))
  const problem = textProblem(name)
  if (problem !== null) throw refused(`${where}: ${problem}`)
  if (name.length > max) throw refused(`${where}: At most ${max} characters.`)
  return name
}
