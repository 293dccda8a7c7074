import type { Input } from '../contract'
import { api } from './kit/api'
import type { ApiError } from './kit/errors'
import type { ToastMessages } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'
import { createMutation } from './kit/mutations'
import { crudApi } from './kit/crudApi'

const resource = 'organizationAddresses'

/** Links of organizations and addresses (ADR-4). */
export const organizationAddressesApi = crudApi(resource, {
  expand: ['organization', 'address.state', 'modified_by'],
})

/** One organization to link to an address. */
interface AddressLink {
  organization: number
  /** Idempotency key, the same for each attempt at this link (TRUST-28). */
  key: string
}

interface AddressLinks {
  links: readonly AddressLink[]
  /** The fields common to all links. */
  body: Omit<Input<typeof resource>, 'organization'>
}

/** An organization that could not be linked, with the reason. */
export interface Unlinked {
  organization: number
  error: ApiError
}

/** Only some of the links were created. */
interface LinksRefused extends ApiError {
  unlinked: readonly Unlinked[]
}

/** The organizations that could not be linked, where the error names them. */
export const unlinkedOf = (refusal: ApiError | undefined): readonly Unlinked[] =>
  refusal && 'unlinked' in refusal ? (refusal as LinksRefused).unlinked : []

const linksRefusedError = (unlinked: readonly Unlinked[], total: number): LinksRefused => ({
  status: unlinked[0]?.error.status ?? 0,
  code: 'links_refused',
  detail: `${unlinked.length} of ${total} could not be linked.`,
  unlinked,
})

const messages: ToastMessages = { failure: { title: 'Error', text: 'Error.' } }

const { query } = createMutation(resource, { messages })

const linkingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Links several organizations to an address, one request for each (ADR-4). Where some fail, the others stay linked,
     * and the error names those that failed.
     */
    linkOrganizations: build.mutation<null, AddressLinks>({
      queryFn: async ({ links, body }, _queryApi, _options, baseQuery) => {
        const answers = await Promise.all(
          links.map(async ({ organization, key }) => ({
            organization,
            ...(await baseQuery(query({ body: { ...body, organization }, key }))),
          })),
        )
        const unlinked = answers.flatMap(({ organization, error }) =>
          error ? [{ organization, error }] : [],
        )
        return unlinked.length > 0
          ? { error: linksRefusedError(unlinked, links.length), meta: { messages } }
          : { data: null, meta: { messages } }
      },
      // The successful links stay, also if others failed.
      invalidatesTags: (_data, _error, { links, body: { address } }) => [
        listOf(resource),
        listOf('addresses'),
        { type: 'addresses', id: address },
        listOf('organizations'),
        ...links.map(({ organization }) => ({ type: 'organizations' as const, id: organization })),
      ],
    }),
  }),
})

export const { useLinkOrganizationsMutation } = linkingApi
