import { api } from './kit/api'
import type { Found } from './kit/baseQuery'
import type { ExpandOf } from './kit/expands'
import { changeMutation, createMutation, removeMutation, type Change, type Creation } from './kit/mutations'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './kit/queries'

/** Everything that the screens of one bid show, its opportunity's tags included. */
const whole = [
  'legal_entity',
  'utility_state.utility',
  'utility_state.state',
  'terms',
  'created_by',
  'modified_by',
  'opportunity.tags',
] as const satisfies readonly ExpandOf<'bids'>[]

const failure = (text: string) => ({ failure: { title: 'Error', text } })
const success = (text: string) => ({ success: { title: 'Update', text } })

export const bidsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** ORG-10 */
    bidsList: build.query<ListResult, ListArgs<'bids'>>(listQuery('bids', ['opportunity'])),
    bid: build.query<Found, number>(rowQuery('bids', whole)),
    createBid: build.mutation<Found, Creation<'bids'>>(
      createMutation('bids', {
        words: { ...success('Add successfully.'), ...failure('Cannot add this bid.') },
        expand: whole,
      }),
    ),
    changeBid: build.mutation<Found, Change<'bids'>>(
      changeMutation('bids', {
        words: {
          ...success('Update successfully.'),
          failure: { title: 'Error', text: 'Cannot update this bid.', exceptConflict: true },
        },
        expand: whole,
      }),
    ),
    /** OPD-11 */
    removeBid: build.mutation<null, number>(removeMutation('bids', { title: 'Error' })),
  }),
})

export const { useBidQuery, useCreateBidMutation, useChangeBidMutation, useRemoveBidMutation } = bidsApi
