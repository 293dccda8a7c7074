import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { chatMakers } from '../../src/contract/chat'
import {
  credentials,
  installationPath,
  refreshRequest,
  revokePath,
  signUps,
  type Installation,
  type SignInAnswer,
} from '../../src/contract/session'
import type { SignInChallenge } from '../../src/contract/secondFactor'
import { oneOf } from '../../src/contract/schema'
import { documentRoute } from '../kit/http/documentation'
import { toChatWidget } from '../ports/chat/widget'
import type { Bureau } from '../ports/bureau'
import type { Directory } from '../ports/directory'
import { clientOf } from '../kit/http/networkAddresses'
import { originOf } from '../kit/http/origin'
import { relyingPartyAt } from '../services/secondFactors/relyingParty'
import { mailNewPlace } from './accountNotices'
import { sendsLinks } from './emailLinks'
import { signInChallengeAnswer } from './secondFactorAnswers'
import { route } from '../kit/http/route'

const tokenAnswer = Type.Object({
  access: Type.String({ description: 'Sent as bearer with every call.' }),
  refresh: Type.String({ description: 'Exchanged once for the next pair.' }),
  expires_in: Type.Integer({ description: 'Seconds that the access token still holds.' }),
})
export const signInAnswer = Type.Intersect([
  tokenAnswer,
  Type.Object({ user: Type.Object({ id: Type.Integer(), username: Type.String() }) }),
])
const installationAnswer = Type.Object({
  directory: Type.Union([Type.Object({ provider: Type.String(), label: Type.String() }), Type.Null()]),
  map_tiles: Type.Union([
    Type.Object({
      url: Type.String({ description: 'Of a tile, with {z}, {x} and {y} in the places of its numbers.' }),
      attribution: Type.String({ description: 'Whose maps they are.' }),
    }),
    Type.Null(),
  ]),
  chat: Type.Union([
    Type.Object({
      maker: oneOf(chatMakers),
      script: Type.String({ description: 'Where the widget comes from.' }),
      key: Type.String({ description: 'By which its maker knows this installation.' }),
      command: Type.String({ description: 'The function of the window that takes its commands.' }),
      api_base: Type.Union([Type.String(), Type.Null()], {
        description: 'Where its maker keeps the data, where that is not the usual region.',
      }),
      is_verified: Type.Boolean({ description: 'Whether it wants a proof of who talks.' }),
    }),
    Type.Null(),
  ]),
  sign_up: Type.Union(
    signUps.map((way) => Type.Literal(way)),
    { description: 'Whether people may ask for an account, and whether it opens without approval.' },
  ),
  sends_links: Type.Boolean({
    description: 'Whether emails are confirmed by links; else the provider’s team confirms them.',
  }),
  demo_bureau: Type.Union(
    [
      Type.Object({
        label: Type.String(),
        example: Type.Object({
          organization_name: Type.String(),
          state: Type.String(),
          city: Type.String(),
        }),
      }),
      Type.Null(),
    ],
    { description: 'The made-up businesses in the place of a credit bureau, with a search that finds some.' },
  ),
})

/** The data of a directory's button. */
const nameOf = ({ provider, label }: Directory) => ({ provider, label })

const toDemoBureau = ({ label, example }: Bureau): Installation['demo_bureau'] => {
  if (!example) return null
  const { name, state, city } = example
  return { label, example: { organization_name: name, state, city } }
}

/** Sign-in, refresh and sign-out (part 1 §7), and the public data of the sign-in page. */
export function sessionRoutes(app: FastifyInstance): void {
  const open = { public: true } as const
  app.sessions.onNewPlace((write, user, client) => mailNewPlace(app, write, user, client))

  route(app, {
    method: 'POST',
    path: credentials.path,
    config: open,
    document: documentRoute(
      'Session',
      'Sign in with a password',
      Type.Union([signInAnswer, signInChallengeAnswer]),
      credentials.fields,
      [401, 429, 503],
    ),
    handler: async (request, reply, readBody): Promise<SignInAnswer | SignInChallenge> => {
      const sent = await readBody()
      const userAgent = request.headers['user-agent']
      const device = await app.devices.read(request)
      const newDevice = device ?? app.devices.name()
      const answer = await app.sessions.signIn(sent, { ...clientOf(request), userAgent, device, newDevice })
      if ('pending' in answer)
        return app.secondFactors.challenge(answer.pending, answer.kinds, relyingPartyAt(originOf(request)))
      await app.devices.keep(reply, newDevice)
      return answer
    },
  })

  route(app, {
    method: 'POST',
    path: refreshRequest.path,
    config: open,
    document: documentRoute('Session', 'Exchange a refresh token', tokenAnswer, refreshRequest.fields, [401]),
    handler: async (request, _reply, readBody) => {
      const { refresh } = await readBody()
      return app.sessions.refresh(refresh, clientOf(request))
    },
  })

  route(app, {
    method: 'POST',
    path: revokePath,
    config: open,
    document: documentRoute('Session', 'Sign out', null, refreshRequest.fields),
    handler: async (request, reply, readBody) => {
      const { refresh } = await readBody()
      await app.sessions.revoke(refresh, clientOf(request))
      return reply.code(204).send()
    },
  })

  route(app, {
    method: 'GET',
    path: installationPath,
    config: open,
    document: documentRoute('Session', 'What the sign-in page offers', installationAnswer),
    handler: async (): Promise<Installation> => {
      const { mapTiles, chat, signUp } = app.config
      const directory = await app.directories.offered()
      return {
        directory: directory && nameOf(directory),
        map_tiles: mapTiles,
        chat: chat && toChatWidget(chat),
        sign_up: signUp,
        sends_links: sendsLinks(app),
        demo_bureau: toDemoBureau(app.bureau),
      }
    },
  })
}
