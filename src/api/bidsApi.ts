import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import type { ExpandOf } from './kit/expands'
import { changeMutation, createMutation, removeMutation, type Update, type Creation } from './kit/mutations'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './kit/queries'

/** Everything that the screens of one bid show, its opportunity's tags included. */
const expand = [
  'legal_entity',
  'utility_state.utility',
  'utility_state.state',
  'terms',
  'created_by',
  'modified_by',
  'opportunity.tags',
  'utility_accounts',
] as const satisfies readonly ExpandOf<'bids'>[]

const failureToast = (text: string) => ({ failure: { title: 'Error', text } })
const successToast = (text: string) => ({ success: { title: 'Update', text } })

export const bidsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** ORG-10, BID-13 */
    bidsList: build.query<ListResult, ListArgs<'bids'>>(
      listQuery('bids', ['opportunity', 'legal_entity', 'utility_state.utility', 'utility_state.state']),
    ),
    bid: build.query<NormalizedResult, number>(rowQuery('bids', expand)),
    createBid: build.mutation<NormalizedResult, Creation<'bids'>>(
      createMutation('bids', {
        messages: { ...successToast('Add successfully.'), ...failureToast('Cannot add this bid.') },
        expand,
      }),
    ),
    changeBid: build.mutation<NormalizedResult, Update<'bids'>>(
      changeMutation('bids', {
        messages: {
          ...successToast('Update successfully.'),
          failure: { title: 'Error', text: 'Cannot update this bid.', exceptConflict: true },
        },
        expand,
      }),
    ),
    /** OPD-11 */
    removeBid: build.mutation<null, number>(removeMutation('bids', { title: 'Error' })),
  }),
})

export const { useBidQuery, useCreateBidMutation, useChangeBidMutation, useRemoveBidMutation } = bidsApi
