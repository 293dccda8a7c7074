/** Reads the records of a list. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables'
import type { ServerResource } from '../resource'
import { batchSize, fanOutOf, longAnswerSlots } from './costEstimate'
import type { ListQuery } from './query'
import { loadRecords, mayBeHeavy, TooManyNested, weightOf, type ApiRecord } from './records'

/** First batch of a long list, or of one whose records may be heavy; the weight of this batch determines the next. */
const firstBatch = 100
/** Records of a batch of a long list, nested ones included. */
const batchWeight = 1_500

/**
 * The records of ids in batches: the heavier they are, the smaller the batch.
 * @param visible as of loadRecords
 */
export async function* readRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  ids: readonly number[],
  { expand, linkFilter }: Pick<ListQuery, 'expand' | 'linkFilter'>,
  visible?: { to: number | null },
): AsyncGenerator<ApiRecord[]> {
  const isShort = longAnswerSlots(ids.length, fanOutOf(resource.contract, expand)) === 0
  let size = isShort && !mayBeHeavy(resource) ? batchSize : firstBatch
  for (let start = 0; start < ids.length;) {
    const batch = ids.slice(start, start + size)
    const records = await loadRecords(db, resource, batch, expand, linkFilter, visible).catch(
      (error: unknown) => {
        if (error instanceof TooManyNested) return null
        throw error
      },
    )
    if (records === null) {
      size = Math.ceil(batch.length / 2)
      continue
    }
    yield records
    start += size
    const weight = records.reduce((sum, record) => sum + weightOf(record), 0)
    const fittingSize = Math.floor((batchWeight * records.length) / Math.max(weight, 1))
    // Records differ, so the batch grows step by step.
    size = Math.max(1, Math.min(batchSize, fittingSize, 2 * size))
  }
}
