import { useMemo } from 'react'
import { useRows } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { bidTitle } from '../../resources/bids/names'
import { bidPaths } from '../../resources/bids/paths'
import { BidQuotes } from '../../resources/quotes/BidQuotes'
import { quotePaths } from '../../resources/quotes/paths'
import { useQuotes } from '../../resources/quotes/useQuotes'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { LinkButton } from '../../ui/page/LinkButton'
import { RecordLink } from '../../ui/page/RecordLink'

const noIds: readonly number[] = []

interface QuotesTabProps {
  id: number
  /** Undefined until loaded. */
  opportunity: Row<'opportunities'> | undefined
}

/** The quotes of all bids of an opportunity (QUO-12), in one comparison. */
export const QuotesTab = ({ id, opportunity }: QuotesTabProps) => {
  const known = useQuotes(useMemo(() => ({ opportunity: id }), [id]))
  const bids = useRows('bids', opportunity?.bids ?? noIds)
  if (opportunity?.bids.length === 0)
    return (
      <EmptyState title="There are no bids yet." hint="Suppliers quote prices for bids.">
        <LinkButton to={bidPaths.create(id)}>Add the first bid</LinkButton>
      </EmptyState>
    )
  return bids.map((bid) => (
    <BidQuotes
      key={bid.bid_id}
      bid={bid}
      title={<RecordLink to={quotePaths.ofBid(bid.opportunity, bid.bid_id)}>{bidTitle(bid)}</RecordLink>}
      known={known}
    />
  ))
}
