import { text, type RowOf } from './fields'

/** Third-party support widgets that can replace the help panel (SHELL-6). */
export const chatMakers = ['intercom', 'chatwoot'] as const
export type ChatMaker = (typeof chatMakers)[number]

/** A third-party chat widget, and the settings its script gets before a conversation. */
export interface ChatWidget {
  maker: ChatMaker
  script: string
  /** Identifies this installation to the widget's provider. */
  key: string
  /** Name of Intercom's global function; a compatible widget may use another name. */
  command: string
  /** Intercom's API base of the workspace's region, where that is not the default region. */
  api_base: string | null
  /** Whether the widget requires identity verification. */
  is_verified: boolean
}

/** GET: the identity proof of the signed-in user. */
export const chatIdentityPath = '/api/chat/identity/'
export const chatIdentity = {
  fields: { identity: text({ secret: true, apiDescription: 'Null where the widget wants none.' }) },
} as const
export type ChatIdentity = RowOf<typeof chatIdentity>
