import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  apiTokenPath,
  apiTokensPath,
  newApiToken,
  newServiceToken,
  serviceTokenPath,
  serviceTokensPath,
  tokenScopes,
  type ApiTokens,
  type MadeApiToken,
} from '../../src/contract/apiTokens'
import { oneOf } from '../../src/contract/schema'
import { inTransaction, writerFromRequest, type Write } from '../kit/context'
import { notFound } from '../kit/errors'
import { documentRoute, idParams } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { idIn } from '../kit/http/routes'
import { assertAllowed } from '../kit/policy'
import { revokeTokens, type TokenOwner } from '../services/sessions/revokeTokens'
import { mailAccountNotice } from './accountNotices'
import { listTokens, makeToken, serviceUser } from './apiTokens'
import { confirmByPassword } from './currentPassword'

const moment = { format: 'date-time', examples: ['2027-03-01T15:00:00.000Z'] }
const fields = {
  api_token_id: Type.Integer(),
  name: Type.String({ examples: ['ERP'] }),
  scopes: Type.Array(oneOf(tokenScopes)),
  hint: Type.String({ description: 'The last four characters of the token.', examples: ['x3Qf'] }),
  user: Type.Object({ id: Type.Integer(), username: Type.String() }, { description: 'Whom it acts as.' }),
  created_at: Type.String(moment),
  expires_at: Type.String(moment),
  last_used_at: Type.Union([Type.String(moment), Type.Null()], {
    description: 'Accurate to a minute; null: never.',
  }),
}
const list = Type.Object({ count: Type.Integer(), results: Type.Array(Type.Object(fields)) })
const made = Type.Object({
  ...fields,
  token: Type.String({
    description: 'For `Authorization: Bearer`; answered this once.',
    examples: ['cg_…'],
  }),
})

/** API tokens: those of the signed-in user, and those of service users for the provider's team (TOKEN-1). */
export function apiTokenRoutes(app: FastifyInstance): void {
  const { database } = app

  /** Mails its maker that a token was made. */
  const tellOfToken = async (write: Write, maker: number, making: Promise<MadeApiToken>) => {
    const token = await making
    await mailAccountNotice(app, write, maker, {
      subject: 'An API token was made',
      paragraphs: [
        `The API token “${token.name}” was made with your account in Citygate.`,
        'If it was not you, revoke it, set a new password at once, and tell your contact at the provider.',
      ],
    })
    return token
  }

  route(app, {
    method: 'GET',
    path: apiTokensPath,
    document: documentRoute('ApiToken', 'List one’s own API tokens', list),
    handler: ({ caller }): Promise<ApiTokens> => listTokens(database.db, caller.id),
  })

  route(app, {
    method: 'POST',
    path: apiTokensPath,
    config: { secret: true },
    document: documentRoute('ApiToken', 'Make an API token', made, newApiToken.fields, [409, 429]),
    handler: async (request, _reply, readBody): Promise<MadeApiToken> => {
      const { id, username } = request.caller
      const { current_password, ...values } = await readBody()
      await confirmByPassword(request, current_password)
      return inTransaction(database, writerFromRequest(request), (write) =>
        tellOfToken(write, id, makeToken(write, { id, username }, values)),
      )
    },
  })

  const revocation = (
    path: string,
    summary: string,
    ownerOf: (caller: { id: number }) => TokenOwner,
    refusals: readonly number[] = [],
  ) =>
    route(app, {
      method: 'DELETE',
      path,
      document: {
        ...documentRoute('ApiToken', summary, null, null, [404, ...refusals]),
        description: 'Requests with it are refused from then on.',
        params: idParams,
      },
      handler: async (request, reply) => {
        const owner = ownerOf(request.caller)
        if (owner === 'service') assertAllowed(writerFromRequest(request), 'users', 'create')
        const id = idIn(request.params.id, 'API token')
        const revoked = await inTransaction(database, writerFromRequest(request), (write) =>
          revokeTokens(write, owner, 'revoked', id),
        )
        if (revoked === 0) throw notFound('API token')
        return reply.code(204).send()
      },
    })
  revocation(apiTokenPath(':id'), 'Revoke an API token', ({ id }) => id)

  route(app, {
    method: 'GET',
    path: serviceTokensPath,
    document: documentRoute('ApiToken', 'List the API tokens of service users', list, null, [409]),
    handler: (request): Promise<ApiTokens> => {
      assertAllowed(writerFromRequest(request), 'users', 'create')
      return listTokens(database.db, 'service')
    },
  })

  route(app, {
    method: 'POST',
    path: serviceTokensPath,
    config: { secret: true },
    document: documentRoute(
      'ApiToken',
      'Make an API token of a service user',
      made,
      newServiceToken.fields,
      [409, 429],
    ),
    handler: async (request, _reply, readBody): Promise<MadeApiToken> => {
      const who = writerFromRequest(request)
      assertAllowed(who, 'users', 'create')
      const { username, user_type, current_password, ...values } = await readBody()
      await confirmByPassword(request, current_password)
      return inTransaction(database, who, async (write) =>
        tellOfToken(
          write,
          request.caller.id,
          makeToken(write, await serviceUser(write, username, user_type), values),
        ),
      )
    },
  })
  revocation(serviceTokenPath(':id'), 'Revoke an API token of a service user', () => 'service', [409])
}
