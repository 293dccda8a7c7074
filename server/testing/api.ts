import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ErrorAnswer } from '../../src/contract/kit'
import type { SignInAnswer } from '../../src/contract/session'
import { buildApp } from '../app'
import { readConfig } from '../config'
import { openDatabase, type OpenDatabase } from '../db/dialect'
import { createSessions } from '../sessions'
import { loadSecrets } from '../sessions/secrets'
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
  /** Sends a request as nobody, or with the token given. */
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

/** Starts a server on a fresh copy of the template. */
export async function startApi(): Promise<TestApi> {
  const { dataDir, databaseUrl } = await copyTemplate()
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  })
  const database = openDatabase(config)
  const app = await buildApp({
    config,
    database,
    sessions: createSessions(database, loadSecrets(dataDir)),
    publicDir: path.join(dataDir, 'public'),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
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
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    }
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
