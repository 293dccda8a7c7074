/** Sign-in, refresh with rotation, sign-out: the life of a session (TRUST-4, TRUST-5). */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { maxText } from '../../../src/contract/limits'
import type { AccountGroup } from '../../../src/contract/requiredFactors'
import type { FactorKind } from '../../../src/contract/secondFactor'
import type { Credentials, SignInAnswer, TokenAnswer } from '../../../src/contract/session'
import { nowPlus, nowOf } from '../../db/clock'
import { isFull, type OpenDatabase } from '../../db/dialects'
import { audit } from '../../kit/write/audit'
import { inTransaction, type Caller, type Write } from '../../kit/context'
import { unauthorized } from '../../kit/errors'
import { permissionColumnsText, permissionsOf, type PermissionColumns } from '../../kit/permissions'
import { singleFlight } from '../../kit/singleFlight'
import { factorKindsOf, type PendingSignIn } from '../secondFactors'
import { lacksFactorColumn } from '../secondFactors/required'
import { accessTokens, accessTokenSeconds } from './accessTokens'
import type { Client } from '../../kit/http/networkAddresses'
import { createApiTokens } from './apiTokens'
import { tryPassword, type Attempt, type AuthenticatedAccount } from './attempts'
import { inSeconds, isUnexpired, lifetimeOf, unrememberedLifetime, type remembered } from './lifetime'
import { sweepLimits } from './limits'
import type { Secret, Secrets } from '../../kit/crypto/secrets'
import { createPendingSessionEnds, type SessionEnd } from './pendingSessionEnds'

/** In seconds. */
const day = 86_400
/** Milliseconds in which a replaced token still gets the same successor, for two tabs that refresh at once. */
const graceTime = 10_000
/** Tokens whose recorded first use is remembered, at most. */
const maxRecordedTokens = 10_000

/**
 * The one text for every failed sign-in (TRUST-14). It never reveals that an account awaits approval, even for the
 * right password: a registration would otherwise show whether its name was free (AUTH-16).
 */
const wrongCredentials = 'The username or password is wrong, or the account is not active.'
const sessionEnded = 'The session has ended. Sign in again.'

export type Sessions = ReturnType<typeof createSessions>

/** A continued session, and its next refresh token. */
interface Renewed {
  userId: number
  sessionId: string
  refresh: string
}

/** The caller, and a state of the data that is not newer than the answer. */
interface AuthenticatedRequest {
  caller: Caller
  /** OpenDatabase.version. */
  dataVersion: string
}
interface SessionRow extends PermissionColumns {
  id: number
  username: string
  email: string | null
  is_active: boolean
  expires_at: string
  /** The directory of the session, which has asked for a factor itself. */
  provider: string | null
  lacks_factor: number
  data_version: string
}

/** How a session is begun. */
export interface SessionClient {
  address: string
  userAgent?: string | undefined
}

/** How a sign-in was proved, where not by a password alone; for the audit. */
interface SignInMethod {
  /** The directory. */
  provider?: string
  /** The second factor, or the passkey in the place of the password. */
  factor?: 'code' | 'recovery code' | 'passkey'
}

/** The browser of a sign-in, as known by devices.ts, or its new id. */
interface Browser extends Pick<Attempt, 'device'> {
  newDevice: string
}

/** The ends of a session in the audit. */
const endActions = { 'sign-out': 'sign-out', reuse: 'refresh token reused' } as const

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Called in the write of a sign-in from a browser and an address that the account has not been used from lately. */
export type NewPlaceListener = (write: Write, user: number, client: SessionClient) => Promise<void>

/** @param requiredOf the groups of accounts that must have a second factor by the configuration. */
export function createSessions(
  database: OpenDatabase,
  secrets: Secrets,
  requiredOf: readonly AccountGroup[],
) {
  const lacksFactor = lacksFactorColumn(requiredOf)
  const apiTokens = createApiTokens(database, lacksFactor)
  const tokens = accessTokens(secrets, database.clock)
  const { db, dialect } = database

  // The successor is derived from the token itself and a key of the installation: a repeated request gets the same
  // one, although only hashes are stored.
  const successorOf = (token: string, { key }: Secret) =>
    createHmac('sha256', key).update(`refresh:${token}`).digest('base64url')

  const answer = ({ userId, sessionId, refresh }: Renewed, refreshHash?: string): TokenAnswer => ({
    access: tokens.sign({ userId, sessionId, refreshHash }),
    refresh,
    expires_in: accessTokenSeconds,
  })

  async function revokeSession(write: Write, sessionId: string, reason: string): Promise<void> {
    await write.db
      .updateTable('sessions')
      .set({ revoked_at: nowPlus(write.db, 0), revoked_for: reason })
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

  const renewOnce = singleFlight<Renewed | null>()
  const revokeOnce = singleFlight<void>()

  const pendingEnds = createPendingSessionEnds(database, (end) =>
    inTransaction(database, { actor: end.userId, requestId: end.requestId }, (write) =>
      endSession(write, end),
    ),
  )

  /** The session of a refresh token, if both are valid. */
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

  const endOf = ({ user_id: userId, session_id: sessionId }: Token, sender: Client) => ({
    userId,
    sessionId,
    ...sender,
  })

  /** Whether neither the session nor its owner's access has ended. */
  function isAlive(found: Token | undefined, now: Date): found is Token {
    if (!found?.is_active || found.revoked_at !== null || pendingEnds.has(found.session_id)) return false
    return isUnexpired(found, now)
  }

  /**
   * Whether a replaced token still gets this successor: for ten seconds, and until the successor has been used. The
   * answer with it may have been lost with its tab; once it has been used, another holder is using the predecessor.
   */
  async function isStillGood(
    { db }: Pick<Write, 'db'>,
    { token_hash }: Token,
    successorHash: string,
    now: Date,
  ): Promise<boolean> {
    const used = await db
      .selectFrom('refresh_tokens as used')
      .innerJoin('refresh_tokens as next', 'next.token_hash', 'used.successor_hash')
      .select([
        'used.rotated_at',
        'used.successor_hash',
        'next.rotated_at as next_rotated_at',
        'next.used_at',
      ])
      .where('used.token_hash', '=', token_hash)
      .executeTakeFirst()
    return (
      used?.successor_hash === successorHash &&
      used.next_rotated_at === null &&
      used.rotated_at !== null &&
      (used.used_at === null || now.getTime() - new Date(used.rotated_at).getTime() < graceTime)
    )
  }

  /**
   * Replaces a token; null where the session has ended, or ends because the token was used before by another holder.
   */
  async function rotate(write: Write, token: string, sender: Client): Promise<Renewed | null> {
    const found = await findToken(write, token)
    const now = nowOf(write.db)
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
          used_at: null,
        })
        .execute()
      await write.db
        .updateTable('sessions')
        .set({ last_used_at: moment, address: sender.address })
        .where('id', '=', found.session_id)
        .execute()
      return renewed
    }
    if (await isStillGood(write, found, successorHash, now)) return renewed
    await endSession(write, { ...endOf(found, sender), reason: 'reuse' })
    return null
  }

  /**
   * Refreshes while writing is impossible (TRUST-30): the token stays as it is, and is replaced when there is space
   * again. A stolen token is detected then, as soon as both holders have used it; an older one is detected now.
   */
  async function renewWithoutWriting(token: string, sender: Client): Promise<Renewed | null> {
    const now = nowOf(db)
    const found = await findToken(database, token)
    if (!isAlive(found, now)) return null
    const { user_id: userId, session_id: sessionId } = found
    const successor = successorOf(token, secrets[0])
    if (found.rotated_at === null) return { userId, sessionId, refresh: token }
    if (await isStillGood(database, found, hashToken(successor), now))
      return { userId, sessionId, refresh: successor }
    pendingEnds.add({ ...endOf(found, sender), reason: 'reuse' })
    return null
  }

  /**
   * Continues a session; null where it has ended. Invalid tokens, and those just refreshed, cause no write, which
   * would block others: the endpoint is public and can be called at any rate.
   */
  async function renew(token: string, sender: Client): Promise<Renewed | null> {
    const now = nowOf(db)
    const found = await findToken(database, token)
    if (!isAlive(found, now)) return null
    const successor = successorOf(token, secrets[0])
    if (found.rotated_at !== null && (await isStillGood(database, found, hashToken(successor), now)))
      return { userId: found.user_id, sessionId: found.session_id, refresh: successor }
    return inTransaction(database, { actor: null, requestId: sender.requestId }, (write) =>
      rotate(write, token, sender),
    ).catch((error: unknown) => {
      if (isFull(error)) return renewWithoutWriting(token, sender)
      throw error
    })
  }

  /** Refresh tokens whose arrival this process has recorded. */
  const recordedTokens = new Set<string>()

  /**
   * Records that a refresh token has arrived: the access token that came with it has been used. No request waits for
   * this; if it cannot be written, the predecessor stays valid until the next refresh.
   */
  function recordFirstUse(refreshHash: string): void {
    if (recordedTokens.has(refreshHash)) return
    const [oldest] = recordedTokens
    if (recordedTokens.size >= maxRecordedTokens && oldest !== undefined) recordedTokens.delete(oldest)
    recordedTokens.add(refreshHash)
    void db
      .updateTable('refresh_tokens')
      .set({ used_at: nowPlus(db, 0) })
      .where('token_hash', '=', refreshHash)
      .where('used_at', 'is', null)
      .execute()
      .catch(() => undefined)
  }

  const findSession = {
    text: `select users.id, users.username, ${permissionColumnsText}, case when users.is_email_confirmed then users.email end as email, users.is_active, sessions.expires_at, sessions.provider, ${lacksFactor}, ${database.version} as data_version from sessions inner join users on users.id = sessions.user_id where sessions.id = ? and sessions.revoked_at is null`,
    booleans: ['is_active'],
  }

  /** The session's user, and the state of the data as of then; null when it has ended. */
  async function look(sessionId: string): Promise<AuthenticatedRequest | null> {
    if (pendingEnds.has(sessionId)) return null
    const [rows] = await dialect.readAll(db, [{ ...findSession, values: [sessionId] }])
    const found = rows?.[0] as SessionRow | undefined
    if (!found?.is_active || found.expires_at <= nowPlus(db, 0)) return null
    const { id, username, email, data_version: dataVersion } = found
    const lacksFactor = found.lacks_factor === 1 && found.provider === null
    return { caller: { id, username, ...permissionsOf(found), email, sessionId, lacksFactor }, dataVersion }
  }

  let newPlaceListener: NewPlaceListener = () => Promise.resolve()

  /** Begins a session, in the write that has authenticated its user. */
  async function begin(
    write: Write,
    { id, username }: AuthenticatedAccount,
    limits: typeof remembered,
    { address, userAgent }: SessionClient,
    how: SignInMethod = {},
    isNewPlace = false,
  ): Promise<SignInAnswer> {
    const sessionId = randomUUID()
    const refresh = randomBytes(32).toString('base64url')
    const now = nowOf(write.db)
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
        address,
        provider: how.provider ?? null,
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
        used_at: null,
      })
      .execute()
    await audit(
      { ...write, actor: id },
      { action: 'sign-in', resource: 'sessions', after: { address, ...how } },
    )
    if (isNewPlace) await newPlaceListener(write, id, { address, userAgent })
    return { ...answer({ userId: id, sessionId, refresh }), user: { id, username } }
  }

  return {
    /**
     * Begins a session, or tells that a second factor is needed first (MFA-2).
     * @throws ApiError 401, with one text for every reason; 429 and 503 as in attempts.ts.
     */
    async signIn(
      { username, password, remember }: Required<Credentials>,
      { address, requestId, userAgent, device, newDevice }: Client & SessionClient & Browser,
    ): Promise<SignInAnswer | { pending: PendingSignIn; kinds: FactorKind[] }> {
      let kinds: FactorKind[] = []
      const attempt: Attempt = {
        ...{ username, password, address, requestId, device, newDevice },
        failure: 'sign-in failed',
        needsMore: async (write, { id }) => {
          kinds = await factorKindsOf(write.db, id)
          return kinds.length > 0
        },
      }
      const signedIn = await tryPassword(database, attempt, async (write, account) => {
        if (kinds.length === 0)
          return begin(write, account, lifetimeOf(remember), { address, userAgent }, {}, account.isNewPlace)
        const { id, password_hash } = account
        await audit(write, { action: 'second factor asked for', resource: 'sessions', after: { address } })
        return { pending: { id, password_hash, remember, device: newDevice }, kinds }
      })
      if (!signedIn) throw unauthorized(wrongCredentials)
      return signedIn
    },

    /** Begins a session for a user who has proved a second factor, or a passkey that stands for both. */
    beginProved: (
      write: Write,
      account: AuthenticatedAccount,
      remember: boolean,
      client: SessionClient,
      factor: NonNullable<SignInMethod['factor']>,
      isNewPlace: boolean,
    ): Promise<SignInAnswer> => begin(write, account, lifetimeOf(remember), client, { factor }, isNewPlace),

    /** Has sign-ins from new places told, in their own write (MFA-10). */
    onNewPlace: (listener: NewPlaceListener): void => {
      newPlaceListener = listener
    },

    /**
     * Begins a session for a user authenticated by a directory. It ends after 12 hours, so that users removed from the
     * directory lose access soon; signing in again is one click.
     */
    beginThrough: (
      write: Write,
      provider: string,
      account: AuthenticatedAccount,
      client: SessionClient,
    ): Promise<SignInAnswer> => begin(write, account, unrememberedLifetime, client, { provider }),

    /**
     * Exchanges a refresh token for a fresh pair. The token just replaced gets the same successor for 10 s, and until
     * that has been used; an older one ends the session, because it has two holders.
     * @throws ApiError 401 when the session has ended.
     */
    async refresh(token: string, sender: Client): Promise<TokenAnswer> {
      await pendingEnds.flush()
      const renewed = await renewOnce(token, () => renew(token, sender))
      if (!renewed) throw unauthorized(sessionEnded)
      const isReplaced = renewed.refresh !== token
      return answer(renewed, isReplaced ? hashToken(renewed.refresh) : undefined)
    },

    /** Ends the session of a refresh token; an unknown or ended one is no error. */
    revoke: (token: string, sender: Client): Promise<void> =>
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
          if (found) pendingEnds.add({ ...endOf(found, sender), reason: 'sign-out' })
        })
      }),

    /**
     * Deletes sessions that ended over a day ago, with their tokens, and expired failures and email links; the audit
     * keeps the events.
     */
    async forgetEnded(): Promise<void> {
      const yesterday = nowPlus(db, -day * 1_000)
      await db
        .deleteFrom('sessions')
        .where((eb) => eb.or([eb('expires_at', '<', yesterday), eb('revoked_at', '<', yesterday)]))
        .execute()
      await sweepLimits(db, nowOf(db))
      for (const links of ['email_claims', 'password_resets'] as const)
        await db.deleteFrom(links).where('expires_at', '<', nowPlus(db, 0)).execute()
    },

    /**
     * The user of an access token. The session is looked up each time, so that its end takes effect at once (TRUST-6).
     * @throws ApiError 401.
     */
    async authenticate(accessToken: string): Promise<AuthenticatedRequest> {
      const { userId, sessionId, refreshHash } = tokens.verify(accessToken)
      const seen = await look(sessionId)
      if (seen?.caller.id !== userId) throw unauthorized(sessionEnded)
      if (refreshHash !== undefined) recordFirstUse(refreshHash)
      return seen
    },

    /** A user's active sessions, the last used first. */
    async listOf(userId: number) {
      const found = await db
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at', 'idle_seconds', 'expires_at'])
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute()
      const now = nowOf(db)
      return found.filter((session) => isUnexpired(session, now) && !pendingEnds.has(session.id))
    },

    /** The user and the scopes of an API token (TOKEN-1). @throws ApiError 401. */
    authenticateToken: apiTokens.authenticate,

    /** The user of a session, or of an API token where that stands for one; null when it has ended. */
    findCaller: async (sessionId: string): Promise<Caller | null> => {
      const caller = await apiTokens.findCaller(sessionId)
      return caller === undefined ? ((await look(sessionId))?.caller ?? null) : caller
    },
  }
}
