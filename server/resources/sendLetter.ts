import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documents, failures } from '../kit/http/documentation'
import { answerOnceAfter } from '../kit/http/idempotency'
import { createdAnswer, sendCreated } from '../kit/http/routes'
import type { Letter } from '../ports/mail'
import { messages } from './messages'

const { response, ...document } = documents.create(messages)

/** How the API document describes a call that sends a message. */
export const sendingDocument = { ...document, response: { ...response, ...failures(409, 502, 504) } }

/**
 * Sends a message, once for each idempotency key, and answers 201 with the sent copy.
 * @param write puts it together, once it is known that it has not gone out yet.
 * @throws ApiError 502 where it cannot be sent; then nothing has been stored.
 */
export async function sendLetter(
  { mail }: FastifyInstance,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
  write: () => Promise<Omit<Letter, 'key'>>,
): Promise<FastifyReply> {
  const answer = await answerOnceAfter(
    request,
    async () => {
      const letter = await write()
      return mail.provider.send({ ...letter, key: keyOf(request, letter) })
    },
    async (trx, keepCopies) => createdAnswer(trx, messages, await keepCopies(trx), {}),
  )
  return sendCreated(request, reply, messages, answer)
}

/** The same for the same message under the same idempotency key. */
function keyOf({ headers, caller }: FastifyRequest, letter: Omit<Letter, 'key'>): string {
  const key = headers['idempotency-key']
  return key === undefined
    ? randomUUID()
    : createHash('sha256')
        .update(JSON.stringify([caller.id, key, letter]))
        .digest('base64url')
}
