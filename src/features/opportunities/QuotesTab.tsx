import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { bidTitle } from '../../resources/bids/names'
import { bidPaths } from '../../resources/bids/paths'
import { BidQuotes } from '../../resources/quotes/BidQuotes'
import { quotePaths } from '../../resources/quotes/paths'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { LinkButton } from '../../ui/page/LinkButton'
import { RecordLink } from '../../ui/page/RecordLink'

const noIds: readonly number[] = []

/** The quotes of all bids of an opportunity (QUO-12). */
export const QuotesTab = ({ opportunity }: { opportunity: Row<'opportunities'> | undefined }) => {
  const bids = useRows('bids', opportunity?.bids ?? noIds)
  if (opportunity?.bids.length === 0)
    return (
      <EmptyState title="There are no bids yet." hint="Suppliers quote prices for bids.">
        <LinkButton to={bidPaths.create(opportunity.opportunity_id)}>Add the first bid</LinkButton>
      </EmptyState>
    )
  return bids.map((bid) => (
    <BidQuotes
      key={bid.bid_id}
      bid={bid}
      title={<RecordLink to={quotePaths.ofBid(bid.opportunity, bid.bid_id)}>{bidTitle(bid)}</RecordLink>}
    />
  ))
}
