/**
 * Delivers what webhooks are to be told (HOOK-2 to HOOK-4): at least once, each webhook one delivery at a time in all
 * processes, several webhooks side by side. A webhook is claimed while it is delivered to; the claim of a killed process
 * expires. One whose user may not have it any more is stopped first (HOOK-6).
 */
import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { eventIdHeader, signatureHeader, testEvent } from '../../src/contract/webhooks'
import { nowOf, nowPlus } from '../db/clock'
import type { Tables } from '../db/tables'
import { activeTeam, writerOf } from '../kit/actors'
import { createBackgroundJob } from '../kit/backgroundJob'
import { inTransaction, type Write, type Writer } from '../kit/context'
import { createEncryption, type Encryption } from '../kit/crypto/encryption'
import type { Secrets } from '../kit/crypto/secrets'
import { withLimits } from '../db/rowLimits'
import { isHiddenRecord, limitsOf } from '../kit/limits'
import { mayHook } from '../kit/policy'
import { loadRecords, type ApiRecord } from '../kit/read/records'
import { resourceOf } from '../kit/registry'
import { audit } from '../kit/write/audit'
import { notifyUsers } from '../kit/write/notifications'
import { describeFailure } from '../ports/outside/faults'
import { guardedFetch, type Limits } from '../ports/outside/guardedFetch'
import { createWebhookOutbox, findWebhook, forgetDeliveries, secretPlace, type WebhookRow } from './webhooks'

/** Milliseconds between two looks for deliveries that are due, beside those after each write. */
const interval = 5_000
/** Deliveries of a process that run at a time, each to another webhook. */
const atOnce = 16
/** Milliseconds for which a webhook is claimed: longer than a delivery takes. */
const claimTime = 60_000
/** Milliseconds before the second attempt, about, and between later ones at most. */
const firstPause = 30_000
const longestPause = 4 * 3_600_000
/** Milliseconds without an accepted delivery after which a webhook is switched off. */
const patience = 3 * 86_400_000
/** Milliseconds between two removals of old deliveries, and two readings of the webhooks. */
const sweepInterval = 3_600_000
const refreshInterval = 30_000
/** Characters of an answer that are kept. */
const keptAnswer = 1_024
const limits: Limits = { connect: 3_000, all: 10_000, bytes: 100_000 }

/** Milliseconds before the next attempt: doubled each time, with a random part, so that receivers recover. */
export const pauseAfter = (attempts: number): number =>
  Math.min(firstPause * 2 ** (attempts - 1), longestPause) * (0.75 + Math.random() / 2)

/** The header that proves a delivery: the moment, so that old ones are refused, and a digest of it with the body. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}

interface Attempted {
  status: number | null
  answer: string | null
  failure: string | null
}

/**
 * The user who has said where a webhook goes, and stands for what it is told; null where that account is not active any more, or
 * may not look after webhooks (HOOK-6).
 */
async function standingFor(db: Kysely<Tables>, { created_by }: WebhookRow): Promise<Writer | null> {
  const user = await writerOf({ db }, created_by, null)
  return user && mayHook(user) ? user : null
}

/** What there is to say of a webhook that the server switches off. */
interface Stop {
  failing_since: string | null
  /** What the audit tells beside its description. */
  told: object
  /** The users who are notified. */
  users: readonly number[]
}

/** Switches a webhook off for the server, until a user switches it on again. */
async function stopWebhook(
  write: Write,
  { id, description }: WebhookRow,
  { failing_since, told, users }: Stop,
): Promise<void> {
  await write.db
    .updateTable('webhooks')
    .set({ failing_since, is_active: false, stopped_at: nowOf(write.db).toISOString(), claimed_until: null })
    .where('id', '=', id)
    .execute()
  await audit(write, {
    action: 'webhook switched off',
    resource: 'webhooks',
    recordId: id,
    after: { description, ...told },
  })
  await notifyUsers(write, users, { kind: 'webhook', resource: 'users', recordId: 0 })
  write.notices.push({ kind: 'webhooks' })
}

export interface WebhookService {
  encryption: Encryption
  /** Whether a host, as `name:port`, may have a private address and be called without encryption. */
  mayBePrivate: (host: string) => boolean
  /** Looks for deliveries now. */
  wake(): void
}

/** Keeps and delivers what webhooks are told while the server runs. */
export async function createWebhookService(
  app: FastifyInstance,
  secrets: Secrets,
): Promise<WebhookService & { start(): void; stop(): Promise<void> }> {
  const { database, config, log } = app
  const { db, commitHooks, commitListeners } = database
  const encryption = createEncryption(secrets, 'webhooks')
  const mayBePrivate = (host: string) => config.privateHosts.includes(host)
  const calls = guardedFetch(limits, mayBePrivate)
  const outbox = createWebhookOutbox(database)
  const stopping = new AbortController()
  const running = new Map<number, Promise<void>>()
  let sweptAt = -Infinity
  let refreshedAt = -Infinity

  /** Active webhooks, and those that are sent a test, with something due, which no process delivers to. */
  const dueWebhooks = async (most: number): Promise<number[]> => {
    const now = nowPlus(db, 0)
    const busy = [0, ...running.keys()]
    const rows = await db
      .selectFrom('webhooks')
      .select('id')
      .where('id', 'not in', busy)
      .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_deliveries')
            .select('webhook_deliveries.id')
            .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
            .where('next_at', 'is not', null)
            .where('next_at', '<=', now)
            .where((eb) => eb.or([eb('webhooks.is_active', '=', true), eb('event', '=', testEvent)])),
        ),
      )
      .orderBy('id')
      .limit(most)
      .execute()
    return rows.map(({ id }) => id)
  }

  const nextOf = ({ id, is_active }: WebhookRow) => {
    const due = db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', id)
      .where('next_at', 'is not', null)
      .where('next_at', '<=', nowPlus(db, 0))
      .orderBy('id')
      .limit(1)
    return (is_active ? due : due.where('event', '=', testEvent)).executeTakeFirst()
  }
  type Delivery = NonNullable<Awaited<ReturnType<typeof nextOf>>>

  /** The record as the API shows it now; null where it is gone. Links to contents belong to sessions: they are null. */
  const recordOf = async ({ resource: name, record_id }: Delivery): Promise<ApiRecord | null> => {
    if (name === null || record_id === null) return null
    const resource = resourceOf(name)
    const [record] = await loadRecords(db, resource, [record_id], {}, {}, { to: null })
    if (!record) return null
    for (const field of Object.keys(resource.contents)) record[field] = null
    return record
  }

  /** Whether a delivery is of a record that its reader does not see, in the trash or not; one that is gone could have been such. */
  const isHidden = async ({ resource, record_id }: Delivery): Promise<boolean> =>
    resource !== null && record_id !== null && (await isHiddenRecord(db, resource, String(record_id)))

  const bodyOf = async (delivery: Delivery): Promise<string> => {
    const { event_id, event, occurred_at, resource, record_id, version } = delivery
    const record = await recordOf(delivery)
    return JSON.stringify({ id: event_id, event, occurred_at, resource, record_id, version, record })
  }

  const send = async ({ id, address, secret }: WebhookRow, delivery: Delivery): Promise<Attempted> => {
    const key = encryption.decrypt(secret, secretPlace(id))
    if (key === null)
      return {
        status: null,
        answer: null,
        failure: 'its secret cannot be read: the key that encrypted it is gone',
      }
    const seconds = Math.floor(nowOf(db).getTime() / 1_000)
    try {
      // One whose record cannot be read any more has failed, too, and does not hold up the ones after it.
      const body = await bodyOf(delivery)
      const answer = await calls.ask(new URL(address), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Citygate-Webhooks',
          [eventIdHeader]: delivery.event_id,
          [signatureHeader]: signatureOf(body, key, seconds),
        },
        body,
        signal: stopping.signal,
      })
      const text = (await answer.text()).replaceAll('\u0000', '').slice(0, keptAnswer)
      return { status: answer.status, answer: text, failure: null }
    } catch (error) {
      return { status: null, answer: null, failure: describeFailure(error) }
    }
  }

  /** Stores the result of an attempt, and switches off a webhook that has failed for days. */
  const settle = (webhook: WebhookRow, delivery: Delivery, attempted: Attempted, duration: number) =>
    inTransaction(
      database,
      { actor: null, requestId: null },
      async (write) => {
        const now = nowOf(write.db)
        const at = now.toISOString()
        const attempts = delivery.attempts + 1
        const isAccepted = attempted.status !== null && attempted.status >= 200 && attempted.status < 300
        const next = new Date(now.getTime() + pauseAfter(attempts)).toISOString()
        const isOver = isAccepted || delivery.event === testEvent || next > delivery.give_up_at
        await write.db
          .updateTable('webhook_deliveries')
          .set({
            ...attempted,
            attempts,
            duration: Math.round(duration),
            tried_at: at,
            state: isAccepted ? 'delivered' : isOver ? 'failed' : 'pending',
            next_at: isOver ? null : next,
          })
          .where('id', '=', delivery.id)
          .execute()
        // Read anew: it may have been switched off, or on again, during the attempt. A test says nothing of its changes.
        const { id, created_by } = webhook
        const { is_active, failing_since, stopped_at } = await findWebhook(write.db, id)
        const isTest = delivery.event === testEvent
        // Of one that was stopped it goes on to tell why.
        const ends = isAccepted && stopped_at === null
        const since = ends ? null : isTest ? failing_since : (failing_since ?? at)
        if (is_active && !isTest && since !== null && now.getTime() - Date.parse(since) >= patience)
          await stopWebhook(write, webhook, {
            failing_since: since,
            told: { failing_since: since },
            users: created_by === null ? [] : [created_by],
          })
        else
          await write.db
            .updateTable('webhooks')
            .set({ failing_since: since, claimed_until: null })
            .where('id', '=', id)
            .execute()
      },
      'concurrent',
    )

  /**
   * Switches off a webhook for which no user stands any more, and tells those of the team who may switch it on again, and then do.
   * What waits is not sent before. The write is exclusive: a user may take the webhook over at the same moment.
   */
  const stopUnattended = (id: number) =>
    inTransaction(database, { actor: null, requestId: null }, async (write) => {
      const webhook = await findWebhook(write.db, id)
      // What is released with the stop may be claimed by another process at once, so it is not released again.
      if (!webhook.is_active || (await standingFor(write.db, webhook))) {
        await write.db.updateTable('webhooks').set({ claimed_until: null }).where('id', '=', id).execute()
        return
      }
      const team = await activeTeam(write)
      await stopWebhook(write, webhook, {
        failing_since: null,
        told: { created_by: webhook.created_by },
        users: team.filter(mayHook).map(({ actor }) => actor),
      })
    })

  /** Delivers the next one of a webhook, unless another process does. */
  const deliverTo = async (id: number): Promise<void> => {
    const release = () =>
      db.updateTable('webhooks').set({ claimed_until: null }).where('id', '=', id).execute()
    // A database that cannot be written to now must not end the process.
    try {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set({ claimed_until: nowPlus(db, claimTime) })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', nowPlus(db, 0))]))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      const webhook = await findWebhook(db, id)
      const delivery = await nextOf(webhook)
      if (!delivery) return void (await release())
      const user = await standingFor(db, webhook)
      if (!user && webhook.is_active) {
        await stopUnattended(id)
        return
      }
      // A webhook sees what the user sees who has said where it goes (TEAM-3). Without one only a test gets here, of no record.
      const seen = limitsOf(user ?? { actor: 0 })
      if (await withLimits(seen, () => isHidden(delivery))) {
        await db.deleteFrom('webhook_deliveries').where('id', '=', delivery.id).execute()
        return void (await release())
      }
      const begin = performance.now()
      const attempted = await withLimits(seen, () => send(webhook, delivery))
      // What a stop has broken off is no attempt.
      if (stopping.signal.aborted && attempted.status === null) return void (await release())
      await settle(webhook, delivery, attempted, performance.now() - begin)
    } catch (err) {
      log.warn({ err, webhook: id }, 'a webhook has to wait')
    }
  }

  const job = createBackgroundJob(
    async () => {
      const now = performance.now()
      if (now - refreshedAt > refreshInterval) {
        await outbox.refresh()
        refreshedAt = now
      }
      if (now - sweptAt > sweepInterval) {
        await forgetDeliveries(db)
        sweptAt = now
      }
      if (!outbox.isWatching()) return
      const free = atOnce - running.size
      if (free <= 0) return
      for (const id of await dueWebhooks(free)) {
        const delivery = deliverTo(id).finally(() => {
          running.delete(id)
          job.wake()
        })
        running.set(id, delivery)
      }
    },
    interval,
    (err) => log.warn({ err }, 'webhooks have to wait'),
  )

  const refresh = () =>
    void outbox.refresh().then(job.wake, (err: unknown) => log.warn({ err }, 'webhooks could not be read'))
  const onCommit: Parameters<typeof commitListeners.add>[0] = (notices) => {
    if (notices.some(({ kind }) => kind === 'webhooks')) refresh()
    else if (outbox.isWatching()) job.wake()
  }
  const leave = app.events.subscribe({
    onNotice: ({ kind }) => {
      if (kind === 'webhooks') refresh()
    },
    onGap: refresh,
  })
  // A database that does not answer yet is asked with the first change.
  await outbox.refresh().catch(() => undefined)
  commitHooks.add(outbox.keep)
  commitListeners.add(onCommit)

  return {
    encryption,
    mayBePrivate,
    wake: job.wake,
    start: job.wake,
    stop: async () => {
      leave()
      commitHooks.delete(outbox.keep)
      commitListeners.delete(onCommit)
      await job.stop()
      stopping.abort()
      await Promise.all(running.values())
      await calls.close()
    },
  }
}
