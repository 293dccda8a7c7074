import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import type { ListAnswer } from '../contract/answers'
import type { InputOf } from '../contract/fields'
import { messageRequest } from '../contract/mail'
import { api } from './kit/api'
import type { NormalizedResult, AnswerOptions } from './kit/baseQuery'
import { listOf, listTags } from './kit/cacheTags'
import type { Call } from './kit/http'
import {
  changeMutation,
  removeMutation,
  sendMutation,
  type Update,
  type IdempotentRequest,
} from './kit/mutations'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './kit/queries'

/** A message to send. */
type MessageBody = InputOf<typeof messageRequest>

/** A message with its files. */
interface MessageWithFiles extends IdempotentRequest<MessageBody> {
  files: readonly File[]
}

/** With files, it goes as a form. */
const requestOf = ({ body, key, files }: MessageWithFiles): Call => {
  const { path: url, form: parts } = messageRequest
  const headers = { 'Idempotency-Key': key }
  if (files.length === 0) return { url, method: 'POST', body, headers }
  const form = new FormData()
  form.append(parts.message, JSON.stringify(body))
  for (const file of files) form.append(parts.file, file)
  return { url, form, headers }
}

/** The newest messages of a conversation. */
interface Conversation {
  thread: string
  limit: number
}

/** The signed-in user's mailbox, and sending from it (MSG-1, SCREEN-2). */
export const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    messagesList: build.query<ListResult, ListArgs<'messages'>>(listQuery('messages')),
    message: build.query<NormalizedResult, number>(rowQuery('messages', ['attachments'])),
    /** The messages of one conversation, sent and received, the newest first. */
    conversation: build.query<NormalizedResult, Conversation>({
      query: ({ thread, limit }): FetchArgs => ({
        url: contract.messages.path,
        params: { thread, limit, offset: 0, ordering: '-sent_at', expand: 'attachments' },
      }),
      extraOptions: { resource: 'messages', shape: 'list' } satisfies AnswerOptions,
      providesTags: listTags('messages', ['attachments']),
    }),
    /** Number of unread received messages, without the messages themselves. */
    unreadMessages: build.query<number, undefined>({
      query: (): FetchArgs => ({
        url: contract.messages.path,
        params: { direction: 'received', is_read: false, limit: 0, offset: 0 },
      }),
      transformResponse: ({ count }: ListAnswer<unknown>) => count,
      providesTags: (count) => (count === undefined ? [] : [listOf('messages')]),
    }),
    sendMessage: build.mutation<NormalizedResult, MessageWithFiles>({
      ...sendMutation<'messages', MessageBody>('messages', messageRequest.path, {
        messages: {
          success: { title: 'Message', text: 'Message sent.' },
          failure: { title: 'Error', text: 'Cannot send message.' },
        },
      }),
      query: requestOf,
    }),
    /** Marks a message as read or unread; no toast, because the mark itself is visible. */
    markMessage: build.mutation<NormalizedResult, Update<'messages'>>(
      changeMutation('messages', {
        messages: { failure: { title: 'Error', text: 'Cannot mark this message.' } },
      }),
    ),
    /** Shows a message to all users in the timelines of its contacts, or stops that (MAIL-3); no toast, as its switch tells it. */
    shareMessage: build.mutation<NormalizedResult, Update<'messages'>>(
      changeMutation('messages', {
        messages: { failure: { title: 'Error', text: 'Cannot share this message, or stop that.' } },
      }),
    ),
    /** Marks an opened message as read: not requested by the user, so failures show no toast. */
    readMessage: build.mutation<NormalizedResult, Update<'messages'>>(
      changeMutation('messages', { messages: { failure: null } }),
    ),
    /** Moves the message to the trash. */
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
  useShareMessageMutation,
  useRemoveMessageMutation,
} = messagesApi
