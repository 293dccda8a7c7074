import { createHmac } from 'node:crypto'
import type { ChatIdentity, ChatWidget } from '../../../src/contract/chat'
import type { ChatConfig } from '../../config'

/** The public settings of a chat: all but its secret. */
export const toChatWidget = ({ secret, ...widget }: ChatConfig): ChatWidget => ({
  ...widget,
  is_verified: secret !== null,
})

/**
 * The token that identifies the user: HMAC with SHA-256 of the user's id, in hexadecimal. Both makers use it:
 * chatwoot.com/docs/product/channels/live-chat/sdk/identity-validation,
 * developers.intercom.com/installing-intercom/web/identity-verification.
 */
export const chatIdentity = (chat: ChatConfig | null, userId: number): ChatIdentity => ({
  identity: chat?.secret ? createHmac('sha256', chat.secret).update(String(userId)).digest('hex') : null,
})
