/** Reads records as the contract shows them: related ids, or related records where they are expanded. */
import type { Kysely } from 'kysely'
import { targetOf } from '../../src/contract'
import type { RelationField } from '../../src/contract/kit'
import type { Tables } from '../db/tables'
import { resources } from '../resources'
import { anyTable } from './context'
import type { ExpandTree } from './query'
import { columnsOf, relationsOf, type ServerResource } from './resource'

export type ApiRecord = Record<string, unknown>

/** A statement names at most this many ids, below the limits of both databases. */
const maxIds = 5_000

/**
 * Loads records by id, in the order of the ids; an id without a record is left out. Whatever the number of
 * ids, it costs one statement, one for each relation to many, and one for each expanded relation.
 */
export async function loadRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  expand: ExpandTree = {},
): Promise<ApiRecord[]> {
  const byId = new Map<unknown, ApiRecord>()
  const { idField } = resource.contract
  const columns = columnsOf(resource.contract).map(([name]) => name)
  for (const some of chunks(ids)) {
    const rows = await anyTable(db)
      .selectFrom(resource.table)
      .select(columns)
      .where(idField, 'in', some)
      .execute()
    for (const row of rows) byId.set(row[idField], row)
  }
  const records = ids.map((id) => byId.get(id)).filter((record) => record !== undefined)
  for (const [name, field] of relationsOf(resource.contract))
    await relate(db, resource, name, field, records, expand[name])
  return records
}

async function relate(
  db: Kysely<Tables>,
  resource: ServerResource,
  name: string,
  field: RelationField,
  records: ApiRecord[],
  expand: ExpandTree | undefined,
): Promise<void> {
  const target = resources[targetOf(field)]
  if (field.kind === 'many') await nameTargets(db, resource, name, target, records)
  if (!expand) return
  const wanted = new Set(
    records.flatMap((record) => record[name] as number | number[] | null).filter((id) => id !== null),
  )
  const related = new Map<unknown, ApiRecord>()
  for (const record of await loadRecords(db, target, [...wanted], expand))
    related.set(record[target.contract.idField], record)
  for (const record of records) {
    const value = record[name]
    record[name] = Array.isArray(value)
      ? value.flatMap((id) => related.get(id) ?? [])
      : (related.get(value) ?? null)
  }
}

/** Gives each record the ids of its targets; what waits in the trash is not named. */
async function nameTargets(
  db: Kysely<Tables>,
  resource: ServerResource,
  name: string,
  target: ServerResource,
  records: ApiRecord[],
): Promise<void> {
  const link = resource.links[name]
  if (!link) throw new Error(`${resource.contract.name}.${name} has no link table.`)
  const { idField } = resource.contract
  const targets = new Map<unknown, unknown[]>()
  for (const record of records) targets.set(record[idField], [])
  for (const some of chunks([...targets.keys()])) {
    let query = anyTable(db)
      .selectFrom(`${link.table} as link`)
      .select([`link.${link.own} as owner`, `link.${link.target} as target`])
      .where(`link.${link.own}`, 'in', some)
      .orderBy(`link.${link.order ?? link.target}`)
    if (target.contract.trash)
      query = query
        .innerJoin(`${target.table} as related`, `related.${target.contract.idField}`, `link.${link.target}`)
        .where('related.deleted_at', 'is', null)
    for (const row of await query.execute()) targets.get(row['owner'])?.push(row['target'])
  }
  for (const record of records) record[name] = targets.get(record[idField]) ?? []
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += maxIds) yield items.slice(start, start + maxIds)
}

/** Whether a record is there and not in the trash. */
export async function isAlive(db: Kysely<Tables>, resource: ServerResource, id: number): Promise<boolean> {
  const { idField, trash } = resource.contract
  let query = anyTable(db).selectFrom(resource.table).select(idField).where(idField, '=', id)
  if (trash) query = query.where('deleted_at', 'is', null)
  return (await query.executeTakeFirst()) !== undefined
}
