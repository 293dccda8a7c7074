/**
 * Makes merges and takes them back in the background, where more records name the merged one than the request moves: some at a time, each
 * time in a transaction with what became of them. A process that dies has thus moved a record or not, and the next one goes on.
 */
import { movedAtOnce } from '../../../src/contract/merges'
import type { OpenDatabase } from '../../db/dialects'
import { writerOf } from '../../kit/actors'
import type { BackgroundJob } from '../../kit/backgroundJob'
import { inTransaction } from '../../kit/context'
import { mayWrite } from '../../kit/policy'
import { createTurnsJob } from '../../kit/turnsJob'
import { isUnderWay } from '../../kit/undoWindow'
import { mergeOf } from './kept'
import { moveSome } from './merge'
import { returnSome } from './undo'

/** Number of merges among the kinds of work that processes do alone. */
const place = 1_670_402_500
/** Transactions of a merge in its turn, after which others have theirs. */
const stepsInTurn = 8
/** Records of a transaction, which holds up other writes for some milliseconds. */
const recordsInStep = movedAtOnce / 2

/** The background job that goes on with merges; woken when one is begun. */
export const createMergeRunner = (database: OpenDatabase, log: (error: unknown) => void): BackgroundJob =>
  createTurnsJob(database, {
    place,
    underWay: () =>
      database.db
        .selectFrom('merges')
        .select('merge_id as id')
        .where(isUnderWay)
        .orderBy('merge_id')
        .execute(),
    runSome: async ({ id }) => {
      let isMore = true
      for (let step = 0; isMore && step < stepsInTurn; step++) isMore = await runStep(database, id)
    },
    log,
  })

/** @returns whether there may be more. */
async function runStep(database: OpenDatabase, id: number): Promise<boolean> {
  const { run_by, request_id } = await mergeOf(database.db, id)
  const user = await writerOf(database, run_by, request_id)
  // Half a merge would be worse than one whose user is no longer active, or may no longer write.
  const writer = user && mayWrite(user) ? user : { actor: null, requestId: request_id }
  return inTransaction(database, writer, async (write) => {
    const merge = await mergeOf(write.db, id)
    if (merge.state === 'running') return moveSome(write, merge, recordsInStep)
    return merge.state === 'undoing' && (await returnSome(write, merge, recordsInStep))
  })
}
