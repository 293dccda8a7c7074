/** Sends requests to a running server, and measures their time. */
import http from 'node:http'
import { credentials } from '../src/contract/session'

interface Question {
  method?: string
  body?: unknown
}

/** One request; a body is sent as JSON, by POST where no method is given. */
export const ask = (agent: http.Agent, address: string, token: string, { method, body }: Question = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const options = { agent, headers, method: method ?? (body === undefined ? 'GET' : 'POST') }
    const request = http.request(address, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() })
      })
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** Signs a demo user in and returns the access token. */
export async function signIn(url: string, username: string): Promise<string> {
  const body = { username, password: 'citygate-demo-2026' }
  const { status, text } = await ask(new http.Agent(), url + credentials.path, '', { body })
  if (status !== 200) throw new Error(`${username} cannot sign in: ${text}`)
  return (JSON.parse(text) as { access: string }).access
}

/** What asks for an address as the demo user `broker` over one connection, and tells the milliseconds. @throws Error at a refusal. */
export async function createTimer(url: string): Promise<(address: string) => Promise<number>> {
  const agent = new http.Agent({ keepAlive: true })
  const token = await signIn(url, 'broker')
  return async (address) => {
    const start = performance.now()
    const { status, text } = await ask(agent, url + address, token)
    if (status !== 200) throw new Error(`${address}: ${text}`)
    return performance.now() - start
  }
}

/** A quantile of the values. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export const round = (value: number): number => Math.round(value * 10) / 10
