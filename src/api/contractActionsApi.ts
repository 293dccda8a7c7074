import type { Row } from '../contract'
import type { ListAnswer } from '../contract/answers'
import type { amendedFields } from '../contract/contracts'
import { contractActions, contractAmendmentsPath, type ContractAmendment } from '../contract/contractActions'
import { renewalsPath, type RenewalTotals } from '../contract/renewals'
import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'
import { actionMutation, type RecordAction } from './kit/mutations'

/** The values that an amendment changes. */
export type AmendedValues = Partial<Pick<Row<'contracts'>, (typeof amendedFields)[number]>>

interface Signature {
  signed_on: string | null
  price_confirmed: boolean | null
}

interface Amendment {
  effective_on: string | null
  reason: string
  fields: AmendedValues
}

interface Termination {
  terminated_on: string | null
  reason: string
}

/** What is done with a contract. Apart from contractsApi, which is loaded before sign-in for the reads of pages. */
export const {
  useSignContractMutation,
  useAmendContractMutation,
  useTerminateContractMutation,
  useRenewContractMutation,
  useContractAmendmentsQuery,
  useRenewalTotalsQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** CTR-2 */
    signContract: build.mutation<NormalizedResult, RecordAction<Signature>>(
      actionMutation('contracts', contractActions.sign),
    ),
    /** CTR-2 */
    amendContract: build.mutation<NormalizedResult, RecordAction<Amendment>>(
      actionMutation('contracts', contractActions.amend),
    ),
    /** CTR-10 */
    terminateContract: build.mutation<NormalizedResult, RecordAction<Termination>>(
      actionMutation('contracts', contractActions.terminate),
    ),
    /** CTR-9 */
    renewContract: build.mutation<NormalizedResult, RecordAction>(
      actionMutation('contracts', contractActions.renew),
    ),
    /** What a contract was before its amendments, the last one first (CTR-2). */
    contractAmendments: build.query<readonly ContractAmendment[], number>({
      query: (id) => ({ url: contractAmendmentsPath(id) }),
      transformResponse: ({ results }: ListAnswer<ContractAmendment>) => results,
      providesTags: [listOf('contracts')],
    }),
    /** What is at stake by bucket, of the contracts that filters and a search leave (CTR-8). */
    renewalTotals: build.query<readonly RenewalTotals[], Readonly<Record<string, string>>>({
      query: (params) => ({ url: renewalsPath, params }),
      transformResponse: ({ results }: ListAnswer<RenewalTotals>) => results,
      providesTags: [listOf('contracts')],
    }),
  }),
})
