/** How much an answer takes to make, told from what is asked. */
import { contract, targetOf } from '../../../src/contract'
import { isRelation, type Resource } from '../../../src/contract/kit'
import type { ExpandTree } from './query'

/** Records that are loaded at a time at most; a list of more is written while it is read. */
export const batchSize = 500
/** Records, nested ones counted, that a short answer makes at most, and a long one that takes one place. */
const maxShort = 10_000
const maxPlace = 100_000

/** How many places among the long answers one takes that makes so many records, each with what it nests. */
export const longPlaces = (records: number, fan: number): number =>
  records <= batchSize && records * fan <= maxShort ? 0 : records * fan <= maxPlace ? 1 : 2

/** What may have been made of an answer before its reader has taken any of it in, in records of the usual size. */
const maxAhead = 4_000

/** The same for records that have been read, by what they weigh (weightOf). */
export const placesOfWeight = (weight: number): number => (weight <= maxAhead ? 0 : 1)

/** Records that a relation to many is taken to name. */
const many = 4

/** How many records one of a resource makes with what it nests, roughly. */
export function fanOf(resource: Resource, expand: ExpandTree): number {
  let records = 1
  for (const [name, nested] of Object.entries(expand)) {
    const field = resource.fields[name]
    if (!field || !isRelation(field)) continue
    records += (field.kind === 'many' ? many : 1) * fanOf(contract[targetOf(field)], nested)
  }
  return records
}
