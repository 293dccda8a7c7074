import type { FetchArgs } from '@reduxjs/toolkit/query'
import {
  followPath,
  notificationSettingsPath,
  notificationsPath,
  notificationsReadPath,
  type FollowedResource,
  type Following,
  type MarkNotifications,
  type NotificationSettings,
  type NotificationsAnswer,
} from '../contract/notifications'
import { api } from './kit/api'
import type { AnswerOptions } from './kit/baseQuery'

/** A toast shows failures. */
const told: AnswerOptions = { messages: { failure: { title: 'Error' } } }

/** The caller shows failures. */
const options: AnswerOptions = { messages: { failure: null } }

interface Page {
  /** Only those that are not read. */
  unread: boolean
  limit: number
}

interface Followed {
  resource: FollowedResource
  id: number
}

/** What the user is told, and follows (NOTI-1, NOTI-4). */
export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    notifications: build.query<NotificationsAnswer, Page>({
      query: ({ unread, limit }) => ({
        url: notificationsPath,
        params: { limit, ...(unread && { unread }) },
      }),
      extraOptions: options,
      providesTags: ['notifications'],
    }),
    markNotifications: build.mutation<null, MarkNotifications>({
      query: (body): FetchArgs => ({ url: notificationsReadPath, method: 'POST', body }),
      extraOptions: told,
      invalidatesTags: ['notifications'],
    }),
    notificationSettings: build.query<NotificationSettings, void>({
      query: () => ({ url: notificationSettingsPath }),
      extraOptions: options,
      providesTags: ['notifications'],
    }),
    changeNotificationSettings: build.mutation<NotificationSettings, Omit<NotificationSettings, 'can_mail'>>({
      query: (body): FetchArgs => ({ url: notificationSettingsPath, method: 'PUT', body }),
      extraOptions: told,
      invalidatesTags: ['notifications'],
    }),
    following: build.query<Following, Followed>({
      query: ({ resource, id }) => ({ url: followPath(resource, id) }),
      extraOptions: options,
    }),
    follow: build.mutation<Following, Followed & Following>({
      query: ({ resource, id, following }): FetchArgs => ({
        url: followPath(resource, id),
        method: following ? 'PUT' : 'DELETE',
      }),
      extraOptions: told,
      onQueryStarted: async ({ following, ...followed }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          notificationsApi.util.updateQueryData('following', followed, (draft) => {
            draft.following = following
          }),
        )
        await queryFulfilled.catch(shown.undo)
      },
    }),
  }),
})

export const {
  useNotificationsQuery,
  useMarkNotificationsMutation,
  useNotificationSettingsQuery,
  useChangeNotificationSettingsMutation,
  useFollowingQuery,
  useFollowMutation,
} = notificationsApi
