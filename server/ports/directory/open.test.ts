import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutside, type ExternalSystems } from '../outside'
import { openDirectory } from './open'

/** The directory's metadata, and its requests. */
let issuer: string
let named: Record<string, string>
let server: http.Server
let outside: ExternalSystems
beforeEach(async () => {
  named = {}
  server = http.createServer(({ url }, response) => {
    const isDocument = url === '/.well-known/openid-configuration'
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      jwks_uri: `${issuer}/keys`,
      ...named,
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isDocument ? document : { keys: [] }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  issuer = `http://${host}`
  outside = createOutside({ privateHosts: [host] })
})
afterEach(async () => {
  await outside.close()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

const open = () =>
  openDirectory(
    { issuer, clientId: 'citygate', clientSecret: null, label: 'Directory', newcomers: 'off' },
    outside,
  )
const connection = () => {
  const [only] = outside.connections
  if (!only) throw new Error('Nothing has been connected.')
  return only
}
const flow = { state: 's', nonce: 'n', verifier: 'v', redirectUrl: 'https://desk.example.com/login' }

test('[TRUST-17] a directory is asked where it says that its tokens, keys and people are, by https only', async () => {
  named = {
    token_endpoint: 'https://oauth2.example/token',
    jwks_uri: 'https://keys.example/certs',
    userinfo_endpoint: 'http://people.example/info',
  }
  await open().authorizationUrl(flow, 'https://desk.example.com')
  expect(connection().options.origins).toEqual([issuer, 'https://oauth2.example', 'https://keys.example'])
})

test('[TRUST-26] what a directory names within a private network stays refused, and the trial says so', async () => {
  named = { token_endpoint: `${issuer}/token`, jwks_uri: 'https://127.0.0.1:8443/keys' }
  open()
  await expect(connection().probe()).rejects.toMatchObject({
    why: expect.stringContaining('private network') as string,
  })
})

test('[TRUST-17] the trial of a directory says where it may not be asked for tokens', async () => {
  named = { token_endpoint: 'http://tokens.example/token' }
  open()
  await expect(connection().probe()).rejects.toMatchObject({
    why: expect.stringContaining('http://tokens.example') as string,
  })
  named = { token_endpoint: `${issuer}/token` }
  await connection().probe()
})
