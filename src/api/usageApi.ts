import type { ListAnswer } from '../contract/answers'
import type { GasUnit } from '../contract/gas/choices'
import {
  loadProfilePath,
  usageFindingsPath,
  usageMonthsPath,
  type LoadProfileAnswer,
  type UsageFindings,
  type UsageMonthAnswer,
} from '../contract/usage'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'

/** What usage rests on: the periods of meters, and by which accounts these are found. */
const rests = (['billPeriods', 'meters', 'utilityAccounts'] as const).map(listOf)

const usageApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The load profile of some accounts (USE-8). */
    loadProfile: build.query<LoadProfileAnswer, { accounts: readonly number[]; unit: GasUnit }>({
      query: ({ accounts, unit }) => ({
        url: loadProfilePath,
        params: { utility_account: accounts.join(','), unit },
      }),
      providesTags: rests,
    }),
    /** The usage of an account month by month, from a month on (USE-6). */
    usageMonths: build.query<ListAnswer<UsageMonthAnswer>, { utility_account: number; month_from: string }>({
      query: (params) => ({ url: usageMonthsPath, params }),
      providesTags: rests,
    }),
    /** What the usage of an account lacks (USE-7). */
    usageFindings: build.query<UsageFindings, number>({
      query: (account) => ({ url: usageFindingsPath(account) }),
      providesTags: rests,
    }),
  }),
})

export const { useLoadProfileQuery, useUsageMonthsQuery, useUsageFindingsQuery } = usageApi
