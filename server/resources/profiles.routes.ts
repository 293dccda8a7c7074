import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writerFromRequest, inTransaction } from '../kit/context'
import { documents } from '../kit/http/documentation'
import { notFound } from '../kit/errors'
import { readOne, withEtag, toId } from '../kit/http/routes'
import { updateRecord } from '../kit/write/update'
import { accountOf } from '../ports/mail/accounts'
import { profiles } from './profiles'
import { route } from '../kit/http/route'

type ById = { Params: { id: string } }

/** The user's own profile (SETUP-3); those of others get a 404 (TRUST-11). */
export function profileRoutes(app: FastifyInstance): void {
  const { contract } = profiles
  const one = `${contract.path}:id/`

  const ownId = async ({ params, caller }: FastifyRequest<ById>): Promise<number> => {
    const id = toId(profiles, params.id)
    if ((await accountOf(app.database.db, caller.id)).profile !== id) throw notFound(contract.title)
    return id
  }

  route(app, {
    method: 'GET',
    path: one,
    config: withEtag,
    document: documents.get(profiles),
    handler: async (request) => readOne(app, profiles, await ownId(request), request),
  })

  route(app, {
    method: 'PATCH',
    path: one,
    document: documents.change(profiles, true),
    handler: async (request) => {
      const id = await ownId(request)
      await inTransaction(app.database, writerFromRequest(request), (write) =>
        updateRecord(write, profiles, id, request.body, { mode: 'patch', version: null }),
      )
      return readOne(app, profiles, id, request)
    },
  })
}
