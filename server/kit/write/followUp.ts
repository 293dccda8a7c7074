/**
 * Puts keys right that have been left, see kit/late.ts: so many at a time, each time in a transaction of its own, so
 * that nobody waits long for it. What has been done stands beside the mark; after a crash it goes on from there.
 */
import type { OpenDatabase } from '../../db/dialect'
import { inTransaction } from '../context'
import { lateIds } from '../late'
import { resourceOf } from '../registry'
import { refreshOrdering } from './derive'

/** Records in a transaction: some milliseconds for all who wait meanwhile. */
const rowsAtOnce = 50

const system = { actor: null, requestId: null }

/**
 * @param log told why keys stay late until the next look.
 * @param lookedForAtOnce records: a mark may be about hundreds of thousands.
 */
export function createFollowUp(
  database: OpenDatabase,
  log: (error: unknown) => void,
  lookedForAtOnce = 5_000,
) {
  let underWay: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const oldest = () =>
    database.db.selectFrom('late_keys').selectAll().orderBy('id').limit(1).executeTakeFirst()
  type Mark = NonNullable<Awaited<ReturnType<typeof oldest>>>

  /**
   * Puts some keys right, and says so in the mark; with the last ones it goes.
   * @returns whether the mark was still there: of two processes, one may have come to its end.
   */
  const putRight = (mark: Mark, some: readonly number[], isLast: boolean): Promise<boolean> =>
    inTransaction(
      database,
      system,
      async (write) => {
        const marks = write.db.selectFrom('late_keys').select('id').where('id', '=', mark.id)
        // Of two processes each takes its turn.
        const locked = write.isAlone ? marks : marks.forUpdate()
        if (!(await locked.executeTakeFirst())) return false
        await refreshOrdering(write, resourceOf(mark.resource), some, mark.ordering)
        const done = some.at(-1)
        if (isLast) await write.db.deleteFrom('late_keys').where('id', '=', mark.id).execute()
        else if (done !== undefined)
          await write.db.updateTable('late_keys').set({ done_to: done }).where('id', '=', mark.id).execute()
        return true
      },
      'beside',
    )

  /** @returns whether it has come to the end of a mark. */
  const follow = async (mark: Mark): Promise<boolean> => {
    for (let after = mark.done_to; ;) {
      // Whoever begins to lead to the renamed record after this finds its new name.
      const late = await lateIds(database.scans, mark, after, lookedForAtOnce)
      const isRest = late.length < lookedForAtOnce
      for (let from = 0; from === 0 || from < late.length; from += rowsAtOnce) {
        if (isStopped) return false
        const isLast = isRest && from + rowsAtOnce >= late.length
        if (!(await putRight(mark, late.slice(from, from + rowsAtOnce), isLast)) || isLast) return true
      }
      after = late.at(-1) ?? after
    }
  }

  const work = async () => {
    while (isWanted && !isStopped) {
      isWanted = false
      for (let mark = await oldest(); mark && (await follow(mark));) mark = await oldest()
    }
  }
  const wake = () => {
    isWanted = true
    underWay ??= work()
      .catch(log)
      .finally(() => (underWay = undefined))
  }
  database.late.add(wake)

  return {
    wake,
    /** Lets what is under way come to its end. */
    async stop(): Promise<void> {
      isStopped = true
      database.late.delete(wake)
      await underWay
    },
  }
}
