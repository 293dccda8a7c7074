import type { SignInAnswer } from '../../src/contract/session'
import { demoPassword } from './api'
import { copyTemplate } from './databases'
import { formType } from './forms'
import { serve, type ServerProcess } from './programs'

/** Starts a server that can be killed and started again, with a session of the team that outlives it. */
export async function startKillable() {
  const { dataDir, databaseUrl } = await copyTemplate()
  const env: Record<string, string> = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  let server: ServerProcess = await serve({ env })
  let token = ''
  const ask = async <T>(method: string, address: string, body?: Buffer | object): Promise<T> => {
    const isForm = Buffer.isBuffer(body)
    const answer = await fetch(server.url + address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isForm ? formType : 'application/json' }),
      },
      ...(body && { body: isForm ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    expect([address, answer.ok]).toEqual([address, true])
    return (await answer.json()) as T
  }
  const credentials = { username: 'team', password: demoPassword }
  token = (await ask<SignInAnswer>('POST', '/api/token/', credentials)).access
  return {
    /** Sends a request, whose answer must be a success. */
    ask,
    stop: () => server.stop(),
    kill: () => server.kill(),
    startAgain: async () => {
      server = await serve({ env })
    },
  }
}
