import { wonReportPath, type WonReport } from '../contract/reports'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'

export const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What became of opportunities, by the filters of their list (REP-2, REP-3, REP-4). */
    wonReport: build.query<WonReport, Readonly<Record<string, string>>>({
      query: (params) => ({ url: wonReportPath, params }),
      providesTags: [listOf('opportunities')],
    }),
  }),
})

export const { useWonReportQuery } = reportsApi
