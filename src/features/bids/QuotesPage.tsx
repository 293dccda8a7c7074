import { useMemo } from 'react'
import type { Row } from '../../contract'
import { BidQuotes } from '../../resources/quotes/BidQuotes'
import { useQuotes } from '../../resources/quotes/useQuotes'
import { BidPage } from './BidPage'
import { BidView } from './BidView'

const Quotes = ({ bid }: { bid: Row<'bids'> }) => {
  const { bid_id } = bid
  const known = useQuotes(useMemo(() => ({ bid: bid_id }), [bid_id]))
  return <BidQuotes bid={bid} title="Quotes" known={known} />
}

/** /mpg/opportunities/{id}/bid/{bidId}/quotes (QUO-7) */
export const Page = () => (
  <BidPage>
    {(bid) => (
      <BidView bid={bid} tab="quotes">
        <Quotes bid={bid} />
      </BidView>
    )}
  </BidPage>
)
