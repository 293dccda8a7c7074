/**
 * Requests that carry an Idempotency-Key happen once (TRUST-28): whoever repeats one, because the first answer got
 * lost or a button was pressed twice, gets the first answer again.
 */
import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenDatabase } from '../../db/dialect'
import type { Manner } from '../../db/queue'
import type { Secret, Secrets } from '../../sessions/secrets'
import { byCaller, inTransaction, type Write } from '../context'
import { ApiError, invalidParameter } from '../errors'

/** A success: its status, and what its body is made of. */
export interface Answered<Body> {
  status: number
  body: Body
  /** Whether it was given before, and nothing has happened now. */
  isRepeated: boolean
}
export interface First<Body> extends Pick<Answered<Body>, 'status' | 'body'> {
  /** What is kept of the body for whoever repeats the request, where that is less than all of it. */
  kept?: Body
}

/** Milliseconds that a key is known. */
const lifetime = 86_400_000
/** Milliseconds that something outside may take; a process that dies meanwhile leaves the key taken for so long. */
const claimTime = 60_000

/** Marks an answer that was given before. */
export const repeatedHeader = 'idempotency-replayed'

/** A key, and whose it is: everybody's keys are their own. */
interface Holder {
  user_id: number
  key: string
}

/**
 * Writes in a transaction and answers, once for each key of the caller's. The key is written in the same transaction:
 * either both are there or neither is. Of two requests at a time the second one waits for the first.
 * @param write gives the answer; its body is kept as JSON.
 * @param manner as inTransaction() has it.
 * @throws ApiError 400 for a key that cannot be one, 422 for one that has been used for another request.
 */
export async function answerOnce<Body>(
  request: FastifyRequest,
  write: (write: Write) => Promise<First<Body>>,
  manner: Manner = 'alone',
): Promise<Answered<Body>> {
  const holder = holderOf(request)
  const work = async (trx: Write) => {
    const known = holder && (await takeKey<Body>(trx, request, holder, null))
    if (known) return { ...known, isRepeated: true }
    const first = await write(trx)
    if (holder) await keepAnswer(trx, holder, first)
    return { ...first, isRepeated: false }
  }
  return inTransaction(request.server.database, byCaller(request), work, manner)
}

/**
 * Does the same where something outside happens before the write, such as sending a message: the key is taken before
 * that, and given back if it fails.
 * @throws ApiError as answerOnce does, and 409 for a key whose first request is still under way.
 */
export async function answerOnceAfter<Outside, Body>(
  request: FastifyRequest,
  outside: () => Promise<Outside>,
  write: (write: Write, outside: Outside) => Promise<First<Body>>,
): Promise<Answered<Body>> {
  const holder = holderOf(request)
  const who = byCaller(request)
  const { database } = request.server
  const until = new Date(Date.now() + claimTime).toISOString()
  const known =
    holder && (await inTransaction(database, who, (trx) => takeKey<Body>(trx, request, holder, until)))
  if (known) return { ...known, isRepeated: true }
  try {
    const happened = await outside()
    return await inTransaction(database, who, async (trx) => {
      const first = await write(trx, happened)
      if (holder) await keepAnswer(trx, holder, first)
      return { ...first, isRepeated: false }
    })
  } catch (error) {
    // Where not even that can be written, the key is free again when its time is over.
    if (holder)
      await inTransaction(database, who, (trx) => giveBack(trx, holder, until)).catch(() => undefined)
    throw error
  }
}

/** Sets the status of an answer, and marks it where it was given before. */
export const replyOnce = (reply: FastifyReply, { status, isRepeated }: Answered<unknown>): FastifyReply =>
  isRepeated ? reply.code(status).header(repeatedHeader, 'true') : reply.code(status)

/** Forgets the keys that have been known long enough. */
export async function forgetOldKeys({ db }: OpenDatabase): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(Date.now() - lifetime).toISOString())
    .execute()
}

function holderOf({ headers, caller }: FastifyRequest): Holder | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[ -~]{1,255}$/.test(key))
    throw invalidParameter('Idempotency-Key', 'Must be 1 to 255 printable ASCII characters.')
  return { user_id: caller.id, key }
}

/**
 * Takes a key for a request, or finds what has been answered to it.
 * @param until a moment: the key is the request's until then even before there is an answer.
 */
async function takeKey<Body>(
  { db }: Write,
  request: FastifyRequest,
  { user_id, key }: Holder,
  until: string | null,
): Promise<First<Body> | null> {
  const { fingerprints } = request.server
  const [fingerprint, ...older] = fingerprints(request)
  const now = new Date().toISOString()
  const taken = await db
    .insertInto('idempotency_keys')
    .values({ user_id, key, fingerprint, created_at: now, claimed_until: until })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) return null
  const known = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'claimed_until', 'status', 'body'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (![fingerprint, ...older].includes(known.fingerprint))
    throw new ApiError(422, 'key_reused', 'This idempotency key belongs to another request.')
  if (known.status !== null) return { status: known.status, body: JSON.parse(known.body ?? '') as Body }
  if (known.claimed_until !== null && known.claimed_until > now)
    throw new ApiError(409, 'in_progress', 'The first request with this idempotency key is still under way.')
  await change(db, { user_id, key }).set({ claimed_until: until }).execute()
  return null
}

const change = (db: Write['db'], { user_id, key }: Holder) =>
  db.updateTable('idempotency_keys').where('user_id', '=', user_id).where('key', '=', key)

const keepAnswer = ({ db }: Write, holder: Holder, { status, body, kept = body }: First<unknown>) =>
  change(db, holder)
    .set({ status, body: JSON.stringify(kept), claimed_until: null })
    .execute()

/** Frees a key that has been taken until a moment, unless somebody else has taken it since. */
const giveBack = ({ db }: Write, { user_id, key }: Holder, until: string) =>
  db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('claimed_until', '=', until)
    .execute()

/** Tells from a request whether another one is the same: a text for each key of the installation, newest first. */
export type Fingerprints = (request: FastifyRequest) => [string, ...string[]]

/**
 * The same are requests with one method, address, body and file. The texts are made with keys of the installation,
 * because a body may hold a password.
 */
export function createFingerprints([newest, ...older]: Secrets): Fingerprints {
  const keyOf = ({ key }: Secret) => createHmac('sha256', key).update('idempotency').digest()
  const [key, ...olderKeys] = [keyOf(newest), ...older.map(keyOf)]
  return ({ method, routeOptions, params, query, body, sentFile }) => {
    const text = JSON.stringify([method, routeOptions.url, params, query, body ?? null, sentFile])
    const by = (secret: Buffer) => createHmac('sha256', secret).update(text).digest('base64url')
    return [by(key), ...olderKeys.map(by)]
  }
}
