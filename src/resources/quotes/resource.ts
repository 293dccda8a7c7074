import { defineResourceView } from '../kit/resourceView'
import { quotePaths } from './paths'

/** Offers of suppliers for bids (QUO-2). */
export const quotes = defineResourceView('quotes', {
  noun: ['quote', 'quotes'],
  path: quotePaths.record,
  parts: () => import(/* webpackChunkName: "resourceParts" */ './parts'),
})
