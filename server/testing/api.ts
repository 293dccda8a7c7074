import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ErrorAnswer } from '../../src/contract/answers'
import type { SignInAnswer } from '../../src/contract/session'
import { buildApp } from '../app'
import type { AppParts } from '../http/plugins'
import { readConfig, type Config } from '../config'
import { openDatabase, type OpenDatabase, type StatementListener } from '../db/dialects'
import { createSessions } from '../services/sessions'
import { loadSecrets, type Secrets } from '../kit/crypto/secrets'
import { readDocument } from './apiDocument'
import { copyTemplate } from './databases'

export const demoPassword = 'citygate-demo-2026'

/** An answer, read whole. */
export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

/** A server of the product on a database of its own, called over HTTP. */
export interface TestApi {
  url: string
  app: FastifyInstance
  database: OpenDatabase
  secrets: Secrets
  /**
   * Sends a request without a session, or with the token given.
   * @throws Error when the answer differs from the API document.
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

/** A body that is sent unchanged. */
const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/**
 * Statements of timers: ports/events/embedded.ts once a second, the outboxes of mail, of invitations and of webhooks every
 * five, reminders every twenty.
 */
const ofTimers =
  /^pragma data_version$|^select .* from "(?:outbox|invitation_outbox|webhooks|audit_chain|audit_seals)"|"audit_chain"|^delete from "webhook_deliveries"|where "(?:remind_at|reminds_at)" <= /s

/**
 * Starts a server on a fresh copy of the template, configured by additional variables.
 * @param listener called with each statement of the database, except those of timers.
 * @param host to listen on; the returned address stays that of this machine.
 * @param parts replacements of parts of the server.
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
  return startApiOn(config, listener, host, parts)
}

/**
 * Starts a second server on the database of the first, as another process would; on the embedded database, which has
 * one holder, it returns the first one.
 */
export const startSecondServer = (api: TestApi): Promise<TestApi> =>
  api.database.dialect.writesConcurrently
    ? startApiOn(api.app.config)
    : Promise.resolve({ ...api, close: () => Promise.resolve() })

/**
 * Builds another application on the database, sessions and keys of a server, with its configuration unless `parts` has
 * another; the caller closes it.
 */
export const buildAnother = (
  { app: { config, sessions }, database, secrets }: Pick<TestApi, 'app' | 'database' | 'secrets'>,
  parts: Partial<AppParts> = {},
): Promise<FastifyInstance> =>
  buildApp({ config, database, sessions, secrets, publicDir: path.join(config.dataDir, 'public'), ...parts })

/** Starts a server on the database that a configuration names, which has the newest schema. */
export async function startApiOn(
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
    sessions: createSessions(database, secrets, config.secondFactorFor),
    secrets,
    publicDir: path.join(config.dataDir, 'public'),
    ...parts,
  })
  await app.listen({ host, port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

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
    const validator = await readDocument(app)
    const fault = validator.fault({ method, path, status, contentType, body: read })
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
