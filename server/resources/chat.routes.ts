import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { chatIdentityPath, type ChatIdentity } from '../../src/contract/chat'
import { documentRoute } from '../kit/http/documentation'
import { chatIdentity } from '../ports/chat/widget'
import { route } from '../kit/http/route'

const answer = Type.Object({
  identity: Type.Union([Type.String(), Type.Null()], { description: 'Null where the chat wants none.' }),
})

/** The token by which a chat service authenticates a user (SHELL-6). */
export function chatRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: chatIdentityPath,
    document: documentRoute('Session', 'Prove to the chat who is signed in', answer),
    handler: ({ caller }): ChatIdentity => chatIdentity(app.config.chat, caller.id),
  })
}
