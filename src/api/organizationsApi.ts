import { contract, type Row } from '../contract'
import type { ListAnswer } from '../contract/kit'
import { organizationsLoaded, type OrganizationPick } from '../store/picks'
import { api } from './api'
import type { Found } from './baseQuery'
import { changeMutation, type Change } from './mutations'
import { listQuery, type ListArgs, type Page } from './queries'

/** What a pick list offers before anybody types; the rest is searched for on the server. */
const firstPicks = 100

export const organizationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    organizationsList: build.query<Page, ListArgs<'organizations'>>(listQuery('organizations')),
    /** The organizations that pick lists start with; kept for the next start (AUTH-15). */
    organizationPicks: build.query<OrganizationPick[], undefined>({
      query: () => ({
        url: contract.organizations.path,
        params: { limit: firstPicks, offset: 0, ordering: contract.organizations.defaultOrdering },
      }),
      transformResponse: ({ results }: ListAnswer<Row<'organizations'>>) =>
        results.map(({ organization_id, name }) => ({ id: organization_id, name })),
      onQueryStarted: async (_arg, { queryFulfilled, dispatch }) => {
        const loaded = await queryFulfilled.catch(() => null)
        if (loaded) dispatch(organizationsLoaded(loaded.data))
      },
    }),
    changeOrganization: build.mutation<Found, Change<'organizations'>>(
      changeMutation('organizations', {
        words: { failure: { title: 'Error', text: 'Cannot Update Organization.' } },
      }),
    ),
  }),
})

export const { useChangeOrganizationMutation } = organizationsApi
