import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documents, failures } from '../kit/http/documentation'
import { answerOnceAfter } from '../kit/http/idempotency'
import { createdAnswer, sendCreated } from '../kit/http/routes'
import type { Letter } from '../ports/mail'
import { messages } from './messages'

const { response, ...document } = documents.create(messages)

/** How the API document describes a call that sends a message. */
export const sendingDocument = { ...document, response: { ...response, ...failures(409, 502) } }

/**
 * Sends a message, once for each idempotency key, and answers 201 with the sent copy.
 * @param write puts it together, once it is known that it has not gone out yet.
 * @throws ApiError 502 where it cannot be sent; then nothing has been stored.
 */
export async function sendLetter(
  { mail }: FastifyInstance,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
  write: () => Promise<Letter>,
): Promise<FastifyReply> {
  const answer = await answerOnceAfter(
    request,
    async () => mail.provider.send(await write()),
    async (trx, keepCopies) => createdAnswer(trx, messages, await keepCopies(trx), {}),
  )
  return sendCreated(request, reply, messages, answer)
}
