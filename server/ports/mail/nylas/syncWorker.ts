/**
 * Synchronizes the accounts in the background, and revokes the grants of those that have ended. Of several processes
 * one synchronizes an account at a time, by a claim; where that takes longer than the claim, two may, and find each
 * other's work done.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { nowPlus } from '../../../db/clock'
import type { OpenDatabase } from '../../../db/dialects'
import { inTransaction } from '../../../kit/context'
import { createBackgroundJob } from '../../../kit/backgroundJob'
import type { AccountStore } from './accounts'
import { errorResponseOf, type Nylas } from './api'
import type { AccountSync } from './accountSync'
import type { WebhookNotification } from './webhook.routes'

interface SyncWorkerParts {
  api: Nylas
  database: OpenDatabase
  accounts: AccountStore
  accountSync: AccountSync
  /** Whether the service sends webhooks. */
  receivesWebhooks: boolean
  log: (error: unknown) => void
}

/** Milliseconds: interval of runs; duration of a claim; first delay of a retry, and longest delay. */
const rest = 5_000
const lease = 120_000
const firstPause = 60_000
/** Interval of synchronizations: where the service sends webhooks, and where it cannot. */
const syncIntervals = { withWebhooks: 1_800_000, withoutWebhooks: 300_000 }
/** Delay of webhooks, so that changes made from here are stored here by then. */
const delay = 2_000
/** Accounts that a process synchronizes concurrently. */
const atOnce = 4
/** Queued webhooks at most; the rest is found by the next synchronization. */
const maxWebhooks = 1_000
/** Milliseconds for which handled webhooks are remembered. */
const memory = 7 * 86_400_000
const longestPause = 6 * 3_600_000

const system = { actor: null, requestId: null }

/** Milliseconds before the next try: longer after each failure, and at least what the service asks for. */
const pauseAfter = (error: unknown, failures: number): number => {
  const wanted = Number(errorResponseOf(error)?.headers.get('retry-after') ?? 0) * 1_000
  return Math.min(Math.max(firstPause * 2 ** Math.min(failures, 20), wanted || 0), longestPause)
}

export interface SyncWorker {
  /** Starts a run now. */
  wake(): void
  /** Queues a webhook, once, to be handled soon. */
  enqueueWebhook(notification: WebhookNotification): Promise<void>
  /** Waits for the current work to end. */
  stop(): Promise<void>
}

export function createSyncWorker({
  api,
  database,
  accounts,
  accountSync,
  receivesWebhooks,
  log,
}: SyncWorkerParts): SyncWorker {
  /** The account that has been due longest, claimed for synchronization. */
  const claim = (by: string) =>
    inTransaction(database, system, async ({ db }) => {
      const now = nowPlus(database.db, 0)
      const row = await db
        .selectFrom('mail_accounts')
        .selectAll()
        .where((row) => row.or([row('ended_at', 'is not', null), row('expired_at', 'is', null)]))
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(1)
        .executeTakeFirst()
      if (!row) return undefined
      // Of two processes that read it the second one finds that it is not due any more.
      const { numUpdatedRows } = await db
        .updateTable('mail_accounts')
        .set({ claimed_by: by, next_at: nowPlus(database.db, lease) })
        .where('id', '=', row.id)
        .where('next_at', '<=', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n ? row : undefined
    })

  type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

  /** Revokes the grant of an account that has ended, unless another account of the same mailbox still uses it. */
  const revoke = async (row: Claimed, by: string) => {
    const grant = accounts.grantOf(row)
    if (grant !== null && !(await accounts.isShared(row.id, grant))) await api.revoke(grant)
    await database.db
      .deleteFrom('mail_accounts')
      .where('id', '=', row.id)
      .where('claimed_by', '=', by)
      .execute()
  }

  const sync = async (row: Claimed, by: string) => {
    const { id, user, email, provider } = row
    const grant = accounts.grantOf(row)
    if (grant === null) return accounts.expire(id)
    const hasMore = await accountSync.account({ id, user, email, provider, grant, isExpired: false }, row)
    await release(
      row,
      by,
      hasMore ? 0 : syncIntervals[receivesWebhooks ? 'withWebhooks' : 'withoutWebhooks'],
      0,
    )
  }

  const release = (row: Claimed, by: string, pause: number, failures: number) =>
    database.db
      .updateTable('mail_accounts')
      .set({ failures, next_at: nowPlus(database.db, pause), claimed_by: null })
      .where('id', '=', row.id)
      .where('claimed_by', '=', by)
      .execute()

  const syncNext = async (): Promise<boolean> => {
    const by = randomUUID()
    const row = await claim(by)
    if (!row) return false
    try {
      await (row.ended_at === null ? sync(row, by) : revoke(row, by))
    } catch (error) {
      log(error)
      await release(row, by, pauseAfter(error, row.failures), row.failures + 1)
    }
    return true
  }

  /** With the time of each, by the monotonic clock. */
  const webhookQueue: { told: WebhookNotification; at: number }[] = []
  let handling: Promise<void> | undefined
  const handleWebhooks = async () => {
    for (let next = webhookQueue.shift(); next && !job.isStopped; next = webhookQueue.shift()) {
      const { told: notification, at } = next
      await wait(Math.max(0, at + delay - performance.now()), undefined, { ref: false })
      for (const account of await accounts.withGrant(notification.grant))
        try {
          await (notification.changedObject
            ? accountSync.changedObject(account, notification.changedObject)
            : accountSync.standing(account))
        } catch (error) {
          log(error)
          await syncSoon(account.id, pauseAfter(error, 0)).catch(log)
        }
    }
  }

  /**
   * Failed webhooks are handled by a synchronization of the whole account, earlier than its next one. After failed
   * synchronizations the delay of those applies.
   */
  const syncSoon = async (id: string, pause: number) => {
    const soon = nowPlus(database.db, pause)
    await database.db
      .updateTable('mail_accounts')
      .set({ next_at: soon })
      .where('id', '=', id)
      .where('claimed_by', 'is', null)
      .where('failures', '=', 0)
      .where('next_at', '>', soon)
      .execute()
  }

  const job = createBackgroundJob(
    async () => {
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (!job.isStopped && (await syncNext()));
        }),
      )
    },
    rest,
    log,
  )

  return {
    wake: job.wake,
    enqueueWebhook: async (notification) => {
      const now = nowPlus(database.db, 0)
      await database.db
        .deleteFrom('mail_notices')
        .where('received_at', '<', nowPlus(database.db, -memory))
        .execute()
      const { numInsertedOrUpdatedRows = 0n } = await database.db
        .insertInto('mail_notices')
        .values({ id: notification.id, received_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n || webhookQueue.length >= maxWebhooks || job.isStopped) return
      webhookQueue.push({ told: notification, at: performance.now() })
      handling ??= handleWebhooks()
        .catch(log)
        .finally(() => (handling = undefined))
    },
    stop: async () => {
      await job.stop()
      await handling
    },
  }
}
