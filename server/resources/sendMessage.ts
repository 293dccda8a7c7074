import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writerFromRequest, inTransaction } from '../kit/context'
import { documents, failures } from '../kit/http/documentation'
import { runIdempotentAfterCall, type IdempotentAnswer } from '../kit/http/idempotency'
import { createdAnswer } from '../kit/http/routes'
import { parseExpand, type Query } from '../kit/read/query'
import type { ApiRecord } from '../kit/read/records'
import type { OutgoingMessage } from '../ports/mail'
import { chargeBudget } from '../ports/mail/sendingBudget'
import { messages } from './messages'
import { checkStorageQuota } from './storageQuota'
import { bytesOf } from './uploads'

const { response, ...document } = documents.create(messages)

/** The API document of a call that sends a message. */
export const sendingDocument = { ...document, response: { ...response, ...failures(409, 429, 502, 504) } }

/**
 * Sends a message, once for each idempotency key, and gives the answer: the sent copy.
 * @param write composes it, once it is known that it has not been sent yet.
 * @throws ApiError 413 or 507 where its files exceed a storage quota, 429 where the user's daily budget is used up,
 *   502 where it cannot be sent; then nothing is stored.
 */
export async function sendMessage(
  { mail, config, database }: FastifyInstance,
  request: FastifyRequest<Query>,
  write: () => Promise<Omit<OutgoingMessage, 'key'>>,
): Promise<IdempotentAnswer<ApiRecord>> {
  const expand = parseExpand(messages.contract, request.query)
  return runIdempotentAfterCall(
    request,
    async () => {
      const message = await write()
      // A message that the mail server refuses afterwards counts as well.
      await inTransaction(database, writerFromRequest(request), async (trx) => {
        if (message.attachments.length > 0) await checkStorageQuota(trx, bytesOf(message.attachments), config)
        await chargeBudget(trx, request.caller.id, recipientCount(message), config.mailDailyLimit)
      })
      return mail.provider.send({ ...message, key: keyOf(request, message) })
    },
    async (trx, keepCopies) => createdAnswer(trx, messages, await keepCopies(trx), expand),
  )
}

/** Copies count as well, hidden ones too. */
const recipientCount = ({ to, cc, bcc }: Pick<OutgoingMessage, 'to' | 'cc' | 'bcc'>): number =>
  to.length + cc.length + bcc.length

/** The same for the same message with the same idempotency key. */
function keyOf(
  { headers, caller }: FastifyRequest,
  { attachments, ...rest }: Omit<OutgoingMessage, 'key'>,
): string {
  const key = headers['idempotency-key']
  // Storage keys differ for each upload, so that only the hashes identify the files.
  const files = attachments.map(({ filename, media_type, sha256 }) => [filename, media_type, sha256])
  const message = files.length > 0 ? { ...rest, files } : rest
  return key === undefined
    ? randomUUID()
    : createHash('sha256')
        .update(JSON.stringify([caller.id, key, message]))
        .digest('base64url')
}
