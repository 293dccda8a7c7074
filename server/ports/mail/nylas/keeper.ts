/**
 * Looks after the accounts in the background: finds out what has changed in them, and ends the grants of those that have
 * ended. Of several processes one looks at an account at a time, by a claim; where a look lasts longer than that, two may,
 * and find each other's work done.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenDatabase } from '../../../db/dialect'
import { inTransaction } from '../../../kit/context'
import { createRounds } from '../../../kit/rounds'
import type { AccountStore } from './accounts'
import { refusalOf, type Nylas } from './api'
import type { Looking } from './look'
import type { Told } from './webhook.routes'

interface KeeperParts {
  api: Nylas
  database: OpenDatabase
  accounts: AccountStore
  look: Looking
  /** Whether the service tells of changes by itself. */
  isTold: boolean
  log: (error: unknown) => void
}

/** Milliseconds: between looks for work; of a claim; before the first further try, and before each at most. */
const rest = 5_000
const lease = 120_000
const firstPause = 60_000
/** Between two looks at an account: where the service tells of changes by itself, and where it cannot. */
const betweenLooks = { told: 1_800_000, untold: 300_000 }
/** What has been told waits so long, so that what was done from here is known here by then. */
const delay = 2_000
/** Accounts that a process looks at side by side. */
const atOnce = 4
/** So much that has been told waits at most; the rest is found at the next look. */
const mostHints = 1_000
/** Milliseconds for which it is remembered what has been told. */
const memory = 7 * 86_400_000
const longestPause = 6 * 3_600_000

const system = { actor: null, requestId: null }
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** Milliseconds before the next try: longer from failure to failure, and at least what the service asks for. */
const pauseAfter = (error: unknown, failures: number): number => {
  const wanted = Number(refusalOf(error)?.headers.get('retry-after') ?? 0) * 1_000
  return Math.min(Math.max(firstPause * 2 ** Math.min(failures, 20), wanted || 0), longestPause)
}

export interface Keeper {
  /** Looks now whether something is due. */
  wake(): void
  /** Takes what the service has told, once, and looks at that soon. */
  tell(told: Told): Promise<void>
  /** Lets what is under way come to its end. */
  stop(): Promise<void>
}

export function createKeeper({ api, database, accounts, look, isTold, log }: KeeperParts): Keeper {
  /** The account that has waited longest, claimed for a look. */
  const claim = (by: string) =>
    inTransaction(database, system, async ({ db }) => {
      const now = inFuture(0)
      const row = await db
        .selectFrom('mail_accounts')
        .selectAll()
        .where((row) => row.or([row('ended_at', 'is not', null), row('expired_at', 'is', null)]))
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

  type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

  /** Ends the grant of an account that has ended; a mailbox that others here have connected, too, has one for all. */
  const revoke = async (row: Claimed, by: string) => {
    const grant = accounts.grantOf(row)
    if (grant !== null && !(await accounts.isShared(row.id, grant))) await api.revoke(grant)
    await database.db
      .deleteFrom('mail_accounts')
      .where('id', '=', row.id)
      .where('claimed_by', '=', by)
      .execute()
  }

  const lookAt = async (row: Claimed, by: string) => {
    const { id, user, email, provider } = row
    const grant = accounts.grantOf(row)
    if (grant === null) return accounts.expire(id)
    const hasMore = await look.account({ id, user, email, provider, grant, isExpired: false }, row)
    await release(row, by, hasMore ? 0 : betweenLooks[isTold ? 'told' : 'untold'], 0)
  }

  const release = (row: Claimed, by: string, pause: number, failures: number) =>
    database.db
      .updateTable('mail_accounts')
      .set({ failures, next_at: inFuture(pause), claimed_by: null })
      .where('id', '=', row.id)
      .where('claimed_by', '=', by)
      .execute()

  const lookAtNext = async (): Promise<boolean> => {
    const by = randomUUID()
    const row = await claim(by)
    if (!row) return false
    try {
      await (row.ended_at === null ? lookAt(row, by) : revoke(row, by))
    } catch (error) {
      log(error)
      await release(row, by, pauseAfter(error, row.failures), row.failures + 1)
    }
    return true
  }

  /** With the moment of each, by the clock that nobody sets. */
  const hints: { told: Told; at: number }[] = []
  let hearing: Promise<void> | undefined
  const hear = async () => {
    for (let next = hints.shift(); next && !rounds.isStopped; next = hints.shift()) {
      const { told, at } = next
      await wait(Math.max(0, at + delay - performance.now()), undefined, { ref: false })
      for (const account of await accounts.withGrant(told.grant))
        try {
          await (told.hint ? look.hint(account, told.hint) : look.standing(account))
        } catch (error) {
          log(error)
          await lookSoon(account.id, pauseAfter(error, 0)).catch(log)
        }
    }
  }

  /**
   * What could not be looked at is found by a look at the whole account, sooner than its next would be. Where looks have
   * failed before, the next one waits for as long as that asks.
   */
  const lookSoon = async (id: string, pause: number) => {
    const soon = inFuture(pause)
    await database.db
      .updateTable('mail_accounts')
      .set({ next_at: soon })
      .where('id', '=', id)
      .where('claimed_by', 'is', null)
      .where('failures', '=', 0)
      .where('next_at', '>', soon)
      .execute()
  }

  const rounds = createRounds(
    async () => {
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (!rounds.isStopped && (await lookAtNext()));
        }),
      )
    },
    rest,
    log,
  )

  return {
    wake: rounds.wake,
    tell: async (told) => {
      const now = inFuture(0)
      await database.db.deleteFrom('mail_notices').where('received_at', '<', inFuture(-memory)).execute()
      const { numInsertedOrUpdatedRows = 0n } = await database.db
        .insertInto('mail_notices')
        .values({ id: told.id, received_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 0n || hints.length >= mostHints || rounds.isStopped) return
      hints.push({ told, at: performance.now() })
      hearing ??= hear()
        .catch(log)
        .finally(() => (hearing = undefined))
    },
    stop: async () => {
      await rounds.stop()
      await hearing
    },
  }
}
