/** Reads records as the contract shows them: related ids, or related records where they are expanded. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isKeptAsJson, type Field, type Resource } from '../../../src/contract/kit'
import type { Tables } from '../../db/tables'
import { chunks } from '../chunks'
import { anyTable } from '../context'
import { invalidParameter } from '../errors'
import { narrowed, type Narrowing } from './narrow'
import type { ExpandTree } from './query'
import { hidesRows, resourceOf } from '../registry'
import { columnsOf, relationsOf, targetNameOf, type ServerResource } from '../resource'

export type ApiRecord = Record<string, unknown>

/** Rows are read this many at a time; in between, others get their turn. */
const rowsAtOnce = 1_000
/** How heavy one record of an answer may become by what it nests. */
const maxWeight = 100_000
/** So many ids take about as much room in an answer as a record. */
const idsPerRecord = 100
const weights = new WeakMap<object, number>()

/**
 * How much of an answer a record makes up, in records: itself and whatever it nests, counted as often as it stands
 * there. In memory each of them is there once.
 */
export const weightOf = (record: object): number => weights.get(record) ?? 1

/**
 * Loads records by id, in the order of the ids; an id without a record is left out. Whatever the number of
 * ids, up to a thousand it costs one statement, one for each relation to many, and one for each expanded relation.
 * @throws ApiError 400 where relations multiply until one record nests more than an answer can carry (TRUST-23).
 *
 * Fields of kind `link` hold where their content lies in the file store; links.ts turns that into addresses.
 */
export async function loadRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  expand: ExpandTree = {},
  narrowing: Narrowing = {},
): Promise<ApiRecord[]> {
  const byId = new Map<unknown, ApiRecord>()
  const { idField } = resource.contract
  const columns = columnsOf(resource.contract).map(([name]) => name)
  const contents = Object.entries(resource.contents).map(([field, column]) => `${column} as ${field}`)
  const toRecord = reader(resource.contract)
  for (const some of chunks(ids, rowsAtOnce)) {
    if (byId.size > 0) await breathe()
    const rows = await anyTable(db)
      .selectFrom(resource.table)
      .select([...columns, ...contents])
      .where(idField, 'in', some)
      .execute()
    for (const row of rows) byId.set(row[idField], toRecord(row))
  }
  const records = ids.map((id) => byId.get(id)).filter((record) => record !== undefined)
  for (const [name] of relationsOf(resource.contract))
    await relate(db, resource, name, records, expand[name], narrowing)
  return records
}

/** How the rows of a resource become records: JSON text becomes values again, and aliases stand beside their fields. */
function reader({ fields }: Resource): (row: ApiRecord) => ApiRecord {
  const entries = Object.entries<Field>(fields)
  const json = entries.filter(([, field]) => isKeptAsJson(field)).map(([name]) => name)
  const aliases = entries.flatMap(([name, { alias }]) =>
    alias === undefined ? [] : [[name, alias] as const],
  )
  return (row) => {
    for (const name of json) if (row[name] !== null) row[name] = JSON.parse(row[name] as string)
    for (const [name, alias] of aliases) row[alias] = row[name]
    return row
  }
}

async function relate(
  db: Kysely<Tables>,
  resource: ServerResource,
  name: string,
  records: ApiRecord[],
  expand: ExpandTree | undefined,
  narrowing: Narrowing,
): Promise<void> {
  const target = resourceOf(targetNameOf(resource, name))
  if (resource.contract.fields[name]?.kind === 'many')
    await nameTargets(db, resource, name, target, records, narrowing)
  if (!expand) {
    for (const record of records) weigh(record, [record[name]].flat().length / idsPerRecord)
    return
  }
  const wanted = new Set(
    records.flatMap((record) => record[name] as number | number[] | null).filter((id) => id !== null),
  )
  const related = new Map<unknown, ApiRecord>()
  for (const record of await loadRecords(db, target, [...wanted], expand, narrowing))
    related.set(record[target.contract.idField], record)
  for (const record of records) {
    const value = record[name]
    record[name] = Array.isArray(value)
      ? value.flatMap((id) => related.get(id) ?? [])
      : (related.get(value) ?? null)
    const nested = [record[name]].flat().filter((other): other is ApiRecord => other !== null)
    weigh(
      record,
      nested.reduce((sum, other) => sum + weightOf(other), 0),
    )
    if (weightOf(record) > maxWeight)
      throw invalidParameter('expand', `One record nests more than ${maxWeight} others. Expand less.`)
  }
}

const weigh = (record: ApiRecord, more: number): void => void weights.set(record, weightOf(record) + more)

/** Gives each record the ids of its targets; what waits in the trash is not named. */
async function nameTargets(
  db: Kysely<Tables>,
  resource: ServerResource,
  name: string,
  target: ServerResource,
  records: ApiRecord[],
  narrowing: Narrowing,
): Promise<void> {
  const link = resource.links[name]
  if (!link) throw new Error(`${resource.contract.name}.${name} has no link table.`)
  const targets = new Map<unknown, unknown[]>()
  for (const record of records) targets.set(record[resource.contract.idField], [])
  // What a relation itself asks of its links stands, such as that current organizations are active ones.
  const wanted = Object.entries({ ...narrowed(narrowing, link.table), ...link.where })
  for (const some of chunks([...targets.keys()])) {
    let query = anyTable(db)
      .selectFrom(`${link.table} as link`)
      .select([`link.${link.own} as owner`, `link.${link.target} as target`])
      .where(`link.${link.own}`, 'in', some)
    // Targets that come back from the trash may meet others at their place.
    const order = link.sort ?? (link.order === undefined ? [link.target] : [link.order, link.target])
    for (const column of order) query = query.orderBy(`link.${column}`)
    for (const [column, value] of wanted) query = query.where(`link.${column}`, '=', value)
    if (hidesRows(link.table)) query = query.where('link.deleted_at', 'is', null)
    if (target.hides && target.table !== link.table)
      query = query
        .innerJoin(`${target.table} as related`, `related.${target.contract.idField}`, `link.${link.target}`)
        .where('related.deleted_at', 'is', null)
    for (const row of await query.execute()) targets.get(row['owner'])?.push(row['target'])
  }
  for (const record of records) record[name] = targets.get(record[resource.contract.idField]) ?? []
}

/** Whether a record is there, not in the trash, and not somebody else's alone. */
export async function isAlive(
  db: Kysely<Tables>,
  resource: ServerResource,
  id: number,
  reader: number | null,
): Promise<boolean> {
  const { idField } = resource.contract
  let query = anyTable(db).selectFrom(resource.table).select(idField).where(idField, '=', id)
  if (resource.hides) query = query.where('deleted_at', 'is', null)
  if (resource.owner !== null) query = query.where(resource.owner, '=', reader)
  return (await query.executeTakeFirst()) !== undefined
}
