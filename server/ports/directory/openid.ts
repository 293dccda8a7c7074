import * as client from 'openid-client'
import type { DirectoryConfig } from '../../config'
import { ApiError } from '../../kit/errors'
import { maxText } from '../../../src/contract/limits'
import { textProblem, tidyText } from '../../../src/contract/textRules'
import {
  DirectoryError,
  type Directory,
  type DirectoryAnswer,
  type DirectoryPerson,
  type Flow,
} from './index'

/** Milliseconds for which a directory's metadata is cached. */
const discoveryTime = 3_600_000
/** Seconds that one call may take, and by which the clocks may differ. */
const patience = 10
const clockTolerance = 60

// oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out; on this machine only
const plainHttp = client.allowInsecureRequests

export interface OpenIdOptions extends DirectoryConfig {
  provider: string
  /** Sends the requests. */
  fetch: client.CustomFetch
  /** Called with the directory's metadata, before any further request. */
  discovered?: (said: client.ServerMetadata) => void
  /** Whether its addresses may be without encryption, as on this machine. */
  allowPlainHttp: boolean
}

/**
 * A directory that speaks OpenID Connect (Core 1.0, Discovery 1.0): authorization code, PKCE with S256, state, nonce.
 * Its metadata is requested at a sign-in, not at the start, so that an unavailable directory blocks only its own
 * sign-ins.
 */
export function openIdDirectory(options: OpenIdOptions): Directory {
  const { provider, label, newcomers } = options
  let known: { until: number; discovered: Promise<client.Configuration> } | null = null

  const discovered = (): Promise<client.Configuration> => {
    if (known && known.until > Date.now()) return known.discovered
    const found = { until: Date.now() + discoveryTime, discovered: discover(options) }
    known = found
    // Failures are not cached.
    found.discovered.catch(() => {
      if (known === found) known = null
    })
    return found.discovered
  }

  return {
    provider,
    label,
    newcomers,

    authorizationUrl: async ({ state, nonce, verifier, redirectUrl }) => {
      const authorization = client.buildAuthorizationUrl(await discovered().catch(fail), {
        redirect_uri: redirectUrl,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return authorization.href
    },

    identify: (answer, flow) =>
      discovered()
        .then((found) => exchange(found, answer, flow))
        .catch(fail),
  }
}

async function discover(options: OpenIdOptions): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret, fetch, allowPlainHttp } = options
  const found = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: clockTolerance },
    clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret),
    {
      [client.customFetch]: fetch,
      timeout: patience,
      // Checks the signature as well, rather than only the TLS connection.
      execute: [client.enableNonRepudiationChecks, ...(allowPlainHttp ? [plainHttp] : [])],
    },
  )
  options.discovered?.(found.serverMetadata())
  return found
}

async function exchange(
  found: client.Configuration,
  { code, state, iss }: DirectoryAnswer,
  flow: Flow,
): Promise<DirectoryPerson> {
  const brought = new URL(flow.redirectUrl)
  for (const [name, value] of Object.entries({ code, state, iss }))
    if (value !== null) brought.searchParams.set(name, value)
  const tokens = await client.authorizationCodeGrant(found, brought, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  })
  const identity = tokens.claims()
  if (!identity) throw new DirectoryError('The directory has named nobody.')
  const { iss: issuer, sub: subject } = identity
  // Some directories send the user's claims in the ID token, others only from the userinfo endpoint.
  const isAsked =
    found.serverMetadata().userinfo_endpoint !== undefined &&
    wantedClaims.some((claim) => !isThere(identity[claim]) || identity[claim] === '')
  const userInfo: Claims = isAsked ? await client.fetchUserInfo(found, tokens.access_token, subject) : {}
  const claims = { ...identity, ...present(userInfo) }
  const email = textIn(claims['email'])
  // A verification holds for its own email only.
  const verified =
    claims['email'] === identity['email'] ? claims['email_verified'] : userInfo['email_verified']
  const isRefuted = isThere(verified) && !isTrue(verified)
  return {
    issuer,
    subject,
    username: textIn(claims['preferred_username']) ?? email ?? subject,
    first_name: textIn(claims['given_name']) ?? textIn(claims['name']),
    last_name: textIn(claims['family_name']),
    email: isRefuted ? null : email,
    is_email_verified: email !== null && isTrue(verified),
  }
}

type Claims = Readonly<Record<string, unknown>>

/** The claims of an account; missing ones may come from the userinfo endpoint. */
const wantedClaims = ['preferred_username', 'given_name', 'family_name', 'email', 'email_verified'] as const

const isThere = (claim: unknown): boolean => claim !== undefined && claim !== null

/** The claims with a value: an empty one does not override an earlier one. */
const present = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([, claim]) => isThere(claim)))

/** True, or the text that some directories send instead (AWS Cognito). Anything else is no verification. */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true'

/** A valid text; data from a directory is as untrusted as any request. */
const textIn = (value: unknown): string | null => {
  const text = typeof value === 'string' && value.length <= maxText * 2 ? tidyText(value) : ''
  return text === '' || text.length > maxText || textProblem(text) !== null ? null : text
}

/** The library's error codes of answers that cannot be trusted. */
const unbelievable = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

/** @throws DirectoryError, or ApiError 502 or 504, for a failure; the directory's answer stays in the log (TRUST-26). */
function fail(error: unknown): never {
  const chain = [...causes(error)]
  const ours = chain.find((each) => each instanceof ApiError || each instanceof DirectoryError)
  if (ours) throw ours
  const code = (error as { code?: unknown }).code
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
    throw new DirectoryError('the directory does not take the code')
  if (unbelievable.has(String(code))) throw new DirectoryError(chain.map(({ message }) => message).join(': '))
  const unavailable = new ApiError(
    502,
    'directory_unavailable',
    'The directory does not answer as it should. Try again in a moment.',
  )
  unavailable.cause = error
  throw unavailable
}

function* causes(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each
}
