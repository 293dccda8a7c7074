/** Requests of programs: the user and the scopes of an API token (TOKEN-1). */
import { createHash } from 'node:crypto'
import { apiTokenPrefix, type TokenScope } from '../../../src/contract/apiTokens'
import { nowOf, nowPlus } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import type { Caller } from '../../kit/context'
import { unauthorized } from '../../kit/errors'
import { permissionColumnsText, permissionsOf, type PermissionColumns } from '../../kit/permissions'

/** Milliseconds between two records of a token's use. */
const useInterval = 60_000
/** Tokens whose last use is remembered in the process, at most. */
const maxRemembered = 10_000

/** 256 random bits in base64url after the prefix. */
const tokenPattern = new RegExp(`^${apiTokenPrefix}[\\w-]{43}$`)

/** The ids of tokens where those of sessions stand, which have other forms. */
const sessionPrefix = 'token-'
export const sessionIdOf = (token: number): string => `${sessionPrefix}${token}`

/** A token is found by its hash alone: the time of the look-up says nothing about how much of a guess is right. */
export const hashApiToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Whether a credential is meant as an API token; access tokens of sessions never begin so. */
export const isApiToken = (credential: string): boolean => credential.startsWith(apiTokenPrefix)

interface TokenRow extends PermissionColumns {
  token_id: number
  scopes: string
  expires_at: string
  id: number
  username: string
  email: string | null
  is_active: boolean
  lacks_factor: number
  data_version: string
}

/** A request with an API token. */
export interface TokenRequest {
  caller: Caller
  /** OpenDatabase.version. */
  dataVersion: string
  scopes: readonly TokenScope[]
}

/**
 * Looks up API tokens, each time, so that a revocation takes effect at once.
 * @param lacksFactor the column of services/secondFactors/required.ts.
 */
export function createApiTokens(database: OpenDatabase, lacksFactor: string) {
  const { db, dialect } = database
  /** When this process last recorded a use, in milliseconds, by token; the least recently recorded first. */
  const recorded = new Map<number, number>()

  const findBy = (column: 'id' | 'token_hash') => ({
    text: `select api_tokens.id as token_id, api_tokens.scopes, api_tokens.expires_at, users.id, users.username, ${permissionColumnsText}, case when users.is_email_confirmed then users.email end as email, users.is_active, ${lacksFactor}, ${database.version} as data_version from api_tokens inner join users on users.id = api_tokens.user_id where api_tokens.${column} = ? and api_tokens.revoked_at is null`,
    booleans: ['is_active'],
  })
  const byHash = findBy('token_hash')
  const byId = findBy('id')

  async function look(statement: typeof byHash, value: string | number): Promise<TokenRequest | null> {
    const [rows] = await dialect.readAll(db, [{ ...statement, values: [value] }])
    const found = rows?.[0] as TokenRow | undefined
    if (!found?.is_active || found.expires_at <= nowPlus(db, 0)) return null
    const { token_id: tokenId, id, username, email, data_version: dataVersion } = found
    return {
      caller: {
        id,
        username,
        ...permissionsOf(found),
        email,
        sessionId: sessionIdOf(tokenId),
        tokenId,
        lacksFactor: found.lacks_factor === 1,
      },
      dataVersion,
      scopes: JSON.parse(found.scopes) as TokenScope[],
    }
  }

  /** Records a use, once a minute; no request waits for it, and a use that cannot be written is not recorded. */
  function recordUse(token: number): void {
    const now = nowOf(db).getTime()
    if (now - (recorded.get(token) ?? -Infinity) < useInterval) return
    recorded.delete(token)
    recorded.set(token, now)
    const [oldest] = recorded.keys()
    if (recorded.size > maxRemembered && oldest !== undefined) recorded.delete(oldest)
    void db
      .updateTable('api_tokens')
      .set({ last_used_at: new Date(now).toISOString() })
      .where('id', '=', token)
      .where((eb) =>
        eb.or([
          eb('last_used_at', 'is', null),
          eb('last_used_at', '<', new Date(now - useInterval).toISOString()),
        ]),
      )
      .execute()
      .catch(() => undefined)
  }

  return {
    /**
     * The user and the scopes of a token.
     * @throws ApiError 401, with one text for every reason.
     */
    async authenticate(token: string): Promise<TokenRequest> {
      const found = tokenPattern.test(token) ? await look(byHash, hashApiToken(token)) : null
      if (!found) throw unauthorized('The API token is not valid, or has expired or been revoked.')
      const { tokenId } = found.caller
      if (tokenId !== undefined) recordUse(tokenId)
      return found
    },

    /** The user of a token by what stands for a session of it; undefined for a session, null for an ended token. */
    async findCaller(sessionId: string): Promise<Caller | null | undefined> {
      if (!sessionId.startsWith(sessionPrefix)) return undefined
      const id = Number(sessionId.slice(sessionPrefix.length))
      return Number.isSafeInteger(id) ? ((await look(byId, id))?.caller ?? null) : null
    },
  }
}
