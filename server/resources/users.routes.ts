import type { FastifyInstance } from 'fastify'
import { contract } from '../../src/contract'
import { inputSchema } from '../../src/contract/schema'
import { currentUserPath } from '../../src/contract/session'
import { newUser, type NewUser } from '../../src/contract/users'
import { byCaller } from '../kit/context'
import { documents } from '../kit/http/documentation'
import { parseInput } from '../kit/input'
import { parseExpand } from '../kit/read/query'
import { loadRecords } from '../kit/read/records'
import { answerCreated, changeRoutes, tagged } from '../kit/http/routes'
import { mayOrRefuse } from '../policy'
import { hashPassword, inTurn } from '../sessions/passwords'
import { addUser, checkedPassword } from './accounts'
import { users } from './users'

type Query = { Querystring: Record<string, unknown> }

/** The signed-in user, and what the provider's team does with users. */
export function userRoutes(app: FastifyInstance): void {
  const me = documents.get(users)
  app.get<Query>(
    currentUserPath,
    {
      config: tagged,
      schema: {
        tags: me.tags,
        summary: 'Read the signed-in user',
        querystring: me.querystring,
        headers: me.headers,
        response: { 200: me.response['200'], 304: me.response['304'] },
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

  app.post<Query>(
    contract.users.path,
    { schema: { ...documents.create(users), body: inputSchema(newUser.fields, 'create') } },
    async (request, reply) => {
      // Asked before the password is hashed, which takes long.
      mayOrRefuse(byCaller(request), 'users', 'create')
      const values = parseInput(newUser.fields, request.body, 'create') as Required<NewUser>
      const { password: trimmed, ...columns } = values
      const password = checkedPassword(request.body, trimmed, columns)
      const password_hash = await inTurn(request.caller.id, () => hashPassword(password))
      return answerCreated(request, reply, users, (write) => addUser(write, columns, password_hash))
    },
  )

  changeRoutes(app, users)
}
