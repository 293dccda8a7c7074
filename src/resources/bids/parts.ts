import { bidsApi } from '../../api/bidsApi'
import { defineParts } from '../kit/resourceView'
import { bidFieldMeta } from './fieldMeta'
import { bidTitle } from './names'
import { bidPaths } from './paths'

/** Bids in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: bidFieldMeta,
  nameOf: bidTitle,
  search: {
    endpoint: bidsApi.endpoints.bidsList,
    to: ({ opportunity, bid_id }) => bidPaths.record(opportunity, bid_id),
  },
  trash: { show: bidTitle, facts: ['opportunity'] },
})
