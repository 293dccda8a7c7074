import { defineResourceView } from '../kit/resourceView'

/** Offers within an opportunity (BID-1). */
export const bids = defineResourceView('bids', {
  noun: ['bid', 'bids'],
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
