import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ErrorAnswer } from '../../src/contract/kit'
import type { SignInAnswer } from '../../src/contract/session'
import { buildApp, type AppParts } from '../app'
import { readConfig, type Config } from '../config'
import { openDatabase, type OpenDatabase, type StatementListener } from '../db/dialect'
import { createSessions } from '../sessions'
import { loadSecrets, type Secrets } from '../sessions/secrets'
import { readDocument } from './apiDocument'
import { copyTemplate } from './databases'

export const demoPassword = 'citygate-demo-2026'

/** An answer, read whole. */
export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

/** A server of the product on a database of its own, reached over HTTP. */
export interface TestApi {
  url: string
  app: FastifyInstance
  database: OpenDatabase
  secrets: Secrets
  /**
   * Sends a request as nobody, or with the token given.
   * @throws Error when the answer differs from what the API document says.
   */
  send<T = ErrorAnswer>(method: string, path: string, options?: SendOptions): Promise<Answer<T>>
  /** The same as the demo user `broker`. */
  asBroker<T = ErrorAnswer>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>
  signIn(username?: string): Promise<SignInAnswer>
  close(): Promise<void>
}

interface SendOptions {
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

/** A body that is sent as it is. */
const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/**
 * What timers ask, whether or not anybody sends anything: ports/events/embedded.ts once a second, the outbox of mail and
 * what is to be told of events every five.
 */
const ofTimers = /^pragma data_version$|^select .* from "(?:outbox|untold_changes)"/s

/**
 * Starts a server on a fresh copy of the template, configured by further variables where a test asks for it.
 * @param listener told of each statement that the database runs, but for those that a timer brings.
 * @param host where it listens; its address stays that of this machine.
 * @param parts parts of the server that are other than usual.
 */
export async function startApi(
  environment: NodeJS.ProcessEnv = {},
  listener?: StatementListener,
  host?: string,
  parts?: Partial<AppParts>,
): Promise<TestApi> {
  const { dataDir, databaseUrl } = await copyTemplate()
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...environment,
  })
  return serve(config, listener, host, parts)
}

/**
 * Starts a second server on the database of the first, as another process would have it; on the embedded database,
 * which has one holder, it is the first one itself.
 */
export const startBeside = (api: TestApi): Promise<TestApi> =>
  api.database.dialect.writesSideBySide
    ? serve(api.app.config)
    : Promise.resolve({ ...api, close: () => Promise.resolve() })

async function serve(
  config: Config,
  listener?: StatementListener,
  host = '127.0.0.1',
  parts: Partial<AppParts> = {},
): Promise<TestApi> {
  const database = openDatabase(config, (text, parameters) => {
    if (!ofTimers.test(text)) listener?.(text, parameters)
  })
  const secrets = await loadSecrets(config, database)
  const app = await buildApp({
    config,
    database,
    sessions: createSessions(database, secrets),
    secrets,
    publicDir: path.join(config.dataDir, 'public'),
    ...parts,
  })
  await app.listen({ host, port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  const judge = await readDocument(app)
  const send = async <T>(
    method: string,
    path: string,
    { body, token, headers }: SendOptions = {},
  ): Promise<Answer<T>> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const contentType = response.headers.get('content-type')
    const read: unknown = text !== '' && contentType?.includes('json') ? JSON.parse(text) : text
    const { status } = response
    const fault = judge.fault({ method, path, status, contentType, body: read })
    if (fault !== null) throw new Error(`The answer is not what the API document says: ${fault}`)
    return { status, headers: response.headers, body: read as T }
  }
  const signIn = async (username = 'broker') => {
    const answer = await send<SignInAnswer>('POST', '/api/token/', {
      body: { username, password: demoPassword },
    })
    if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${answer.status}`)
    return answer.body
  }
  let token: string | undefined
  return {
    url,
    app,
    database,
    secrets,
    send,
    signIn,
    asBroker: async (method, path, body, headers = {}) => {
      token ??= (await signIn()).access
      return send(method, path, { token, headers, ...(body === undefined ? {} : { body }) })
    },
    close: async () => {
      await app.close()
      await database.db.destroy()
    },
  }
}
