import { createHmac } from 'node:crypto'
import type { ChatIdentity, ChatWidget } from '../../../src/contract/chat'
import type { ChatConfig } from '../../config'

/** What browsers are told of a chat: all but its secret. */
export const toChatWidget = ({ secret, ...widget }: ChatConfig): ChatWidget => ({
  ...widget,
  is_verified: secret !== null,
})

/**
 * The proof of who talks: HMAC with SHA-256 of the user's id, in hexadecimal. Both makers take it so:
 * chatwoot.com/docs/product/channels/live-chat/sdk/identity-validation,
 * developers.intercom.com/installing-intercom/web/identity-verification.
 */
export const chatIdentity = (chat: ChatConfig | null, userId: number): ChatIdentity => ({
  identity: chat?.secret ? createHmac('sha256', chat.secret).update(String(userId)).digest('hex') : null,
})
