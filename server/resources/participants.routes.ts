import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { maxSearch } from '../../src/contract/limits'
import { participantsPath, type Participant } from '../../src/contract/session'
import { documentRoute, pageParameters } from '../kit/http/documentation'
import { parseListQuery } from '../kit/read/query'
import { streamList } from '../kit/present/stream'
import { users } from './users'
import { route } from '../kit/http/route'

const name = Type.Union([Type.String(), Type.Null()])
const participant = Type.Object({
  id: Type.Integer({ description: 'Of a user, or of a contact and then above 1000000000.' }),
  email: Type.String(),
  first_name: name,
  last_name: name,
})

/** All people that a message or an invitation can reach, ordered by email. */
export function participantRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: participantsPath,
    document: {
      ...documentRoute(
        'User',
        'List everybody who can be written to, unique by email',
        Type.Object({ count: Type.Integer(), results: Type.Array(participant) }),
      ),
      querystring: Type.Object({
        q: Type.Optional(Type.String({ maxLength: maxSearch, description: 'Part of a name or an email.' })),
        ...pageParameters,
      }),
    },
    handler: async ({ query, caller, slot }, reply) => {
      const { q, limit, offset } = query
      const { count, people, isLong } = await app.mail.provider.contacts(
        caller.id,
        parseListQuery(users, { q, limit, offset }),
      )
      if (isLong) {
        await slot.takeLong(1)
        void reply.type('application/json; charset=utf-8')
        return reply.send(Readable.from(streamList(count, people)))
      }
      const results: Participant[] = []
      for await (const some of people) results.push(...some)
      return { count, results }
    },
  })
}
