/** Sign-in, refresh with rotation, sign-out: what a session is and how it ends (TRUST-4, TRUST-5). */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { maxText } from '../../src/contract/limits'
import type { Credentials, SignInAnswer, TokenAnswer } from '../../src/contract/session'
import { isFull, type OpenDatabase } from '../db/dialect'
import { audit } from '../kit/write/audit'
import { inTransaction, type Caller, type Write } from '../kit/context'
import { unauthorized } from '../kit/errors'
import { shareEach } from '../kit/shareEach'
import { accessTokens, accessTokenSeconds } from './accessTokens'
import type { Sender } from './addresses'
import { tryPassword, type Opened } from './attempts'
import { inSeconds, remembered, runsStill, thisTabOnly } from './lifetime'
import { sweepLimits } from './limits'
import type { Secret, Secrets } from './secrets'
import { createUnwrittenEnds, type SessionEnd } from './unwritten'

/** In seconds. */
const day = 86_400
/** Milliseconds in which the token just replaced still gets the same successor: two tabs, a lost answer. */
const graceTime = 10_000

/**
 * The one text for every failed sign-in, whatever the reason (TRUST-14). That an account waits for approval is told to
 * nobody, the right password or not: whoever registers a name would learn whether it was free (AUTH-16).
 */
const wrongCredentials = 'The username or password is wrong, or the account is not active.'
const sessionEnded = 'The session has ended. Sign in again.'

export type Sessions = ReturnType<typeof createSessions>

/** A session that goes on, and the refresh token that does it the next time. */
interface Renewed {
  userId: number
  sessionId: string
  refresh: string
}

/** Who asks, and in which state the data are that the answer is read from, or older ones. */
interface Seen {
  caller: Caller
  /** As OpenDatabase.version says. */
  dataVersion: string
}
interface SessionRow {
  id: number
  username: string
  user_type: Caller['role']
  email: string | null
  is_active: boolean
  expires_at: string
  data_version: string
}

/** Where a session is begun. */
interface Beginner {
  address: string
  userAgent?: string | undefined
}

/** What the audit calls the ends of a session. */
const endActions = { 'sign-out': 'sign-out', reuse: 'refresh token reused' } as const

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

export function createSessions(database: OpenDatabase, secrets: Secrets) {
  const tokens = accessTokens(secrets)
  const { db, dialect } = database

  // The successor follows from the token itself and a key of the installation: a repeated request finds the
  // same one, although only hashes are stored.
  const successorOf = (token: string, { key }: Secret) =>
    createHmac('sha256', key).update(`refresh:${token}`).digest('base64url')

  const answer = (userId: number, sessionId: string, refresh: string): TokenAnswer => ({
    access: tokens.sign({ userId, sessionId }),
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

  const endSession = async (
    write: Write,
    { userId, sessionId, reason, address }: SessionEnd,
  ): Promise<void> => {
    const asUser = { ...write, actor: userId }
    await revokeSession(asUser, sessionId, reason)
    await audit(asUser, { action: endActions[reason], resource: 'sessions', after: { address } })
  }

  const renewOnce = shareEach<Renewed | null>()
  const revokeOnce = shareEach<void>()

  const unwritten = createUnwrittenEnds(database, (end) =>
    inTransaction(database, { actor: end.userId, requestId: end.requestId }, (write) =>
      endSession(write, end),
    ),
  )

  /** The session that a refresh token belongs to, if both are alive. */
  const findToken = (write: Pick<Write, 'db'>, token: string) =>
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

  type Token = NonNullable<Awaited<ReturnType<typeof findToken>>>

  const endOf = ({ user_id: userId, session_id: sessionId }: Token, sender: Sender) => ({
    userId,
    sessionId,
    ...sender,
  })

  /** Whether neither the session nor its owner's access has ended. */
  function isAlive(found: Token | undefined, now: Date): found is Token {
    if (!found?.is_active || found.revoked_at !== null || unwritten.has(found.session_id)) return false
    return runsStill(found, now)
  }

  /** Whether a token has been replaced by this successor just now, and nobody has used that one yet. */
  async function isJustReplaced(
    { db }: Pick<Write, 'db'>,
    { token_hash }: Token,
    successorHash: string,
    now: Date,
  ): Promise<boolean> {
    const used = await db
      .selectFrom('refresh_tokens as used')
      .innerJoin('refresh_tokens as next', 'next.token_hash', 'used.successor_hash')
      .select(['used.rotated_at', 'used.successor_hash', 'next.rotated_at as next_rotated_at'])
      .where('used.token_hash', '=', token_hash)
      .executeTakeFirst()
    return (
      used?.successor_hash === successorHash &&
      used.next_rotated_at === null &&
      used.rotated_at !== null &&
      now.getTime() - new Date(used.rotated_at).getTime() < graceTime
    )
  }

  /** Replaces a token; null where the session has ended, or ends because somebody else has used the token before. */
  async function rotate(write: Write, token: string, sender: Sender): Promise<Renewed | null> {
    const found = await findToken(write, token)
    const now = new Date()
    const moment = now.toISOString()
    if (!isAlive(found, now)) return null

    const successor = successorOf(token, secrets[0])
    const successorHash = hashToken(successor)
    const renewed = { userId: found.user_id, sessionId: found.session_id, refresh: successor }
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
      return renewed
    }
    if (await isJustReplaced(write, found, successorHash, now)) return renewed
    await endSession(write, { ...endOf(found, sender), reason: 'reuse' })
    return null
  }

  /**
   * What a refresh gets while nothing can be written (TRUST-30): the token stays as it is, and is replaced when there
   * is room again. Whoever has stolen it is found out then, as soon as two have used it; an older one is, now.
   */
  async function renewUnwritten(token: string, sender: Sender): Promise<Renewed | null> {
    const now = new Date()
    const found = await findToken(database, token)
    if (!isAlive(found, now)) return null
    const { user_id: userId, session_id: sessionId } = found
    const successor = successorOf(token, secrets[0])
    if (found.rotated_at === null) return { userId, sessionId, refresh: token }
    if (await isJustReplaced(database, found, hashToken(successor), now))
      return { userId, sessionId, refresh: successor }
    unwritten.add({ ...endOf(found, sender), reason: 'reuse' })
    return null
  }

  /**
   * Goes on with a session; null where it has ended. Nothing is written, which keeps others waiting, for whoever holds no
   * living token or has been answered just now: anybody may ask, and as often as they like.
   */
  async function renew(token: string, sender: Sender): Promise<Renewed | null> {
    const now = new Date()
    const found = await findToken(database, token)
    if (!isAlive(found, now)) return null
    const successor = successorOf(token, secrets[0])
    if (found.rotated_at !== null && (await isJustReplaced(database, found, hashToken(successor), now)))
      return { userId: found.user_id, sessionId: found.session_id, refresh: successor }
    return inTransaction(database, { actor: null, requestId: sender.requestId }, (write) =>
      rotate(write, token, sender),
    ).catch((error: unknown) => {
      if (isFull(error)) return renewUnwritten(token, sender)
      throw error
    })
  }

  const findSession = {
    text: `select users.id, users.username, users.user_type, users.email, users.is_active, sessions.expires_at, ${database.version} as data_version from sessions inner join users on users.id = sessions.user_id where sessions.id = ? and sessions.revoked_at is null`,
    booleans: ['is_active'],
  }

  /** Whose session it is, and the state of the data as of then; null when it has ended. */
  async function look(sessionId: string): Promise<Seen | null> {
    if (unwritten.has(sessionId)) return null
    const [rows] = await dialect.readAll(db, [{ ...findSession, values: [sessionId] }])
    const found = rows?.[0] as SessionRow | undefined
    if (!found?.is_active || found.expires_at <= new Date().toISOString()) return null
    const { id, username, user_type: role, email, data_version: dataVersion } = found
    return { caller: { id, username, role, email, sessionId }, dataVersion }
  }

  /** Begins a session, in the write that has found out whose it is. */
  async function begin(
    write: Write,
    { id, username }: Opened,
    limits: typeof remembered,
    { address, userAgent }: Beginner,
    how: { provider?: string } = {},
  ): Promise<SignInAnswer> {
    const sessionId = randomUUID()
    const refresh = randomBytes(32).toString('base64url')
    const now = new Date()
    await write.db
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: id,
        user_agent: userAgent?.slice(0, maxText) ?? null,
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
    await audit(
      { ...write, actor: id },
      { action: 'sign-in', resource: 'sessions', after: { address, ...how } },
    )
    return { ...answer(id, sessionId, refresh), user: { id, username } }
  }

  return {
    /** @throws ApiError 401, with one text for every reason; 429 and 503 as sessions/attempts.ts says. */
    async signIn(
      { username, password, remember }: Required<Credentials>,
      { address, requestId, userAgent }: Sender & Beginner,
    ): Promise<SignInAnswer> {
      const attempt = { username, password, address, requestId, failure: 'sign-in failed' }
      const signedIn = await tryPassword(database, attempt, (write, account) =>
        begin(write, account, remember ? remembered : thisTabOnly, { address, userAgent }),
      )
      if (!signedIn) throw unauthorized(wrongCredentials)
      return signedIn
    },

    /**
     * Begins a session for somebody whom a directory has named. It ends after 12 hours, so that whoever has left the
     * directory is not here for long; signing in again is one click.
     */
    beginThrough: (
      write: Write,
      provider: string,
      account: Opened,
      beginner: Beginner,
    ): Promise<SignInAnswer> => begin(write, account, thisTabOnly, beginner, { provider }),

    /**
     * Exchanges a refresh token for a fresh pair. The token just replaced gets the same successor for 10 s; an
     * older one ends the session, because somebody else holds it.
     * @throws ApiError 401 when the session has ended.
     */
    async refresh(token: string, sender: Sender): Promise<TokenAnswer> {
      await unwritten.flush()
      const renewed = await renewOnce(token, () => renew(token, sender))
      if (!renewed) throw unauthorized(sessionEnded)
      return answer(renewed.userId, renewed.sessionId, renewed.refresh)
    },

    /** Ends the session of a refresh token; one that is unknown or has ended already is no fault. */
    revoke: (token: string, sender: Sender): Promise<void> =>
      revokeOnce(token, async () => {
        const { requestId } = sender
        const known = await findToken(database, token)
        if (!known || known.revoked_at !== null) return
        await inTransaction(database, { actor: null, requestId }, async (write) => {
          const found = await findToken(write, token)
          if (!found || found.revoked_at !== null) return
          await endSession(write, { ...endOf(found, sender), reason: 'sign-out' })
        }).catch(async (error: unknown) => {
          if (!isFull(error)) throw error
          const found = await findToken(database, token)
          if (found) unwritten.add({ ...endOf(found, sender), reason: 'sign-out' })
        })
      }),

    /**
     * Forgets sessions that ended over a day ago, with their tokens, and failures that are long past; the audit keeps
     * what happened.
     */
    async forgetEnded(): Promise<void> {
      const yesterday = inSeconds(new Date(), -day)
      await db
        .deleteFrom('sessions')
        .where((eb) => eb.or([eb('expires_at', '<', yesterday), eb('revoked_at', '<', yesterday)]))
        .execute()
      await sweepLimits(db, new Date())
    },

    /**
     * Who sends an access token. The session is looked up each time, so that its end counts at once (TRUST-6).
     * @throws ApiError 401.
     */
    async authenticate(accessToken: string): Promise<Seen> {
      const { userId, sessionId } = tokens.verify(accessToken)
      const seen = await look(sessionId)
      if (seen?.caller.id !== userId) throw unauthorized(sessionEnded)
      return seen
    },

    /** The sessions of a user that have not ended, the last used first. */
    async listOf(userId: number) {
      const found = await db
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'created_at', 'last_used_at', 'idle_seconds', 'expires_at'])
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute()
      const now = new Date()
      return found.filter((session) => runsStill(session, now) && !unwritten.has(session.id))
    },

    /** Whose session it is; null when it has ended. */
    findCaller: async (sessionId: string): Promise<Caller | null> => (await look(sessionId))?.caller ?? null,
  }
}
