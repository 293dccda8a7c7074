/** Finds the records that cells name (IMP-3). */
import { sql, type SqlBool } from 'kysely'
import { targetOf, type ResourceName } from '../../../../src/contract'
import { isRelation, type Field } from '../../../../src/contract/fields'
import { chunks } from '../../../kit/chunks'
import { anyTable, type Write } from '../../../kit/context'
import { resourceOf } from '../../../kit/registry'
import { keyOfText } from '../../../kit/write/derive'
import { RefusedCell } from '../cells'
import { closestNamed, severalCalled } from '../closestNamed'
import { maxNames, namesAmong, namesIn } from './cells'

/** Names that one statement looks for. */
const namesAtOnce = 500

type Db = Write['db']

/** A second name of some records. */
const shortNames: Partial<Record<ResourceName, string>> = { states: 'acronym' }

/** Texts that hold the name of a record of another resource, and the column of it that they are stored as. */
const textsOfRecords: Readonly<Record<string, { of: ResourceName; as: string }>> = {
  'organizations.state': { of: 'states', as: 'acronym' },
}

/** What a column names; null for one that holds values. */
export function namedBy(
  resource: string,
  name: string,
  field: Field,
): { of: ResourceName; as: string | null } | null {
  if (isRelation(field)) return { of: targetOf(field), as: null }
  return textsOfRecords[`${resource}.${name}`] ?? null
}

/** A record that a cell names. */
export interface NamedRecord {
  id: number
  name: string
  /** Of a record with a second name. */
  short: string | null
}

export type Names = ReadonlyMap<ResourceName, ReadonlyMap<string, readonly NamedRecord[]>>

const nameKey = (name: string): string => keyOfText(name.trim())
const namesOf = ({ name, short }: NamedRecord) => (short === null ? [name] : [name, short])

/** The records with the names in some cells, of which there are a few, by resource and folded name. */
export async function recordsNamed(
  db: Db,
  cells: readonly { of: ResourceName; cell: string }[],
): Promise<Names> {
  const wanted = new Map<ResourceName, Set<string>>()
  for (const { of, cell } of cells) {
    const keys = wanted.get(of) ?? new Set()
    // A longer one is refused.
    if (cell.length <= maxNames) for (const name of namesIn(cell)) keys.add(nameKey(name))
    wanted.set(of, keys)
  }
  const found = new Map<ResourceName, Map<string, NamedRecord[]>>()
  for (const [of, keys] of wanted) {
    const { contract, table, softDeletes } = resourceOf(of)
    const { idField, nameField = idField } = contract
    const short = shortNames[of] ?? idField
    const key = `${nameField}_key`
    const read = async (some: readonly string[]) => {
      const isNamed = sql<SqlBool>`${sql.ref(key)} in (${sql.join(some)})`
      const isShort = sql<SqlBool>`${sql.ref(short)} in (${sql.join(some.map((name) => name.toUpperCase()))})`
      let query = anyTable(db)
        .selectFrom(table)
        .select([`${idField} as id`, `${nameField} as name`, `${key} as key`, `${short} as short`])
        .where(short === idField ? isNamed : sql<SqlBool>`(${isNamed} or ${isShort})`)
        .orderBy(idField)
      if (softDeletes) query = query.where('deleted_at', 'is', null)
      return query.execute()
    }
    const rows = new Map<unknown, Awaited<ReturnType<typeof read>>[number]>()
    for (const some of chunks([...keys], namesAtOnce))
      for (const row of await read(some)) rows.set(row['id'], row)
    const byKey = new Map<string, NamedRecord[]>()
    for (const row of rows.values()) {
      const record = {
        id: row['id'] as number,
        name: String(row['name']),
        short: short === idField ? null : String(row['short']),
      }
      const names = [String(row['key']), ...(record.short === null ? [] : [nameKey(record.short)])]
      for (const name of names) byKey.set(name, [...(byKey.get(name) ?? []), record])
    }
    found.set(of, byKey)
  }
  return found
}

/**
 * The records that a cell names.
 * @throws RefusedCell for a name that means nothing, or several records.
 */
export function namedIn(names: Names, of: ResourceName, cell: string, isOne: boolean): NamedRecord[] {
  if (cell.length > maxNames) throw new RefusedCell(`At most ${maxNames} characters of names.`)
  const known = (name: string) => names.get(of)?.get(nameKey(name)) ?? []
  const reading = isOne ? [cell.trim()] : namesAmong(cell, (name) => known(name).length > 0)
  const title = resourceOf(of).contract.title.toLowerCase()
  return reading.map((name) => {
    const { records, but } = closestNamed(known(name), namesOf, name)
    const [record, ...others] = records
    const said = name.slice(0, 100)
    if (!record) throw new RefusedCell(`No ${title} is called ${said}.`)
    if (others.length > 0) throw severalCalled(records.length, 'records', said, but)
    return record
  })
}
