import type { ChatWidget } from '../../../contract/chat'

/** Who talks to the support. */
export interface ChatUser {
  id: number
  name: string
  email: string
  /** The proof that it is them; null where the widget wants none. */
  identity: string | null
}

/** What a widget is told, by its maker; its script is there by then. Each throws where the widget is not what it should be. */
export interface ChatAdapter {
  /** Tells who talks, and shows the widget. */
  start(widget: ChatWidget, user: ChatUser, isWanted: () => boolean): Promise<void>
  /** Opens the conversation. */
  open(widget: ChatWidget): void
  /** Ends the conversation on this machine: nobody else goes on with it. */
  stop(widget: ChatWidget): void
}
