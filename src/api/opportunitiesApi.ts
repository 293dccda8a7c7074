import type { FetchArgs, QueryReturnValue } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import { api } from './kit/api'
import type { baseQuery, Found, Meta } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'
import type { ApiError } from './kit/errors'
import { listExpands, recordExpands } from './kit/earlyExpands'
import { expandParam } from './kit/readCalls'
import { changeMutation, createMutation, removeMutation, type Change, type Creation } from './kit/mutations'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './kit/queries'

const whole = recordExpands.opportunities

/** The organizations of an opportunity at a version of it. */
interface Known {
  organizations: readonly number[]
  version: number
}

interface Linking extends Known {
  /** The opportunity. */
  id: number
  /** The organizations to add or remove. */
  changed: readonly number[]
}

/** Maximum number of attempts against concurrent changes. */
const listAttempts = 5

/** The whole list is sent, for the version at which it was read. */
const listCall = (id: number, { organizations, version }: Known): FetchArgs => ({
  url: `${contract.opportunities.path}${id}/`,
  method: 'PATCH',
  body: { organizations },
  params: { expand: expandParam(whole) },
  headers: { 'If-Match': `"${version}"` },
})

/** The current list, where the call was refused because of a concurrent change. */
const currentIn = (error: ApiError | undefined): Known | undefined =>
  error?.code === 'stale_version' ? (error.current as Known | undefined) : undefined

/** Adds or removes organizations, independent of concurrent changes (TRUST-27). */
const changingList =
  (change: (organizations: readonly number[], changed: readonly number[]) => readonly number[]) =>
  async (
    { id, changed, organizations, version }: Linking,
    _queryApi: unknown,
    _options: unknown,
    send: (call: FetchArgs) => ReturnType<typeof baseQuery>,
  ) => {
    let known: Known = { organizations, version }
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(
        listCall(id, { organizations: change(known.organizations, changed), version: known.version }),
      )
      const current = attempt < listAttempts && currentIn(answer.error)
      if (!current) return answer as QueryReturnValue<Found, ApiError, Meta>
      known = current
    }
  }

export const opportunitiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** OPL-6 */
    opportunitiesList: build.query<ListResult, ListArgs<'opportunities'>>(
      listQuery('opportunities', listExpands.opportunities),
    ),
    opportunity: build.query<Found, number>(rowQuery('opportunities', whole)),
    /** OPN-5: the form that sent it shows failures. */
    createOpportunity: build.mutation<Found, Creation<'opportunities'>>(
      createMutation('opportunities', { expand: whole, words: { failure: null } }),
    ),
    /**
     * Part of creating one: saves values typed after the answer to the first attempt was lost. Failures show no toast,
     * either.
     */
    completeOpportunity: build.mutation<Found, Change<'opportunities'>>(
      changeMutation('opportunities', { expand: whole, words: { failure: null } }),
    ),
    /** OPE-2 */
    changeOpportunity: build.mutation<Found, Change<'opportunities'>>(
      changeMutation('opportunities', {
        expand: whole,
        words: { failure: { title: 'Error', text: 'Cannot update opportunity.', exceptConflict: true } },
      }),
    ),
    /** Moves the record to the trash. */
    removeOpportunity: build.mutation<null, number>(removeMutation('opportunities', { title: 'Error' })),
    /** BUR-4 */
    attachOrganizations: build.mutation<Found, Linking>({
      queryFn: changingList((organizations, added) => [...new Set([...organizations, ...added])]),
      extraOptions: {
        resource: 'opportunities',
        shape: 'one',
        words: {
          success: { title: 'Update', text: 'Add successfully.' },
          failure: { title: 'Error', text: 'Cannot Add Organization.' },
        },
      },
      invalidatesTags: (found) => (found ? [listOf('opportunities')] : []),
    }),
    detachOrganizations: build.mutation<Found, Linking>({
      queryFn: changingList((organizations, gone) => organizations.filter((id) => !gone.includes(id))),
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
  useAttachOrganizationsMutation,
  useDetachOrganizationsMutation,
} = opportunitiesApi
