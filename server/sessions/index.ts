/** Sign-in, refresh with rotation, sign-out: what a session is and how it ends (TRUST-4, TRUST-5). */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { SignInAnswer, TokenAnswer } from '../../src/contract/session'
import type { OpenDatabase } from '../db/dialect'
import { audit } from '../kit/audit'
import { inTransaction, type Caller, type Write } from '../kit/context'
import { unauthorized } from '../kit/errors'
import { fold } from '../kit/fold'
import { accessTokens, accessTokenSeconds } from './accessTokens'
import { passwordFits } from './passwords'
import type { Secret } from './secrets'

const hours = 3_600
const days = 24 * hours
/** Seconds: without use, and in all, after which a remembered session ends. */
const remembered = { idle: 7 * days, absolute: 30 * days }
/** Seconds: the same without remember-me. */
const thisTabOnly = { idle: 12 * hours, absolute: 12 * hours }
/** Milliseconds in which the token just replaced still gets the same successor: two tabs, a lost answer. */
const graceTime = 10_000

/** The one text for every failed sign-in, whatever the reason (TRUST-14). */
const wrongCredentials = 'The username or password is wrong.'
const sessionEnded = 'The session has ended. Sign in again.'

export type Sessions = ReturnType<typeof createSessions>

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
const inSeconds = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1_000).toISOString()

export function createSessions(database: OpenDatabase, secrets: readonly [Secret, ...Secret[]]) {
  const tokens = accessTokens(secrets)
  const { db } = database

  // The successor follows from the token itself and a key of the installation: a repeated request finds the
  // same one, although only hashes are stored.
  const successorOf = (token: string, { key }: Secret) =>
    createHmac('sha256', key).update(`refresh:${token}`).digest('base64url')

  const answer = async (userId: number, sessionId: string, refresh: string): Promise<TokenAnswer> => ({
    access: await tokens.sign({ userId, sessionId }),
    refresh,
    expires_in: accessTokenSeconds,
  })

  async function revokeSession(write: Write, sessionId: string, reason: string): Promise<void> {
    await write.db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString(), revoked_for: reason })
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .execute()
    write.notices.push({ kind: 'session-ended', session: sessionId })
  }

  /** The session that a refresh token belongs to, if both are alive. */
  const findToken = (write: Write, token: string) =>
    write.db
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('refresh_tokens')
      .select([
        'sessions.user_id',
        'sessions.idle_seconds',
        'sessions.last_used_at',
        'sessions.expires_at',
        'sessions.revoked_at',
      ])
      .select('users.is_active')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst()

  async function findCaller(sessionId: string): Promise<Caller | null> {
    const found = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'users.id',
        'users.username',
        'users.user_type',
        'users.is_active',
        'sessions.expires_at',
        'sessions.revoked_at',
      ])
      .where('sessions.id', '=', sessionId)
      .executeTakeFirst()
    const alive = found?.is_active && found.revoked_at === null && found.expires_at > new Date().toISOString()
    return alive ? { id: found.id, username: found.username, role: found.user_type, sessionId } : null
  }

  return {
    /** @throws ApiError 401, with one text for every reason. */
    async signIn(
      username: string,
      password: string,
      remember: boolean,
      requestId: string,
    ): Promise<SignInAnswer> {
      const user = await db
        .selectFrom('users')
        .select(['id', 'username', 'password_hash', 'is_active'])
        .where('username_key', '=', fold(username))
        .executeTakeFirst()
      const fits = await passwordFits(user?.password_hash, password)
      if (!user || !fits || !user.is_active) {
        await inTransaction(database, { actor: user?.id ?? null, requestId }, (write) =>
          audit(write, { action: 'sign-in failed', resource: 'sessions' }),
        )
        throw unauthorized(wrongCredentials)
      }
      const now = new Date()
      const limits = remember ? remembered : thisTabOnly
      const sessionId = randomUUID()
      const refresh = randomBytes(32).toString('base64url')
      await inTransaction(database, { actor: user.id, requestId }, async (write) => {
        await write.db
          .insertInto('sessions')
          .values({
            id: sessionId,
            user_id: user.id,
            idle_seconds: limits.idle,
            created_at: now.toISOString(),
            last_used_at: now.toISOString(),
            expires_at: inSeconds(now, limits.absolute),
            revoked_at: null,
            revoked_for: null,
          })
          .execute()
        await write.db
          .insertInto('refresh_tokens')
          .values({
            token_hash: hashToken(refresh),
            session_id: sessionId,
            issued_at: now.toISOString(),
            rotated_at: null,
            successor_hash: null,
          })
          .execute()
        await audit(write, { action: 'sign-in', resource: 'sessions' })
      })
      return {
        ...(await answer(user.id, sessionId, refresh)),
        user: { id: user.id, username: user.username },
      }
    },

    /**
     * Exchanges a refresh token for a fresh pair. The token just replaced gets the same successor for 10 s; an
     * older one ends the session, because somebody else holds it.
     * @throws ApiError 401 when the session has ended.
     */
    async refresh(token: string, requestId: string): Promise<TokenAnswer> {
      const renewed = await inTransaction(database, { actor: null, requestId }, async (write) => {
        const found = await findToken(write, token)
        const now = new Date()
        const moment = now.toISOString()
        if (!found?.is_active || found.revoked_at !== null || found.expires_at <= moment) return null
        if (inSeconds(new Date(found.last_used_at), found.idle_seconds) <= moment) return null

        const successor = successorOf(token, secrets[0])
        const successorHash = hashToken(successor)
        const rotated = await write.db
          .updateTable('refresh_tokens')
          .set({ rotated_at: moment, successor_hash: successorHash })
          .where('token_hash', '=', found.token_hash)
          .where('rotated_at', 'is', null)
          .executeTakeFirst()
        if (rotated.numUpdatedRows === 1n) {
          await write.db
            .insertInto('refresh_tokens')
            .values({
              token_hash: successorHash,
              session_id: found.session_id,
              issued_at: moment,
              rotated_at: null,
              successor_hash: null,
            })
            .execute()
          await write.db
            .updateTable('sessions')
            .set({ last_used_at: moment })
            .where('id', '=', found.session_id)
            .execute()
          return { userId: found.user_id, sessionId: found.session_id, refresh: successor }
        }

        const again = await write.db
          .selectFrom('refresh_tokens as used')
          .innerJoin('refresh_tokens as next', 'next.token_hash', 'used.successor_hash')
          .select(['used.rotated_at', 'used.successor_hash', 'next.rotated_at as next_rotated_at'])
          .where('used.token_hash', '=', found.token_hash)
          .executeTakeFirst()
        const isImmediatePredecessor =
          again?.successor_hash === successorHash &&
          again.next_rotated_at === null &&
          again.rotated_at !== null &&
          now.getTime() - new Date(again.rotated_at).getTime() < graceTime
        if (isImmediatePredecessor)
          return { userId: found.user_id, sessionId: found.session_id, refresh: successor }

        const asUser = { ...write, actor: found.user_id }
        await revokeSession(asUser, found.session_id, 'reuse')
        await audit(asUser, { action: 'refresh token reused', resource: 'sessions' })
        return null
      })
      if (!renewed) throw unauthorized(sessionEnded)
      return answer(renewed.userId, renewed.sessionId, renewed.refresh)
    },

    /** Ends the session of a refresh token; one that is unknown or has ended already is no fault. */
    async revoke(token: string, requestId: string): Promise<void> {
      await inTransaction(database, { actor: null, requestId }, async (write) => {
        const found = await findToken(write, token)
        if (!found || found.revoked_at !== null) return
        const asUser = { ...write, actor: found.user_id }
        await revokeSession(asUser, found.session_id, 'sign-out')
        await audit(asUser, { action: 'sign-out', resource: 'sessions' })
      })
    },

    /** Forgets sessions that ended over a day ago, with their tokens; the audit keeps what happened. */
    async forgetEnded(): Promise<void> {
      const yesterday = inSeconds(new Date(), -days)
      await db
        .deleteFrom('sessions')
        .where((eb) => eb.or([eb('expires_at', '<', yesterday), eb('revoked_at', '<', yesterday)]))
        .execute()
    },

    /**
     * Who sends an access token. The session is looked up each time, so that its end counts at once (TRUST-6).
     * @throws ApiError 401.
     */
    async authenticate(accessToken: string): Promise<Caller> {
      const { userId, sessionId } = await tokens.verify(accessToken)
      const caller = await findCaller(sessionId)
      if (caller?.id !== userId) throw unauthorized(sessionEnded)
      return caller
    },

    /** Whose session it is; null when it has ended. */
    findCaller,
  }
}
