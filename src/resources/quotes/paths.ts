import type { PathId } from '../../ui/page/idFrom'
import { bidPaths } from '../bids/paths'

/** Paths of quotes: they stand on the page of their bid (QUO-7). */
export const quotePaths = {
  ofBid: (opportunity: PathId, bid: PathId) => `${bidPaths.record(opportunity, bid)}/quotes`,
  /** Leads to the page of its bid. */
  record: (id: PathId) => `/mpg/quotes/${id}`,
} as const
