import type { ChatWidget } from '../../../contract/chat'

/** The chat's user. */
export interface ChatUser {
  id: number
  name: string
  email: string
  /** The identity proof; null where the widget needs none. */
  identity: string | null
}

/**
 * The interface to a widget whose script is loaded. Each method throws where the widget does not behave as documented.
 */
export interface ChatAdapter {
  /** Sets the user and shows the widget. */
  start(widget: ChatWidget, user: ChatUser, isWanted: () => boolean): Promise<void>
  /** Opens the conversation. */
  open(widget: ChatWidget): void
  /** Ends the conversation on this device, so that it is not continued by another user. */
  stop(widget: ChatWidget): void
}
