/**
 * Puts keys right that have been left, see kit/late.ts: so many at a time, each time in a transaction of its own, so
 * that nobody waits long for it. What has been done stands beside the mark; after a crash it goes on from there.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { OpenDatabase } from '../../db/dialect'
import { inTransaction } from '../context'
import { lateIds } from '../late'
import { resourceOf } from '../registry'
import { refreshOrdering } from './derive'

/** Records in a transaction: some milliseconds for all who wait meanwhile. */
const rowsAtOnce = 50

const system = { actor: null, requestId: null }

/** @param log told why keys stay late until the next look. */
export function createFollowUp(database: OpenDatabase, log: (error: unknown) => void) {
  let underWay: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const oldest = () =>
    database.db.selectFrom('late_keys').selectAll().orderBy('id').limit(1).executeTakeFirst()
  type Mark = NonNullable<Awaited<ReturnType<typeof oldest>>>

  /** @returns whether it has come to the end of a mark. */
  const follow = async ({ id, ...mark }: Mark): Promise<boolean> => {
    const resource = resourceOf(mark.resource)
    // Whoever begins to lead to the renamed record after this finds its new name.
    const late = await lateIds(database.scans, mark)
    const rest = [...new Set(late)].filter((one) => one > mark.done_to).sort((a, b) => a - b)
    for (let from = 0; ; from += rowsAtOnce) {
      if (isStopped) return false
      const some = rest.slice(from, from + rowsAtOnce)
      const isLast = from + rowsAtOnce >= rest.length
      const isOurs = await inTransaction(
        database,
        system,
        async (write) => {
          const marks = write.db.selectFrom('late_keys').select('id').where('id', '=', id)
          // Of two processes each takes its turn.
          const locked = write.isAlone ? marks : marks.forUpdate()
          if (!(await locked.executeTakeFirst())) return false
          await refreshOrdering(write, resource, some, mark.ordering)
          if (isLast) await write.db.deleteFrom('late_keys').where('id', '=', id).execute()
          else
            await write.db
              .updateTable('late_keys')
              .set({ done_to: some.at(-1) ?? mark.done_to })
              .where('id', '=', id)
              .execute()
          return true
        },
        'beside',
      )
      if (isLast || !isOurs) return true
      await breathe()
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
