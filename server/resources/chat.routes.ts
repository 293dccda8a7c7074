import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { chatIdentityPath, type ChatIdentity } from '../../src/contract/chat'
import { documentRoute } from '../kit/http/documentation'
import { chatIdentity } from '../ports/chat/widget'

const answer = Type.Object({
  identity: Type.Union([Type.String(), Type.Null()], { description: 'Null where the chat wants none.' }),
})

/** The token by which a chat service authenticates a user (SHELL-6). */
export function chatRoutes(app: FastifyInstance): void {
  app.get(
    chatIdentityPath,
    { schema: documentRoute('Session', 'Prove to the chat who is signed in', answer) },
    ({ caller }): ChatIdentity => chatIdentity(app.config.chat, caller.id),
  )
}
