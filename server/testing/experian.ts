/**
 * A credit bureau for tests, after the protocol that Experian publishes for its Business Information API; it refuses
 * everything outside that protocol, and has the businesses of the built-in registry.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { registryBureau } from '../ports/bureau/registry'
import type { Business } from '../ports/bureau'

export interface TestExperian {
  /** Variables that connect an installation to it. */
  environment: Record<string, string>
  /** The path of each received request. */
  requests: string[]
  /** Invalidates all issued tokens. */
  endTokens(): void
  /** Whether the account may read the facts. */
  hasFacts: boolean
  close(): Promise<void>
}

const subcode = '0517614'
const account = {
  username: 'desk@citygate.example',
  password: 'a bureau password',
  client_id: 'citygate-client',
  client_secret: 'citygate-client-secret',
}

export async function startExperian(): Promise<TestExperian> {
  const businesses = registryBureau()
  const tokens = new Set<string>()
  const bureau: TestExperian = {
    environment: {},
    requests: [],
    hasFacts: true,
    endTokens: () => tokens.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  const answer = async (request: IncomingMessage): Promise<[number, object]> => {
    const { url = '', headers, method } = request
    bureau.requests.push(url)
    const body = JSON.parse(await text(request)) as Record<string, string>
    if (method !== 'POST' || headers['content-type'] !== 'application/json')
      return [400, failure('Bad Request')]
    if (url === '/oauth2/v1/token') {
      const isRight = Object.entries(account).every(([name, value]) => body[name] === value)
      if (!isRight || headers['grant_type'] !== 'password') return [401, failure('Access Denied')]
      const token = `token-${tokens.size}-${bureau.requests.length}`
      tokens.add(token)
      return [200, { issued_at: '0', expires_in: '1800', token_type: 'Bearer', access_token: token }]
    }
    if (!tokens.has((headers.authorization ?? '').replace('Bearer ', '')))
      return [401, failure('Unauthorized')]
    if (body['subcode'] !== subcode) return [400, failure('Invalid subcode')]
    switch (url.replace('/businessinformation/businesses/v1/', '')) {
      case 'search': {
        const { name = '', city = '', state = '' } = body
        return [200, success((await businesses.search({ name, city, state })).map(headerOf))]
      }
      case 'headers': {
        const business = await businesses.find(body['bin'] ?? '')
        return business ? [200, success(headerOf(business))] : [404, failure('No record found')]
      }
      case 'facts': {
        const business = await businesses.find(body['bin'] ?? '')
        if (!bureau.hasFacts) return [403, failure('Forbidden')]
        return business ? [200, success(factsOf(business))] : [404, failure('No record found')]
      }
      default:
        return [404, failure('Not Found')]
    }
  }
  const server = http.createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      ([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  bureau.environment = {
    BUREAU_URL: `http://${host}`,
    BUREAU_CLIENT_ID: account.client_id,
    BUREAU_CLIENT_SECRET: account.client_secret,
    BUREAU_USERNAME: account.username,
    BUREAU_PASSWORD: account.password,
    BUREAU_SUBCODE: subcode,
    PRIVATE_HOSTS: host,
  }
  return bureau
}

const success = (results: unknown) => ({ requestId: 'test', success: true, comments: null, results })
const failure = (message: string) => ({
  success: false,
  errors: [{ errorType: message, message }],
})

const headerOf = ({ bin, business_name, street, city, state, zip, phone }: Business) => ({
  bin,
  reliabilityCode: 98.2,
  businessName: business_name,
  phone: phone && `+1${phone.replaceAll('-', '')}`,
  address: { street, city, state, zip, zipExtension: null },
  numberOfTradelines: 3,
})
const factsOf = ({ state_of_incorporation, founding_year, primary_industry }: Business) => ({
  stateOfIncorporation: state_of_incorporation,
  dateOfIncorporation: founding_year && `05/01/${founding_year}`,
  sicCodes: primary_industry ? [{ code: '4924', definition: primary_industry }] : null,
})
