/** Which column of a file holds what: as said, as it was last, or by the headers (GAS-7). */
import {
  importKinds,
  type ImportKind,
  type ImportName,
  type ImportOptions,
  noImportOptions,
} from '../../../src/contract/imports'
import type { Write } from '../../kit/context'
import { fold } from '../../kit/fold'
import type { Mapping } from './way'

type Db = Write['db']

const columnsOf = (name: ImportName): ImportKind['columns'] => importKinds[name].columns

/** A header as it is compared: words in lower case. */
const headerKey = (header: string): string =>
  fold(header)
    .replaceAll(/[_\s]+/g, ' ')
    .trim()

/** The columns of a file by the names of its headers. */
export function bySynonyms(name: ImportName, headers: readonly string[]): Mapping {
  const keys = headers.map(headerKey)
  const taken = new Set<number>()
  const mapping: Mapping = {}
  for (const [column, { synonyms }] of Object.entries(columnsOf(name))) {
    const found = synonyms.map((synonym) => keys.indexOf(synonym)).find((at) => at >= 0 && !taken.has(at))
    if (found === undefined) continue
    taken.add(found)
    mapping[column] = found
  }
  return mapping
}

/** The mapping last used for the target, where its columns had the same headers. */
export async function lastUsed(
  db: Db,
  name: ImportName,
  target: number | null,
  headers: readonly string[],
): Promise<Mapping | null> {
  const last = await db
    .selectFrom('imports')
    .select(['headers', 'mapping'])
    .where('kind', '=', name)
    .where('target', target === null ? 'is' : '=', target)
    .where('committed_at', 'is not', null)
    .orderBy('import_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.headers === JSON.stringify(headers) ? (JSON.parse(last.mapping) as Mapping) : null
}

/** Why no row of a file can be read, where a column is lacking. */
export function lackingColumn(name: ImportName, mapping: Mapping): string | null {
  const lacking = Object.entries(columnsOf(name)).find(
    ([column, { isOptional }]) => !isOptional && mapping[column] === undefined,
  )
  return lacking ? `No column holds the ${lacking[0].replaceAll('_', ' ')}.` : null
}

/** How a file is read beside its mapping, as it was said. */
export const optionsOf = ({ options }: { options: string }): ImportOptions => ({
  ...noImportOptions,
  ...(JSON.parse(options) as Partial<ImportOptions>),
})

/** The options of a file of which nothing is said: what the target's files have in common, as it was last (USE-3). */
export async function lastOptions(db: Db, name: ImportName, target: number | null): Promise<ImportOptions> {
  const last = await db
    .selectFrom('imports')
    .select('options')
    .where('kind', '=', name)
    .where('target', target === null ? 'is' : '=', target)
    .where('committed_at', 'is not', null)
    .orderBy('import_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { last_day_inclusive } = last ? optionsOf(last) : noImportOptions
  return { ...noImportOptions, last_day_inclusive }
}
