import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import { api } from './kit/api'
import type { Found, Shape } from './kit/baseQuery'
import { listTags } from './kit/cacheTags'

/** What some people do within a time. */
interface EventsOf {
  /** At most 50, which is what the server takes. */
  emails: readonly string[]
  /** Epoch seconds: what goes on at this moment or later, and begins before that one. */
  start: number
  end: number
}

/** One week of one person has fewer; whatever comes after them is counted. */
const mostOfWeek = 100

export const activitiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Activities, meetings and scheduled events in which one of these people takes part (CON-10). */
    eventsOf: build.query<Found, EventsOf>({
      query: ({ emails, start, end }): FetchArgs => ({
        url: contract.activities.path,
        params: { participant: emails.join(), start, end, limit: mostOfWeek, offset: 0, ordering: 'start' },
      }),
      extraOptions: { resource: 'activities', shape: 'list' } satisfies Shape,
      providesTags: listTags('activities'),
    }),
  }),
})

export const { useEventsOfQuery } = activitiesApi
