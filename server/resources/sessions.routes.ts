import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { sessionPath, sessionsPath, type SignedInPlaces } from '../../src/contract/session'
import { writerFromRequest, inTransaction } from '../kit/context'
import { documentRoute } from '../kit/http/documentation'
import { notFound } from '../kit/errors'
import { endSessionsOf } from '../services/sessions/endSessions'
import { route } from '../kit/http/route'

/** The list is cut there; programs that sign in for each call have many sessions. */
const maxListed = 100

const moment = { format: 'date-time', examples: ['2027-03-01T15:00:00.000Z'] }

const place = Type.Object({
  id: Type.String(),
  user_agent: Type.Union([Type.String(), Type.Null()], {
    description: 'What the browser says of itself that has signed in there.',
  }),
  address: Type.Union([Type.String(), Type.Null()], {
    description: 'The network address from which it was last continued.',
  }),
  created_at: Type.String(moment),
  last_used_at: Type.String({ ...moment, description: 'Within the time that an access token holds.' }),
  is_current: Type.Boolean({ description: 'The session that asks.' }),
})
const places = Type.Object({ count: Type.Integer(), results: Type.Array(place) })
const ended = Type.Object({ ended_sessions: Type.Integer() })

/** The caller's sessions, and ending them (TRUST-6). The sessions of other users are not visible. */
export function sessionsRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: sessionsPath,
    config: { secret: true },
    document: documentRoute('Session', 'List where one is signed in, the last used first', places),
    handler: async ({ caller }): Promise<SignedInPlaces> => {
      const alive = await app.sessions.listOf(caller.id)
      const results = alive
        .slice(0, maxListed)
        .map(({ id, user_agent, address, created_at, last_used_at }) => ({
          id,
          user_agent,
          address,
          created_at,
          last_used_at,
          is_current: id === caller.sessionId,
        }))
      return { count: alive.length, results }
    },
  })

  route(app, {
    method: 'DELETE',
    path: sessionsPath,
    document: documentRoute('Session', 'Sign out everywhere else', ended),
    handler: async (request) => {
      const { id, sessionId } = request.caller
      const ended_sessions = await inTransaction(app.database, writerFromRequest(request), (write) =>
        endSessionsOf(write, id, 'signed out elsewhere', { except: sessionId }),
      )
      return { ended_sessions }
    },
  })

  route(app, {
    method: 'DELETE',
    path: sessionPath(':id'),
    document: {
      ...documentRoute('Session', 'Sign out in one place', null, null, [404]),
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
    },
    handler: async (request, reply) => {
      const ended_sessions = await inTransaction(app.database, writerFromRequest(request), (write) =>
        endSessionsOf(write, request.caller.id, 'signed out elsewhere', { only: request.params.id }),
      )
      if (ended_sessions === 0) throw notFound('Session')
      return reply.code(204).send()
    },
  })
}
