import type { FetchArgs, QueryReturnValue } from '@reduxjs/toolkit/query'
import { contract, type Row } from '../contract'
import type { ListAnswer } from '../contract/answers'
import { stageTotalsPath, type StageTotals } from '../contract/stages'
import { api } from './kit/api'
import type { NormalizedResult, Meta } from './kit/baseQuery'
import { listOf, timelineOf } from './kit/cacheTags'
import type { ApiError } from './kit/errors'
import type { ExpandOf } from './kit/expands'
import { expandParam } from './kit/readRequests'
import { changeMutation, createMutation, removeMutation, type Update, type Creation } from './kit/mutations'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './kit/queries'
import { maxAttempts, sendForVersion, type Send } from './kit/sendForVersion'

/** OPL-6 */
const listExpand = [
  'created_by',
  'modified_by',
  'tags',
] as const satisfies readonly ExpandOf<'opportunities'>[]

const expand = [
  'created_by',
  'modified_by',
  'tags',
  'organizations.home_state',
  'organizations.addresses.state',
  'organizations.addresses.organizations_addresses',
  'bids.opportunity',
  'bids.legal_entity',
  'bids.utility_state.utility',
  'bids.utility_state.state',
] as const satisfies readonly ExpandOf<'opportunities'>[]

/** The organizations of an opportunity at a version of it. */
interface VersionedList {
  organizations: readonly number[]
  version: number
}

interface OrganizationsUpdate extends VersionedList {
  /** The opportunity. */
  id: number
  /** The organizations to add or remove. */
  changed: readonly number[]
}

/** The whole list is sent, for the version at which it was read. */
const listUpdateRequest = (id: number, { organizations, version }: VersionedList): FetchArgs => ({
  url: `${contract.opportunities.path}${id}/`,
  method: 'PATCH',
  body: { organizations },
  params: { expand: expandParam(expand) },
  headers: { 'If-Match': `"${version}"` },
})

/** The current list, where the call was refused because of a concurrent change. */
const currentIn = (error: ApiError | undefined): VersionedList | undefined =>
  error?.code === 'stale_version' ? (error.current as VersionedList | undefined) : undefined

/** Adds or removes organizations, independent of concurrent changes (TRUST-27). */
const updateOrganizations =
  (change: (organizations: readonly number[], changed: readonly number[]) => readonly number[]) =>
  async (
    { id, changed, organizations, version }: OrganizationsUpdate,
    _queryApi: unknown,
    _options: unknown,
    send: Send,
  ) => {
    let list: VersionedList = { organizations, version }
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(
        listUpdateRequest(id, { organizations: change(list.organizations, changed), version: list.version }),
      )
      const current = attempt < maxAttempts && currentIn(answer.error)
      if (!current) return answer as QueryReturnValue<NormalizedResult, ApiError, Meta>
      list = current
    }
  }

/** What a card of the board shows of other records. */
const cardExpand = ['organizations'] as const satisfies readonly ExpandOf<'opportunities'>[]

/** Where a card goes, and why a deal is lost. */
export type StageChange = Pick<Row<'opportunities'>, 'stage' | 'lost_reason' | 'lost_note'>

interface StageMove {
  id: number
  version: number
  /** The stage that it had when it was moved. */
  from: Row<'opportunities'>['stage']
  to: StageChange
}

const stageRequest = (id: number, body: StageChange): FetchArgs => ({
  url: `${contract.opportunities.path}${id}/`,
  method: 'PATCH',
  body,
  params: { expand: expandParam(cardExpand) },
})

/** Moves a deal to another stage, also where something else of it was changed meanwhile; its stage is left alone then (BOARD-4). */
const moveStage = ({ id, version, from, to }: StageMove, _queryApi: unknown, _options: unknown, send: Send) =>
  sendForVersion<NormalizedResult>(
    send,
    stageRequest(id, to),
    version,
    (current) => current['stage'] === from,
  )

export const opportunitiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    opportunitiesList: build.query<ListResult, ListArgs<'opportunities'>>(
      listQuery('opportunities', listExpand),
    ),
    /** The days of a calendar (BOARD-5). */
    opportunityDays: build.query<ListResult, ListArgs<'opportunities'>>(listQuery('opportunities')),
    /** A column of the board (BOARD-3). */
    opportunityCards: build.query<ListResult, ListArgs<'opportunities'>>(
      listQuery('opportunities', cardExpand),
    ),
    /** BOARD-3 */
    stageTotals: build.query<readonly StageTotals[], Readonly<Record<string, string>>>({
      query: (params) => ({ url: stageTotalsPath, params }),
      transformResponse: ({ results }: ListAnswer<StageTotals>) => results,
      providesTags: [listOf('opportunities')],
    }),
    /** The board tells of a success with the way back, and of what was in its way (BOARD-4). */
    moveStage: build.mutation<NormalizedResult, StageMove>({
      queryFn: moveStage,
      extraOptions: { resource: 'opportunities', shape: 'one' },
      // After a refusal, too: it tells that the record has changed.
      invalidatesTags: (_found, _error, { id }) => [listOf('opportunities'), { type: 'opportunities', id }],
    }),
    opportunity: build.query<NormalizedResult, number>(rowQuery('opportunities', expand)),
    /** OPN-5: the form that sent it shows failures. */
    createOpportunity: build.mutation<NormalizedResult, Creation<'opportunities'>>(
      createMutation('opportunities', { expand, messages: { failure: null } }),
    ),
    /**
     * Part of creating one: saves values typed after the answer to the first attempt was lost. Failures show no toast,
     * either.
     */
    completeOpportunity: build.mutation<NormalizedResult, Update<'opportunities'>>(
      changeMutation('opportunities', { expand, messages: { failure: null } }),
    ),
    /** OPE-2 */
    changeOpportunity: build.mutation<NormalizedResult, Update<'opportunities'>>(
      changeMutation('opportunities', {
        expand,
        messages: { failure: { title: 'Error', text: 'Cannot update opportunity.', exceptConflict: true } },
      }),
    ),
    /** Moves the record to the trash. */
    removeOpportunity: build.mutation<null, number>(removeMutation('opportunities', { title: 'Error' })),
    /** BUR-4 */
    attachOrganizations: build.mutation<NormalizedResult, OrganizationsUpdate>({
      queryFn: updateOrganizations((organizations, added) => [...new Set([...organizations, ...added])]),
      extraOptions: {
        resource: 'opportunities',
        shape: 'one',
        messages: {
          success: { title: 'Update', text: 'Add successfully.' },
          failure: { title: 'Error', text: 'Cannot Add Organization.' },
        },
      },
      invalidatesTags: (found, _error, { id }) =>
        found ? [listOf('opportunities'), timelineOf('opportunities', id)] : [],
    }),
    detachOrganizations: build.mutation<NormalizedResult, OrganizationsUpdate>({
      queryFn: updateOrganizations((organizations, gone) => organizations.filter((id) => !gone.includes(id))),
      extraOptions: {
        resource: 'opportunities',
        shape: 'one',
        messages: { failure: { title: 'Error', text: 'Cannot update opportunity.' } },
      },
      invalidatesTags: (found, _error, { id }) =>
        found ? [listOf('opportunities'), timelineOf('opportunities', id)] : [],
    }),
  }),
})

export const {
  useOpportunitiesListQuery,
  useOpportunityCardsQuery,
  useOpportunityDaysQuery,
  useStageTotalsQuery,
  useMoveStageMutation,
  useOpportunityQuery,
  useCreateOpportunityMutation,
  useCompleteOpportunityMutation,
  useChangeOpportunityMutation,
  useRemoveOpportunityMutation,
  useAttachOrganizationsMutation,
  useDetachOrganizationsMutation,
} = opportunitiesApi
