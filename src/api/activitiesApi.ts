import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract, type Input, type Row } from '../contract'
import { eventPath } from '../contract/mail'
import { api } from './kit/api'
import type { NormalizedResult, AnswerOptions } from './kit/baseQuery'
import { listTags } from './kit/cacheTags'
import { changeMutation, sendMutation, type Update, type Creation } from './kit/mutations'
import { crudApi } from './kit/crudApi'

const expand = ['organization', 'deal', 'created_by'] as const

/** Activities; creating one shows a toast (ACT-1 to ACT-4). */
export const activitiesApi = crudApi('activities', { expand })

/** The events within a period, of all users or of some people. */
export interface EventsQuery {
  /** Epoch seconds: events that end after `start` and begin before `end`. */
  start: number
  end: number
  /** Only events with one of these participants. At most 50, the server's limit. */
  emails?: readonly string[]
}

/** Maximum number of events per request, the earliest first; `count` is the number of all. */
export const maxEvents = 500

/** A meeting's request body, where the description has another name. */
interface MeetingBody extends Omit<Input<'activities'>, 'description'> {
  description_text: string
}

const schedule = sendMutation<'activities', MeetingBody>('activities', eventPath, {
  messages: {
    success: { title: 'Update', text: 'Add successfully.' },
    failure: { title: 'Error', text: 'Cannot create new event.' },
  },
  expand,
})

const move = changeMutation('activities', {
  messages: {
    success: { title: 'Update', text: 'Update successfully.' },
    failure: { title: 'Error', text: 'The event stays where it was.' },
  },
  expand,
})

/** The new time of an event. */
export interface EventMove extends Required<Pick<Update<'activities'>, 'id' | 'version'>> {
  body: Pick<Row<'activities'>, 'start' | 'end'>
}

export const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Activities, meetings and scheduled events within a period, for calendars (ACT-1, CON-10). */
    events: build.query<NormalizedResult, EventsQuery>({
      query: ({ start, end, emails = [] }): FetchArgs => ({
        url: contract.activities.path,
        params: {
          participant: emails.length > 0 ? emails.join() : undefined,
          start,
          end,
          limit: maxEvents,
          offset: 0,
          ordering: 'start',
        },
      }),
      extraOptions: { resource: 'activities', shape: 'list' } satisfies AnswerOptions,
      providesTags: listTags('activities'),
    }),
    /** Moves an event to another time; the caller shows it there while the request is pending. */
    moveEvent: build.mutation<NormalizedResult, EventMove>(move),
    /** Creates an event from the scheduler (SCH-1). */
    scheduleEvent: build.mutation<NormalizedResult, Creation<'activities'>>({
      ...schedule,
      query: ({ body: { description, ...body }, key }) =>
        schedule.query({ body: { ...body, description_text: description }, key }),
    }),
  }),
})

export const { useEventsQuery, useMoveEventMutation, useScheduleEventMutation } = eventsApi
