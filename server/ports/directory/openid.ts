import * as client from 'openid-client'
import type { DirectoryConfig } from '../../config'
import { ApiError } from '../../kit/errors'
import { maxText } from '../../../src/contract/limits'
import { Refused, type Directory, type DirectoryAnswer, type DirectoryPerson, type Flow } from './index'

/** Milliseconds for which what a directory says of itself is believed. */
const discoveryTime = 3_600_000
/** Seconds that one call may take, and by which the clocks may differ. */
const patience = 10
const clockTolerance = 60

// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that it stands out; on this machine only
const plainHttp = client.allowInsecureRequests

export interface OpenIdOptions extends DirectoryConfig {
  provider: string
  /** Sends what has to be asked. */
  fetch: client.CustomFetch
  /** Told what the directory says of itself, before anything else is asked. */
  discovered?: (said: client.ServerMetadata) => void
  /** Whether its addresses may be without encryption, as on this machine. */
  allowPlainHttp: boolean
}

/**
 * A directory that speaks OpenID Connect (Core 1.0, Discovery 1.0): authorization code, PKCE with S256, state, nonce.
 * What it says of itself is asked when somebody signs in, not at the start, so that a directory that is away keeps
 * nobody else out.
 */
export function openIdDirectory(options: OpenIdOptions): Directory {
  const { provider, label, newcomers } = options
  let known: { until: number; discovered: Promise<client.Configuration> } | null = null

  const discovered = (): Promise<client.Configuration> => {
    if (known && known.until > Date.now()) return known.discovered
    const found = { until: Date.now() + discoveryTime, discovered: discover(options) }
    known = found
    // A failure is not kept.
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
      const asked = client.buildAuthorizationUrl(await discovered().catch(fail), {
        redirect_uri: redirectUrl,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return asked.href
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
      // The signature counts, not only the connection that has brought it.
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
  if (!identity) throw new Refused('The directory has named nobody.')
  const { iss: issuer, sub: subject } = identity
  const isNamed = textIn(identity['preferred_username']) !== null || textIn(identity['email']) !== null
  // Some directories say with the code who it is, others only when they are asked.
  const claims =
    isNamed || found.serverMetadata().userinfo_endpoint === undefined
      ? identity
      : await client.fetchUserInfo(found, tokens.access_token, subject)
  const email = claims['email_verified'] === false ? null : textIn(claims['email'])
  return {
    issuer,
    subject,
    username: textIn(claims['preferred_username']) ?? email ?? subject,
    first_name: textIn(claims['given_name']) ?? textIn(claims['name']),
    last_name: textIn(claims['family_name']),
    email,
  }
}

/** A text that can be kept; what a directory says is as foreign as what anybody sends. */
const textIn = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > maxText || /\p{C}/u.test(text) ? null : text
}

/** What makes an answer unbelievable, by the codes of the library. */
const unbelievable = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

/** @throws Refused or ApiError 502 or 504, for whatever has failed; what the directory answered stays in the log (TRUST-26). */
function fail(error: unknown): never {
  const chain = [...causes(error)]
  const ours = chain.find((each) => each instanceof ApiError || each instanceof Refused)
  if (ours) throw ours
  const code = (error as { code?: unknown }).code
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
    throw new Refused('the directory does not take the code')
  if (unbelievable.has(String(code))) throw new Refused(chain.map(({ message }) => message).join(': '))
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
