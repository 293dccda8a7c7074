import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract, type Input, type Row } from '../contract'
import { eventPath } from '../contract/mail'
import { api } from './kit/api'
import type { Found, Shape } from './kit/baseQuery'
import { listTags } from './kit/cacheTags'
import { changeMutation, sendMutation, type Change, type Creation } from './kit/mutations'
import { plainApi } from './kit/plainApi'

const expand = ['organization', 'deal', 'created_by'] as const

/** Activities by themselves; making one tells of it in a toast (ACT-1 to ACT-4). */
export const activitiesApi = plainApi('activities', { expand })

/** What goes on within a time, for everybody or for some people. */
export interface EventsAsked {
  /** Epoch seconds: what goes on at this moment or later, and begins before that one. */
  start: number
  end: number
  /** Only what one of these people takes part in. At most 50, which is what the server takes. */
  emails?: readonly string[]
}

/** So many events are brought at once, the earliest first; `count` tells how many there are in all. */
export const mostEvents = 500

/** A meeting as it is sent; the description goes under the name that its call has for it. */
interface Scheduled extends Omit<Input<'activities'>, 'description'> {
  description_text: string
}

const schedule = sendMutation<'activities', Scheduled>('activities', eventPath, {
  words: {
    success: { title: 'Update', text: 'Add successfully.' },
    failure: { title: 'Error', text: 'Cannot create new event.' },
  },
  expand,
})

const move = changeMutation('activities', {
  words: {
    success: { title: 'Update', text: 'Update successfully.' },
    failure: { title: 'Error', text: 'The event stays where it was.' },
  },
  expand,
})

/** Where an event goes. */
export interface Move extends Required<Pick<Change<'activities'>, 'id' | 'version'>> {
  body: Pick<Row<'activities'>, 'start' | 'end'>
}

export const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Activities, meetings and scheduled events within a time, as calendars show them (ACT-1, CON-10). */
    events: build.query<Found, EventsAsked>({
      query: ({ start, end, emails = [] }): FetchArgs => ({
        url: contract.activities.path,
        params: {
          participant: emails.length > 0 ? emails.join() : undefined,
          start,
          end,
          limit: mostEvents,
          offset: 0,
          ordering: 'start',
        },
      }),
      extraOptions: { resource: 'activities', shape: 'list' } satisfies Shape,
      providesTags: listTags('activities'),
    }),
    /** Puts an event to another time; whoever asks shows meanwhile where it goes. */
    moveEvent: build.mutation<Found, Move>(move),
    /** What the scheduler makes (SCH-1). */
    scheduleEvent: build.mutation<Found, Creation<'activities'>>({
      ...schedule,
      query: ({ body: { description, ...body }, key }) =>
        schedule.query({ body: { ...body, description_text: description }, key }),
    }),
  }),
})

export const { useEventsQuery, useMoveEventMutation, useScheduleEventMutation } = eventsApi
