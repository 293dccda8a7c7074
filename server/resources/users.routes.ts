import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { contract } from '../../src/contract'
import { currentUserPath, participantsPath, type Participant } from '../../src/contract/session'
import type { ListAnswer } from '../../src/contract/kit'
import { documentRoute, documents } from '../kit/documentation'
import { fold } from '../kit/fold'
import { parseExpand, parseListQuery } from '../kit/query'
import { loadRecords } from '../kit/records'
import { users } from './users'

const participant = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  first_name: Type.Union([Type.String(), Type.Null()]),
  last_name: Type.Union([Type.String(), Type.Null()]),
})

/** The signed-in user, and everybody whom a message or an invitation can reach. */
export function userRoutes(app: FastifyInstance): void {
  const me = documents.get(contract.users)
  app.get<{ Querystring: Record<string, unknown> }>(
    currentUserPath,
    {
      schema: {
        tags: me.tags,
        summary: 'Read the signed-in user',
        querystring: me.querystring,
        response: me.response,
      },
    },
    async ({ caller, query }) => {
      const [user] = await loadRecords(
        app.database.db,
        users,
        [caller.id],
        parseExpand(contract.users, query),
      )
      return user
    },
  )

  app.get<{ Querystring: Record<string, unknown> }>(
    participantsPath,
    {
      schema: documentRoute(
        'User',
        'List everybody who can be written to, unique by email',
        Type.Object({ count: Type.Integer(), results: Type.Array(participant) }),
      ),
    },
    async ({ query }): Promise<ListAnswer<Participant>> => {
      const { q, limit, offset } = parseListQuery(contract.users, query)
      const rows = await app.database.db
        .selectFrom('users')
        .select(['id', 'email', 'first_name', 'last_name', 'search'])
        .where('email', 'is not', null)
        .where('is_active', '=', true)
        .orderBy('email_key')
        .orderBy('id')
        .execute()
      const wanted = fold(q)
      const byEmail = new Map<string, Participant>()
      for (const { search, email, ...names } of rows)
        if (email !== null && search.includes(wanted) && !byEmail.has(fold(email)))
          byEmail.set(fold(email), { ...names, email })
      const all = [...byEmail.values()]
      return { count: all.length, results: all.slice(offset, offset + limit) }
    },
  )
}
