/**
 * A directory in a process of its own: an identity provider from its own library, which signs in the person set by the
 * test at once. The test sends its orders as lines of JSON to standard input.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider, type AccountClaims } from 'oidc-provider'

/** An order of a test. */
export interface DirectoryOrder {
  /** The person who signs in. */
  person?: AccountClaims
  /** Milliseconds by which its clock is ahead. */
  ahead?: number
}

const realNow = Date.now.bind(Date)
let ahead = 0
Date.now = () => realNow() + ahead
let person: AccountClaims = { sub: 'nobody' }
createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line) as DirectoryOrder
  ahead = order.ahead ?? ahead
  person = order.person ?? person
  process.stdout.write('done\n')
})

async function start(): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const provider: Provider = new Provider(`http://127.0.0.1:${port}`, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of this test alone'] },
    clients: [
      {
        client_id: 'citygate',
        client_secret: 'a secret that both know',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: (process.env['REDIRECT_URIS'] ?? '').split(' '),
        application_type: 'native',
      },
    ],
    claims: {
      // As in many directories: the name is in the ID token, the rest at the userinfo endpoint.
      openid: ['sub', 'preferred_username'],
      profile: ['given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => person }),
    loadExistingGrant: async ({ oidc }) => {
      const { session, client } = oidc
      const grant = new provider.Grant({
        accountId: session?.accountId ?? '',
        clientId: client?.clientId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next: () => Promise<void>) => {
    if (!ctx.path.startsWith('/sign-in/')) return next()
    await provider.interactionFinished(ctx.req, ctx.res, {
      login: { accountId: person.sub },
      // The library asks for the consent of native applications each time.
      consent: {},
    })
    ctx.respond = false
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  process.stdout.write(`ready at http://127.0.0.1:${port}\n`)
}

void start()
