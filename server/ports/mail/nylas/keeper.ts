/**
 * Looks after the accounts in the background: the grants of those that have ended are ended at the service, too. Of
 * several processes one looks at an account at a time, by a claim that lasts longer than a look can.
 */
import { randomUUID } from 'node:crypto'
import type { OpenDatabase } from '../../../db/dialect'
import { inTransaction } from '../../../kit/context'
import type { AccountStore } from './accounts'
import type { Nylas } from './api'

interface KeeperParts {
  api: Nylas
  database: OpenDatabase
  accounts: AccountStore
  log: (error: unknown) => void
}

/** Milliseconds: between looks for work; of a claim; before the first further try, and before each at most. */
const rest = 5_000
const lease = 60_000
const firstPause = 60_000
const longestPause = 6 * 3_600_000

const system = { actor: null, requestId: null }
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

export interface Keeper {
  /** Looks now whether something is due. */
  wake(): void
  /** Lets what is under way come to its end. */
  stop(): Promise<void>
}

export function createKeeper({ api, database, accounts, log }: KeeperParts): Keeper {
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  let isStopped = false

  /** The ended account that has waited longest, claimed for a look. */
  const claim = (by: string) =>
    inTransaction(database, system, async ({ db }) => {
      const now = inFuture(0)
      const row = await db
        .selectFrom('mail_accounts')
        .selectAll()
        .where('ended_at', 'is not', null)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(1)
        .executeTakeFirst()
      if (!row) return undefined
      // Of two that have seen it the second one finds that it is not due any more.
      const { numUpdatedRows } = await db
        .updateTable('mail_accounts')
        .set({ claimed_by: by, next_at: inFuture(lease) })
        .where('id', '=', row.id)
        .where('next_at', '<=', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n ? row : undefined
    })

  const lookAtNext = async (): Promise<boolean> => {
    const by = randomUUID()
    const row = await claim(by)
    if (!row) return false
    const claimed = { id: row.id, by }
    try {
      const grant = accounts.grantOf(row)
      // A mailbox that others here have connected, too, has one grant for all of them.
      if (grant !== null && !(await accounts.isShared(row.id, grant))) await api.revoke(grant)
      await database.db
        .deleteFrom('mail_accounts')
        .where('id', '=', claimed.id)
        .where('claimed_by', '=', by)
        .execute()
    } catch (error) {
      log(error)
      await database.db
        .updateTable('mail_accounts')
        .set({
          failures: row.failures + 1,
          next_at: inFuture(Math.min(firstPause * 2 ** row.failures, longestPause)),
          claimed_by: null,
        })
        .where('id', '=', claimed.id)
        .where('claimed_by', '=', by)
        .execute()
    }
    return true
  }

  const work = async () => {
    clearTimeout(timer)
    try {
      while (!isStopped && (await lookAtNext()));
    } catch (error) {
      log(error)
    }
    if (!isStopped) timer = setTimeout(wake, rest).unref()
  }
  const wake = () => {
    if (isStopped || underWay) return
    underWay = work().finally(() => (underWay = undefined))
  }

  return {
    wake,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
