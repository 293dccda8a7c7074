/** Estimates the cost of an answer from its request. */
import { contract, targetOf } from '../../../src/contract'
import { isRelation, type Resource } from '../../../src/contract/fields'
import type { ExpandTree } from './query'

/** Records loaded at a time at most; a longer list is streamed. */
export const batchSize = 500
/** Records, nested ones included, of a short answer at most, and per slot of a long one. */
const maxShortRecords = 10_000
const maxRecordsPerSlot = 100_000

/** Slots of the limiter for long answers that so many records take, each with what it nests. */
export const longAnswerSlots = (records: number, fan: number): number =>
  records <= batchSize && records * fan <= maxShortRecords ? 0 : records * fan <= maxRecordsPerSlot ? 1 : 2

/** Records of average size that may be prefetched of an answer before its client has read any of it. */
const maxPrefetchedRecords = 4_000

/** The same for loaded records, by their weight (weightOf). */
export const slotsOfWeight = (weight: number): number => (weight <= maxPrefetchedRecords ? 0 : 1)

/** Assumed number of records of a relation to many. */
const assumedRelated = 4

/** Estimated records per record of a resource, with what it nests. */
export function fanOutOf(resource: Resource, expand: ExpandTree): number {
  let records = 1
  for (const [name, nested] of Object.entries(expand)) {
    const field = resource.fields[name]
    if (!field || !isRelation(field)) continue
    records += (field.kind === 'many' ? assumedRelated : 1) * fanOutOf(contract[targetOf(field)], nested)
  }
  return records
}
