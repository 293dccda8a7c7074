import { contract, targetOf, type ResourceName } from '../contract'
import { isRelation, type Field } from '../contract/fields'
import type { AnyRow, Rows } from './entities'
import { nameOnlyRow } from './nameOnly'

/** A normalized answer: its nested records as flat rows. */
export interface Normalized {
  /** The ids of the answered records, in order. */
  ids: number[]
  /** Every record in the answer at any depth, relations as ids. */
  rows: Rows
}

/** An answer that does not match the contract. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
}

const isRecord = (value: unknown): value is AnyRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Flattens nested records into rows, following the relations that the contract declares. Fields that the contract does
 * not name are dropped.
 *
 * @throws UnreadableAnswer where a record is not an object or has no id.
 */
export const normalize = (resource: ResourceName, records: readonly unknown[]): Normalized => {
  const tables: Partial<Record<ResourceName, Record<number, AnyRow>>> = {}

  const idOfRelated = (target: ResourceName, value: unknown) =>
    isRecord(value) ? addRecord(target, value) : value

  const flatten = (field: Field, value: unknown) => {
    if (!isRelation(field)) return value
    const target = targetOf(field)
    return Array.isArray(value) ? value.map((item) => idOfRelated(target, item)) : idOfRelated(target, value)
  }

  const addRecord = (name: ResourceName, record: unknown): number => {
    const { fields, idField } = contract[name]
    const id = isRecord(record) ? record[idField] : undefined
    if (!isRecord(record) || typeof id !== 'number') {
      throw new UnreadableAnswer(`An answer holds a record of ${name} without its ${idField}.`)
    }
    const told = nameOnlyRow(name, record) ?? record
    const row: Record<string, unknown> = {}
    for (const [key, field] of Object.entries<Field>(fields)) {
      if (told[key] !== undefined) row[key] = flatten(field, told[key])
    }
    const table = (tables[name] ??= {})
    table[id] = { ...table[id], ...row }
    return id
  }

  return { ids: records.map((record) => addRecord(resource, record)), rows: tables }
}
