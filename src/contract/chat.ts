/** Widgets for talking to the support that can take the help panel's place (SHELL-6). */
export const chatMakers = ['intercom', 'chatwoot'] as const
export type ChatMaker = (typeof chatMakers)[number]

/** A chat widget of somebody else's, and what its script is told before anybody talks. */
export interface ChatWidget {
  maker: ChatMaker
  script: string
  /** By which the widget's maker knows this installation. */
  key: string
  /** What Intercom's function is called; another widget that takes the same commands may call it otherwise. */
  command: string
  /** Where Intercom keeps the workspace's data, where that is not its usual region. */
  api_base: string | null
  /** Whether the widget wants a proof of who talks. */
  is_verified: boolean
}

/** GET: the proof of who is signed in. */
export const chatIdentityPath = '/api/chat/identity/'
export interface ChatIdentity {
  /** Null where the widget wants none. */
  identity: string | null
}
