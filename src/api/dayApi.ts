import { dayPath, type DayAnswer } from '../contract/day'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'

export const dayApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the day asks for, in numbers (RDY-4). */
    day: build.query<DayAnswer, void>({
      query: () => ({ url: dayPath }),
      providesTags: (['opportunities', 'quotes', 'contracts', 'contractAccounts'] as const).map(listOf),
    }),
  }),
})

export const { useDayQuery } = dayApi
