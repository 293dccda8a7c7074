import type { ResourceName } from '../contract'
import {
  isCorrespondent,
  sourcesFor,
  timelinePath,
  type TimelineAnswer,
  type TimelineKind,
} from '../contract/history'
import { api } from './kit/api'
import { listOf, timelineOf } from './kit/cacheTags'

/** Entries of a page. */
const timelineStep = 20

export interface TimelineArgs {
  resource: ResourceName
  id: number
  /** Null: all of them. */
  kind: TimelineKind | null
}

/** What happened to a record, the last one first, page by page (HIST-1, HIST-2). */
export const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    timeline: build.infiniteQuery<TimelineAnswer, TimelineArgs, string | null>({
      infiniteQueryOptions: {
        // Null: from the last one on.
        initialPageParam: null,
        getNextPageParam: ({ next }) => next,
      },
      query: ({ queryArg: { resource, id, kind }, pageParam: before }) => ({
        url: timelinePath(resource, id),
        params: { limit: timelineStep, ...(kind !== null && { kind }), ...(before !== null && { before }) },
      }),
      providesTags: (_found, _error, { resource, id }) => [
        { type: resource, id },
        timelineOf(resource, id),
        ...sourcesFor(resource).map(listOf),
        ...(isCorrespondent(resource) ? [listOf('messages')] : []),
      ],
    }),
  }),
})

export const { useTimelineInfiniteQuery } = historyApi
