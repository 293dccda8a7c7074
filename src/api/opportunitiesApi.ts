import type { FetchArgs, QueryReturnValue } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import { api } from './api'
import type { Found, Meta } from './baseQuery'
import { listOf } from './cacheTags'
import type { ApiError } from './errors'
import { expandParam, type ExpandOf } from './expands'
import { changeMutation, createMutation, removeMutation, type Change, type Creation } from './mutations'
import { listQuery, rowQuery, type ListArgs, type Page } from './queries'

/** All that the screens of one opportunity name. */
const whole = [
  'created_by',
  'modified_by',
  'tags',
  'organizations.addresses.state',
  'organizations.addresses.organizations_addresses',
  'bids.legal_entity',
  'bids.utility_state.utility',
  'bids.utility_state.state',
] as const satisfies readonly ExpandOf<'opportunities'>[]

/** The organizations of an opportunity as they stood at a version of it. */
interface Known {
  organizations: readonly number[]
  version: number
}

interface Unlinking extends Known {
  /** The opportunity. */
  id: number
  organization: number
}

/** So often somebody else may be quicker. */
const unlinkAttempts = 5

/** The list is sent whole, for the version that it was read at. */
const unlinkCall = (id: number, organization: number, { organizations, version }: Known): FetchArgs => ({
  url: `${contract.opportunities.path}${id}/`,
  method: 'PATCH',
  body: { organizations: organizations.filter((other) => other !== organization) },
  params: { expand: expandParam(whole) },
  headers: { 'If-Match': `"${version}"` },
})

/** The list as it stands, where the call was refused because somebody has changed it. */
const currentIn = (error: ApiError | undefined): Known | undefined =>
  error?.code === 'stale_version' ? (error.current as Known | undefined) : undefined

export const opportunitiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** OPL-6 */
    opportunitiesList: build.query<Page, ListArgs<'opportunities'>>(
      listQuery('opportunities', ['created_by', 'modified_by', 'tags']),
    ),
    opportunity: build.query<Found, number>(rowQuery('opportunities', whole)),
    /** OPN-5: whoever makes one keeps what is said of a failure. */
    createOpportunity: build.mutation<Found, Creation<'opportunities'>>(
      createMutation('opportunities', { expand: whole }),
    ),
    /** Still part of making one: what was typed after its first answer had got lost. Fails as quietly. */
    completeOpportunity: build.mutation<Found, Change<'opportunities'>>(
      changeMutation('opportunities', { expand: whole }),
    ),
    /** OPE-2 */
    changeOpportunity: build.mutation<Found, Change<'opportunities'>>(
      changeMutation('opportunities', {
        expand: whole,
        words: { failure: { title: 'Error', text: 'Cannot update opportunity.' } },
      }),
    ),
    /** The record waits in the trash then. */
    removeOpportunity: build.mutation<null, number>(
      removeMutation('opportunities', { words: { failure: { title: 'Error' } } }),
    ),
    /** Takes one organization off, whatever others do to the list meanwhile. */
    unlinkOrganization: build.mutation<Found, Unlinking>({
      queryFn: async ({ id, organization, organizations, version }, _queryApi, _options, baseQuery) => {
        let known: Known = { organizations, version }
        for (let attempt = 1; ; attempt += 1) {
          const answer = await baseQuery(unlinkCall(id, organization, known))
          const current = attempt < unlinkAttempts && currentIn(answer.error)
          if (!current) return answer as QueryReturnValue<Found, ApiError, Meta>
          known = current
        }
      },
      extraOptions: {
        resource: 'opportunities',
        shape: 'one',
        words: { failure: { title: 'Error', text: 'Cannot update opportunity.' } },
      },
      invalidatesTags: (found) => (found ? [listOf('opportunities')] : []),
    }),
  }),
})

export const {
  useOpportunitiesListQuery,
  useOpportunityQuery,
  useCreateOpportunityMutation,
  useCompleteOpportunityMutation,
  useChangeOpportunityMutation,
  useRemoveOpportunityMutation,
  useUnlinkOrganizationMutation,
} = opportunitiesApi
