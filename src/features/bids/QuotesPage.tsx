import { BidQuotes } from '../../resources/quotes/BidQuotes'
import { BidPage } from './BidPage'
import { BidView } from './BidView'

/** /mpg/opportunities/{id}/bid/{bidId}/quotes (QUO-7) */
export const Page = () => (
  <BidPage>
    {(bid) => (
      <BidView bid={bid} tab="quotes">
        <BidQuotes bid={bid} title="Quotes" />
      </BidView>
    )}
  </BidPage>
)
