import { contract } from '../contract'
import type { ListAnswer } from '../contract/answers'
import {
  contractActions,
  contractAmendmentsPath,
  type ContractAmendment,
  type amendedFields,
} from '../contract/contracts'
import type { Row } from '../contract'
import { api } from './kit/api'
import type { AnswerOptions, Meta, NormalizedResult } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'
import { crudApi } from './kit/crudApi'
import { tagsInvalidatedBy } from './kit/invalidation'

/** Contracts of customers with suppliers (CTR-1). */
export const contractsApi = crudApi('contracts', {
  expand: ['organization', 'supplier', 'utility_state', 'opportunity', 'renews', 'renewal', 'index_curve'],
})

/** An action of a contract, at the version that was looked at. */
export interface ContractAction<B extends object = object> {
  id: number
  version: number
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
  body: B
}

/** The values that an amendment changes. */
export type AmendedValues = Partial<Pick<Row<'contracts'>, (typeof amendedFields)[number]>>

const actionOf = (name: (typeof contractActions)[keyof typeof contractActions]) => ({
  query: ({ id, version, key, body }: ContractAction) => ({
    url: `${contract.contracts.path}${id}/${name}/`,
    method: 'POST',
    body: { ...body, version },
    headers: { 'Idempotency-Key': key },
  }),
  extraOptions: {
    resource: 'contracts',
    shape: 'one',
    // The dialog that sent it shows a refusal.
    messages: { success: { title: 'Update', text: 'Update successfully.' }, failure: null },
  } satisfies AnswerOptions,
  invalidatesTags: (_data: unknown, _error: unknown, _arg: unknown, meta: Meta | undefined) =>
    tagsInvalidatedBy('contracts', Object.values(meta?.rows?.contracts ?? {})),
})

export const {
  useSignContractMutation,
  useAmendContractMutation,
  useTerminateContractMutation,
  useRenewContractMutation,
  useContractAmendmentsQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** CTR-2 */
    signContract: build.mutation<
      NormalizedResult,
      ContractAction<{ signed_on: string | null; price_confirmed: boolean | null }>
    >(actionOf(contractActions.sign)),
    /** CTR-2 */
    amendContract: build.mutation<
      NormalizedResult,
      ContractAction<{ effective_on: string | null; reason: string; fields: AmendedValues }>
    >(actionOf(contractActions.amend)),
    /** CTR-10 */
    terminateContract: build.mutation<
      NormalizedResult,
      ContractAction<{ terminated_on: string | null; reason: string }>
    >(actionOf(contractActions.terminate)),
    /** CTR-9 */
    renewContract: build.mutation<NormalizedResult, ContractAction>(actionOf(contractActions.renew)),
    /** What a contract was before its amendments, the last one first (CTR-2). */
    contractAmendments: build.query<readonly ContractAmendment[], number>({
      query: (id) => ({ url: contractAmendmentsPath(id) }),
      transformResponse: ({ results }: ListAnswer<ContractAmendment>) => results,
      providesTags: [listOf('contracts')],
    }),
  }),
})
