import { api } from './api'
import type { Found } from './baseQuery'
import { createMutation, type Creation } from './mutations'
import { listQuery, type ListArgs, type Page } from './queries'

/** OPD-9 */
export const creditSetupsApi = api.injectEndpoints({
  endpoints: (build) => ({
    creditSetupsList: build.query<Page, ListArgs<'creditSetups'>>(listQuery('creditSetups', ['created_by'])),
    /** The answer brings the opportunity along, which asks for credit from then on. */
    requestCreditSetup: build.mutation<Found, Creation<'creditSetups'>>(
      createMutation('creditSetups', {
        words: { failure: { title: 'Error', text: 'Cannot request the credit setup.' } },
        expand: ['created_by', 'opportunity.modified_by'],
      }),
    ),
  }),
})

export const { useCreditSetupsListQuery, useRequestCreditSetupMutation } = creditSetupsApi
