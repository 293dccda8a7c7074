import { chatIdentityPath, type ChatIdentity } from '../contract/chat'
import { api } from './kit/api'

/** The identity proof for the chat widget (SHELL-6). */
export const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    chatIdentity: build.query<ChatIdentity, undefined>({ query: () => ({ url: chatIdentityPath }) }),
  }),
})

export const { useChatIdentityQuery } = chatApi
