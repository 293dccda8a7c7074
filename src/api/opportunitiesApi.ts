import { api } from './api'
import type { Found } from './baseQuery'
import { listQuery, rowQuery, type ListArgs, type Page } from './queries'

export const opportunitiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** OPL-6 */
    opportunitiesList: build.query<Page, ListArgs<'opportunities'>>(
      listQuery('opportunities', ['created_by', 'modified_by', 'tags']),
    ),
    opportunity: build.query<Found, number>(
      rowQuery('opportunities', ['created_by', 'modified_by', 'tags', 'organizations']),
    ),
  }),
})

export const { useOpportunitiesListQuery, useOpportunityQuery } = opportunitiesApi
