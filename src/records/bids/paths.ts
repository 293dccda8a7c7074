import type { PathId } from '../../ui/page/pathId'
import { opportunityPaths } from '../opportunities/paths'

const record = (opportunity: PathId, bid: PathId) => `${opportunityPaths.record(opportunity)}/bid/${bid}`

/** Where an opportunity's bids are shown, made and changed (BID-1). */
export const bidPaths = {
  create: (opportunity: PathId) => `${opportunityPaths.record(opportunity)}/bid/new`,
  record,
  edit: (opportunity: PathId, bid: PathId) => `${record(opportunity, bid)}/edit-from-bid`,
} as const
