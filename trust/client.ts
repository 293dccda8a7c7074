import { randomUUID } from 'node:crypto'
import { contract } from '../src/contract'
import { credentials, refreshRequest, type SignInAnswer } from '../src/contract/session'
import { demoPassword } from '../e2e/actions'

export interface Reply<T> {
  status: number
  headers: Headers
  body: T
}

export interface Sent {
  body?: object | string
  headers?: Record<string, string>
}

/** The fields of an opportunity that the checks write. */
export interface Deal {
  opportunity_id: number
  version: number
  opportunity_name: string
  notes: string | null
  sales_represented: string | null
  sales_annual_volume_manual: number | null
}

/** A user of the product at an address. Rejects where the connection is lost; answers of any status are returned. */
export interface Client {
  /** Sends a request within the session, which is begun anew where it has ended. */
  send: <T = unknown>(method: string, path: string, sent?: Sent) => Promise<Reply<T>>
  signIn: () => Promise<Reply<SignInAnswer>>
  /** Renews the tokens of the session. */
  refresh: () => Promise<Reply<SignInAnswer>>
}

/** @param username one of the demo accounts. */
export function createClient(url: string, username = 'team'): Client {
  let tokens: Pick<SignInAnswer, 'access' | 'refresh'> | null = null
  const ask = async <T>(method: string, path: string, { body, headers }: Sent = {}): Promise<Reply<T>> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(tokens && { authorization: `Bearer ${tokens.access}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text !== '' ? JSON.parse(text) : text) as T,
    }
  }
  const keep = (reply: Reply<SignInAnswer>) => {
    if (reply.status === 200) tokens = reply.body
    return reply
  }
  const signIn = async () => {
    tokens = null
    return keep(
      await ask<SignInAnswer>('POST', credentials.path, { body: { username, password: demoPassword } }),
    )
  }
  return {
    signIn,
    refresh: async () =>
      keep(
        await ask<SignInAnswer>('POST', refreshRequest.path, { body: { refresh: tokens?.refresh ?? '' } }),
      ),
    send: async (method, path, sent) => {
      if (!tokens) await signIn()
      const reply = await ask<never>(method, path, sent)
      if (reply.status !== 401) return reply
      await signIn()
      return ask(method, path, sent)
    },
  }
}

export const dealsPath = contract.opportunities.path
export const dealPath = (id: number) => `${dealsPath}${id}/`

/** The headers of a request that may be repeated. */
export const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key })

/** A name that no other record has, nor has in its own: a search for numbers by themselves finds them in longer ones, too. */
export const uniqueName = (kind: string, ...numbers: number[]): string => `${kind} x${numbers.join('x')}x`

/** How many opportunities have a name, among those of a client. */
export async function countNamed(client: Client, name: string): Promise<number> {
  const { body } = await client.send<{ results: Deal[] }>(
    'GET',
    `${dealsPath}?limit=25&q=${encodeURIComponent(name)}`,
  )
  return body.results.filter(({ opportunity_name }) => opportunity_name === name).length
}
