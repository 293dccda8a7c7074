import { ownFeedPath, type CalendarFeed, type MadeCalendarFeed } from '../contract/calendarFeed'
import { api } from './kit/api'

/** The signed-in user's activities for other calendar programs (FEED-1). */
export const calendarFeedApi = api.injectEndpoints({
  endpoints: (build) => ({
    calendarFeed: build.query<CalendarFeed, undefined>({ query: () => ({ url: ownFeedPath }) }),
    /** Creates the feed, or a new address for it; the answer is shown only once. */
    createCalendarFeed: build.mutation<MadeCalendarFeed, undefined>({
      query: () => ({ url: ownFeedPath, method: 'PUT' }),
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (data) dispatch(updateCachedFeed(data.created_at))
      },
    }),
    revokeCalendarFeed: build.mutation<null, undefined>({
      query: () => ({ url: ownFeedPath, method: 'DELETE' }),
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(updateCachedFeed(null))
      },
    }),
  }),
})

const updateCachedFeed = (created_at: string | null) =>
  calendarFeedApi.util.updateQueryData('calendarFeed', undefined, () => ({ created_at }))

export const { useCalendarFeedQuery, useCreateCalendarFeedMutation, useRevokeCalendarFeedMutation } =
  calendarFeedApi
