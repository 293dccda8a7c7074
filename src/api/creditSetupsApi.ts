import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { createMutation, type Creation } from './kit/mutations'
import { listQuery, type ListArgs, type ListResult } from './kit/queries'

/** OPD-9 */
export const creditSetupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    creditSetupsList: build.query<ListResult, ListArgs<'creditSetups'>>(
      listQuery('creditSetups', ['created_by']),
    ),
    /** The answer includes the opportunity, whose credit is requested from then on. */
    requestCreditSetup: build.mutation<NormalizedResult, Creation<'creditSetups'>>(
      createMutation('creditSetups', {
        messages: { failure: { title: 'Error', text: 'Cannot request the credit setup.' } },
        expand: ['created_by', 'opportunity.modified_by'],
      }),
    ),
  }),
})

export const { useCreditSetupsListQuery, useRequestCreditSetupMutation } = creditSetupsApi
