/** The names of records, as exports and results show them. */
import type { Kysely } from 'kysely'
import { nameOf, type Row } from '../../../src/contract'
import type { TimelineRecord } from '../../../src/contract/history'
import type { Tables } from '../../db/tables'
import type { ServerResource } from '../resource'
import type { ExpandTree } from './query'
import { loadRecords, type ApiRecord } from './records'

/** The relations that hold parts of a resource's names. */
export function namingRelations({ fullName }: ServerResource): ExpandTree {
  const tree: ExpandTree = {}
  for (const path of (fullName ?? []).flat()) {
    let branch = tree
    for (const step of path.split('.').slice(0, -1)) branch = branch[step] ??= {}
  }
  return tree
}

/** The text at a path of a record whose relations on the way are expanded. */
const textAt = (record: ApiRecord, path: string): string => {
  let value: unknown = record
  for (const step of path.split('.')) value = (value as ApiRecord | null | undefined)?.[step]
  return typeof value === 'string' ? value : ''
}

/** A record's name, its relations expanded; the number of one that is not shown. */
export function recordName({ name, fullName }: ServerResource, record: unknown): string {
  if (typeof record !== 'object' || record === null) return `#${String(record)}`
  const parts = fullName?.map((paths) => paths.map((path) => textAt(record as ApiRecord, path)))
  const text = parts
    ?.map((texts) => texts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(', ')
  return text || nameOf(name, record as unknown as Row<typeof name>)
}

/** Whether a record is there, as timelines tell it. */
export const stateOf = (record: ApiRecord | undefined): TimelineRecord['state'] =>
  record === undefined ? 'gone' : (record['deleted_at'] ?? null) === null ? 'present' : 'trash'

/** The names of records by their ids, also of those in the trash; none of those that are gone. */
export async function namesOf(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const records = await loadRecords(db, resource, ids, namingRelations(resource))
  return new Map(
    records.map((record) => [record[resource.contract.idField] as number, recordName(resource, record)]),
  )
}
