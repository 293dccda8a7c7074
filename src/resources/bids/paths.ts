import type { PathId } from '../../ui/page/idFrom'
import { opportunityPaths } from '../opportunities/paths'

const record = (opportunity: PathId, bid: PathId) => `${opportunityPaths.record(opportunity)}/bid/${bid}`

/** Paths of an opportunity's bids (BID-1), and of the list of all (BID-13). */
export const bidPaths = {
  list: '/mpg/bids',
  create: (opportunity: PathId) => `${opportunityPaths.record(opportunity)}/bid/new`,
  record,
  edit: (opportunity: PathId, bid: PathId) => `${record(opportunity, bid)}/edit-from-bid`,
} as const
