/** Webhooks and their deliveries: storing, changing, listing (HOOK-1, HOOK-5). */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ChangeAction } from '../../src/contract/events'
import {
  deliveryDays,
  maxDeliveriesPage,
  maxWebhooks,
  testEvent,
  type CreatedWebhook,
  type Webhook,
  type WebhookDeliveries,
  type WebhookEvent,
  type WebhookInput,
  type Webhooks,
} from '../../src/contract/webhooks'
import { nowOf, nowPlus } from '../db/clock'
import type { Notice } from '../db/notice'
import type { OpenDatabase } from '../db/dialects'
import type { Tables } from '../db/tables'
import type { Write } from '../kit/context'
import { chunks } from '../kit/chunks'
import type { Encryption } from '../kit/crypto/encryption'
import { ApiError, notFound } from '../kit/errors'
import { asAuthor } from '../kit/limits'
import { audit } from '../kit/write/audit'

const secretBytes = 32
const day = 86_400_000
/** Milliseconds for which a delivery is tried. */
export const deliveryPeriod = day

export type WebhookRow = Awaited<ReturnType<typeof findWebhook>>

/** @throws ApiError 404. */
export async function findWebhook(db: Kysely<Tables>, id: number) {
  const found = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Webhook')
  return found
}

const viewOf = ({ id, address, events, description, is_active, ...row }: WebhookRow): Webhook => ({
  webhook_id: id,
  address,
  events: JSON.parse(events) as WebhookEvent[],
  description,
  is_active: Boolean(is_active),
  created_by: row.created_by,
  created_at: row.created_at,
  modified_at: row.modified_at,
  failing_since: row.failing_since,
  stopped_at: row.stopped_at,
})

/** The place to which a secret's encryption is bound. */
export const secretPlace = (id: number): string => `webhooks.secret:${id}`

/** All webhooks, in the order of their creation. */
export async function listWebhooks(db: Kysely<Tables>): Promise<Webhooks> {
  const rows = await db.selectFrom('webhooks').selectAll().orderBy('id').execute()
  return { count: rows.length, results: rows.map(viewOf) }
}

/**
 * Creates a webhook; its secret is in the answer only.
 * @throws ApiError 409 where there are too many.
 */
export async function createWebhook(
  write: Write,
  { address, events, description, is_active = true }: WebhookInput,
  encryption: Encryption,
): Promise<CreatedWebhook> {
  const { db } = write
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxWebhooks)
    throw new ApiError(
      409,
      'too_many_webhooks',
      `There are ${maxWebhooks} webhooks at most. Delete one first.`,
    )
  const signing_secret = `whsec_${randomBytes(secretBytes).toString('base64url')}`
  const at = nowPlus(db, 0)
  const { id } = await db
    .insertInto('webhooks')
    .values({
      address,
      events: JSON.stringify(events),
      description,
      is_active,
      secret: '',
      created_by: write.actor,
      created_at: at,
      modified_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('webhooks')
    .set({ secret: encryption.encrypt(signing_secret, secretPlace(id)) })
    .where('id', '=', id)
    .execute()
  await audit(write, {
    action: 'webhook created',
    resource: 'webhooks',
    recordId: id,
    after: { address, events, description, is_active },
  })
  write.notices.push({ kind: 'webhooks' })
  return { ...viewOf(await findWebhook(db, id)), signing_secret }
}

/** Changes a webhook. One that is switched on again begins without failures. @throws ApiError 404. */
export async function changeWebhook(write: Write, id: number, sent: Partial<WebhookInput>): Promise<Webhook> {
  const { db } = write
  const before = viewOf(await findWebhook(db, id))
  const { address, events, description, is_active } = { ...before, ...sent }
  // What it is told is what the user sees who has said where it goes, and of what (TEAM-3).
  const isAnew =
    address !== before.address || events.join() !== before.events.join() || (is_active && !before.is_active)
  await db
    .updateTable('webhooks')
    .set({
      address,
      events: JSON.stringify(events),
      description,
      is_active,
      modified_at: nowPlus(db, 0),
      ...(isAnew && { created_by: write.actor }),
      ...(is_active && !before.is_active ? { failing_since: null, stopped_at: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  const after = viewOf(await findWebhook(db, id))
  const toldOf = (webhook: Webhook) => ({
    address: webhook.address,
    events: webhook.events,
    description: webhook.description,
    is_active: webhook.is_active,
  })
  await audit(write, {
    action: 'webhook changed',
    resource: 'webhooks',
    recordId: id,
    before: toldOf(before),
    after: toldOf(after),
  })
  write.notices.push({ kind: 'webhooks' })
  return after
}

/** Deletes a webhook with its deliveries. @throws ApiError 404. */
export async function deleteWebhook(write: Write, id: number): Promise<void> {
  const { address, description } = await findWebhook(write.db, id)
  await write.db.deleteFrom('webhooks').where('id', '=', id).execute()
  await audit(write, {
    action: 'webhook deleted',
    resource: 'webhooks',
    recordId: id,
    before: { address, description },
  })
  write.notices.push({ kind: 'webhooks' })
}

/** What is to be delivered. */
interface Occurrence {
  webhook_id: number
  event: string
  resource: Tables['webhook_deliveries']['resource']
  record_id: number | null
  version: number | null
}

async function enqueue(db: Kysely<Tables>, occurrences: readonly Occurrence[]): Promise<void> {
  const now = nowOf(db)
  const at = now.toISOString()
  const give_up_at = new Date(now.getTime() + deliveryPeriod).toISOString()
  const rows = occurrences.map((one) => ({
    ...one,
    event_id: randomUUID(),
    occurred_at: at,
    state: 'pending' as const,
    next_at: at,
    give_up_at,
  }))
  for (const some of chunks(rows)) await db.insertInto('webhook_deliveries').values(some).execute()
}

/** Sends a test, whether or not the webhook is active. @throws ApiError 404. */
export async function enqueueTest(write: Write, id: number): Promise<void> {
  await findWebhook(write.db, id)
  await enqueue(write.db, [
    { webhook_id: id, event: testEvent, resource: null, record_id: null, version: null },
  ])
}

/** Delivers again what was delivered or has failed, under the same event id. @throws ApiError 404. */
export async function redeliver(write: Write, webhook: number, delivery: number): Promise<void> {
  const { db } = write
  const now = nowOf(db)
  const found = await asAuthor(write, () =>
    db.selectFrom('webhook_deliveries').select('id').where('id', '=', delivery).executeTakeFirst(),
  )
  if (!found) throw notFound('Delivery')
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      state: 'pending',
      next_at: now.toISOString(),
      give_up_at: new Date(now.getTime() + deliveryPeriod).toISOString(),
    })
    .where('webhook_id', '=', webhook)
    .where('id', '=', delivery)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound('Delivery')
}

/** A page of deliveries, the newest first. @param before the last one of the page before. */
export async function listDeliveries(
  db: Kysely<Tables>,
  webhook: number,
  before: number | null,
): Promise<WebhookDeliveries> {
  await findWebhook(db, webhook)
  let query = db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id', 'event', 'record_id', 'occurred_at', 'state', 'attempts', 'next_at'])
    .select(['tried_at', 'status', 'duration', 'answer', 'failure'])
    .where('webhook_id', '=', webhook)
    .orderBy('id', 'desc')
    .limit(maxDeliveriesPage + 1)
  if (before !== null) query = query.where('id', '<', before)
  const rows = await query.execute()
  const page = rows.slice(0, maxDeliveriesPage)
  return {
    results: page.map(({ id, ...row }) => ({ delivery_id: id, ...row })),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Forgets deliveries of more than thirty days ago. */
export const forgetDeliveries = (db: Kysely<Tables>) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('occurred_at', '<', nowPlus(db, -deliveryDays * day))
    .execute()

const isNamed = (
  notice: Notice,
): notice is Extract<Notice, { kind: 'change' }> & { change: { id: number; action: ChangeAction } } =>
  notice.kind === 'change' && notice.owner === null && notice.change.id !== null

/**
 * Stores what webhooks are to be told of a transaction within it, so that a kill loses none of it (HOOK-2). Which
 * webhooks there are is known without a look at the database.
 */
export function createWebhookOutbox({ db: outer }: OpenDatabase) {
  /** Null as long as they could not be read: then they are read with each change. */
  let active: readonly { id: number; events: ReadonlySet<string> }[] | null = null
  let isAny = false
  let refreshes = 0

  const read = async (db: Kysely<Tables>) => {
    const rows = await db.selectFrom('webhooks').select(['id', 'events', 'is_active']).orderBy('id').execute()
    isAny = rows.length > 0
    return rows
      .filter(({ is_active }) => Boolean(is_active))
      .map(({ id, events }) => ({ id, events: new Set(JSON.parse(events) as string[]) }))
  }

  return {
    /** Whether there is any webhook, active or not. */
    isWatching: (): boolean => isAny,

    /** Reads anew which webhooks are active; until then, each change reads them with its own transaction. */
    async refresh(): Promise<void> {
      const own = ++refreshes
      active = null
      const found = await read(outer)
      if (own === refreshes) active = found
    },

    async keep(db: Kysely<Tables>, notices: readonly Notice[]): Promise<void> {
      const told = active ?? (await read(db))
      if (told.length === 0) return
      const occurrences = new Map<string, Occurrence>()
      for (const { change } of notices.filter(isNamed)) {
        const event = `${change.resource}.${change.action}`
        for (const { id, events } of told)
          // A record that a transaction changes several times is told once.
          if (events.has(event))
            occurrences.set(`${id} ${event} ${change.id}`, {
              webhook_id: id,
              event,
              resource: change.resource,
              record_id: change.id,
              version: change.version,
            })
      }
      if (occurrences.size === 0) return
      const ids = new Set([...occurrences.values()].map(({ webhook_id }) => webhook_id))
      // Another process may have deleted one: its reference would refuse the write.
      const there = await db
        .selectFrom('webhooks')
        .select('id')
        .where('id', 'in', [...ids])
        .execute()
      const known = new Set(there.map(({ id }) => id))
      await enqueue(
        db,
        [...occurrences.values()].filter(({ webhook_id }) => known.has(webhook_id)),
      )
    },
  }
}
