import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair } from 'jose'
import type Provider from 'oidc-provider'
import type { CustomFetch } from 'openid-client'
import { signInPath } from '../../../src/contract/session'
import type { OpenDatabase } from '../../db/dialects'
import { demoPasswordHash } from '../../fixtures/demoPassword'
import { renderPlainPage } from '../../kit/http/plainPage'
import type { Directory } from './index'
import { openIdDirectory } from './openid'
import { problemPage } from './pages'

/** The base path of the built-in directory. */
export const builtInPath = '/directory'
/** Its page for choosing an account, below that path. */
export const choiceStep = '/sign-in'
const choicePath = `${builtInPath}${choiceStep}`

/** Its issuer, regardless of the host name that a browser uses; no request goes there. */
export const builtInIssuer = `http://citygate.invalid${builtInPath}`

const clientId = 'citygate'

/** The directory of an installation without one: an identity provider in this process, for demo accounts only. */
export interface BuiltInDirectory {
  directory: Directory
  /** The identity provider; created at the first use. */
  provider(): Promise<Provider>
}

/**
 * The accounts of the provider's team with a public password, so that skipping the password loses no security
 * (TRUST-37).
 */
export const demoTeam = ({ db }: OpenDatabase) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name'])
    .where('password_hash', '=', demoPasswordHash)
    .where('user_type', '=', 'team')
    .where('is_active', '=', true)
    .orderBy('username_key')
    .execute()

/** Creates it, with nothing loaded yet. Its sessions and keys end with the process. */
export function builtInDirectory({ inject }: FastifyInstance): BuiltInDirectory {
  let made: Promise<Provider> | null = null
  const directory = openIdDirectory({
    provider: 'built-in',
    label: 'the demo directory',
    issuer: builtInIssuer,
    clientId,
    clientSecret: null,
    newcomers: 'off',
    allowPlainHttp: true,
    fetch: askHere(inject),
  })
  return {
    provider: () => (made ??= makeProvider()),
    directory: {
      ...directory,
      authorizationUrl: async (flow, origin) => {
        const { pathname, search } = new URL(await directory.authorizationUrl(flow, origin))
        return origin + pathname + search
      },
    },
  }
}

/** Injects requests into this server, without the network. */
const askHere =
  (inject: FastifyInstance['inject']): CustomFetch =>
  async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address)
    const answer = await inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { ...headers, host: 'localhost' },
      ...(body instanceof URLSearchParams ? { payload: body.toString() } : {}),
    })
    return new Response(answer.payload, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  }

async function makeProvider(): Promise<Provider> {
  // Loaded here, since most installations never need it.
  const [{ Provider: Library }, { createMemoryAdapter }, { privateKey }] = await Promise.all([
    import('oidc-provider'),
    import('oidc-provider/lib/adapters/memory_adapter.js'),
    generateKeyPair('RS256', { extractable: true }),
  ])
  const origins = ['http://127.0.0.1', 'http://localhost', 'http://[::1]']
  const provider: Provider = new Library(builtInIssuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        // For native applications on this machine the port is not checked.
        application_type: 'native',
        redirect_uris: origins.map((origin) => origin + signInPath),
      },
    ],
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'preferred_username'], profile: [], email: [] },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 60, IdToken: 600, AuthorizationCode: 60 },
    interactions: { url: (_ctx, { uid }) => `${choicePath}/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, preferred_username: sub }) }),
    loadExistingGrant: async ({ oidc: { session, client } }) => {
      const accountId = session?.accountId
      if (accountId === undefined || !client) return undefined
      const grant = new provider.Grant({ accountId, clientId: client.clientId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    renderError: (ctx, { error_description, error }) => {
      const { html, policy } = renderPlainPage(
        problemPage(error_description ?? error, 'of the demo directory'),
      )
      ctx.type = 'html'
      ctx.set('content-security-policy', policy)
      ctx.body = html
    },
  })
  return provider
}
