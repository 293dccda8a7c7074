import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Sessions } from '../../services/sessions'

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
}

export interface SessionsOptions {
  sessions: Sessions
}

export const sessions = fp(
  async (app: FastifyInstance, { sessions }: SessionsOptions) => {
    app.decorate('sessions', sessions)
  },
  { name: 'citygate-sessions' },
)
