/** Making and listing API tokens (TOKEN-1, TOKEN-4). */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  apiTokenPrefix,
  maxApiTokens,
  type ApiToken,
  type ApiTokens,
  type MadeApiToken,
  type NewApiToken,
  type TokenScope,
} from '../../src/contract/apiTokens'
import type { UserType } from '../../src/contract/users'
import { nowOf } from '../db/clock'
import type { Tables } from '../db/tables'
import type { Write } from '../kit/context'
import { ApiError, invalidFields } from '../kit/errors'
import { fold } from '../kit/fold'
import { audit } from '../kit/write/audit'
import { hashApiToken } from '../services/sessions/apiTokens'
import type { TokenOwner } from '../services/sessions/revokeTokens'
import { addUser } from './accounts'
import { assertAdministersUser } from './administrators'

const secretBytes = 32
const day = 86_400_000
/** Characters of a token by which its user tells it from others. */
const hintLength = 4
/** The list is cut there. */
const maxListed = 200

const tokensOf = (db: Kysely<Tables>, owner: TokenOwner) => {
  const alive = db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .where('api_tokens.revoked_at', 'is', null)
    .where('users.is_service', '=', owner === 'service')
  return owner === 'service' ? alive : alive.where('api_tokens.user_id', '=', owner)
}

/** Tokens that are not revoked, the newest first; expired ones are among them. */
export async function listTokens(db: Kysely<Tables>, owner: TokenOwner): Promise<ApiTokens> {
  const tokens = tokensOf(db, owner)
  const { count } = await tokens
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await tokens
    .select(['api_tokens.id', 'api_tokens.name', 'api_tokens.scopes', 'api_tokens.hint'])
    .select(['api_tokens.created_at', 'api_tokens.expires_at', 'api_tokens.last_used_at'])
    .select(['users.id as user_id', 'users.username'])
    .orderBy('api_tokens.id', 'desc')
    .limit(maxListed)
    .execute()
  const results = rows.map(({ id, scopes, user_id, username, ...row }): ApiToken => ({
    api_token_id: id,
    ...row,
    scopes: JSON.parse(scopes) as TokenScope[],
    user: { id: user_id, username },
  }))
  return { count, results }
}

/**
 * Makes a token of a user. Its secret is in the answer only.
 * @throws ApiError 409 where the user has too many.
 */
export async function makeToken(
  write: Write,
  user: { id: number; username: string },
  { name, scopes, valid_days }: Omit<NewApiToken, 'current_password'>,
): Promise<MadeApiToken> {
  const { db } = write
  const now = nowOf(db)
  const { count } = await db
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  if (count >= maxApiTokens)
    throw new ApiError(
      409,
      'too_many_tokens',
      `A user has ${maxApiTokens} API tokens at most. Revoke one first.`,
    )
  const token = `${apiTokenPrefix}${randomBytes(secretBytes).toString('base64url')}`
  const hint = token.slice(-hintLength)
  const created_at = now.toISOString()
  const expires_at = new Date(now.getTime() + valid_days * day).toISOString()
  const { id } = await db
    .insertInto('api_tokens')
    .values({
      user_id: user.id,
      name,
      scopes: JSON.stringify(scopes),
      token_hash: hashApiToken(token),
      hint,
      created_by: write.actor,
      created_at,
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(write, {
    action: 'API token made',
    resource: 'users',
    recordId: user.id,
    after: { api_token: id, name, scopes, expires_at },
  })
  return { api_token_id: id, name, scopes, hint, user, created_at, expires_at, last_used_at: null, token }
}

/**
 * The active service user with a name, which is created where there is none.
 * @throws ApiError 400 for the name of a user who signs in, or of a deactivated service user.
 */
export async function serviceUser(
  write: Write,
  username: string,
  user_type: UserType,
): Promise<{ id: number; username: string }> {
  const known = await write.db
    .selectFrom('users')
    .select(['id', 'username', 'is_service', 'is_active'])
    .where('username_key', '=', fold(username))
    .executeTakeFirst()
  if (known && !known.is_service)
    throw invalidFields({ username: 'This is the name of a user who signs in.' })
  if (known && !known.is_active) throw invalidFields({ username: 'This service user is deactivated.' })
  if (known) {
    await assertAdministersUser(write, known.id)
    return { id: known.id, username: known.username }
  }
  const columns = {
    username,
    first_name: null,
    last_name: null,
    email: null,
    is_email_confirmed: false,
    user_type,
    status: 'active',
    is_active: true,
  } as const
  return { id: await addUser(write, columns, null, null, true), username }
}
