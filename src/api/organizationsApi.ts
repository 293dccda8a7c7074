import { contract, type Row } from '../contract'
import type { ListAnswer } from '../contract/answers'
import { organizationsLoaded, type OrganizationOption } from '../store/pickerCache'
import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { listOf, timelineOf } from './kit/cacheTags'
import type { ExpandOf } from './kit/expands'
import { activeAddresses } from './kit/linkFilters'
import type { FormCall } from './kit/upload'
import { changeMutation, createMutation, removeMutation, type Update, type Creation } from './kit/mutations'
import {
  duplicatesQuery,
  pickerPageSize,
  listQuery,
  rowQuery,
  type DuplicatesArgs,
  type DuplicatesFound,
  type ListArgs,
  type ListResult,
} from './kit/queries'

// A large organization has thousands of contacts, addresses and bids: screens page through them (SHELL-8).
const expand = [
  'home_state',
  'created_by',
  'modified_by',
] as const satisfies readonly ExpandOf<'organizations'>[]

/** The logo of an organization. */
interface Logo {
  /** The organization. */
  id: number
  image: File
}

/** An organization's form also writes its first address (ORG-4). */
const firstAddressTags = (['organizations', 'addresses', 'organizationAddresses'] as const).map(listOf)

const failure = { title: 'Error', text: 'Cannot Update Organization.' }

export const organizationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    organizationsList: build.query<ListResult, ListArgs<'organizations'>>(
      listQuery('organizations', [], activeAddresses),
    ),
    /** K15 */
    organizationDuplicates: build.query<DuplicatesFound<'organizations'>, DuplicatesArgs<'organizations'>>(
      duplicatesQuery('organizations'),
    ),
    organization: build.query<NormalizedResult, number>(rowQuery('organizations', expand)),
    /** The initial organizations of pickers; stored for the next start (AUTH-15). */
    organizationOptions: build.query<OrganizationOption[], undefined>({
      query: () => ({
        url: contract.organizations.path,
        params: { limit: pickerPageSize, offset: 0, ordering: contract.organizations.defaultOrdering },
      }),
      transformResponse: ({ results }: ListAnswer<Row<'organizations'>>) =>
        results.map(({ organization_id, name }) => ({ id: organization_id, name })),
      onQueryStarted: async (_arg, { queryFulfilled, dispatch }) => {
        const loaded = await queryFulfilled.catch(() => null)
        if (loaded) dispatch(organizationsLoaded(loaded.data))
      },
    }),
    createOrganization: build.mutation<NormalizedResult, Creation<'organizations'>>({
      ...createMutation('organizations', {
        expand,
        messages: { success: { title: 'Update', text: 'Add successfully.' }, failure },
      }),
      invalidatesTags: (_found, error) => (error ? [] : firstAddressTags),
    }),
    /** ORG-5 */
    changeOrganization: build.mutation<NormalizedResult, Update<'organizations'>>({
      ...changeMutation('organizations', {
        expand,
        messages: {
          success: { title: 'Update', text: 'Update successfully.' },
          failure: { ...failure, exceptConflict: true },
        },
      }),
      invalidatesTags: (_found, error, { id }) =>
        error ? [] : [...firstAddressTags, timelineOf('organizations', id)],
    }),
    /** A single field saved by itself, whose input shows the success (OPD-9). */
    changeOrganizationField: build.mutation<NormalizedResult, Update<'organizations'>>(
      changeMutation('organizations', { messages: { failure: { ...failure, exceptConflict: true } } }),
    ),
    /** Stores the logo of an existing organization; the caller shows the result (ORG-3). */
    storeLogo: build.mutation<NormalizedResult, Logo>({
      query: ({ id, image }): FormCall => {
        const form = new FormData()
        form.append('logo', image)
        return { url: `${contract.organizations.path}${id}/`, method: 'PATCH', form }
      },
      extraOptions: { resource: 'organizations', shape: 'one' },
      invalidatesTags: (_found, error, { id }) => (error ? [] : [{ type: 'organizations', id }]),
    }),
    /** Moves the record to the trash. */
    removeOrganization: build.mutation<null, number>(removeMutation('organizations', { title: 'Error' })),
  }),
})

export const {
  useOrganizationDuplicatesQuery,
  useOrganizationQuery,
  useCreateOrganizationMutation,
  useChangeOrganizationMutation,
  useChangeOrganizationFieldMutation,
  useStoreLogoMutation,
  useRemoveOrganizationMutation,
} = organizationsApi
