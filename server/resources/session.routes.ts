import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  credentials,
  installationPath,
  refreshRequest,
  revokePath,
  type Credentials,
  type Installation,
  type RefreshRequest,
} from '../../src/contract/session'
import { documentRoute } from '../kit/documentation'
import { parseInput } from '../kit/input'

const tokenAnswer = Type.Object({
  access: Type.String({ description: 'Sent as bearer with every call.' }),
  refresh: Type.String({ description: 'Exchanged once for the next pair.' }),
  expires_in: Type.Integer({ description: 'Seconds that the access token still holds.' }),
})
const signInAnswer = Type.Intersect([
  tokenAnswer,
  Type.Object({ user: Type.Object({ id: Type.Integer(), username: Type.String() }) }),
])
const installationAnswer = Type.Object({
  directory: Type.Union([Type.Object({ provider: Type.String(), label: Type.String() }), Type.Null()]),
})

/** Sign-in, refresh and sign-out (part 1 §7), and what the sign-in page asks before anybody has signed in. */
export function sessionRoutes(app: FastifyInstance): void {
  const open = { public: true } as const

  app.post(
    credentials.path,
    {
      config: open,
      schema: documentRoute('Session', 'Sign in with a password', signInAnswer, credentials.fields, [401]),
    },
    ({ body, id }) => {
      const { username, password, remember } = parseInput(
        credentials.fields,
        body,
        'create',
      ) as Required<Credentials>
      return app.sessions.signIn(username, password, remember, id)
    },
  )

  app.post(
    refreshRequest.path,
    {
      config: open,
      schema: documentRoute('Session', 'Exchange a refresh token', tokenAnswer, refreshRequest.fields, [401]),
    },
    ({ body, id }) => {
      const { refresh } = parseInput(refreshRequest.fields, body, 'create') as RefreshRequest
      return app.sessions.refresh(refresh, id)
    },
  )

  app.post(
    revokePath,
    { config: open, schema: documentRoute('Session', 'Sign out', null, refreshRequest.fields) },
    async ({ body, id }, reply) => {
      const { refresh } = parseInput(refreshRequest.fields, body, 'create') as RefreshRequest
      await app.sessions.revoke(refresh, id)
      return reply.code(204).send()
    },
  )

  app.get(
    installationPath,
    { config: open, schema: documentRoute('Session', 'What the sign-in page offers', installationAnswer) },
    (): Installation => ({ directory: null }),
  )
}
