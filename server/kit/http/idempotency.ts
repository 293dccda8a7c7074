/**
 * Requests with an Idempotency-Key are executed once (TRUST-28): a repetition, because the first answer was lost or a
 * button was pressed twice, gets the first answer again.
 */
import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nowPlus } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import type { LockMode } from '../../db/writeQueue'
import type { Secret, Secrets } from '../crypto/secrets'
import { writerFromRequest, inTransaction, type Write } from '../context'
import { ApiError, invalidParameter } from '../errors'
import { idsSeenWith, limitsOfCaller } from '../limits'
import { allResources } from '../registry'

/** A success: its status, and what its body is made of. */
export interface IdempotentAnswer<Body> {
  status: number
  body: Body
  /** Whether it is a replay of an earlier answer. */
  isRepeated: boolean
}
export interface First<Body> extends Pick<IdempotentAnswer<Body>, 'status' | 'body'> {
  /** The part of the body kept for replays, where that is less than all of it. */
  kept?: Body
}

/** Milliseconds for which a key is remembered. */
const lifetime = 86_400_000
/** Milliseconds allowed for an external call; a process that dies during one leaves the key claimed for that long. */
const claimTime = 60_000

/** Between the fingerprint of a request and what its caller saw, in what is kept of a key: neither has it. */
const seenMark = '\n'

/** Marks a replayed answer. */
export const repeatedHeader = 'idempotency-replayed'

/** A key and its user: each user's keys are separate. */
interface Holder {
  user_id: number
  key: string
}

/**
 * Writes in a transaction and answers, once for each key of the caller's. The key is written in the same transaction:
 * either both are stored or neither is. Of two concurrent requests the second waits for the first.
 * @param write gives the answer; its body is kept as JSON.
 * @param lockMode as in inTransaction().
 * @throws ApiError 400 for a malformed key, 422 for one that has been used for another request, or whose answer the caller does
 *   not see any more.
 */
export async function runIdempotent<Body>(
  request: FastifyRequest,
  write: (write: Write) => Promise<First<Body>>,
  lockMode: LockMode = 'exclusive',
): Promise<IdempotentAnswer<Body>> {
  const holder = holderOf(request)
  const work = async (trx: Write) => {
    const known = holder && (await takeKey<Body>(trx, request, holder, null))
    if (known) return { ...known, isRepeated: true }
    const first = await write(trx)
    if (holder) await keepAnswer(trx, holder, first)
    return { ...first, isRepeated: false }
  }
  return inTransaction(request.server.database, writerFromRequest(request), work, lockMode)
}

/**
 * Does the same where an external call precedes the write, such as sending a message: the key is claimed before the
 * call, and released if it fails.
 * @throws ApiError as runIdempotent does, and 409 for a key whose first request is still running.
 */
export async function runIdempotentAfterCall<Result, Body>(
  request: FastifyRequest,
  externalCall: () => Promise<Result>,
  write: (write: Write, result: Result) => Promise<First<Body>>,
): Promise<IdempotentAnswer<Body>> {
  const holder = holderOf(request)
  const who = writerFromRequest(request)
  const { database } = request.server
  const until = nowPlus(database.db, claimTime)
  const known =
    holder && (await inTransaction(database, who, (trx) => takeKey<Body>(trx, request, holder, until)))
  if (known) return { ...known, isRepeated: true }
  try {
    const result = await externalCall()
    return await inTransaction(database, who, async (trx) => {
      const first = await write(trx, result)
      if (holder) await keepAnswer(trx, holder, first)
      return { ...first, isRepeated: false }
    })
  } catch (error) {
    // If even this write fails, the claim expires by itself.
    if (holder)
      await inTransaction(database, who, (trx) => releaseKey(trx, holder, until)).catch(() => undefined)
    throw error
  }
}

/** Sets the status of an answer, and marks a replay. */
export const replyOnce = (
  reply: FastifyReply,
  { status, isRepeated }: IdempotentAnswer<unknown>,
): FastifyReply => (isRepeated ? reply.code(status).header(repeatedHeader, 'true') : reply.code(status))

/** Deletes expired keys. */
export async function deleteExpiredKeys({ db }: OpenDatabase): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', nowPlus(db, -lifetime)).execute()
}

function holderOf({ headers, caller }: FastifyRequest): Holder | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[ -~]{1,255}$/.test(key))
    throw invalidParameter('Idempotency-Key', 'Must be 1 to 255 printable ASCII characters.')
  return { user_id: caller.id, key }
}

/**
 * Claims a key for a request, or finds the answer given to it.
 * @param until a moment: the request holds the key until then even without an answer.
 */
async function takeKey<Body>(
  write: Write,
  request: FastifyRequest,
  { user_id, key }: Holder,
  until: string | null,
): Promise<First<Body> | null> {
  const { db } = write
  const { fingerprints } = request.server
  const [newest, ...older] = fingerprints(request)
  const seen = limitsOfCaller(request.caller)?.key ?? ''
  const fingerprint = `${newest}${seenMark}${seen}`
  const now = nowPlus(db, 0)
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
  const [of = '', seenThen = ''] = known.fingerprint.split(seenMark)
  if (![newest, ...older].includes(of))
    throw new ApiError(422, 'key_reused', 'This idempotency key belongs to another request.')
  if (known.status !== null && known.body === null)
    throw new ApiError(422, 'key_reused', 'This request was executed; its answer has been erased since.')
  if (known.status !== null) {
    const body = JSON.parse(known.body ?? '') as Body
    await assertStillSeen(write, request, body, seen === seenThen)
    return { status: known.status, body }
  }
  if (known.claimed_until !== null && known.claimed_until > now)
    throw new ApiError(409, 'in_progress', 'The first request with this idempotency key is still under way.')
  await change(db, { user_id, key }).set({ claimed_until: until, fingerprint }).execute()
  return null
}

/**
 * An answer is shown again only to a caller who sees all records, or the same ones as then, and the one that was created (TEAM-4).
 * One about a hidden record of the address is not found: the id in it is that of no record (http/readerLimits.ts).
 * @throws ApiError 422
 */
async function assertStillSeen(
  { db }: Write,
  { caller, routeOptions }: FastifyRequest,
  body: unknown,
  isSeenAsThen: boolean,
): Promise<void> {
  const limits = limitsOfCaller(caller)
  if (limits === null) return
  const resource = allResources().find(({ contract }) => contract.path === routeOptions.url)
  const id = resource && (body as Record<string, unknown>)[resource.contract.idField]
  const isShown =
    isSeenAsThen &&
    (!resource || typeof id !== 'number' || (await idsSeenWith(limits, db, resource, [id])).has(id))
  if (!isShown)
    throw new ApiError(422, 'key_reused', 'This request was executed; you do not see its answer any more.')
}

const change = (db: Write['db'], { user_id, key }: Holder) =>
  db.updateTable('idempotency_keys').where('user_id', '=', user_id).where('key', '=', key)

const keepAnswer = ({ db }: Write, holder: Holder, { status, body, kept = body }: First<unknown>) =>
  change(db, holder)
    .set({ status, body: JSON.stringify(kept), claimed_until: null })
    .execute()

/** Releases a key claimed until a moment, unless another request has claimed it since. */
const releaseKey = ({ db }: Write, { user_id, key }: Holder, until: string) =>
  db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .where('claimed_until', '=', until)
    .execute()

/** Identifies equal requests: a text for each key of the installation, newest first. */
export type Fingerprints = (request: FastifyRequest) => [string, ...string[]]

/**
 * Requests are equal if their method, address, body and file are. The texts are keyed with keys of the installation,
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
