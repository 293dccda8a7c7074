import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import type { InputOf, ListAnswer } from '../contract/kit'
import { messageRequest } from '../contract/mail'
import { api } from './kit/api'
import type { Found, Shape } from './kit/baseQuery'
import { listOf, listTags } from './kit/cacheTags'
import { changeMutation, removeMutation, sendMutation, type Change, type Sending } from './kit/mutations'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './kit/queries'

/** A message that is to go out. */
type MessageBody = InputOf<typeof messageRequest>

/** The newest messages of a conversation. */
interface Conversation {
  thread: string
  limit: number
}

/** The mailbox of the signed-in user, and what goes out of it (MSG-1, SCREEN-2). */
export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    messagesList: build.query<ListResult, ListArgs<'messages'>>(listQuery('messages')),
    message: build.query<Found, number>(rowQuery('messages')),
    /** The messages of one conversation, sent and received, the newest first. */
    conversation: build.query<Found, Conversation>({
      query: ({ thread, limit }): FetchArgs => ({
        url: contract.messages.path,
        params: { thread, limit, offset: 0, ordering: '-sent_at' },
      }),
      extraOptions: { resource: 'messages', shape: 'list' } satisfies Shape,
      providesTags: listTags('messages'),
    }),
    /** How many received messages wait to be read; nothing else of them is asked for. */
    unreadMessages: build.query<number, undefined>({
      query: (): FetchArgs => ({
        url: contract.messages.path,
        params: { direction: 'received', is_read: false, limit: 0, offset: 0 },
      }),
      transformResponse: ({ count }: ListAnswer<unknown>) => count,
      providesTags: (count) => (count === undefined ? [] : [listOf('messages')]),
    }),
    sendMessage: build.mutation<Found, Sending<MessageBody>>(
      sendMutation('messages', messageRequest.path, {
        words: {
          success: { title: 'Message', text: 'Message sent.' },
          failure: { title: 'Error', text: 'Cannot send message.' },
        },
      }),
    ),
    /** Marks a message as read or unread; the mark itself tells that it was. */
    markMessage: build.mutation<Found, Change<'messages'>>(
      changeMutation('messages', {
        words: { failure: { title: 'Error', text: 'Cannot mark this message.' } },
      }),
    ),
    /** Marks a message as read that is being read: nobody has asked for it, so nobody is told where it fails. */
    readMessage: build.mutation<Found, Change<'messages'>>(
      changeMutation('messages', { words: { failure: null } }),
    ),
    /** The message waits in the trash then. */
    removeMessage: build.mutation<null, number>(
      removeMutation('messages', { title: 'Error', text: 'Cannot delete this message.' }),
    ),
  }),
})

export const {
  useConversationQuery,
  useUnreadMessagesQuery,
  useSendMessageMutation,
  useMarkMessageMutation,
  useReadMessageMutation,
  useRemoveMessageMutation,
} = messagesApi
